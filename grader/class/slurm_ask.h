/* slurm_ask.h - Slurm's own programs, and what they say. */
#ifndef SLURM_ASK_H
#define SLURM_ASK_H

#include <stddef.h>

/* Where one task of an array stands. */
typedef enum SlurmState {
	SLURM_GOES,      /* it waits, runs, or will run again */
	SLURM_COMPLETED, /* well */
	SLURM_ENDED,     /* otherwise */
	SLURM_STUCK      /* it waits for ever: Slurm could not start it */
} SlurmState;

/* Whether sbatch is there and knows its cluster. 0, or -1 with a line on stderr. */
int slurm_check(void);

/* How many tasks an array can have, at least 1. */
int slurm_array_max(void);

/* Hands in an array of tasks 0 to count - 1. `options` are further options of sbatch, closed by
 * NULL. Its number, or -1 with a line on stderr. */
long slurm_submit(const char *name, int count, int at_once, long after, const char *const *options,
		  const char *script);

/* Tells of every task of jobs of that name that Slurm still knows. 0, or -1 when it does not
 * answer; `why` tells then. */
int slurm_queue(const char *name, void (*tell)(void *context, long array, int task, SlurmState),
		void *context, char *why, size_t why_size);

/* Why a task ended, one clean line. */
void slurm_reason(long array, int task, char *why, size_t why_size);

/* Cancels all jobs of that name; with `array` one task alone. What is over stays so. */
void slurm_cancel(const char *name);
void slurm_cancel_task(long array, int task);

#endif
