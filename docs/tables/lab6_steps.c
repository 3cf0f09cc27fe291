/* lab6_steps.c - a row of the table of docs/lab6.md: microseconds for a step, a product of two
 * (100, 100) and its norm, on the machine that SIMCUDA_MACHINE names. First a step whose norm is
 * fetched at once and one whose norm is not fetched; then the parts, each alone: queueing both, the
 * product, the norm.
 *
 * Every norm goes to the same place here: this measures steps and keeps no log. */
#include "us.h"

#define N     100
#define STEPS 1000

typedef struct Bench {
	cublasHandle_t handle;
	float *a, *c, *norm, *one, *zero; /* all of them on the GPU */
} Bench;

static void product(const Bench *b)
{
	CUBLAS(cublasSgemm(b->handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, b->one, b->a, N, b->a, N,
			   b->zero, b->c, N));
}

static void norm(const Bench *b)
{
	CUBLAS(cublasSnrm2(b->handle, N * N, b->c, 1, b->norm));
}

static void step(const Bench *b)
{
	product(b);
	norm(b);
}

static void fetch(const Bench *b)
{
	float number;

	CUDA(cudaMemcpy(&number, b->norm, sizeof number, cudaMemcpyDeviceToHost));
}

/* Microseconds for one of many steps. */
static double steps_us(const Bench *b, int fetch_each)
{
	CUDA(cudaDeviceSynchronize());
	double start = timer_now();
	for (int i = 0; i < STEPS; i++) {
		step(b);
		if (fetch_each)
			fetch(b);
	}
	CUDA(cudaDeviceSynchronize());
	return us_since(start) / STEPS;
}

/* Of both parts, for the host: until the calls are back. */
static double queueing_us(const Bench *b)
{
	CUDA(cudaDeviceSynchronize());
	double start = timer_now();
	step(b);
	double us = us_since(start);

	CUDA(cudaDeviceSynchronize());
	MUST(us_since(start) > us); /* the GPU needs longer: it is queueing that was measured */
	return us;
}

/* Of one part, for the GPU: between two events. What is queued before keeps the GPU busy until all
 * three are in the queue. */
static double gpu_us(const Bench *b, void (*part)(const Bench *))
{
	cudaEvent_t mark[2];
	float ms;

	for (int i = 0; i < 2; i++)
		CUDA(cudaEventCreate(&mark[i]));
	for (int i = 0; i < 100; i++) /* these the host queues faster than the GPU computes */
		product(b);
	CUDA(cudaEventRecord(mark[0], NULL));
	part(b);
	CUDA(cudaEventRecord(mark[1], NULL));
	CUDA(cudaDeviceSynchronize());
	CUDA(cudaEventElapsedTime(&ms, mark[0], mark[1]));
	for (int i = 0; i < 2; i++)
		CUDA(cudaEventDestroy(mark[i]));
	return 1e3 * (double)ms;
}

static float *on_gpu(const float *numbers, size_t count)
{
	float *gpu;

	CUDA(cudaMalloc((void **)&gpu, count * sizeof *gpu));
	CUDA(cudaMemcpy(gpu, numbers, count * sizeof *gpu, cudaMemcpyHostToDevice));
	return gpu;
}

int main(void)
{
	static const float zeros[N * N], one = 1;
	const char *machine = getenv("SIMCUDA_MACHINE"); /* 1xa100 */
	const char *model = machine ? strchr(machine, 'x') : NULL;
	Bench b = {.a = on_gpu(zeros, N * N),
		   .c = on_gpu(zeros, N * N),
		   .norm = on_gpu(zeros, 1),
		   .one = on_gpu(&one, 1),
		   .zero = on_gpu(zeros, 1)};
	float *all[] = {b.a, b.c, b.norm, b.one, b.zero};

	CUBLAS(cublasCreate(&b.handle));
	CUBLAS(cublasSetPointerMode(b.handle, CUBLAS_POINTER_MODE_DEVICE));
	step(&b); /* the first time is not measured */
	double us[] = {steps_us(&b, 1), steps_us(&b, 0), queueing_us(&b), gpu_us(&b, product),
		       gpu_us(&b, norm)};
	printf("| %s |", model ? model + 1 : "this machine");
	for (size_t i = 0; i < sizeof us / sizeof us[0]; i++)
		printf(" %.*f |", us[i] < 10 ? 2 : 1, us[i]);
	printf("\n");
	CUBLAS(cublasDestroy(b.handle));
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		CUDA(cudaFree(all[i]));
	return 0;
}
