/* slurm_ask.h - runs Slurm's commands and parses their output. */
#ifndef GRADER_CLASS_ENGINE_SLURM_ASK_H
#define GRADER_CLASS_ENGINE_SLURM_ASK_H

#include <stddef.h>

/* The state of one task of an array. */
typedef enum SlurmState {
	SLURM_GOES,      /* pending, running, or requeued */
	SLURM_COMPLETED, /* ended with status 0 */
	SLURM_ENDED,     /* ended in any other way */
	SLURM_STUCK      /* pending forever: Slurm could not start it */
} SlurmState;

/* Checks that sbatch is installed and its cluster answers. 0, or -1 with a line on stderr. */
int slurm_check(void);

/* The most tasks that an array may have, at least 1. */
int slurm_array_max(void);

/* Submits an array of tasks 0 to count - 1. `options` are further options of sbatch, closed by
 * NULL. Returns the job id, or -1 with a line on stderr. */
long slurm_submit(const char *name, int count, int at_once, long after, const char *const *options,
		  const char *script);

/* Calls `tell` for every task of jobs of that name that squeue lists. 0, or -1 with the reason in
 * `why` when Slurm does not answer. */
int slurm_queue(const char *name, void (*tell)(void *context, long array, int task, SlurmState),
		void *context, char *why, size_t why_size);

/* Why a task ended: one line without control characters. */
void slurm_reason(long array, int task, char *why, size_t why_size);

/* Cancels all jobs of that name; slurm_cancel_task: one task. Ended ones are not affected. */
void slurm_cancel(const char *name);
void slurm_cancel_task(long array, int task);

#endif
