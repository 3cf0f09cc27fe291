/* pipeline.c - decides from the machine's own record whether the steps of a training were queued as the losses
 * that were shown let them be. The drive's books about it lie where the program could write them. */
#include <math.h>

#include "grader/labs/lab6/judge.h"

/* When each step's product was queued and when it had run: `count` of them at most. Returns how many there
 * are. */
static int steps_of(const RunOp *ops, int ops_count, double flops, double *queued, double *ran,
		    int count)
{
	int steps = 0;
	double called = 0;
	for (int i = 0; i < ops_count; i++) {
		if (ops[i].kind == RUN_OP_CALL)
			called = ops[i].start;
		if (ops[i].kind != RUN_OP_KERNEL || ops[i].flops < flops)
			continue;
		if (steps < count) {
			queued[steps] = called;
			ran[steps] = ops[i].end;
		}
		steps++;
	}
	return steps;
}

/* Once or twice does little harm. */
enum { DRY_MOST = 2 };

void judge_blocks_awaited(Judge *j, Run *r, int steps, int block, double flops, const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	double *queued = judge_memory(j, (size_t)steps * sizeof *queued);
	double *ran = judge_memory(j, (size_t)steps * sizeof *ran);
	judge_int(j, judge_text(j, "%s: the steps that the GPU had to do", at),
		  steps_of(ops, count, flops, queued, ran, steps), steps);
	int dry = ops_dry(ops, count);
	judge_that(j, dry <= DRY_MOST,
		   "%s: the GPU had nothing left to compute, %d times, when a next step was queued; wanted "
		   "that at most %d times",
		   at, dry, DRY_MOST);
	for (int b = 0; (b + 2) * block < steps; b++)
		judge_that(j, queued[(b + 2) * block] >= ran[(b + 1) * block - 1],
			   "%s: step %d was queued when steps %d to %d had not run yet; they have "
			   "to be "
			   "shown before",
			   at, (b + 2) * block, b * block, (b + 1) * block - 1);
}
