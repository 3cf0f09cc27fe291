/* api_blas_machine.c - cuBLAS as the simulated machine sees it: what is counted, what takes time,
 * what is found wrong. Each test runs in a process of its own, for a fault outlives the call. */
#include "framework/simcuda/tests/cublas/blas_reference.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simcuda.h"

static cublasHandle_t handle;
static float *memory; /* 64 floats, all 1 */

static void prepare(void)
{
	float ones[64];

	for (int i = 0; i < 64; i++)
		ones[i] = 1;
	assert_ok(cublasCreate(&handle));
	assert_int_equal(cudaMalloc((void **)&memory, sizeof ones), cudaSuccess);
	assert_int_equal(cudaMemcpy(memory, ones, sizeof ones, cudaMemcpyHostToDevice),
			 cudaSuccess);
}

/* A scalar for the host is one copy and one wait; one that stays on the device is neither. */
static void counts(void)
{
	SimcudaCounters a, b, c;
	float norm, *result;

	prepare();
	assert_int_equal(cudaMalloc((void **)&result, sizeof *result), cudaSuccess);
	simcuda_counters(&a);
	assert_ok(cublasSnrm2(handle, 64, memory, 1, &norm));
	simcuda_counters(&b);
	assert_true(norm == 8);
	assert_int_equal(b.launches - a.launches, 1);
	assert_int_equal(b.copies_d2h - a.copies_d2h, 1);
	assert_int_equal(b.bytes_d2h - a.bytes_d2h, sizeof norm);
	assert_int_equal(b.synchronizes - a.synchronizes, 1);
	assert_true(b.host_ns > a.host_ns);

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	assert_ok(cublasSnrm2(handle, 64, memory, 1, result));
	simcuda_counters(&c);
	assert_int_equal(c.launches - b.launches, 1);
	assert_int_equal(c.copies_d2h, b.copies_d2h);
	assert_int_equal(c.synchronizes, b.synchronizes);
	assert_true(c.host_ns - b.host_ns < b.host_ns - a.host_ns);
	assert_int_equal(cudaFree(result), cudaSuccess);
	assert_int_equal(cudaFree(memory), cudaSuccess);
	assert_ok(cublasDestroy(handle));
	assert_int_equal(simcuda_finish(), 0);
}

/* The handle's own memory is neither counted nor a leak. */
static void own_memory(void)
{
	SimcudaCounters before, after;

	simcuda_counters(&before);
	assert_ok(cublasCreate(&handle));
	simcuda_counters(&after);
	assert_int_equal(after.allocations, before.allocations);
	assert_int_equal(after.live_bytes, before.live_bytes);
	assert_int_equal(simcuda_finish(), 0);
}

static int64_t time_of(int n, int count)
{
	SimcudaCounters before, after;
	float one = 1, *c;
	size_t bytes = (size_t)n * (size_t)n * sizeof *c;

	assert_int_equal(cudaMalloc((void **)&c, bytes), cudaSuccess);
	assert_int_equal(cudaMemset(c, 0, bytes), cudaSuccess);
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	simcuda_counters(&before);
	for (int i = 0; i < count; i++)
		assert_ok(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, c, n, c, n,
				      &one, c, n));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	simcuda_counters(&after);
	assert_int_equal(cudaFree(c), cudaSuccess);
	return after.host_ns - before.host_ns;
}

/* Work takes modelled time: more of it more, and the same the same. */
static void times(void)
{
	prepare();
	int64_t one = time_of(512, 1), eight = time_of(512, 8), again = time_of(512, 1);
	assert_int_equal(one, again);
	assert_true(eight > 2 * one);
	assert_true(time_of(768, 1) > one);
}

/* The last column ends beyond the allocation: found, and an error from then on. */
static void out_of_bounds(void)
{
	float one = 1, zero = 0, *c;

	prepare();
	assert_int_equal(cudaMalloc((void **)&c, 8 * 8 * sizeof *c), cudaSuccess);
	assert_ok(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, memory, 8, memory, 8,
			      &zero, c, 9));
	assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
	assert_status(cublasSasum(handle, 4, memory, 1, &one), EXECUTION_FAILED);
	assert_true(simcuda_finish() > 0);
}

/* A matrix whose last column just fits is no mistake, though lda times its columns would be one. */
static void just_fits(void)
{
	float one = 1, zero = 0, *c;

	prepare();
	assert_int_equal(cudaMalloc((void **)&c, (7 * 9 + 8) * sizeof *c), cudaSuccess);
	assert_ok(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, memory, 8, memory, 8,
			      &zero, c, 9));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	assert_int_equal(cudaFree(c), cudaSuccess);
	assert_int_equal(cudaFree(memory), cudaSuccess);
	assert_int_equal(simcuda_finish(), 0);
}

/* Vectors with an increment end with their last element. */
static void vector_bounds(void)
{
	float one = 1;

	prepare();
	assert_ok(cublasSscal(handle, 22, &one, memory, 3));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	assert_ok(cublasSaxpy(handle, 32, &one, memory, -2, memory, 2));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	assert_ok(cublasSscal(handle, 23, &one, memory, 3));
	assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

static void host_pointer(void)
{
	float one = 1, host[4] = {1, 2, 3, 4};

	prepare();
	assert_ok(cublasSaxpy(handle, 4, &one, host, 1, memory, 1));
	assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
	assert_true(simcuda_finish() > 0);
}

static void other_device(void)
{
	cublasHandle_t other;
	float one = 1;

	prepare();
	assert_int_equal(cudaSetDevice(1), cudaSuccess);
	assert_ok(cublasCreate(&other));
	assert_ok(cublasSscal(other, 4, &one, memory, 1));
	assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
	assert_true(simcuda_finish() > 0);
}

static void no_gpu(void)
{
	float host[4] = {0};

	assert_status(cublasCreate(&handle), NOT_INITIALIZED);
	assert_status(cublasSetVector(4, sizeof *host, host, 1, host, 1), MAPPING_ERROR);
}

/* The work happens when somebody waits for it, with the scalars of the call. */
static void deferred(void)
{
	float scale = 3, got[2] = {0};

	prepare();
	assert_ok(cublasSscal(handle, 64, &scale, memory, 1));
	scale = 100;
	assert_int_equal(cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost), cudaSuccess);
	assert_true(got[0] == 3 && got[1] == 3);
}

static const struct {
	const char *machine;
	void (*body)(void);
} bodies[] = {
	{"2xa100", counts},        {"2xa100", own_memory},   {"1xa100", times},
	{"2xa100", out_of_bounds}, {"2xa100", just_fits},    {"2xa100", vector_bounds},
	{"2xa100", host_pointer},  {"2xa100", other_device}, {"0", no_gpu},
	{"2xa100", deferred},
};

/* *state points to the test's row. */
static void test_in_child(void **state)
{
	char number[16], self[] = "/proc/self/exe";
	char *arguments[] = {self, number, NULL};
	int which = *(const int *)*state, status = -1;
	pid_t child;

	snprintf(number, sizeof number, "%d", which);
	setenv("SIMCUDA_MACHINE", bodies[which].machine, 1);
	assert_int_equal(posix_spawn(&child, self, NULL, NULL, arguments, environ), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

#define TEST(name, row)                                                                            \
	{                                                                                          \
#name, test_in_child, NULL, NULL, &(int)                                           \
		{                                                                                  \
			row                                                                        \
		}                                                                                  \
	}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(counts, 0),        TEST(own_memory, 1),   TEST(times, 2),
		TEST(out_of_bounds, 3), TEST(just_fits, 4),    TEST(vector_bounds, 5),
		TEST(host_pointer, 6),  TEST(other_device, 7), TEST(no_gpu, 8),
		TEST(deferred, 9),
	};

	if (argc > 1) {
		setenv("CMOCKA_TEST_ABORT", "1", 1); /* a failed assertion ends the process */
		bodies[atoi(argv[1])].body();
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
