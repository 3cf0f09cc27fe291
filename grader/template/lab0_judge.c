/* judge.c - decides about lab 0. */
#include "grader/include/judge.h"

/* The judge is linked without the framework: a device is written down, and named, by hand. */
static const Device places[] = {{DEVICE_GPU, 1}, {DEVICE_GPU, 0}, {DEVICE_CPU, 0}};
static const char *const names[] = {"gpu:1", "gpu:0", "cpu"};

static void judge_on(Judge *j, Device device, const char *name)
{
	int64_t n = judge_between(j, 2, 40), m = judge_between(j, 41, 80);
	float *x = judge_uniform(j, n * m, -1, 1);
	float *wanted = judge_memory(j, (size_t)(n * m) * sizeof *wanted);
	for (int64_t i = 0; i < n * m; i++)
		wanted[i] = 2 * x[i];

	Run *r = judge_run(j, 2);
	run_tensor(r, "x", SHAPE(n, m), x, device);
	run_go(r);

	const char *at = judge_text(j, "x on %s", name);
	const RunTensor *result = run_get_tensor(r, "result");
	judge_that(j, result, "%s: NULL was returned", at);
	judge_device(j, judge_text(j, "%s: the result's device", at), result->device, device);
	judge_shape(j, judge_text(j, "%s: the result's shape", at), result->shape, SHAPE(n, m));
	judge_floats(j, judge_text(j, "%s: the result", at), result->values, wanted, n * m, 1e-6);
	const RunTensor *after = run_get_tensor(r, "after");
	judge_floats(j, judge_text(j, "%s: x afterwards", at), after->values, x, n * m, 0);
	Traffic went = run_traffic(r);
	judge_at_most(j, judge_text(j, "%s: copies", at),
		      went.h2d.copies + went.d2h.copies + went.p2p.copies, 0);
	if (device.kind == DEVICE_GPU)
		judge_lesson(j, "A result lives where its inputs do: yours made %s, %s in all.",
			     say_many(j, went.d2h.copies, "copy", "copies"), say_us(j, run_us(r)));
}

static void judge_0_1(Judge *j)
{
	for (int i = 0; i < 3; i++)
		judge_on(j, places[i], names[i]);
}

static const Check checks[] = {
	{.id = "0.1",
	 .title = "twice doubles x where it lives",
	 .points = 2,
	 .gpus = 2,
	 .function = "twice",
	 .forbidden = "tensor_to_host tensor_item",
	 .rule = "nothing has to come to the host",
	 .hints =
		 {"where does a result of a tensor_ function live?",
		  "framework/include/usegpu/tensor.h, the part \"computing\": one function does it",
		  "tensor_scale(x, factor)"},
	 .judge = judge_0_1},
};

const LabChecks lab0_judge = {
	.number = 0,
	.name = "lab0_template",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
};
