/* slurm_cluster.h - one round of submissions on a cluster; engine_slurm.c tells how it works. */
#ifndef GRADER_CLASS_ENGINE_SLURM_CLUSTER_H
#define GRADER_CLASS_ENGINE_SLURM_CLUSTER_H

#include "grader/class/engine/engine.h"
#include "grader/class/engine/slurm_ask.h"

typedef struct Task {
	Submission *submission;
	long array;
	int number; /* index in its array */
	int over;
	unsigned seen;      /* number of the squeue call that listed it last */
	SlurmState state;   /* as of that call */
	double quiet_since; /* when it was first seen ended without an answer; 0: not yet */
} Task;

typedef struct Cluster {
	const Class *class;
	const EngineHooks *hooks;
	char name[40]; /* of all jobs of this class */
	Task *tasks;   /* of this round */
	int count, left;
	int round, arrays;
	unsigned asked;
	Submission **again; /* failed in the first round, to be graded in the second */
	int again_count;
} Cluster;

/* Shows the user a line, after removing control characters. */
void cluster_say(const Cluster *cluster, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* --- slurm_submit.c: 0, or -1 with a line on stderr ------------------------------------------ */

/* Sets the jobs' name: the same for every run of this class, and unique to it. */
int cluster_name(Cluster *cluster);

/* Creates the folders in the work folder that tasks write to. */
int cluster_folders(const Class *class);

/* Submits the tasks of this round. */
int round_submit(Cluster *cluster);

/* --- slurm_collect.c: 0, or -1 when the run has to end ---------------------------------------- */

/* Sorts the tasks of a new round by their keys, for the search by the name of an answer. */
void tasks_sort(Cluster *cluster);

/* Reads and stores all answers that have arrived. */
int answers_take(Cluster *cluster);

/* The task ended because the grader or Slurm failed: in the first round its submission is put down
 * for the second; in the second the failure is final. */
int task_fail(Cluster *cluster, Task *task, JobAnswer *answer);

/* --- slurm_lost.c: returns as above ----------------------------------------------------------- */

/* Asks Slurm for the states of the tasks; those that ended without an answer fail. *heard is when
 * Slurm answered last. */
int tasks_check(Cluster *cluster, double *heard);

#endif
