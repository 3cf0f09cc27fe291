/* scaling.c - what more GPUs gain: a step of parallel_step() on 1, 2 and 4 of them.
 *
 *     scaling [MODEL ...]     simulated GPUs of each model, four of each
 *
 * One model and one batch, which lies on the first GPU, so this is strong scaling: each of n GPUs
 * gets 1/n of the rows. Beside the time of a step stands what it is made of, each measured alone:
 * the work on a GPU's own rows (a step of one GPU on so many rows), the sum of the gradients, and
 * the host's time to queue the step. They overlap only in part: the sum begins when the slowest GPU
 * is done, and a GPU cannot begin before its rows have arrived.
 *
 * Nobody looks at the result, so the simulator makes few of the numbers; but what is freed and
 * still needed it keeps only up to a limit, so a much larger model would really be trained.
 *
 * Every machine gets a process of its own, because a process has one. With real GPUs there is one
 * machine, as it is. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simcuda.h"
#include "usegpu/usegpu.h"

#define BATCH 4096
#define STEPS 1

static const int sizes[] = {1024, 2048, 2048, 10};
#define LAYERS 4

static void *require(void *result)
{
	if (result)
		return result;
	fprintf(stderr, "scaling: %s\n", error_message());
	exit(1);
}

static void require_status(int status)
{
	require(status == 0 ? (void *)sizes : NULL);
}

static void synchronize_gpus(int gpus)
{
	for (int i = 0; i < gpus; i++)
		require_status(device_synchronize(device_gpu(i)));
}

typedef struct Times {
	double step, queueing; /* seconds */
} Times;

/* A step of so many rows on so many GPUs; the first two steps make the room. */
static Times time_steps(const Device *devices, int gpus, int64_t rows)
{
	Times times = {0};
	Module *module = require(module_mlp(sizes, LAYERS, 1, devices[0]));
	Parallel *parallel = require(parallel_create(module, devices, gpus, 0.01F, 0.9F));
	Tensor *x = require(tensor_zeros(SHAPE(rows, sizes[0]), devices[0]));
	Tensor *classes = require(tensor_full_int(SHAPE(rows), 1, devices[0]));
	for (int i = -2; i < STEPS; i++) {
		synchronize_gpus(gpus);
		double start = timer_now();
		Tensor *loss = require(parallel_step(parallel, x, classes));
		double queued = timer_now();
		synchronize_gpus(gpus);
		double end = timer_now();
		times.queueing += i < 0 ? 0 : (queued - start) / STEPS;
		times.step += i < 0 ? 0 : (end - start) / STEPS;
		tensor_free(loss);
	}
	tensor_free(x);
	tensor_free(classes);
	parallel_free(parallel);
	module_free(module);
	return times;
}

/* The sum of as many numbers as the model has parameters. */
static double time_sum(const Device *devices, int gpus)
{
	Tensor *tensors[8];
	int64_t count = 1;
	for (int i = 0; i + 1 < LAYERS; i++)
		count += (int64_t)(sizes[i] + 1) * sizes[i + 1];
	for (int i = 0; i < gpus; i++)
		tensors[i] = require(tensor_zeros(SHAPE(count), devices[i]));
	double start = 0;
	for (int i = 0; i < 2; i++) { /* the first one asks for peer access */
		synchronize_gpus(gpus);
		start = timer_now();
		require_status(tensor_all_reduce(tensors, gpus));
		synchronize_gpus(gpus);
	}
	double time = timer_now() - start;
	for (int i = 0; i < gpus; i++)
		tensor_free(tensors[i]);
	return time;
}

static void bench_machine(const char *name)
{
	Device devices[8];
	int there = device_try_all_gpus(devices, 8);
	double alone = 0;
	if (devices[0].kind == DEVICE_CPU) {
		printf("%-12s has no GPU\n", name);
		return;
	}
	for (int gpus = 1; gpus <= there && gpus <= 8; gpus *= 2) {
		Times times = time_steps(devices, gpus, BATCH);
		Times own = gpus == 1 ? times : time_steps(devices, 1, BATCH / gpus);
		double sum = gpus == 1 ? 0 : time_sum(devices, gpus);
		alone = gpus == 1 ? times.step : alone;
		printf("%-12s %4d %9.2f %8.2f %9.0f %% %11.2f %9.2f %9.2f\n", name, gpus,
		       times.step * 1e3, alone / times.step, 100 * alone / times.step / gpus,
		       own.step * 1e3, sum * 1e3, times.queueing * 1e3);
	}
}

/* Four GPUs of that model, in a process of their own. */
static void bench_model(const char *model)
{
	char machine[256];
	int status;
	snprintf(machine, sizeof(machine), "4x%s", model);
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		setenv("SIMCUDA_MACHINE", machine, 1);
		bench_machine(model);
		exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
		exit(1);
}

int main(int argc, char **argv)
{
	const char *usual[] = {"a100", "a100-pcie", "rtx4090"};
	printf("a step of an MLP");
	for (int i = 0; i < LAYERS; i++)
		printf("%c%d", i ? '-' : ' ', sizes[i]);
	printf(", %d rows in all, float32, in ms\n", BATCH);
	printf("%-12s %4s %9s %8s %11s %11s %9s %9s\n", "GPU", "of", "step", "speed-up",
	       "efficiency", "own rows", "sum", "queueing");
	if (!simcuda_counters)
		bench_machine("this machine");
	else if (argc > 1)
		for (int i = 1; i < argc; i++)
			bench_model(argv[i]);
	else
		for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
			bench_model(usual[i]);
	return 0;
}
