/* slots.c - decides whether steps of which nobody reads the numbers can have had their batches: each begins when
 * its own has come, and no more than two batches are under way or in the slots. */
#include <math.h>

#include "grader/labs/lab8/judge.h"

#define ROUNDING 0.1

/* Of a step: what is no product. */
#define SMALL 0.01

typedef struct Slots {
	double flops, bytes; /* of a step, of its batch */
} Slots;

/* FLOPs of the kernels that had ended by then. */
static double computed_by(const RunOp *ops, int count, double time)
{
	double flops = 0;
	for (int i = 0; i < count; i++)
		if (ops[i].kind == RUN_OP_KERNEL && ops[i].end <= time + ROUNDING)
			flops += ops[i].flops;
	return flops;
}

static double arrived_by(const RunOp *ops, int count, double time)
{
	double bytes = 0;
	for (int i = 0; i < count; i++)
		if (is_sent(&ops[i], NULL) && ops[i].end <= time + ROUNDING)
			bytes += ops[i].bytes;
	return bytes;
}

/* A kernel of step k, from 0: k + 1 batches are there. */
static void judge_kernel(Judge *j, const RunOp *ops, int count, const RunOp *op, const Slots *s)
{
	double step = floor(computed_by(ops, count, op->start) / s->flops + SMALL);
	judge_that_for(j, arrived_by(ops, count, op->start) >= 0.999 * (step + 1) * s->bytes,
		       "sent-not-awaited",
		       "large batches: step %.0f began before its batch had come", step + 1);
}

void judge_slots(Judge *j, const RunOp *ops, int count, int steps, double batch_bytes)
{
	const Slots s = {computed_by(ops, count, INFINITY) / steps, batch_bytes};
	double begun = 0;
	for (int i = 0; i < count; i++) {
		if (ops[i].kind == RUN_OP_KERNEL && ops[i].flops > SMALL * s.flops)
			judge_kernel(j, ops, count, &ops[i], &s);
		if (!is_sent(&ops[i], NULL))
			continue;
		begun += ops[i].bytes;
		double over = floor(computed_by(ops, count, ops[i].start) / s.flops + SMALL);
		judge_that_for(j, begun <= 1.001 * (over + 2) * s.bytes, "used-not-recorded",
			       "large batches: a batch was sent into a slot whose step, number "
			       "%.0f, was not over",
			       over + 1);
	}
}
