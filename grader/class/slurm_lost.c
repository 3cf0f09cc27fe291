/* slurm_lost.c - tasks that are over and left no answer. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "interrupt.h"
#include "refuse.h"
#include "slurm_answer.h"
#include "slurm_cluster.h"
#include "text.h"
#include "work.h"

#define SILENCE_MOST 900.0 /* that Slurm may not answer: it is restarted, or updated */
#define LATE_MOST    90.0  /* until a file of another node is seen here: NFS remembers for 60 s */

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

/* Asks Slurm, then looks for answers once more: they are older than what it said. */
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
