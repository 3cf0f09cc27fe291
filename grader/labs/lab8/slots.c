/* slots.c - decides whether steps had their batches in time: each begins when
 * its own has come, and no more than two batches are under way or in the slots; and whether other steps read
 * the slot in which their batch is. */
#include <math.h>

#include "grader/labs/lab8/judge.h"

#define ROUNDING 0.1

/* Of a step: what is no product. */
#define SMALL 0.01

typedef struct Slots {
	double flops, bytes; /* of a step, of its batch */
	double all;          /* bytes of all batches */
} Slots;

/* What was in a slot, in words; it holds the batch that begins with that row. */
static const char *say_held(Judge *j, int64_t first, int64_t batch)
{
	if (first < 0)
		return "into which nothing had been sent";
	if (first % batch != 0)
		return judge_text(j, "which held the rows from %lld on", (long long)first);
	return judge_text(j, "which held batch %lld by then", (long long)(first / batch));
}

/* Where the batch was that the step should have had. */
static const char *say_batch(Judge *j, const int64_t *held, int64_t step, int64_t batch)
{
	for (int i = 0; i < 2; i++)
		if (held[i] == step * batch)
			return judge_text(j, "batch %lld was in slot %d", (long long)step, i);
	bool passed = held[0] > step * batch || held[1] > step * batch;
	return judge_text(j, "batch %lld %s", (long long)step,
			  passed ? "had been sent over" : "had not been sent yet");
}

void judge_reads(Judge *j, Run *r, const char *at, int64_t batch)
{
	enum { NUMBERS = 4 }; /* slot of x, slot of classes, first rows in slots 0 and 1 */
	int64_t count;
	const int64_t *n = run_get_ints(r, "reads", &count);
	judge_complete(j, (n || count == 0) && count % NUMBERS == 0);
	for (int64_t step = 0; step < count / NUMBERS; step++, n += NUMBERS)
		for (int k = 0; k < 2; k++) {
			const int64_t slot = n[k], *held = n + 2;
			judge_that_for(j, slot < 0 || slot > 1 || held[slot] == step * batch,
				       "slots-mixed", "%s: step %lld read %sslot %lld, %s; %s", at,
				       (long long)step, k == 0 ? "" : "the classes of ",
				       (long long)slot, say_held(j, held[slot], batch),
				       say_batch(j, held, step, batch));
		}
}

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
	judge_that_for(
		j, arrived_by(ops, count, op->start) >= 0.999 * fmin((step + 1) * s->bytes, s->all),
		"sent-not-awaited", "a slow machine: step %.0f began before its batch had come",
		step + 1);
}

void judge_slots(Judge *j, const RunOp *ops, int count, double batches, double batch_bytes)
{
	const Slots s = {.flops = computed_by(ops, count, INFINITY) / batches,
			 .bytes = batch_bytes,
			 .all = batches * batch_bytes};
	double begun = 0;
	for (int i = 0; i < count; i++) {
		if (ops[i].kind == RUN_OP_KERNEL && ops[i].flops > SMALL * s.flops)
			judge_kernel(j, ops, count, &ops[i], &s);
		if (!is_sent(&ops[i], NULL))
			continue;
		begun += ops[i].bytes;
		double over = floor(computed_by(ops, count, ops[i].start) / s.flops + SMALL);
		judge_that_for(j, begun <= 1.001 * (over + 2) * s.bytes, "used-not-recorded",
			       "a slow machine: a batch was sent into a slot whose step, number "
			       "%.0f, was not over",
			       over + 1);
	}
}
