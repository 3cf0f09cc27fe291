/* job.c - collects a submission, has it graded, and returns an answer. The grader is killed when
 * the job ends, and the job when the class run ends. */
#include "grader/class/run/job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/folder.h"
#include "grader/base/interrupt.h"
#include "grader/base/job_pool.h"
#include "grader/base/text.h"
#include "grader/class/run/archive_cache.h"
#include "grader/class/run/grader_log.h"
#include "grader/class/run/report_child.h"
#include "grader/setup/work_dir.h"

#define WORDS_MAX 80
/* A cluster that ends a task kills its processes one after the other. So before a failed grader is
 * started again, we wait: if the task is being ended, the signal to us interrupts this wait. */
#define TOGETHER_MS 500

/* Closes the file descriptors inherited from the class run, the gradebook's among them: the
 * processes that are started from here on must not have them. */
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

static void taken_release(Collected *taken)
{
	free(taken->labs);
	free(taken->folder);
}

/* Collects the submission. With `wanted` NULL only the digest is wanted, so a cached one of an archive is used. */
static void submission_read(const Submission *s, JobAnswer *answer, Collected *wanted)
{
	Collected taken;
	CollectNote note;
	char *room = room_path(s, "room");
	const CollectRequest from = {
		.place = s->class->options.submissions,
		.entry = s->entry,
		.room = room,
		.known = !wanted && archive_cache_read(s, &note) == 0 ? &note : NULL,
		.asked = s->class->labs,
		.tier = s->class->tier,
	};

	answer->take = collect_submission(&from, &taken);
	memcpy(answer->content, taken.content, sizeof answer->content);
	memcpy(answer->archive, taken.archive, sizeof answer->archive);
	memcpy(answer->why, taken.why, sizeof answer->why);
	answer->newest = taken.newest;
	if (wanted)
		*wanted = taken;
	else
		taken_release(&taken);
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
	job_pool_answer(answer_fd, &answer, sizeof answer);
}

/* --- grading ---------------------------------------------------------------------------------- */

/* In the child process: executes the grader. */
static _Noreturn void grader_become(const Submission *s, const Collected *taken, const char *output,
				    int again, pid_t parent)
{
	const char *words[WORDS_MAX + 20];
	char *log = text_new("%s/" LOG_FILE, output);
	int count = 0, null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int to = open(log, O_WRONLY | O_CREAT | O_CLOEXEC | (again ? O_APPEND : O_TRUNC), 0644);

	prctl(PR_SET_PDEATHSIG, SIGTERM); /* not SIGKILL, so that the grader can clean up */
	if (getppid() != parent || null < 0 || to < 0)
		_exit(2);
	dup2(null, STDIN_FILENO);
	dup2(to, STDOUT_FILENO);
	dup2(to, STDERR_FILENO);
	for (char *const *word = s->class->options.grader; *word && count < WORDS_MAX; word++)
		words[count++] = *word;
	const char *const own[] = {
		"--jobs",   "1",         "--seed", s->seed,
		"--output", output,      "--name", s->entry->stem,
		"--copy",   taken->labs, "--",     taken->folder ? taken->folder : taken->labs,
		NULL};

	if (s->class->options.report)
		words[count++] = "--details";
	memcpy(&words[count], own, sizeof own);
	execvp(words[0], (char *const *)words);
	dprintf(STDERR_FILENO, "%s cannot be run: %s\n", words[0], strerror(errno));
	_exit(2);
}

static int grader_run(const Submission *s, const Collected *taken, const char *output, int again)
{
	pid_t self = getpid(), grader = fork();

	if (grader == 0)
		grader_become(s, taken, output, again, self);
	return child_wait(grader);
}

static int is_graded(int status)
{
	return status != -1 && WIFEXITED(status) && WEXITSTATUS(status) <= 1;
}

static void submission_grade(const Submission *s, const Collected *taken, JobAnswer *answer)
{
	char *output = job_output(s);
	double begin = clock_now();
	int status = -1;

	if (folder_create(output) < 0) {
		answer->failed = 1;
		text_format(answer->why, sizeof answer->why, "%s: %s", output, strerror(errno));
	}
	for (int again = 0; !answer->failed && again < 2 && !interrupt_came(); again++) {
		status = grader_run(s, taken, output, again);
		if (is_graded(status))
			break;
		poll(NULL, 0, TOGETHER_MS);
	}
	if (!answer->failed && !is_graded(status)) {
		answer->failed = 1;
		grader_log_reason(output, status, answer->why, sizeof answer->why);
	}
	answer->total_s = clock_now() - begin;
	free(output);
}

void job_grade(void *submission, int answer_fd)
{
	static JobAnswer answer, after;
	Collected taken;

	descriptors_close(answer_fd);
	submission_read(submission, &answer, &taken);
	if (answer.take == COLLECT_OK && !interrupt_came()) {
		submission_grade(submission, &taken, &answer);
		/* What was copied in the middle of a change would be nobody's attempt. */
		if (taken.folder) {
			room_clear(submission);
			submission_read(submission, &after, NULL);
			if (strcmp(after.content, answer.content) != 0) {
				answer.failed = 1;
				text_format(answer.why, sizeof answer.why,
					    "it changed while it was graded; grade it again");
			}
		}
	}
	if (answer.take == COLLECT_OK && !answer.failed)
		report_submission_page(submission, &answer);
	taken_release(&taken);
	room_clear(submission);
	if (interrupt_came())
		_exit(1); /* the pool treats a missing answer as a failure */
	job_pool_answer(answer_fd, &answer, sizeof answer);
}
