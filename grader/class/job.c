/* job.c - takes, grades, tells. What it starts dies with it, and it with the class run. */
#include "job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "interrupt.h"
#include "log.h"
#include "note.h"
#include "pages.h"
#include "pool.h"
#include "text.h"
#include "work.h"

#define WORDS_MAX 80
/* Who ends all processes of a task, as a cluster does, ends them one after the other: before a
 * grader that has failed is started again, the signal to us has time to come. It ends the wait. */
#define TOGETHER_MS 500

/* The gradebook's files and all others of the class run are closed: what runs from here on is not
 * to be trusted with them. */
static void descriptors_close(int kept)
{
	if (kept > 3)
		close_range(3, (unsigned)kept - 1, 0);
	close_range((unsigned)kept + 1, ~0U, 0);
}

static char *room_path(const Submission *s, const char *part)
{
	return text_new("%s/%s/%s", s->class->work, s->entry->key, part);
}

char *job_output(const Submission *s)
{
	return room_path(s, "output");
}

/* Takes it; `folder` gets the folder with the labs, to be freed. NULL: what is known of an archive
 * will do. */
static void submission_read(const Submission *s, JobAnswer *answer, char **folder)
{
	Taken taken;
	TakeNote note;
	char *room = room_path(s, "room");
	const TakeFrom from = {
		.place = s->class->options.submissions,
		.entry = s->entry,
		.room = room,
		.known = folder == NULL && note_read(s, &note) == 0 ? &note : NULL,
		.tier = s->class->tier,
	};

	answer->take = submission_take(&from, &taken);
	memcpy(answer->content, taken.content, sizeof answer->content);
	memcpy(answer->archive, taken.archive, sizeof answer->archive);
	memcpy(answer->why, taken.why, sizeof answer->why);
	answer->newest = taken.newest;
	if (folder != NULL)
		*folder = taken.folder;
	else
		free(taken.folder);
	free(room);
}

static void room_clear(const Submission *s)
{
	char *room = room_path(s, "room");

	folder_remove(room);
	free(room);
}

void job_look(void *submission, int answer_fd)
{
	static JobAnswer answer;

	descriptors_close(answer_fd);
	submission_read(submission, &answer, NULL);
	room_clear(submission);
	pool_answer(answer_fd, &answer, sizeof answer);
}

/* --- grading ------------------------------------------------------------------------------------
 */

/* In the new process: becomes the grader. */
static _Noreturn void grader_become(const Submission *s, const char *folder, const char *output,
				    int again, pid_t parent)
{
	const char *words[WORDS_MAX + 20];
	char *log = text_new("%s/" LOG_FILE, output);
	int count = 0, null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int to = open(log, O_WRONLY | O_CREAT | O_CLOEXEC | (again ? O_APPEND : O_TRUNC), 0644);

	prctl(PR_SET_PDEATHSIG, SIGTERM); /* it sweeps up before it ends */
	if (getppid() != parent || null < 0 || to < 0)
		_exit(2);
	dup2(null, STDIN_FILENO);
	dup2(to, STDOUT_FILENO);
	dup2(to, STDERR_FILENO);
	for (char *const *word = s->class->options.grader; *word != NULL && count < WORDS_MAX;
	     word++)
		words[count++] = *word;
	const char *const own[] = {"--jobs",   "1",    "--seed", s->class->seed,
				   "--output", output, "--name", s->entry->stem,
				   "--",       folder, NULL};

	if (s->class->options.report != NULL)
		words[count++] = "--details";
	memcpy(&words[count], own, sizeof own);
	execvp(words[0], (char *const *)words);
	dprintf(STDERR_FILENO, "%s cannot be run: %s\n", words[0], strerror(errno));
	_exit(2);
}

static int grader_run(const Submission *s, const char *folder, const char *output, int again)
{
	pid_t self = getpid(), grader = fork();

	if (grader == 0)
		grader_become(s, folder, output, again, self);
	return child_wait(grader);
}

static int is_graded(int status)
{
	return status != -1 && WIFEXITED(status) && WEXITSTATUS(status) <= 1;
}

static void submission_grade(const Submission *s, const char *folder, JobAnswer *answer)
{
	char *output = job_output(s);
	double begin = clock_now();
	int status = -1;

	if (folder_make(output) < 0) {
		answer->failed = 1;
		text_format(answer->why, sizeof answer->why, "%s: %s", output, strerror(errno));
	}
	for (int again = 0; !answer->failed && again < 2 && !interrupt_came(); again++) {
		status = grader_run(s, folder, output, again);
		if (is_graded(status))
			break;
		poll(NULL, 0, TOGETHER_MS);
	}
	if (!answer->failed && !is_graded(status)) {
		answer->failed = 1;
		log_reason(output, status, answer->why, sizeof answer->why);
	}
	answer->total_s = clock_now() - begin;
	free(output);
}

void job_grade(void *submission, int answer_fd)
{
	static JobAnswer answer, after;
	char *folder = NULL;

	descriptors_close(answer_fd);
	submission_read(submission, &answer, &folder);
	if (answer.take == TAKE_OK && !interrupt_came()) {
		submission_grade(submission, folder, &answer);
		/* a folder is graded where it lies: was it the same all the time? */
		if (!((const Submission *)submission)->entry->archive) {
			room_clear(submission);
			submission_read(submission, &after, NULL);
			if (strcmp(after.content, answer.content) != 0) {
				answer.failed = 1;
				text_format(answer.why, sizeof answer.why,
					    "it changed while it was graded; grade it again");
			}
		}
	}
	if (answer.take == TAKE_OK && !answer.failed)
		page_make(submission, &answer);
	free(folder);
	room_clear(submission);
	if (interrupt_came())
		_exit(1); /* no answer is better than half of one */
	pool_answer(answer_fd, &answer, sizeof answer);
}
