/* engine_slurm.c - ENGINE=slurm: the submissions of a run as job arrays of a Slurm cluster.
 *
 * Theory of operation. The work folder of the class run is on a file system that all nodes share.
 * It gets a list of the submissions and a script; Slurm runs the script as an array with a task for
 * each line of the list (command_task.c). A task grades its submission as a local worker does, in a
 * folder of its own in WORK/runs, so that a task that Slurm starts a second time begins anew and
 * meets nobody, and ends with renaming its answer to WORK/done/KEY (slurm_answer.h). Here the
 * answers are awaited, and stored as they come. Now and then Slurm is asked which tasks still go.
 * One that is over and left no answer was killed, cancelled, out of time or on a node that died:
 * such submissions, and those whose grader failed, go through a second array; then the failure
 * stays, with Slurm's reason.
 *
 * All jobs have a name made of the folder of the class. So nothing has to be remembered to cancel
 * what a class run that was killed left in the queue. */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "clock.h"
#include "engine.h"
#include "interrupt.h"
#include "refuse.h"
#include "slurm_answer.h"
#include "slurm_ask.h"
#include "slurm_script.h"
#include "text.h"
#include "work.h"

#define OPTIONS_MAX  60
#define LOOK_PAUSE   0.25  /* seconds between two looks into WORK/done */
#define ASK_LEAST    1.0   /* and between two questions to Slurm: at first, */
#define ASK_MOST     15.0  /* and when a run takes long */
#define SILENCE_MOST 900.0 /* that Slurm may not answer: it is restarted, or updated */
#define LATE_MOST    90.0  /* until a file of another node is seen here: NFS remembers for 60 s */
#define GOING_DOWN   20.0  /* for tasks that were cancelled */

typedef struct Task {
	Submission *submission;
	long array;
	int number; /* in its array */
	int over;
	unsigned seen;      /* in which answer of Slurm's it was last there, still going */
	SlurmState state;   /* of that time */
	double quiet_since; /* it is over for Slurm, and no answer is here; 0: not yet */
	char why[300];      /* of the last time */
} Task;

typedef struct Cluster {
	const Class *class;
	const EngineHooks *hooks;
	char name[40]; /* of the jobs */
	Task *tasks;   /* of this round */
	int count, left;
	int round, arrays;
	unsigned asked;
	Submission **again; /* for the second round */
	int again_count;
} Cluster;

static void say(const Cluster *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(const Cluster *c, const char *format, ...)
{
	char line[600], clean[700];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	text_clean(clean, sizeof clean, line, strlen(line));
	c->hooks->say(c->hooks->context, clean);
}

/* --- handing in ------------------------------------------------------------------------------ */

/* The same for every run of this class, and no other's. */
static int name_make(Cluster *c)
{
	char *whole = realpath(c->class->folder, NULL), hex[DIGEST_SIZE];
	Digest digest;

	if (whole == NULL)
		return refuse("%s: %s", c->class->folder, strerror(errno));
	digest_begin(&digest);
	digest_add_text(&digest, whole);
	digest_end(&digest, hex);
	snprintf(c->name, sizeof c->name, "usegpu-%.16s", hex);
	free(whole);
	return 0;
}

static int folders_make(const Class *class)
{
	static const char *const parts[] = {SLURM_DONE, SLURM_RUNS, SLURM_LOGS};
	int bad = 0;

	for (size_t i = 0; !bad && i < sizeof parts / sizeof *parts; i++) {
		char *path = text_new("%s/%s", class->work, parts[i]);

		if (mkdir(path, 0711) < 0 && errno != EEXIST)
			bad = refuse("%s cannot be made: %s", path, strerror(errno)) < 0;
		free(path);
	}
	return bad ? -1 : 0;
}

/* The tasks from `first` on, as many as an array holds; `after`: JOBS holds for all arrays. Their
 * number, or -1. */
static int array_submit(Cluster *c, int first, int most, long *after, const char *const *options)
{
	int count = c->count - first < most ? c->count - first : most;
	Submission **list = memory_new((size_t)count * sizeof(Submission *));
	char *script;
	long id = -1;

	for (int i = 0; i < count; i++)
		list[i] = c->tasks[first + i].submission;
	script = slurm_script_write(c->class, ++c->arrays, list, count);
	if (script != NULL)
		id = slurm_submit(c->name, count, c->class->options.tasks, *after, options, script);
	for (int i = 0; id > 0 && i < count; i++) {
		c->tasks[first + i].array = id;
		c->tasks[first + i].number = i;
	}
	if (id > 0)
		say(c, "  Slurm: array %ld with %d task%s, named %s", id, count,
		    count == 1 ? "" : "s", c->name);
	*after = c->class->options.tasks > 0 ? id : 0;
	free(script);
	free((void *)list);
	return id > 0 ? count : -1;
}

static int round_submit(Cluster *c)
{
	char **options = slurm_options_make(c->class, OPTIONS_MAX);
	int most = options == NULL ? 0 : slurm_array_max(), sent = 0;
	long after = 0;

	for (int first = 0; options != NULL && sent >= 0 && first < c->count && !interrupt_came();
	     first += sent)
		sent = array_submit(c, first, most, &after, (const char *const *)options);
	slurm_options_free(options);
	return options == NULL || sent < 0 ? -1 : 0;
}

/* --- what comes back ------------------------------------------------------------------------- */

/* It is over for this round; it fails for good only in the second. */
static int task_fail(Cluster *c, Task *task, JobAnswer *answer)
{
	if (c->round > 1)
		return c->hooks->done(c->hooks->context, task->submission, answer);
	say(c, "  %s: %s; it is graded once more", task->submission->entry->folder, answer->why);
	c->again[c->again_count++] = task->submission;
	return 0;
}

/* Its new files lie where job_output() says, as if they had been made here. */
static int files_take(const Class *class, const Submission *s, const char *run)
{
	char *from = text_new("%s/" SLURM_RUNS "/%s/output", class->work, run);
	char *to = job_output(s), *above = text_new("%s/%s", class->work, s->entry->key);
	int bad;

	folder_remove(above);
	bad = mkdir(above, 0711) < 0 || (rename(from, to) < 0 && errno != ENOENT);
	free(above);
	free(to);
	free(from);
	return bad ? -1 : 0;
}

static int answer_take(Cluster *c, Task *task)
{
	Submission *s = task->submission;
	SlurmAnswer answer;
	char *path = text_new("%s/" SLURM_DONE "/%s", c->class->work, s->entry->key);
	char *run, *room;
	int bad = slurm_answer_read(c->class->work, s->entry->key, &answer) < 0;

	if (bad) /* a file that is half there for a moment */
		return free(path), 0;
	run = text_new("%s/" SLURM_RUNS "/%s", c->class->work, answer.run);
	room = text_new("%s/%s", c->class->work, s->entry->key);
	if (files_take(c->class, s, answer.run) < 0) {
		answer.job.failed = 1;
		text_format(answer.job.why, sizeof answer.job.why, "%s: %s", room, strerror(errno));
	} else if (strcmp(answer.kit, c->class->kit) != 0) {
		answer.job.failed = 1;
		text_format(answer.job.why, sizeof answer.job.why,
			    "the node %s has another kit, or another compiler, than this computer",
			    answer.node);
	}
	remove(path);
	task->over = 1;
	c->left--;
	bad = answer.job.failed || answer.job.take == TAKE_FAULT
		      ? task_fail(c, task, &answer.job)
		      : c->hooks->done(c->hooks->context, s, &answer.job);
	folder_remove(room);
	folder_remove(run);
	free(room);
	free(run);
	free(path);
	return bad;
}

static int by_key(const void *key, const void *task)
{
	return strcmp(key, ((const Task *)task)->submission->entry->key);
}

static int tasks_by_key(const void *a, const void *b)
{
	return by_key(((const Task *)a)->submission->entry->key, b);
}

/* Takes all answers that are there. Names of the tasks are sorted for that. */
static int answers_take(Cluster *c)
{
	char *path = text_new("%s/" SLURM_DONE, c->class->work);
	DIR *list = opendir(path);
	const struct dirent *each;
	int bad = 0;

	if (list == NULL)
		bad = refuse("%s: %s", path, strerror(errno));
	while (bad == 0 && !interrupt_came() && (each = readdir(list)) != NULL) {
		Task *task =
			bsearch(each->d_name, c->tasks, (size_t)c->count, sizeof *c->tasks, by_key);

		if (task != NULL && !task->over)
			bad = answer_take(c, task);
	}
	if (list != NULL)
		closedir(list);
	free(path);
	return bad;
}

/* --- tasks without an answer ----------------------------------------------------------------- */

static void task_state(void *context, long array, int number, SlurmState state)
{
	Cluster *c = context;

	for (int i = 0; i < c->count; i++) {
		Task *task = &c->tasks[i];

		if (task->array != array || task->number != number)
			continue;
		task->seen = c->asked;
		task->state = state;
		return;
	}
}

/* The last words of a task that could not even begin. */
static void log_tail(const Cluster *c, const Task *task, char *line, size_t size)
{
	char *path =
		text_new("%s/" SLURM_LOGS "/%ld_%d", c->class->work, task->array, task->number);
	FILE *file = fopen(path, "re");
	char text[300];

	line[0] = '\0';
	while (file != NULL && fgets(text, sizeof text, file) != NULL)
		text_clean(line, size, text, strcspn(text, "\n"));
	if (file != NULL)
		fclose(file);
	free(path);
}

static int task_lost(Cluster *c, Task *task)
{
	JobAnswer *answer = memory_new(sizeof *answer);
	char why[200], words[300];
	char *output = job_output(task->submission);
	int bad;

	slurm_reason(task->array, task->number, why, sizeof why);
	log_tail(c, task, words, sizeof words);
	if (task->state == SLURM_STUCK)
		slurm_cancel_task(task->array, task->number);
	answer->take = TAKE_OK;
	answer->failed = 1;
	answer->newest = task->submission->newest;
	memcpy(answer->content, task->submission->content, sizeof answer->content);
	text_format(answer->why, sizeof answer->why, "Slurm ended its task: %s%s%s", why,
		    *words != '\0' ? ": " : "", words);
	task->over = 1;
	c->left--;
	bad = folder_make(output) < 0 ? refuse("%s cannot be made: %s", output, strerror(errno))
				      : task_fail(c, task, answer);
	free(output);
	free(answer);
	return bad;
}

/* An answer is written before its task ends, but may be seen here a while later. */
static int task_check(Cluster *c, Task *task)
{
	int known = task->seen == c->asked;
	double now = clock_now();

	if (known && task->state == SLURM_GOES)
		task->quiet_since = 0;
	else if (known && task->state != SLURM_COMPLETED)
		return task_lost(c, task);
	else if (task->quiet_since == 0)
		task->quiet_since = now;
	else if (now - task->quiet_since > LATE_MOST)
		return task_lost(c, task);
	return 0;
}

/* Asks Slurm, then looks for answers once more: they are older than what it said. */
static int tasks_check(Cluster *c, double *heard)
{
	char why[200];
	int bad;

	c->asked++;
	if (slurm_queue(c->name, task_state, c, why, sizeof why) < 0) {
		if (clock_now() - *heard > SILENCE_MOST)
			return refuse("Slurm has not answered for %.0f s: %s", SILENCE_MOST, why);
		return 0;
	}
	*heard = clock_now();
	bad = answers_take(c);
	for (int i = 0; bad == 0 && i < c->count; i++)
		if (!c->tasks[i].over && !interrupt_came())
			bad = task_check(c, &c->tasks[i]);
	return bad;
}

/* --- the whole ------------------------------------------------------------------------------- */

static void rest(double seconds)
{
	const struct timespec pause = {.tv_sec = (time_t)seconds,
				       .tv_nsec =
					       (long)((seconds - (double)(time_t)seconds) * 1e9)};

	nanosleep(&pause, NULL); /* a signal ends it */
}

static int round_wait(Cluster *c)
{
	double begin = clock_now(), asked = begin, heard = begin;
	int bad = 0;

	while (bad == 0 && c->left > 0 && !interrupt_came()) {
		double now = clock_now(), pause = (now - begin) / 10;

		pause = pause < ASK_LEAST ? ASK_LEAST : pause > ASK_MOST ? ASK_MOST : pause;
		if (now - asked > pause) {
			bad = tasks_check(c, &heard);
			asked = clock_now();
		} else {
			bad = answers_take(c);
		}
		if (bad == 0 && c->left > 0)
			rest(LOOK_PAUSE);
	}
	return bad;
}

static int round_run(Cluster *c, Submission **list, int count)
{
	int bad;

	c->round++;
	c->tasks = memory_new(((size_t)count + 1) * sizeof *c->tasks);
	c->count = c->left = count;
	for (int i = 0; i < count; i++)
		c->tasks[i].submission = list[i];
	qsort(c->tasks, (size_t)count, sizeof *c->tasks, tasks_by_key);
	bad = round_submit(c) < 0 || round_wait(c) < 0;
	free(c->tasks);
	c->tasks = NULL;
	return bad ? -1 : 0;
}

static void task_counted(void *context, long array, int number, SlurmState state)
{
	(void)array;
	(void)number;
	*(int *)context += state == SLURM_GOES;
}

/* Cancels what goes under our name, and waits until it is down: it writes into our folders. */
static void cluster_stop(const Cluster *c)
{
	double begin = clock_now();
	char why[200];
	int going = 1;

	slurm_cancel(c->name);
	while (going > 0 && clock_now() - begin < GOING_DOWN) {
		going = 0;
		if (slurm_queue(c->name, task_counted, &going, why, sizeof why) < 0)
			break;
		if (going > 0)
			rest(LOOK_PAUSE);
	}
}

static int slurm_grade(const Class *class, Submission **list, int count, const EngineHooks *hooks)
{
	Cluster c = {.class = class, .hooks = hooks};
	int bad = name_make(&c) < 0 || folders_make(class) < 0;

	if (bad)
		return -1;
	cluster_stop(&c); /* left by a run that was killed */
	c.again = memory_new(((size_t)count + 1) * sizeof(Submission *));
	bad = round_run(&c, list, count) < 0;
	if (!bad && c.again_count > 0 && !interrupt_came())
		bad = round_run(&c, c.again, c.again_count) < 0;
	cluster_stop(&c); /* also a task that was begun again though its answer is here */
	free((void *)c.again);
	return bad ? -1 : 0;
}

const Engine engine_slurm = {.name = "slurm", .check = slurm_check, .grade = slurm_grade};
