/* pause.c - decides whether a training lets the GPU run dry: whether steps are queued only when all
 * that was queued before has been computed. How the host came to wait does not matter, nor whether it
 * waited or asked again and again: what counts is when the machine was given the next kernel. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab8/judge.h"

/* Times are sums, so two that are the same may differ by a rounding. */
#define ROUNDING 0.1

/* How often a kernel was queued when all kernels before it had ended, and for how long at most. Inside a step that does not happen:
 * its first products take longer than all of it takes to be queued. */
static int dry_times(const RunOp *ops, int count, double *longest)
{
	int times = 0;
	double computed = 0, called = 0;
	*longest = 0;
	for (int i = 0; i < count; i++) {
		if (ops[i].kind == RUN_OP_CALL)
			called = ops[i].start;
		if (ops[i].kind != RUN_OP_KERNEL)
			continue;
		if (computed > 0 && called > computed + ROUNDING) {
			times++;
			*longest = fmax(*longest, ops[i].start - computed);
		}
		computed = fmax(computed, ops[i].end);
	}
	return times;
}

/* The last call of the student's own that waited for a kernel, for the message; NULL: lines do not tell. */
static const RunOp *waited_in(const RunOp *ops, int count)
{
	const RunOp *last = NULL;
	for (int i = 0; i < count; i++) {
		bool kernel = false;
		if (ops[i].kind != RUN_OP_CALL || ops[i].waited < 1 ||
		    is_given(ops, count, &ops[i]))
			continue;
		for (int k = 0; k < count && !kernel; k++)
			kernel = ops[k].kind == RUN_OP_KERNEL && ops[k].end > ops[i].start &&
				 ops[k].end <= ops[i].end + ROUNDING;
		last = kernel ? &ops[i] : last;
	}
	return last;
}

/* The last call of the student's own that asked whether work is over; NULL: none. */
static const RunOp *asked_in(const RunOp *ops, int count)
{
	const RunOp *last = NULL;
	for (int i = 0; i < count; i++)
		if (ops[i].kind == RUN_OP_CALL && ops[i].line != 0 && strstr(ops[i].name, "Query"))
			last = &ops[i];
	return last;
}

/* The next batch may be on its way in time, and the next step still come late. Once or twice does
 * little harm; the contract says so. */
enum { DRY_MOST = 2 };

void judge_no_pause(Judge *j, const RunOp *ops, int count, int steps)
{
	double longest;
	int times = dry_times(ops, count, &longest);
	const RunOp *waited = waited_in(ops, count), *asked = asked_in(ops, count);
	const RunOp *call = waited ? waited : asked;
	if (times <= DRY_MOST)
		return;
	judge_fail_for(
		j, "gpu-ran-dry",
		"a slow machine: the GPU had nothing left to compute, %d times in %d steps and for "
		"up to %s, when the next step was queued%s; wanted that at most twice%s",
		times, steps, say_us(j, longest),
		call ? judge_text(j, " (the host %s in %s%s)",
				  waited ? "waited" : "asked again and again", call->name,
				  judge_line_in(j, ", ", call->line, ""))
		     : "",
		call && strncmp(call->name, "cudaFree", 8) == 0
			? ": freeing memory waits, too; tensor_add_scaled() needs none"
			: "");
}
