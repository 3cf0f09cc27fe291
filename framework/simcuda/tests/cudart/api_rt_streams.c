/* api_rt_streams.c - tests of devices, streams, events, host functions, threads and fork(). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cuda_profiler_api.h"
#include "cuda_runtime.h"

#define GOOD(call) assert_int_equal(call, cudaSuccess)

static void test_devices(void **state)
{
	(void)state;
	int count = 0, device = -1, version = 0;
	GOOD(cudaGetDeviceCount(&count));
	assert_int_equal(count, 2);
	GOOD(cudaSetDevice(1));
	GOOD(cudaGetDevice(&device));
	assert_int_equal(device, 1);
	assert_int_equal(cudaSetDevice(2), cudaErrorInvalidDevice);
	assert_int_equal(cudaSetDevice(-1), cudaErrorInvalidDevice);
	GOOD(cudaGetDevice(&device));
	assert_int_equal(device, 1);
	GOOD(cudaSetDevice(0));
	GOOD(cudaDriverGetVersion(&version));
	assert_int_equal(version, 13000);
	GOOD(cudaRuntimeGetVersion(&version));
	assert_int_equal(version, 13000);
	GOOD(cudaProfilerStart());
	GOOD(cudaProfilerStop());
	assert_int_equal(cudaGetDeviceCount(NULL), cudaErrorInvalidValue);
	(void)cudaGetLastError();
}

static void test_properties(void **state)
{
	(void)state;
	struct cudaDeviceProp first, second;
	memset(&first, 0xff, sizeof first);
	GOOD(cudaGetDeviceProperties(&first, 0));
	GOOD(cudaGetDeviceProperties(&second, 1));
	assert_string_equal(first.name, "Tiny GPU (invented)");
	assert_int_equal(first.totalGlobalMem, 64u << 20);
	assert_int_equal(first.major, 7);
	assert_int_equal(first.minor, 0);
	assert_int_equal(first.multiProcessorCount, 2);
	assert_int_equal(first.warpSize, 32);
	assert_int_equal(first.reserved[55], 0);
	assert_memory_not_equal(&first.uuid, &second.uuid, sizeof first.uuid);
	assert_int_not_equal(first.pciBusID, second.pciBusID);
	assert_int_equal(cudaGetDeviceProperties(&first, 2), cudaErrorInvalidDevice);
	assert_int_equal(cudaGetDeviceProperties(NULL, 0), cudaErrorInvalidValue);

	static const struct {
		enum cudaDeviceAttr attribute;
		int value;
	} table[] = {
		{cudaDevAttrMaxThreadsPerBlock, 1024},
		{cudaDevAttrWarpSize, 32},
		{cudaDevAttrCooperativeLaunch, 1},
		{cudaDevAttrMultiProcessorCount, 2},
		{cudaDevAttrClockRate, 500000},
		{cudaDevAttrMemoryClockRate, 500000},
		{cudaDevAttrGlobalMemoryBusWidth, 64},
		{cudaDevAttrL2CacheSize, 1 << 20},
		{cudaDevAttrComputeCapabilityMajor, 7},
		{cudaDevAttrMaxBlockDimZ, 64},
		{cudaDevAttrManagedMemory, 1},
		{cudaDevAttrMaxTexture1DWidth, 0},
		{cudaDevAttrTotalConstantMemory, 65536},
		{cudaDevAttrSingleToDoublePrecisionPerfRatio, 2},
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		int value = -1;
		GOOD(cudaDeviceGetAttribute(&value, table[i].attribute, 0));
		assert_int_equal(value, table[i].value);
	}
	int value = -1;
	assert_int_equal(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 7),
			 cudaErrorInvalidDevice);
	assert_int_equal(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)0, 0),
			 cudaErrorInvalidValue);
	assert_int_equal(cudaDeviceGetAttribute(&value, cudaDevAttrMax, 0), cudaErrorInvalidValue);
	assert_int_equal(value, -1);
	(void)cudaGetLastError();
}

static void test_streams(void **state)
{
	(void)state;
	cudaStream_t plain, alone, urgent;
	unsigned flags = 9;
	int device = -1, least = -1, greatest = -1;
	GOOD(cudaStreamCreate(&plain));
	GOOD(cudaStreamCreateWithFlags(&alone, cudaStreamNonBlocking));
	GOOD(cudaSetDevice(1));
	GOOD(cudaStreamCreateWithPriority(&urgent, cudaStreamDefault, -1));
	GOOD(cudaSetDevice(0));
	GOOD(cudaStreamGetFlags(plain, &flags));
	assert_int_equal(flags, cudaStreamDefault);
	GOOD(cudaStreamGetFlags(alone, &flags));
	assert_int_equal(flags, cudaStreamNonBlocking);
	GOOD(cudaStreamGetDevice(urgent, &device));
	assert_int_equal(device, 1);
	GOOD(cudaDeviceGetStreamPriorityRange(&least, &greatest));
	assert_int_equal(least, 0);
	assert_int_equal(greatest, 0);
	GOOD(cudaStreamQuery(plain));
	assert_int_equal(cudaStreamCreateWithFlags(&plain, 0x10), cudaErrorInvalidValue);
	assert_int_equal(cudaStreamCreate(NULL), cudaErrorInvalidValue);
	GOOD(cudaStreamDestroy(plain));
	GOOD(cudaStreamDestroy(alone));
	GOOD(cudaStreamDestroy(urgent));
	assert_int_not_equal(cudaStreamDestroy((cudaStream_t)(uintptr_t)0x1234567), cudaSuccess);
	(void)cudaGetLastError();
}

/* 8 MiB over a link of 1 GB/s and 10 us: the modelled time is exact. */
static void test_events(void **state)
{
	(void)state;
	enum { BYTES = 8 << 20 };
	void *host, *device;
	cudaStream_t stream, other;
	cudaEvent_t start, stop, untimed;
	float ms = -1;
	GOOD(cudaMallocHost(&host, BYTES));
	memset(host, 1, BYTES);
	GOOD(cudaMalloc(&device, BYTES));
	GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	GOOD(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
	GOOD(cudaEventCreate(&start));
	GOOD(cudaEventCreate(&stop));
	GOOD(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
	assert_int_equal(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
	GOOD(cudaEventQuery(start)); /* never recorded: nothing to wait for */
	GOOD(cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, stream));
	GOOD(cudaEventRecord(start, stream));
	GOOD(cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, stream));
	GOOD(cudaEventRecord(stop, stream));
	GOOD(cudaEventRecord(untimed, stream));
	GOOD(cudaStreamWaitEvent(other, stop, 0));
	assert_int_equal(cudaStreamQuery(stream), cudaErrorNotReady);
	assert_int_equal(cudaEventQuery(stop), cudaErrorNotReady);
	assert_int_equal(cudaEventElapsedTime(&ms, start, stop), cudaErrorNotReady);
	GOOD(cudaEventSynchronize(stop));
	GOOD(cudaEventQuery(stop)); /* its success takes no error away */
	assert_int_equal(cudaGetLastError(), cudaErrorNotReady);
	assert_int_equal(cudaGetLastError(), cudaSuccess);
	GOOD(cudaEventElapsedTime(&ms, start, stop));
	const double expected = (10000 + BYTES / 1.0) / 1e6;
	assert_true(ms > expected - 0.001 && ms < expected + 0.001);
	assert_int_equal(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
	assert_int_equal(cudaEventElapsedTime(NULL, start, stop), cudaErrorInvalidValue);
	assert_int_equal(cudaEventCreateWithFlags(&untimed, 0x40), cudaErrorInvalidValue);
	GOOD(cudaStreamSynchronize(other));
	GOOD(cudaEventDestroy(start));
	GOOD(cudaEventDestroy(stop));
	GOOD(cudaEventDestroy(untimed));
	GOOD(cudaStreamDestroy(stream));
	GOOD(cudaStreamDestroy(other));
	GOOD(cudaFree(device));
	GOOD(cudaFreeHost(host));
	(void)cudaGetLastError();
}

typedef struct Note {
	int calls;
	cudaError_t nested;
	int64_t nanoseconds;
} Note;

static void take_note(void *data)
{
	Note *note = data;
	struct timespec now;
	note->calls++;
	note->nested = cudaFree(NULL);
	clock_gettime(CLOCK_MONOTONIC, &now);
	note->nanoseconds = now.tv_nsec;
}

static void test_host_function(void **state)
{
	(void)state;
	Note note = {0, cudaSuccess, -1};
	GOOD(cudaLaunchHostFunc(0, take_note, &note));
	GOOD(cudaDeviceSynchronize());
	assert_int_equal(note.calls, 1);
	assert_int_equal(note.nested, cudaErrorNotPermitted);
	assert_true(note.nanoseconds >= 0);
	assert_int_equal(cudaLaunchHostFunc(0, NULL, &note), cudaErrorInvalidValue);
	(void)cudaGetLastError();
}

static void *use_other_device(void *unused)
{
	(void)unused;
	int device = -1;
	if (cudaGetDevice(&device) != cudaSuccess || device != 0) /* its own, not its maker's */
		return "device";
	if (cudaPeekAtLastError() != cudaSuccess)
		return "last error";
	for (int i = 0; i < 200; i++) {
		void *p;
		char byte = (char)i, back = 0;
		if (cudaMalloc(&p, 1) || cudaMemcpy(p, &byte, 1, cudaMemcpyHostToDevice) ||
		    cudaMemcpy(&back, p, 1, cudaMemcpyDeviceToHost) || cudaFree(p) || back != byte)
			return "work";
	}
	return NULL;
}

static void test_threads(void **state)
{
	(void)state;
	pthread_t thread[4];
	GOOD(cudaSetDevice(1));
	assert_int_equal(cudaSetDevice(99),
			 cudaErrorInvalidDevice); /* a last error of this thread */
	for (int i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, use_other_device, NULL), 0);
	for (int i = 0; i < 4; i++) {
		void *failed;
		pthread_join(thread[i], &failed);
		assert_null(failed);
	}
	assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
	GOOD(cudaSetDevice(0));
}

/* Begins afresh, whatever the last thread with this number did. */
static void *short_life(void *unused)
{
	(void)unused;
	int device = -1;
	if (cudaGetDevice(&device) != cudaSuccess || device != 0)
		return "a fresh device";
	return cudaSetDevice(1) != cudaSuccess ? "another device" : NULL;
}

/* More threads than there are numbers, one after the other; under TSan, where each takes milliseconds to begin, some of
 * them. */
#ifdef __SANITIZE_THREAD__
enum { LIVES = 1000 };
#else
enum { LIVES = 66000 };
#endif

static void test_many_threads(void **state)
{
	(void)state;
	for (int i = 0; i < LIVES; i++) {
		pthread_t thread;
		void *failed;
		assert_int_equal(pthread_create(&thread, NULL, short_life, NULL), 0);
		pthread_join(thread, &failed);
		if (failed)
			fail_msg("thread %d: %s", i, (const char *)failed);
	}
}

/* The child must neither hang nor work, and its clock must go on. */
static void test_fork(void **state)
{
	(void)state;
	GOOD(cudaFree(NULL));
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct timespec before, after;
		clock_gettime(CLOCK_MONOTONIC, &before);
		clock_gettime(CLOCK_MONOTONIC, &after);
		int moved = after.tv_sec > before.tv_sec || after.tv_nsec > before.tv_nsec;
		int refused = cudaDeviceSynchronize() == cudaErrorInitializationError;
		_exit(moved && refused ? 0 : 1);
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	GOOD(cudaDeviceSynchronize());
}

static void test_reset(void **state)
{
	(void)state;
	size_t before, after, total;
	void *device;
	GOOD(cudaSetDevice(1));
	GOOD(cudaMemGetInfo(&before, &total));
	GOOD(cudaMalloc(&device, 1 << 20));
	GOOD(cudaDeviceReset());
	GOOD(cudaMemGetInfo(&after, &total));
	assert_int_equal(before, after);
	assert_int_not_equal(cudaFree(device), cudaSuccess);
	(void)cudaGetLastError();
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_devices),       cmocka_unit_test(test_properties),
		cmocka_unit_test(test_streams),       cmocka_unit_test(test_events),
		cmocka_unit_test(test_host_function), cmocka_unit_test(test_threads),
		cmocka_unit_test(test_many_threads),  cmocka_unit_test(test_fork),
		cmocka_unit_test(test_reset),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
