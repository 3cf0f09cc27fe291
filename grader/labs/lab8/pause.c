/* pause.c - decides whether a training lets the GPU run dry: whether its host waits,
 * step after step, until nothing is left to compute. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab8/judge.h"

/* Whether the GPU had nothing left to compute when the call returned, because the call had waited
 * for that: a kernel was the last to end in it, not a copy, and none was running any more. Times
 * are sums, so two that are the same may differ by a rounding. */
static bool is_run_dry(const RunOp *ops, int count, const RunOp *call)
{
	const double end = call->end + 0.1;
	double computed = call->start, copied = call->start;
	for (int i = 0; i < count; i++) {
		const RunOp *op = &ops[i];
		if (op->kind == RUN_OP_KERNEL && op->start < call->end && op->end > end)
			return false;
		if (op->kind == RUN_OP_KERNEL && op->end <= end)
			computed = fmax(computed, op->end);
		if (op->kind == RUN_OP_COPY && op->end <= end)
			copied = fmax(copied, op->end);
	}
	return computed > call->start && computed >= copied;
}

/* How often a call of the student's own waited until the GPU had computed all that it had; and the
 * last one of them. */
static int dry_waits_of(const RunOp *ops, int count, const RunOp **last)
{
	int waits = 0;
	for (int i = 0; i < count; i++) {
		if (ops[i].kind != RUN_OP_CALL || ops[i].line == 0 || ops[i].waited < 1 ||
		    !is_run_dry(ops, count, &ops[i]))
			continue;
		*last = &ops[i];
		waits++;
	}
	return waits;
}

/* The next batch may be on its way in time, and the host still wait for each step: then the GPU has
 * nothing to compute until the next step is queued. Waiting once or twice at the end is no harm, so
 * the line is one wait less than there are steps. */
void judge_no_pause(Judge *j, const RunOp *ops, int count, int steps)
{
	const RunOp *last = NULL;
	int waits = dry_waits_of(ops, count, &last);
	if (!last || waits < steps - 1)
		return;
	judge_fail(j,
		   "large batches: the host waited until the GPU had nothing left to compute, %d "
		   "times in %d steps (%s, line %d); wanted the next step queued while one is "
		   "computed%s",
		   waits, steps, last->name, last->line,
		   strncmp(last->name, "cudaFree", 8) == 0
			   ? ": freeing memory waits, too; tensor_add_scaled() needs none"
			   : "");
}
