/* judge.c - decides about lab 10. */
#include "grader/include/judge.h"

static void scale_case(Judge *j, int64_t n, int gpu, bool optimised)
{
	double a = (double)judge_between(j, 2, 9) / 4;
	float *x = judge_uniform(j, n, -1, 1);
	float *wanted = judge_memory(j, (size_t)(n + 1) * sizeof *wanted);
	for (int64_t i = 0; i < n; i++)
		wanted[i] = (float)a * x[i];

	Run *r = judge_run(j, 2);
	run_floats(r, "x", x, n);
	run_give(r, "x", 1);
	run_real(r, "a", a);
	run_int(r, "gpu", gpu);
	if (optimised)
		run_optimised(r);
	run_go(r);

	const char *at = judge_text(j, "%lld numbers", (long long)n);
	judge_int(j, judge_text(j, "%s: the answer", at), run_get_int(r, "status"), 0);
	int64_t count;
	const float *got = run_get_floats_on(r, "x", gpu, &count);
	judge_floats(j, judge_text(j, "%s: x", at), got, wanted, n, 0);
	judge_int(j, judge_text(j, "%s: kernels", at), (int64_t)run_counts(r)->launches, n > 0);
}

static void judge_10_1(Judge *j)
{
	scale_case(j, judge_between(j, 300, 700) * 4 + 1, 0, false);
	scale_case(j, 512, 1, true);
	scale_case(j, 0, 0, false);
}

static const Check checks[] = {
	{.id = "10.1",
	 .title = "scale multiplies numbers, a thread each",
	 .points = 2,
	 .gpus = 2,
	 .function = "scale",
	 .hints = {"which threads of the last block have no number?",
		   "docs/kernels.md, \"The first program\": look at the bound", "if (i < n)"},
	 .judge = judge_10_1},
};

const LabChecks lab10_judge = {
	.number = 10,
	.name = "lab10_kernels",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.is_beyond = true,
	.is_cuda = true,
};
