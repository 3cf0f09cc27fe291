/* slurm_lost.c - finds tasks that have ended without an answer. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/clock.h"
#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/interrupt.h"
#include "grader/base/text.h"
#include "grader/class/engine/slurm_answer.h"
#include "grader/class/engine/slurm_cluster.h"
#include "grader/setup/work_dir.h"

#define SILENCE_MOST 900.0 /* seconds that Slurm may not answer, as while it is restarted */
#define LATE_MOST    90.0  /* seconds until another node's file shows: NFS caches for 60 s */

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

/* The last line of the log of a task that failed before it could write an answer. */
static void log_tail(const Cluster *c, const Task *task, char *line, size_t size)
{
	char *path =
		text_new("%s/" SLURM_LOGS "/%ld_%d", c->class->work, task->array, task->number);
	FILE *file = fopen(path, "re");
	char text[300];

	line[0] = '\0';
	while (file && fgets(text, sizeof text, file))
		text_clean(line, size, text, strcspn(text, "\n"));
	if (file)
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
	answer->take = COLLECT_OK;
	answer->failed = 1;
	answer->newest = task->submission->newest;
	memcpy(answer->content, task->submission->content, sizeof answer->content);
	text_format(answer->why, sizeof answer->why, "Slurm ended its task: %s%s%s", why,
		    *words != '\0' ? ": " : "", words);
	task->over = 1;
	c->left--;
	bad = folder_create(output) < 0 ? refuse("%s cannot be made: %s", output, strerror(errno))
					: task_fail(c, task, answer);
	free(output);
	free(answer);
	return bad;
}

/* An answer is written before its task ends, but the shared file system may show it here later. */
static int task_check(Cluster *c, Task *task)
{
	int known = task->seen == c->asked;
	double now = clock_now();

	if (known && task->state == SLURM_GOES) {
		task->quiet_since = 0;
		return 0;
	}
	if (known && task->state != SLURM_COMPLETED)
		return task_lost(c, task);
	if (task->quiet_since == 0)
		task->quiet_since = now;
	return now - task->quiet_since > LATE_MOST ? task_lost(c, task) : 0;
}

/* Asks Slurm first and scans for answers again afterwards: the answer of a task that Slurm reports
 * as ended was written before. */
int tasks_check(Cluster *c, double *heard)
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
