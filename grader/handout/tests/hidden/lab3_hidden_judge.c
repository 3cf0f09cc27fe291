/* lab3_hidden_judge.c - two hidden checks of lab 3. */
#include "judge.h"

static const Device cpu = {DEVICE_CPU, 0}, gpu1 = {DEVICE_GPU, 1};

/* The contract of 3.4 says any shape: here one of rank 3. Its drive is that of 3.4. */
static void judge_3_91(Judge *j)
{
	int64_t a = judge_between(j, 2, 5), b = judge_between(j, 6, 9), n = a * b * 3;
	float *x = judge_uniform(j, n, -1, 1), *y = judge_uniform(j, n, -1, 1);
	float *wanted = judge_memory(j, (size_t)n * sizeof *wanted);
	for (int64_t i = 0; i < n; i++)
		wanted[i] = x[i] + y[i];

	Run *r = judge_run(j, 2);
	run_tensor(r, "x", SHAPE(a, b, 3), x, cpu);
	run_tensor(r, "y", SHAPE(a, b, 3), y, gpu1);
	run_int(r, "full", -1);
	run_go(r);

	const RunTensor *z = run_get_tensor(r, "z");
	judge_that(j, z, "three dimensions: NULL was returned");
	judge_device(j, "three dimensions: the sum's device", z->device, gpu1);
	judge_shape(j, "three dimensions: the sum's shape", z->shape, SHAPE(a, b, 3));
	judge_floats(j, "three dimensions: the sum", z->values, wanted, n, 1e-6);
}

/* Two calls, one behind the other; for that there is a drive of its own. */
static void judge_3_92(Judge *j)
{
	int64_t n = judge_between(j, 20, 40);
	float *x = judge_uniform(j, n, -1, 1), *y = judge_uniform(j, n, -1, 1);
	float *wanted = judge_memory(j, (size_t)n * sizeof *wanted);
	for (int64_t i = 0; i < n; i++)
		wanted[i] = x[i] + (x[i] + y[i]);

	Run *r = judge_run(j, 2);
	run_tensor(r, "x", SHAPE(n), x, cpu);
	run_tensor(r, "y", SHAPE(n), y, gpu1);
	run_go(r);

	const RunTensor *z = run_get_tensor(r, "z");
	judge_that(j, z, "the sum of a sum: NULL was returned");
	judge_device(j, "the sum of a sum: its device", z->device, gpu1);
	judge_floats(j, "the sum of a sum", z->values, wanted, n, 1e-6);
	judge_lesson(j, "A sum may be added to again: yours took %s.", say_us(j, run_us(r)));
}

static const Check checks[] = {
	{.id = "3.91",
	 .title = "add_where_y_lives with three dimensions",
	 .told = "3.4 with other shapes",
	 .points = 2,
	 .gpus = 2,
	 .function = "add_where_y_lives",
	 .drive = "3.4",
	 .judge = judge_3_91},
	{.id = "3.92",
	 .title = "add_where_y_lives of its own result",
	 .points = 1.5,
	 .gpus = 2,
	 .function = "add_where_y_lives",
	 .hints = {"where does the first sum live?"},
	 .judge = judge_3_92},
};

const LabChecks lab3_hidden_judge = {
	.number = 3, .name = "lab3_copies", .checks = checks, .count = 2};
