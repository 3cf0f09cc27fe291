/* judge.c - decides about lab 10. */
#include "grader/labs/lab10/judge.h"

Run *case_run(Judge *j, const Case *c)
{
	Run *r = judge_run(j, 2);

	run_int(r, "gpu", c->gpu);
	run_one_thread(r);
	if (c->counted)
		run_optimised(r);
	return r;
}

void case_give(Run *r, const char *name, const float *numbers, int64_t count)
{
	run_floats(r, name, numbers, count);
	run_give(r, name, 1);
}

void case_go(Judge *j, Run *r, const char *at)
{
	run_go(r);
	judge_int(j, judge_text(j, "%s: the answer", at), run_get_int(r, "status"), 0);
}

void case_holds(Judge *j, Run *r, const Case *c, const char *at, const char *name,
		const float *wanted, int64_t count, double tolerance)
{
	int64_t there;
	const float *got = run_get_floats_on(r, name, c->gpu, &there);

	judge_complete(j, count == 0 || (got && there == count));
	if (count > 0)
		judge_floats(j, judge_text(j, "%s: %s", at, name), got, wanted, count, tolerance);
}

static const Check checks[] = {
	{.id = "10.1",
	 .title = "scale: a thread for each number",
	 .points = 2,
	 .stretch = true,
	 .gpus = 2,
	 .function = "scale",
	 .hints = {"which number belongs to thread 3 of block 2? And which threads of the last "
		   "block have none?",
		   "docs/kernels.md, \"The first program\": how the index is made, and the bound",
		   "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) ..., and (n + 255) / "
		   "256 blocks"},
	 .judge = judge_10_1},
	{.id = "10.2",
	 .title = "saxpy goes through the numbers in strides of the grid",
	 .points = 2,
	 .stretch = true,
	 .gpus = 2,
	 .function = "saxpy",
	 .hints = {"when a thread has done its first number, which one comes next, so that nobody "
		   "else does it?",
		   "docs/lab10.md, \"Strides of the grid\"",
		   "for (int i = ...; i < n; i += gridDim.x * blockDim.x)"},
	 .judge = judge_10_2},
	{.id = "10.3",
	 .title = "sum_of_squares: one pass, one addition of each thread",
	 .points = 2,
	 .stretch = true,
	 .gpus = 2,
	 .function = "sum_of_squares",
	 .hints = {"where does a thread keep what it has added up so far?",
		   "docs/lab10.md, \"Fewer trips to memory\"",
		   "float own = 0; a loop as in 10.2 that adds to own; then atomicAdd(sum, own)"},
	 .judge = judge_10_3},
	{.id = "10.4",
	 .title = "row_sums reads a matrix in whole sectors",
	 .points = 2,
	 .stretch = true,
	 .gpus = 2,
	 .function = "row_sums",
	 .hints = {"how far are the addresses apart that threads 0 and 1 of a warp read at the "
		   "same time?",
		   "docs/lab10.md, \"Whole sectors\"",
		   "a block for each row: for (int c = threadIdx.x; c < columns; c += blockDim.x)"},
	 .judge = judge_10_4},
	{.id = "10.5",
	 .title = "damp: no warp has two kinds of work",
	 .points = 2,
	 .stretch = true,
	 .gpus = 2,
	 .function = "damp",
	 .hints = {"what do the threads with odd numbers do while the others damp theirs?",
		   "docs/lab10.md, \"One way for a warp\"",
		   "thread t takes number 2 * t, and half as many threads are launched"},
	 .judge = judge_10_5},
};

const LabChecks lab10_judge = {
	.number = 10,
	.name = "lab10_kernels",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.causes = lab10_causes,
	.is_beyond = true,
	.is_cuda = true,
};
