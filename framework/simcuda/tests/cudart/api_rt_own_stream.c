/* api_rt_own_stream.c - tests of programs whose default stream is each thread's own: compiled with
 * CUDA_API_PER_THREAD_DEFAULT_STREAM, the calls below have other names, and stream 0 is
 * cudaStreamPerThread. Which stream a call used is seen by what has to wait for it. */
#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_runtime.h"

#define GOOD(call) assert_int_equal(call, cudaSuccess)

enum { BYTES = 4 << 20 }; /* some milliseconds on the tiny GPU */

static unsigned char *host;
static unsigned char *device;

/* Whether the thread's own stream has work, and the legacy one has none of its own. */
static int own_is_busy(void)
{
	return cudaStreamQuery(cudaStreamPerThread) == cudaErrorNotReady;
}

static void test_names(void **state)
{
	(void)state;
	/* the macros do their work: these are the forms of other names */
	cudaError_t cudaMemcpyAsync_ptsz(void *, const void *, size_t, enum cudaMemcpyKind,
					 cudaStream_t);
	cudaError_t cudaMemcpy_ptds(void *, const void *, size_t, enum cudaMemcpyKind);
	cudaError_t (*copy)(void *, const void *, size_t, enum cudaMemcpyKind, cudaStream_t) =
		cudaMemcpyAsync;
	cudaError_t (*copy_now)(void *, const void *, size_t, enum cudaMemcpyKind) = cudaMemcpy;
	assert_ptr_equal((void *)(uintptr_t)copy, (void *)(uintptr_t)cudaMemcpyAsync_ptsz);
	assert_ptr_equal((void *)(uintptr_t)copy_now, (void *)(uintptr_t)cudaMemcpy_ptds);
	unsigned long long zero, own, legacy;
	GOOD(cudaStreamGetId(NULL, &zero));
	GOOD(cudaStreamGetId(cudaStreamPerThread, &own));
	GOOD(cudaStreamGetId(cudaStreamLegacy, &legacy));
	assert_true(zero == own && own != legacy);
}

static void nothing(void *unused)
{
	(void)unused;
}

static void nothing_called(cudaStream_t stream, cudaError_t status, void *seen)
{
	(void)status;
	*(cudaStream_t *)seen = stream;
}

/* Each asynchronous call with stream 0 leaves work in the thread's own stream. */
static void test_stream_zero(void **state)
{
	(void)state;
	cudaEvent_t event;
	cudaMemPool_t pool;
	void *ordered;
	cudaStream_t seen = (cudaStream_t)(uintptr_t)77;
	GOOD(cudaEventCreate(&event));
	GOOD(cudaDeviceSynchronize());

	GOOD(cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, NULL));
	assert_true(own_is_busy());
	GOOD(cudaStreamSynchronize(NULL));
	assert_false(own_is_busy());
	GOOD(cudaMemsetAsync(device, 1, BYTES, NULL));
	assert_true(own_is_busy());
	assert_int_equal(cudaStreamQuery(NULL), cudaErrorNotReady);
	GOOD(cudaEventRecord(event, NULL));
	GOOD(cudaEventSynchronize(event));
	assert_false(own_is_busy());
	GOOD(cudaMemset(device, 2, BYTES)); /* returns before it is done */
	assert_true(own_is_busy());
	GOOD(cudaMemcpy(host, device, BYTES, cudaMemcpyDeviceToHost));
	assert_false(own_is_busy());
	assert_int_equal(host[BYTES - 1], 2);
	GOOD(cudaMemset2DAsync(device, 1024, 3, 1000, 4096, NULL));
	assert_true(own_is_busy());
	GOOD(cudaMemcpy2D(host, 1024, device, 1024, 1024, 4096, cudaMemcpyDeviceToHost));
	assert_false(own_is_busy());
	assert_int_equal(host[BYTES - 25], 3);
	assert_int_equal(host[BYTES - 24], 2);

	GOOD(cudaMemsetAsync(device, 4, BYTES, NULL));
	GOOD(cudaLaunchHostFunc(NULL, nothing, NULL));
	GOOD(cudaStreamAddCallback(NULL, nothing_called, &seen, 0));
	GOOD(cudaDeviceGetDefaultMemPool(&pool, 0));
	GOOD(cudaMallocAsync(&ordered, 64, NULL));
	GOOD(cudaFreeAsync(ordered, NULL));
	GOOD(cudaMallocFromPoolAsync(&ordered, 64, pool, NULL));
	GOOD(cudaFreeAsync(ordered, NULL));
	assert_true(own_is_busy());
	GOOD(cudaStreamSynchronize(cudaStreamPerThread));
	assert_null(seen);
	GOOD(cudaEventDestroy(event));
}

/* The thread's own stream does not wait for a non-blocking one, but an event makes it. */
static void test_waits(void **state)
{
	(void)state;
	cudaStream_t other;
	cudaEvent_t event;
	GOOD(cudaEventCreate(&event));
	GOOD(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
	GOOD(cudaMemsetAsync(device, 5, BYTES, other));
	GOOD(cudaEventRecord(event, other));
	GOOD(cudaStreamSynchronize(NULL));
	assert_int_equal(cudaStreamQuery(other), cudaErrorNotReady);
	GOOD(cudaStreamWaitEvent(NULL, event, 0));
	assert_true(own_is_busy());
	GOOD(cudaStreamSynchronize(NULL));
	GOOD(cudaStreamQuery(other));
	GOOD(cudaEventDestroy(event));
	GOOD(cudaStreamDestroy(other));
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "1xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	if (cudaMallocHost((void **)&host, BYTES) || cudaMalloc((void **)&device, BYTES))
		return 1;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_stream_zero),
		cmocka_unit_test(test_waits),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	cudaFree(device);
	cudaFreeHost(host);
	return failed;
}
