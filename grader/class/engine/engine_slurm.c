/* engine_slurm.c - ENGINE=slurm: the submissions of a run as job arrays of a Slurm cluster.
 *
 * Theory of operation. The work folder of the class run is on a file system that all nodes share.
 * The run writes a list of the submissions and a batch script to it; Slurm runs the script as a job
 * array with a task for each line of the list (command_task.c). A task grades its submission as a
 * local worker does, in a folder of its own in WORK/runs, so that a requeued task starts from
 * scratch and does not collide with its first run. Its last step renames its answer to
 * WORK/done/KEY (slurm_answer.h). The class run polls WORK/done, stores answers as they come, and
 * at longer intervals asks Slurm for the states of the tasks. A task that has ended without an
 * answer was killed, cancelled, out of time or on a node that died. Such submissions, and those
 * whose grader failed, are submitted once more in a second array; if that fails too, the failure is
 * recorded with Slurm's reason.
 *
 * All jobs have a name derived from the folder of the class, so that jobs which a killed class run
 * left in the queue can be cancelled without a record of their ids. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/base/clock.h"
#include "grader/base/interrupt.h"
#include "grader/base/text.h"
#include "grader/class/engine/slurm_cluster.h"

#define LOOK_PAUSE 0.25 /* seconds between two scans of WORK/done */
#define ASK_LEAST  1.0  /* seconds between two calls of squeue at first, */
#define ASK_MOST   15.0 /* and at most, in a long run */
#define GOING_DOWN 20.0 /* seconds to wait for the end of cancelled tasks */
#define IDLE_LEAST 60.0 /* seconds without any answer until the user is told */

static void rest(double seconds)
{
	const struct timespec pause = {.tv_sec = (time_t)seconds,
				       .tv_nsec =
					       (long)((seconds - (double)(time_t)seconds) * 1e9)};

	nanosleep(&pause, NULL); /* a signal interrupts it */
}

static int round_wait(Cluster *c)
{
	double begin = clock_now(), asked = begin, heard = begin;
	int bad = 0, told = 0;

	while (bad == 0 && c->left > 0 && !interrupt_came()) {
		double now = clock_now(), pause = (now - begin) / 10;

		pause = pause < ASK_LEAST ? ASK_LEAST : pause > ASK_MOST ? ASK_MOST : pause;
		if (c->left == c->count && now - begin > IDLE_LEAST && !told++)
			cluster_say(c,
				    "  Slurm: nothing came back yet; squeue --name=%s tells what "
				    "it waits "
				    "for",
				    c->name);
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
	tasks_sort(c);
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

/* Cancels all jobs of our name and waits for their end, because they write into our folders. */
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
	int bad = cluster_name(&c) < 0 || cluster_folders(class) < 0;

	if (bad)
		return -1;
	cluster_stop(&c); /* jobs left by a run that was killed */
	c.again = memory_new(((size_t)count + 1) * sizeof(Submission *));
	bad = round_run(&c, list, count) < 0;
	if (!bad && c.again_count > 0 && !interrupt_came())
		bad = round_run(&c, c.again, c.again_count) < 0;
	cluster_stop(&c); /* also a task that was requeued although its answer is here */
	free((void *)c.again);
	return bad ? -1 : 0;
}

const Engine engine_slurm = {.name = "slurm", .check = slurm_check, .grade = slurm_grade};
