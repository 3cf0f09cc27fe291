/* slurm_cluster.h - one round of submissions on a cluster; engine_slurm.c tells how it works. */
#ifndef SLURM_CLUSTER_H
#define SLURM_CLUSTER_H

#include "engine.h"
#include "slurm_ask.h"

typedef struct Task {
	Submission *submission;
	long array;
	int number; /* in its array */
	int over;
	unsigned seen;      /* in which answer of Slurm's it was last there */
	SlurmState state;   /* of that time */
	double quiet_since; /* it is over for Slurm, and no answer is here; 0: not yet */
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

/* A line for the user, made clean. */
void cluster_say(const Cluster *cluster, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* --- slurm_hand_in.c: 0, or -1 with a line on stderr ------------------------------------------ */

/* The jobs' name: the same for every run of this class, and no other's. */
int cluster_name(Cluster *cluster);

/* The folders in the work folder that tasks write to. */
int cluster_folders(const Class *class);

/* Hands in the tasks of this round. */
int round_submit(Cluster *cluster);

/* --- slurm_collect.c: 0, or -1 when there is no use in going on ------------------------------- */

/* Puts the tasks of a new round in the order of their keys, by which answers are found. */
void tasks_sort(Cluster *cluster);

/* Takes all answers that are there. */
int answers_take(Cluster *cluster);

/* The task is over and the grader or Slurm failed: in the first round it is noted for the second,
 * then told for good. */
int task_fail(Cluster *cluster, Task *task, JobAnswer *answer);

/* --- slurm_lost.c: the same --------------------------------------------------------------------
 */

/* Asks Slurm which tasks still go; those that are over without an answer fail. *heard is when Slurm
 * answered last. */
int tasks_check(Cluster *cluster, double *heard);

#endif
