/* run_counts.h - what was counted in a run's windows: calls, time, memory, and what went between host and GPUs. Part of
 * judge.h. */
#ifndef GRADER_INCLUDE_RUN_COUNTS_H
#define GRADER_INCLUDE_RUN_COUNTS_H

#include "grader/include/check.h"
#include "simcuda.h"

/* What was counted inside the window: differences between go and end, except live_bytes and
 * peak_bytes, which are the values at its end. host_ns is the virtual time that it took. With
 * GPU=cuda the counts come from a second run of the same inputs on the simulator. */
const SimcudaCounters *run_counts(Run *r);

/* The same of one of the drive's windows, the first of which is 0. */
const SimcudaCounters *run_counts_of(Run *r, int window);

/* Of the calls of the run's window that ask whether work is over the first and the last one of each row, in which a thread asks
 * about one stream or event and makes no other call that could fail: in *numbers which one it is among them, from 1 on.
 * Returns how many. *asked: how many questions there are. */
int run_telling_questions(Run *r, const int64_t **numbers, int64_t *asked);

/* A call that could have failed, as the machine has noted it. */
typedef struct RunCall {
	uint64_t
		what; /* a hash: equal for two that do the same, as far as sizes, kernels and GPUs tell */
	double size; /* bytes, or FLOPs */
} RunCall;

/* Those of a kind (run_fail) in the run's only window, in the machine's order, which is that of their numbers; NULL: nobody
 * knows them all. */
const RunCall *run_calls_of(Run *r, const char *kind, int64_t *count);

/* How many bytes of GPUs' memory more the program had at the window's end than at its begin; and the most that it
 * had more at one time, 0 where as much had been taken before already. */
double run_gpu_held(Run *r, int window);
double run_gpu_most(Run *r, int window);
double
run_library_held(Run *r,
		 int window); /* the same of what libraries took for themselves, as for handles */
double run_library_on(Run *r, int window,
		      int gpu); /* of it, what lies on one of the first 8 GPUs */

/* What went one way in a window: by copies, and by kernels that work themselves in the host's pinned or managed memory
 * or on another GPU. Such a kernel counts as a copy: it carries numbers as one does, and CUDA has no name for it. */
typedef struct Moved {
	double copies, bytes;
	double called;  /* of these copies: those that are calls, which run_fail() counts */
	double carried; /* of these bytes: what kernels moved */
} Moved;

typedef struct Traffic {
	Moved h2d, d2h, p2p, d2d; /* host to GPU, GPU to host, from GPU to GPU, within a GPU */
	Moved all;                /* their sum */
} Traffic;

/* The one answer to what went where in the window. A judge does not read the counters of copies themselves, which
 * know nothing of kernels (grader/tests/traffic.test). */
Traffic run_traffic(Run *r);
Traffic run_traffic_of(Run *r, int window);
Traffic traffic_of(const SimcudaCounters *counted); /* of a mark */

/* Fails a window in which a kernel read or wrote memory of the host; and one in which it did, or worked in another GPU's
 * memory: where copies are asked for, whoever wants them between GPUs can be given them so, too. */
void judge_host_not_carried(Judge *j, const Traffic *t, const char *at);
void judge_not_carried(Judge *j, const Traffic *t, const char *at);

/* The moments of that window that the drive had the machine note (drive_mark), in their order; their
 * counters are counted from its begin. What a moment is said to be anybody can say: what counts is
 * what the machine had seen by then. NULL where the judge has no link to the machine. */
const SimcudaMark *run_marks(Run *r, int *count);

#endif
