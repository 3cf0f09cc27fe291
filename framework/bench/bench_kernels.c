/* bench_kernels.c - what it costs to run kernels in PTX: time of the processor, which is one core.
 *
 * Each is launched as make run compiles it (-O0) and optimised, with all that is looked for and without
 * the search for races in shared memory (SIMCUDA_RACECHECK=0), and compared with the same loops in C. The
 * kernels are compiled by clang; without it there is nothing to measure. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include "framework/bench/rounds.h"

#define N      256
#define MANY   (1 << 24)
#define BINNED (1 << 22)
#define SMALL  10000
#define ROUNDS 3

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFunction(void **binary, const char *host, char *device, const char *name,
			    int threads, void *tid, void *bid, void *block, void *grid, int *warp);

static float *a, *b, *c, *x, *y;         /* of the GPU */
static float *host_a, *host_b, *host_c;  /* of the host: products */
static float *host_x, *host_y, host_sum; /* the others */
static unsigned host_bins[256];

static void require(cudaError_t error, const char *what)
{
	if (error == cudaSuccess)
		return;
	fprintf(stderr, "bench_kernels: %s: %s\n", what, cudaGetErrorName(error));
	exit(1);
}
#define REQUIRE(call) require(call, #call)

/* --- in C -------------------------------------------------------------------------------------- */

static void plain_product(void *unused)
{
	(void)unused;
	for (int row = 0; row < N; row++)
		for (int col = 0; col < N; col++) {
			float sum = 0;
			for (int k = 0; k < N; k++)
				sum += host_a[row * N + k] * host_b[k * N + col];
			host_c[row * N + col] = sum;
		}
}

static void plain_saxpy(void *unused)
{
	(void)unused;
	for (int i = 0; i < MANY; i++)
		host_y[i] = 2 * host_x[i] + host_y[i];
}

static void plain_sum(void *unused)
{
	float sum = 0;
	(void)unused;
	for (int i = 0; i < MANY; i++)
		sum += host_x[i];
	host_sum = sum;
	__asm__ volatile("" : : "r"(&host_sum) : "memory");
}

static void plain_histogram(void *unused)
{
	const unsigned *values = (const unsigned *)(const void *)host_x;
	(void)unused;
	for (int i = 0; i < BINNED; i++)
		host_bins[values[i] % 256]++;
	__asm__ volatile("" : : "r"(host_bins) : "memory");
}

/* --- kernels: each has two builds, which are known by their places here --------------------------- */

enum { NAIVE, TILED, SAXPY, REDUCE, HISTOGRAM, KERNELS };
static char stub[2][KERNELS];
static int build; /* which is launched: 0 plain, 1 optimised */

static void launch(int kernel, dim3 grid, dim3 block, void **arguments)
{
	REQUIRE(cudaLaunchKernel(&stub[build][kernel], grid, block, arguments, 0, NULL));
	REQUIRE(cudaDeviceSynchronize());
}

static void run_product(int kernel)
{
	int n = N;
	void *arguments[] = {&n, &a, &b, &c};
	launch(kernel, (dim3){N / 16, N / 16, 1}, (dim3){16, 16, 1}, arguments);
}

static void run_naive(void *unused)
{
	(void)unused;
	run_product(NAIVE);
}

static void run_tiled(void *unused)
{
	(void)unused;
	run_product(TILED);
}

static void run_saxpy(void *unused)
{
	int n = MANY;
	float two = 2;
	void *arguments[] = {&n, &two, &x, &y};
	(void)unused;
	launch(SAXPY, (dim3){MANY / 256, 1, 1}, (dim3){256, 1, 1}, arguments);
}

static void run_strided(int kernel, int n)
{
	void *arguments[] = {&n, &x, &c};
	launch(kernel, (dim3){256, 1, 1}, (dim3){256, 1, 1}, arguments);
}

static void run_reduce(void *unused)
{
	(void)unused;
	run_strided(REDUCE, MANY);
}

static void run_histogram(void *unused)
{
	(void)unused;
	run_strided(HISTOGRAM, BINNED);
}

static void run_small(void *unused)
{
	int n = 32;
	float two = 2;
	void *arguments[] = {&n, &two, &x, &y};
	(void)unused;
	for (int i = 0; i < SMALL; i++)
		REQUIRE(cudaLaunchKernel(&stub[build][SAXPY], (dim3){1, 1, 1}, (dim3){32, 1, 1},
					 arguments, 0, NULL));
	REQUIRE(cudaDeviceSynchronize());
}

/* --- loading ------------------------------------------------------------------------------------ */

/* PTX of a build, which lies beside the objects. NULL: clang made none. */
static char *ptx_read(const char *optimised)
{
	char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 100);
	char *end = length > 0 ? memrchr(path, '/', (size_t)length) : NULL, *text;
	if (!end)
		return NULL;
	sprintf(end, "/../obj/framework/bench/kernels-%s.ptx", optimised);
	FILE *file = fopen(path, "re");
	size_t size = 1 << 20;
	if (!file)
		return NULL;
	text = need(calloc(size, 1));
	if (fread(text, 1, size - 1, file) == 0) {
		free(text);
		text = NULL;
	}
	fclose(file);
	return text;
}

static int load(int which, const char *optimised)
{
	static const char *const names[KERNELS] = {"naive", "tiled", "saxpy", "reduce",
						   "histogram"};
	static struct Wrapper {
		uint32_t magic, version;
		const void *code, *more;
	} wrapper[2];
	char *text = ptx_read(optimised);
	if (!text)
		return -1;
	wrapper[which] = (struct Wrapper){0x466243b1, 1, text, NULL};
	void **binary = __cudaRegisterFatBinary(&wrapper[which]);
	for (int i = 0; i < KERNELS; i++)
		__cudaRegisterFunction(binary, &stub[which][i], (char *)(uintptr_t)names[i],
				       names[i], -1, NULL, NULL, NULL, NULL, NULL);
	return 0;
}

static void *on_gpu(size_t bytes)
{
	void *memory;
	REQUIRE(cudaMalloc(&memory, bytes));
	REQUIRE(cudaMemset(memory, 0, bytes));
	return memory;
}

static void memory_make(void)
{
	size_t product = (size_t)N * N * sizeof(float), many = (size_t)MANY * sizeof(float);
	a = on_gpu(product);
	b = on_gpu(product);
	c = on_gpu(product);
	x = on_gpu(many);
	y = on_gpu(many);
	host_a = need(calloc(1, product));
	host_b = need(calloc(1, product));
	host_c = need(calloc(1, product));
	host_x = need(calloc(1, many));
	host_y = need(calloc(1, many));
}

static void memory_free(void)
{
	float *device[] = {a, b, c, x, y}, *host[] = {host_a, host_b, host_c, host_x, host_y};
	for (int i = 0; i < 5; i++) {
		REQUIRE(cudaFree(device[i]));
		free(host[i]);
	}
}

/* --- measuring ---------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	void (*run)(void *), (*plain)(void *);
	int calls;
} rows[] = {{"product of 256, naive", run_naive, plain_product, 1},
	    {"product of 256, tiles of 16", run_tiled, plain_product, 1},
	    {"saxpy of 2^24", run_saxpy, plain_saxpy, 1},
	    {"sum of 2^24, shuffles", run_reduce, plain_sum, 1},
	    {"histogram of 2^22", run_histogram, plain_histogram, 1},
	    {"small launch", run_small, NULL, SMALL}};

/* Of this process, in nanoseconds: who else uses the computer does not count. */
static double processor_ns(void)
{
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double measure(void (*run)(void *), int calls, int optimised, const char *checked)
{
	double best = 0;
	build = optimised;
	setenv("SIMCUDA_RACECHECK", checked, 1);
	for (int i = 0; i < ROUNDS; i++) {
		double start = processor_ns();
		run(NULL);
		double each = (processor_ns() - start) / calls;
		if (i == 0 || each < best)
			best = each;
	}
	return best;
}

int main(void)
{
	puts("kernels of one's own on the simulated GPU: time of the processor (best of several "
	     "rounds)");
	if (load(0, "O0") != 0 || load(1, "O2") != 0) {
		puts("  not measured: no clang to compile them");
		return 0;
	}
	memory_make();
	printf("  %-28s %10s %10s %10s %10s %14s\n", "", "-O0", "no races", "-O2", "no races",
	       "-O2 to C");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double plain = rows[i].plain ? measure(rows[i].plain, 1, 0, "1") : 0, ns[4];
		for (int k = 0; k < 4; k++)
			ns[k] = measure(rows[i].run, rows[i].calls, k / 2, k % 2 ? "0" : "1");
		printf("  %-28s %10s %10s", rows[i].name, time_text(ns[0]), time_text(ns[1]));
		printf(" %10s %10s", time_text(ns[2]), time_text(ns[3]));
		if (rows[i].plain)
			printf(" %8.1f times", ns[2] / plain);
		puts("");
	}
	memory_free();
	return 0;
}
