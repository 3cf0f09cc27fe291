/* api_rt_callbacks.c - tests of functions of the host in streams: when they run, in which order,
 * what they are given, and what they may not do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_runtime.h"
#include "simcuda.h"

#define GOOD(call) assert_int_equal(call, cudaSuccess)
#define BAD(call, wanted)                                                                          \
	do {                                                                                       \
		assert_int_equal(call, wanted);                                                    \
		assert_int_equal(cudaGetLastError(), wanted);                                      \
	} while (0)

enum { BYTES = 256 };

/* What ran, in order: the argument's letter. */
static char ran[32];
static cudaStream_t given_stream;
static cudaError_t given_status, inside;
static int known_inside;       /* what the simulator said there */
static unsigned char *landing; /* where a copy goes that comes before */
static int landed;

static void note(const char *letter)
{
	size_t length = strlen(ran);
	assert_true(length + 1 < sizeof ran);
	ran[length] = *letter;
}

static void plain(void *data)
{
	note(data);
	landed = landing ? landing[BYTES - 1] : -1;
	known_inside = simcuda_in_host_function();
	inside = cudaDeviceSynchronize();
}

static void called(cudaStream_t stream, cudaError_t status, void *data)
{
	given_stream = stream;
	given_status = status;
	plain(data);
}

static int setup(void **state)
{
	(void)state;
	memset(ran, 0, sizeof ran);
	landing = NULL;
	given_stream = (cudaStream_t)(uintptr_t)99;
	given_status = inside = cudaErrorUnknown;
	known_inside = -1;
	return 0;
}

static void test_order(void **state)
{
	(void)state;
	cudaStream_t stream;
	void *device;
	GOOD(cudaStreamCreate(&stream));
	GOOD(cudaMalloc(&device, BYTES));
	GOOD(cudaMallocHost((void **)&landing, BYTES));
	memset(landing, 0, BYTES);
	GOOD(cudaMemsetAsync(device, 0x5c, BYTES, stream));
	GOOD(cudaLaunchHostFunc(stream, plain, "a"));
	GOOD(cudaMemcpyAsync(landing, device, BYTES, cudaMemcpyDeviceToHost, stream));
	GOOD(cudaStreamAddCallback(stream, called, "b", 0));
	GOOD(cudaStreamAddCallback(stream, called, "c", 0));
	GOOD(cudaLaunchHostFunc(stream, plain, "d"));
	assert_string_equal(ran, ""); /* nobody has waited */
	GOOD(cudaStreamSynchronize(stream));
	assert_string_equal(ran, "abcd");
	assert_int_equal(landed, 0x5c);
	assert_ptr_equal(given_stream, stream);
	assert_int_equal(given_status, cudaSuccess);
	assert_int_equal(inside, cudaErrorNotPermitted);
	assert_int_equal(known_inside, 1);
	assert_int_equal(simcuda_in_host_function(), 0);
	GOOD(cudaStreamSynchronize(stream)); /* once only */
	assert_string_equal(ran, "abcd");
	GOOD(cudaFreeHost(landing));
	GOOD(cudaFree(device));
	GOOD(cudaStreamDestroy(stream));
	(void)cudaGetLastError();
}

/* Work after it waits for it; the legacy default stream does too. */
static void test_blocks_what_follows(void **state)
{
	(void)state;
	cudaStream_t stream;
	cudaEvent_t event;
	GOOD(cudaStreamCreate(&stream));
	GOOD(cudaEventCreate(&event));
	GOOD(cudaStreamAddCallback(stream, called, "x", 0));
	GOOD(cudaStreamAddCallback(NULL, called, "y", 0));
	GOOD(cudaEventRecord(event, NULL));
	GOOD(cudaEventSynchronize(event));
	assert_string_equal(ran, "xy");
	assert_null(given_stream);
	GOOD(cudaEventDestroy(event));
	GOOD(cudaStreamDestroy(stream));
	(void)cudaGetLastError();
}

/* Neither a destroyed stream nor a reset loses one. */
static void test_ends(void **state)
{
	(void)state;
	cudaStream_t stream;
	GOOD(cudaStreamCreate(&stream));
	GOOD(cudaStreamAddCallback(stream, called, "p", 0));
	GOOD(cudaStreamDestroy(stream));
	assert_string_equal(ran, "");
	GOOD(cudaStreamCreate(&stream));
	GOOD(cudaLaunchHostFunc(stream, plain, "q"));
	GOOD(cudaDeviceReset());
	assert_string_equal(ran, "pq");
	BAD(cudaStreamAddCallback(stream, called, "r", 0), cudaErrorInvalidResourceHandle);
	BAD(cudaLaunchHostFunc(stream, plain, "r"), cudaErrorInvalidResourceHandle);
	BAD(cudaStreamAddCallback(NULL, NULL, "r", 0), cudaErrorInvalidValue);
	BAD(cudaStreamAddCallback(NULL, called, "r", 1), cudaErrorInvalidValue);
	BAD(cudaLaunchHostFunc(NULL, NULL, "r"), cudaErrorInvalidValue);
	GOOD(cudaDeviceSynchronize());
	assert_string_equal(ran, "pq");
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "1xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_order, setup),
		cmocka_unit_test_setup(test_blocks_what_follows, setup),
		cmocka_unit_test_setup(test_ends, setup),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
