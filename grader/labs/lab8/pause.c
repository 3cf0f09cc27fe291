/* pause.c - decides whether a training lets the GPU run dry: whether its host queues
 * each step only when nothing is left to compute. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab8/judge.h"

enum { MOST_DRY = 2 };

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

/* The last call that waited until the GPU had computed all that it had, of those that are known to be
 * the student's own; NULL: none is. */
static const RunOp *dry_wait_of(const RunOp *ops, int count)
{
	for (int i = count - 1; i >= 0; i--)
		if (ops[i].kind == RUN_OP_CALL && ops[i].line != 0 && ops[i].waited >= 1 &&
		    is_run_dry(ops, count, &ops[i]))
			return &ops[i];
	return NULL;
}

/* Whether a batch arrived just then, for which the GPU may have waited. */
static bool is_arrival(const RunOp *ops, int count, double time)
{
	for (int i = 0; i < count; i++)
		if (is_sent(&ops[i], NULL) && fabs(ops[i].end - time) < 0.1)
			return true;
	return false;
}

/* Before how many steps but the first the GPU had nothing left to compute: it stood still, and what
 * it went on with was not held up by a batch, but came late. Which step that was is told by what had
 * been computed. All of it is the machine's own record; no line of the student's file, nor which
 * call the host spent the time in, matters. */
static int dry_steps_of(const RunOp *ops, int count, int steps)
{
	double all = 0, done = 0, free_at = INFINITY;
	int dry = 0, last = 0;
	for (int i = 0; i < count; i++)
		all += ops[i].kind == RUN_OP_KERNEL ? ops[i].flops : 0;
	for (int i = 0; i < count; i++) {
		const RunOp *op = &ops[i];
		int step = (int)lround(done / fmax(all, 1) * steps);
		if (op->kind != RUN_OP_KERNEL && op->kind != RUN_OP_FILL)
			continue;
		if (op->start > free_at + 0.1 && step > last && step < steps &&
		    !is_arrival(ops, count, op->start)) {
			dry++;
			last = step;
		}
		free_at = isinf(free_at) ? op->end : fmax(free_at, op->end);
		done += op->kind == RUN_OP_KERNEL ? op->flops : 0;
	}
	return dry;
}

/* The next batch may be on its way in time, and the host still wait for each step, or ask until it is
 * over: then the GPU has nothing to compute until the next step is queued. Once or twice is no harm. */
void judge_no_pause(Judge *j, const RunOp *ops, int count, int steps)
{
	int dry = dry_steps_of(ops, count, steps);
	if (dry <= MOST_DRY)
		return;
	const RunOp *last = dry_wait_of(ops, count);
	judge_fail(j,
		   "large batches: the GPU had nothing left to compute before %d of %d steps%s; "
		   "wanted the next step queued while one is computed%s",
		   dry, steps,
		   last ? judge_text(j, ": the host waited (%s, line %d)", last->name, last->line)
			: "",
		   last && strncmp(last->name, "cudaFree", 8) == 0
			   ? ": freeing memory waits, too; tensor_add_scaled() needs none"
			   : "");
}
