/* bench.c - what the simulator costs in real time.
 *
 * Prints ratios of times taken in one run, so that they can be compared between machines: calls of
 * the CUDA API against a plain function call; a product on the simulated GPU, whose result is
 * looked at, against the same product of the host's BLAS; a chain of products and vector
 * operations, as a network makes them, against the same chain; and many products that nobody looks
 * at. Each figure is the best of several rounds, which are interleaved with those it is compared
 * with.
 *
 * clock_gettime() would give the simulator's time, so the kernel is asked for the real one. */
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
#define CHAIN  10
#define UNREAD 100

static cublasHandle_t handle;
static cudaEvent_t event;
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

static void call_record(void)
{
	REQUIRE(cudaEventRecord(event, NULL));
}

static const struct {
	const char *name;
	void (*call)(void);
} calls[] = {{"plain function call", call_nothing},
	     {"cudaSetDevice", call_set_device},
	     {"kernel launch (cublasSscal)", call_launch},
	     {"cudaMemcpyAsync, pinned", call_copy},
	     {"cudaEventRecord", call_record}};
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

/* A square matrix of the host and the same one on the GPU. */
typedef struct Pair {
	int n;
	float *host, *device;
} Pair;

static Pair pair_make(int n)
{
	size_t count = (size_t)n * (size_t)n;
	Pair pair = {n, malloc(count * sizeof(float)), NULL};

	require(!pair.host, "malloc");
	for (size_t i = 0; i < count; i++)
		pair.host[i] = (float)(i % 17) / 17 / (float)n;
	REQUIRE(cudaMalloc((void **)&pair.device, count * sizeof(float)));
	REQUIRE(cudaMemcpy(pair.device, pair.host, count * sizeof(float), cudaMemcpyHostToDevice));
	return pair;
}

static void pair_free(Pair *pair)
{
	REQUIRE(cudaFree(pair->device));
	free(pair->host);
}

static void product_host(const Pair *a, const Pair *b, const Pair *c)
{
	cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, a->n, a->n, a->n, 1, a->host, a->n,
		    b->host, a->n, 0, c->host, a->n);
}

static void product_gpu(const Pair *a, const Pair *b, const Pair *c)
{
	const float one = 1, zero = 0;

	REQUIRE(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, a->n, a->n, a->n, &one, a->device,
			    a->n, b->device, a->n, &zero, c->device, a->n));
}

/* c = a b, then a += c / 2, and so on. */
static void chain_host(const Pair *a, const Pair *b, const Pair *c)
{
	for (int i = 0; i < CHAIN; i++) {
		product_host(a, b, c);
		cblas_saxpy(a->n * a->n, 0.5F, c->host, 1, a->host, 1);
	}
}

static void chain_gpu(const Pair *a, const Pair *b, const Pair *c)
{
	const float half = 0.5F;

	for (int i = 0; i < CHAIN; i++) {
		product_gpu(a, b, c);
		REQUIRE(cublasSaxpy(handle, a->n * a->n, &half, c->device, 1, a->device, 1));
	}
}

/* One number of the result: so all of it has to be computed. */
static void look_at(const Pair *pair)
{
	float value;

	REQUIRE(cudaMemcpy(&value, pair->device, sizeof value, cudaMemcpyDeviceToHost));
}

typedef void Work(const Pair *a, const Pair *b, const Pair *c);

static void bench_work(const char *name, Work *on_host, Work *on_gpu, int result, int n)
{
	Pair pair[3] = {pair_make(n), pair_make(n), pair_make(n)};
	double simulated = 0, plain = 0;

	for (int i = 0; i < ROUNDS; i++) {
		double start = now_ns();
		on_host(&pair[0], &pair[1], &pair[2]);
		double middle = now_ns();
		on_gpu(&pair[0], &pair[1], &pair[2]);
		look_at(&pair[result]);
		double end = now_ns();
		if (i == 0 || middle - start < plain)
			plain = middle - start;
		if (i == 0 || end - middle < simulated)
			simulated = end - middle;
	}
	printf("  %-24s n = %-4d %9.3f ms  %8.2f times the host's BLAS\n", name, n, simulated / 1e6,
	       simulated / plain);
	for (int i = 0; i < 3; i++)
		pair_free(&pair[i]);
}

/* Timed as a lab would, and freed without a look. */
static void bench_unread(int n)
{
	float *matrix[3];
	Pair pair[3];
	size_t bytes = (size_t)n * (size_t)n * sizeof(float);
	double start = now_ns();

	for (int i = 0; i < 3; i++) {
		REQUIRE(cudaMalloc((void **)&matrix[i], bytes));
		REQUIRE(cudaMemset(matrix[i], 0, bytes));
		pair[i] = (Pair){n, NULL, matrix[i]};
	}
	for (int i = 0; i < UNREAD; i++)
		product_gpu(&pair[0], &pair[1], &pair[2]);
	REQUIRE(cudaDeviceSynchronize());
	for (int i = 0; i < 3; i++)
		REQUIRE(cudaFree(matrix[i]));
	printf("  %d products that nobody looks at, n = %d: %.3f ms in all\n", UNREAD, n,
	       (now_ns() - start) / 1e6);
}

int main(void)
{
	REQUIRE(cublasCreate(&handle));
	REQUIRE(cudaEventCreate(&event));
	REQUIRE(cudaMalloc((void **)&device, sizeof *device));
	REQUIRE(cudaHostAlloc((void **)&host, sizeof *host, 0));
	*host = 1;
	REQUIRE(cudaMemcpy(device, host, sizeof *host, cudaMemcpyHostToDevice));
	puts("real time that the simulator takes (best of several rounds)");
	bench_calls();
	for (int n = 256; n <= 1024; n *= 2)
		bench_work("a product", product_host, product_gpu, 2, n);
	bench_work("products and additions", chain_host, chain_gpu, 0, 256);
	bench_unread(8192);
	REQUIRE(cudaEventDestroy(event));
	REQUIRE(cudaFreeHost(host));
	REQUIRE(cudaFree(device));
	REQUIRE(cublasDestroy(handle));
	return 0;
}
