/* job_pool.h - runs jobs in forked processes, a few at a time, and returns their answers in order.
 *
 * A job's answer is the bytes that its process wrote to its pipe. A job that crashes, hangs or floods
 * its pipe does no harm: its answer is incomplete, or it is killed after its time. */
#ifndef GRADER_BASE_JOB_POOL_H
#define GRADER_BASE_JOB_POOL_H

#include <stddef.h>

typedef struct PoolJob {
	void (*body)(void *argument, int answer_fd); /* runs in the new process; NULL: nothing to
						      * do, the job is over in its turn */
	void *argument;
	void (*killed)(int pid); /* called when it did not end well; may be NULL */
	double seconds; /* until it is killed, and what it waits for a processor: up to three times as long */
	size_t answer_max; /* bytes; the rest is thrown away */
	int rank;          /* those with a lower one begin first, and of each rank the first */

	/* Filled in by job_pool_run. */
	unsigned char *answer;
	size_t answer_bytes;
	int timed_out;
	int signal;    /* that ended it, 0 for none */
	double used_s; /* of the processor, by its process alone; of one that has timed out */

	int pid, fd, begun, over, told, interrupted, place; /* the pool's own */
	double deadline, waited;
} PoolJob;

/* Runs `count` jobs, at most `width` at once, and calls done(context, i) for each, in order, as
 * soon as it and all before it are over; it may use jobs[i].answer until it returns. */
void job_pool_run(PoolJob *jobs, int count, int width, void (*done)(void *context, int i),
		  void *context);

/* The same, but done() is called for each job as soon as it is over, in any order. */
void job_pool_run_unordered(PoolJob *jobs, int count, int width, void (*done)(void *context, int i),
			    void *context);

/* In a job's process: which one it is of those that run at the same time, from 0 on; -1 elsewhere. */
int job_pool_place(void);

/* Writes all bytes; for a job's body. */
void job_pool_answer(int answer_fd, const void *bytes, size_t count);

#endif
