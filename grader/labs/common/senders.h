/* senders.h - whether what a GPU sends can be its gradient, by the timeline: a gradient is sent when
 * its products are done. */
#ifndef GRADER_LABS_COMMON_SENDERS_H
#define GRADER_LABS_COMMON_SENDERS_H

#include <math.h>

#include "grader/include/judge.h"

typedef struct Sender {
	int gpu;
	double complete; /* from when on what it sends can be the gradient; microseconds */
} Sender;

/* For ops_busy() and ops_overlap(): copies from the GPU that can be its gradient, and its products. */
static inline int is_sent(const RunOp *op, const void *data)
{
	const Sender *s = data;
	return op->kind == RUN_OP_COPY && op->from == s->gpu && op->to != s->gpu &&
	       op->start >= s->complete;
}

static inline int is_computed(const RunOp *op, const void *data)
{
	const Sender *s = data;
	return op->kind == RUN_OP_KERNEL && op->gpu == s->gpu && op->flops > 0;
}

/* The GPU's kernels have to have done so many FLOPs before. */
static inline Sender sender_of(const RunOp *ops, int count, int gpu, double flops)
{
	Sender s = {gpu, INFINITY};
	double done = 0;
	for (int i = 0; i < count && done < 0.999 * flops; i++)
		if (is_computed(&ops[i], &s)) {
			done += ops[i].flops;
			if (done >= 0.999 * flops)
				s.complete = ops[i].end;
		}
	return s;
}

static inline double sent_bytes(const RunOp *ops, int count, const Sender *s)
{
	double bytes = 0;
	for (int i = 0; i < count; i++)
		bytes += is_sent(&ops[i], s) ? ops[i].bytes : 0;
	return bytes;
}

#endif
