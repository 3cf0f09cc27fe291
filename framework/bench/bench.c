/* bench.c - what the simulator costs in real time.
 *
 * Prints ratios of times taken in one run, so that they can be compared between machines: calls of
 * the CUDA API against a plain function call, and a product on the simulated GPU, waited for,
 * against the same product of the host's BLAS. Each figure is the best of several rounds, which are
 * interleaved with those it is compared with.
 *
 * clock_gettime() would give the simulator's time, so the kernel is asked for the real one. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cblas.h>
#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#define ROUNDS 20
#define CALLS  2000

static cublasHandle_t handle;
static float *device, *host; /* host: pinned */

static double now_ns(void)
{
	struct timespec t;

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void require(int error, const char *what)
{
	if (!error)
		return;
	fprintf(stderr, "bench: %s failed with error %d\n", what, error);
	exit(1);
}
#define REQUIRE(call) require((int)(call), #call)

/* --- calls ------------------------------------------------------------------------------------ */

__attribute__((noinline)) static void call_nothing(void)
{
	__asm__ volatile("");
}

static void call_set_device(void)
{
	REQUIRE(cudaSetDevice(0));
}

static void call_launch(void)
{
	const float one = 1;
	REQUIRE(cublasSscal(handle, 1, &one, device, 1));
}

static void call_copy(void)
{
	REQUIRE(cudaMemcpyAsync(device, host, sizeof *host, cudaMemcpyHostToDevice, NULL));
}

static const struct {
	const char *name;
	void (*call)(void);
} calls[] = {{"plain function call", call_nothing},
	     {"cudaSetDevice", call_set_device},
	     {"kernel launch (cublasSscal)", call_launch},
	     {"cudaMemcpyAsync, pinned", call_copy}};
#define KINDS ((int)(sizeof calls / sizeof *calls))

static void bench_calls(void)
{
	double best[KINDS] = {0};

	for (int i = 0; i < ROUNDS * KINDS; i++) {
		int kind = i % KINDS;
		double start = now_ns();
		for (int n = 0; n < CALLS; n++)
			calls[kind].call();
		double each = (now_ns() - start) / CALLS;
		if (best[kind] == 0 || each < best[kind])
			best[kind] = each;
		REQUIRE(cudaDeviceSynchronize()); /* runs what was queued, unmeasured */
	}
	for (int kind = 0; kind < KINDS; kind++)
		printf("  %-32s %9.1f ns  %8.0f times a plain call\n", calls[kind].name, best[kind],
		       best[kind] / best[0]);
}

/* --- products --------------------------------------------------------------------------------- */

static void bench_product(int n)
{
	size_t count = (size_t)n * (size_t)n;
	float *a = malloc(count * sizeof *a), *b = malloc(count * sizeof *b);
	float *c = malloc(count * sizeof *c), *da, *db, *dc;
	const float one = 1, zero = 0;
	double simulated = 0, plain = 0;

	require(!a || !b || !c, "malloc");
	for (size_t i = 0; i < count; i++)
		a[i] = b[i] = (float)(i % 17) / 17;
	REQUIRE(cudaMalloc((void **)&da, count * sizeof *da));
	REQUIRE(cudaMalloc((void **)&db, count * sizeof *db));
	REQUIRE(cudaMalloc((void **)&dc, count * sizeof *dc));
	REQUIRE(cublasSetVector((int)count, sizeof *a, a, 1, da, 1));
	REQUIRE(cublasSetVector((int)count, sizeof *b, b, 1, db, 1));
	REQUIRE(cudaDeviceSynchronize());
	for (int i = 0; i < ROUNDS; i++) {
		double start = now_ns();
		cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, one, a, n, b, n,
			    zero, c, n);
		double middle = now_ns();
		REQUIRE(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, da, n, db, n,
				    &zero, dc, n));
		REQUIRE(cudaDeviceSynchronize());
		double end = now_ns();
		if (i == 0 || middle - start < plain)
			plain = middle - start;
		if (i == 0 || end - middle < simulated)
			simulated = end - middle;
	}
	printf("  cublasSgemm, n = %-4d %20.3f ms  %8.2f times cblas_sgemm\n", n, simulated / 1e6,
	       simulated / plain);
	REQUIRE(cudaFree(da));
	REQUIRE(cudaFree(db));
	REQUIRE(cudaFree(dc));
	free(a);
	free(b);
	free(c);
}

int main(void)
{
	REQUIRE(cublasCreate(&handle));
	REQUIRE(cudaMalloc((void **)&device, sizeof *device));
	REQUIRE(cudaHostAlloc((void **)&host, sizeof *host, 0));
	*host = 1;
	REQUIRE(cudaMemcpy(device, host, sizeof *host, cudaMemcpyHostToDevice));
	puts("real time that the simulator takes (best of several rounds)");
	bench_calls();
	bench_product(512);
	bench_product(1024);
	REQUIRE(cudaFreeHost(host));
	REQUIRE(cudaFree(device));
	REQUIRE(cublasDestroy(handle));
	return 0;
}
