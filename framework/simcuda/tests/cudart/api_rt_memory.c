/* api_rt_memory.c - tests of memory and copies through the runtime: every entry point once, on two
 * tiny GPUs, with the bytes checked. */
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

enum { BYTES = 4096 };

static unsigned char pattern(size_t i, int seed)
{
	return (unsigned char)(i * 7 + (i >> 8) + (size_t)seed);
}

static void fill_pattern(unsigned char *to, int seed)
{
	for (size_t i = 0; i < BYTES; i++)
		to[i] = pattern(i, seed);
}

static void assert_pattern(const unsigned char *got, int seed)
{
	for (size_t i = 0; i < BYTES; i++)
		assert_int_equal(got[i], pattern(i, seed));
}

static void test_round_trip(void **state)
{
	(void)state;
	unsigned char host[BYTES], back[BYTES] = {0};
	void *device, *other;
	fill_pattern(host, 1);
	GOOD(cudaMalloc(&device, BYTES));
	GOOD(cudaMalloc(&other, BYTES));
	GOOD(cudaMemcpy(device, host, BYTES, cudaMemcpyHostToDevice));
	GOOD(cudaMemcpy(other, device, BYTES, cudaMemcpyDeviceToDevice));
	GOOD(cudaMemcpy(back, other, BYTES, cudaMemcpyDefault));
	assert_pattern(back, 1);
	GOOD(cudaMemset(other, 0x5a, BYTES));
	GOOD(cudaMemcpy(back, other, BYTES, cudaMemcpyDeviceToHost));
	for (size_t i = 0; i < BYTES; i++)
		assert_int_equal(back[i], 0x5a);
	GOOD(cudaFree(device));
	GOOD(cudaFree(other));
	GOOD(cudaFree(NULL));
}

static void test_asynchronous(void **state)
{
	(void)state;
	unsigned char *host, *back;
	void *device;
	cudaStream_t stream;
	GOOD(cudaMallocHost((void **)&host, BYTES));
	GOOD(cudaHostAlloc((void **)&back, BYTES, cudaHostAllocPortable));
	GOOD(cudaStreamCreate(&stream));
	GOOD(cudaMallocAsync(&device, BYTES, stream));
	fill_pattern(host, 2);
	memset(back, 0, BYTES);
	GOOD(cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, stream));
	GOOD(cudaMemsetAsync(device, 9, 10, stream));
	GOOD(cudaMemcpyAsync(back, device, BYTES, cudaMemcpyDeviceToHost, stream));
	GOOD(cudaFreeAsync(device, stream));
	GOOD(cudaStreamSynchronize(stream));
	for (size_t i = 0; i < BYTES; i++)
		assert_int_equal(back[i], i < 10 ? 9 : pattern(i, 2));
	GOOD(cudaStreamDestroy(stream));
	GOOD(cudaFreeHost(host));
	GOOD(cudaFreeHost(back));
	GOOD(cudaFreeHost(NULL));
}

static void test_rows(void **state)
{
	(void)state;
	enum { ROWS = 5, WIDTH = 12, PITCH = 32 };
	unsigned char host[ROWS * WIDTH], back[ROWS * WIDTH] = {0};
	unsigned char *device;
	for (size_t i = 0; i < sizeof host; i++)
		host[i] = pattern(i, 3);
	GOOD(cudaMalloc((void **)&device, ROWS * PITCH));
	GOOD(cudaMemset(device, 0, ROWS * PITCH));
	GOOD(cudaMemcpy2D(device, PITCH, host, WIDTH, WIDTH, ROWS, cudaMemcpyHostToDevice));
	GOOD(cudaMemcpy2DAsync(back, WIDTH, device, PITCH, WIDTH, ROWS, cudaMemcpyDeviceToHost, 0));
	GOOD(cudaDeviceSynchronize());
	assert_memory_equal(host, back, sizeof host);
	unsigned char flat[ROWS * PITCH];
	GOOD(cudaMemcpy(flat, device, sizeof flat, cudaMemcpyDeviceToHost));
	for (size_t i = 0; i < sizeof flat; i++)
		assert_int_equal(flat[i],
				 i % PITCH < WIDTH ? host[i / PITCH * WIDTH + i % PITCH] : 0);
	assert_int_equal(
		cudaMemcpy2D(device, WIDTH - 1, host, WIDTH, WIDTH, ROWS, cudaMemcpyHostToDevice),
		cudaErrorInvalidPitchValue);
	struct cudaDeviceProp prop;
	GOOD(cudaGetDeviceProperties(&prop, 0));
	assert_int_equal(cudaMemcpy2D(device, prop.memPitch + 1, host, WIDTH, WIDTH, 1,
				      cudaMemcpyHostToDevice),
			 cudaErrorInvalidPitchValue);
	assert_int_equal(cudaMemcpy2DAsync(device, WIDTH, host, prop.memPitch + 1, WIDTH, 1,
					   cudaMemcpyHostToDevice, 0),
			 cudaErrorInvalidPitchValue);
	GOOD(cudaMemcpy2D(device, prop.memPitch, host, WIDTH, WIDTH, 1, cudaMemcpyHostToDevice));
	GOOD(cudaFree(device));
}

static void test_two_gpus(void **state)
{
	(void)state;
	unsigned char host[BYTES], back[BYTES] = {0};
	void *first, *second;
	int can = 0;
	fill_pattern(host, 4);
	GOOD(cudaMalloc(&first, BYTES));
	GOOD(cudaSetDevice(1));
	GOOD(cudaMalloc(&second, BYTES));
	GOOD(cudaDeviceCanAccessPeer(&can, 1, 0));
	assert_int_equal(can, 1);
	GOOD(cudaDeviceEnablePeerAccess(0, 0));
	assert_int_equal(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessAlreadyEnabled);
	assert_int_equal(cudaDeviceEnablePeerAccess(0, 1), cudaErrorInvalidValue);
	GOOD(cudaMemcpy(first, host, BYTES, cudaMemcpyHostToDevice));
	GOOD(cudaMemcpyPeer(second, 1, first, 0, BYTES));
	GOOD(cudaMemcpy(back, second, BYTES, cudaMemcpyDeviceToHost));
	assert_pattern(back, 4);
	GOOD(cudaMemset(second, 0, BYTES));
	GOOD(cudaMemcpyPeerAsync(second, 1, first, 0, BYTES, 0));
	GOOD(cudaDeviceSynchronize());
	GOOD(cudaMemcpy(back, second, BYTES, cudaMemcpyDeviceToHost));
	assert_pattern(back, 4);
	assert_int_equal(cudaMemcpyPeer(second, 2, first, 0, BYTES), cudaErrorInvalidDevice);
	GOOD(cudaDeviceDisablePeerAccess(0));
	int value = -1;
	GOOD(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
	assert_int_equal(value, 1);
	assert_int_equal(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 1),
			 cudaErrorInvalidDevice);
	GOOD(cudaFree(second));
	GOOD(cudaSetDevice(0));
	GOOD(cudaFree(first));
}

static void test_memory_info(void **state)
{
	(void)state;
	size_t before, after, total;
	void *device;
	GOOD(cudaMemGetInfo(&before, &total));
	assert_int_equal(total, 64u << 20); /* machines/tiny.json */
	GOOD(cudaMalloc(&device, 8u << 20));
	GOOD(cudaMemGetInfo(&after, &total));
	assert_int_equal(before - after, 8u << 20);
	void *huge = &total;
	assert_int_equal(cudaMalloc(&huge, 65u << 20), cudaErrorMemoryAllocation);
	assert_ptr_equal(huge, &total); /* untouched */
	assert_int_equal(cudaGetLastError(), cudaErrorMemoryAllocation);
	GOOD(cudaFree(device));
	GOOD(cudaMemGetInfo(&after, &total));
	assert_int_equal(before, after);
}

static void test_pointer_attributes(void **state)
{
	(void)state;
	struct cudaPointerAttributes a;
	char *device, *pinned, plain[8];
	GOOD(cudaSetDevice(1));
	GOOD(cudaMalloc((void **)&device, 64));
	GOOD(cudaSetDevice(0));
	GOOD(cudaMallocHost((void **)&pinned, 64));
	GOOD(cudaPointerGetAttributes(&a, device + 5));
	assert_int_equal(a.type, cudaMemoryTypeDevice);
	assert_int_equal(a.device, 1);
	assert_ptr_equal(a.devicePointer, device + 5);
	assert_null(a.hostPointer);
	GOOD(cudaPointerGetAttributes(&a, pinned));
	assert_int_equal(a.type, cudaMemoryTypeHost);
	assert_ptr_equal(a.hostPointer, pinned);
	assert_ptr_equal(a.devicePointer, pinned);
	GOOD(cudaPointerGetAttributes(&a, plain));
	assert_int_equal(a.type, cudaMemoryTypeUnregistered);
	assert_int_equal(a.device, cudaInvalidDeviceId);
	assert_null(a.devicePointer);
	GOOD(cudaFreeHost(pinned));
	GOOD(cudaFree(device));
}

static void test_host_register(void **state)
{
	(void)state;
	char *memory = malloc(BYTES);
	assert_non_null(memory);
	struct cudaPointerAttributes a;
	GOOD(cudaHostRegister(memory, BYTES, cudaHostRegisterDefault));
	assert_int_equal(cudaHostRegister(memory + 8, 8, 0), cudaErrorHostMemoryAlreadyRegistered);
	GOOD(cudaPointerGetAttributes(&a, memory + 17));
	assert_int_equal(a.type, cudaMemoryTypeHost);
	assert_int_equal(cudaHostUnregister(memory + 8), cudaErrorHostMemoryNotRegistered);
	assert_int_equal(cudaFreeHost(memory), cudaErrorInvalidValue);
	GOOD(cudaHostUnregister(memory));
	GOOD(cudaPointerGetAttributes(&a, memory));
	assert_int_equal(a.type, cudaMemoryTypeUnregistered);
	assert_int_equal(cudaHostRegister(NULL, 1, 0), cudaErrorInvalidValue);
	assert_int_equal(cudaHostRegister(memory, 0, 0), cudaErrorInvalidValue);
	free(memory);
}

static void test_bad_arguments(void **state)
{
	(void)state;
	char host[8];
	void *p;
	assert_int_equal(cudaMalloc(NULL, 8), cudaErrorInvalidValue);
	assert_int_equal(cudaMallocHost(NULL, 8), cudaErrorInvalidValue);
	assert_int_equal(cudaHostAlloc(&p, 8, 0x100), cudaErrorInvalidValue);
	assert_int_equal(cudaMemGetInfo(NULL, NULL), cudaErrorInvalidValue);
	assert_int_equal(cudaPointerGetAttributes(NULL, host), cudaErrorInvalidValue);
	assert_int_equal(cudaMemcpy(host, host, 8, (enum cudaMemcpyKind)5),
			 cudaErrorInvalidMemcpyDirection);
	assert_int_equal(cudaMemcpy(host, host, 8, (enum cudaMemcpyKind) - 1),
			 cudaErrorInvalidMemcpyDirection);
	assert_int_not_equal(cudaFree(host), cudaSuccess);
	GOOD(cudaHostAlloc(&p, 0, 0));
	assert_null(p);
	(void)cudaGetLastError();
}

static void test_counters(void **state)
{
	(void)state;
	SimcudaCounters before, after;
	char host[16] = {0};
	void *device;
	simcuda_counters(&before);
	GOOD(cudaMalloc(&device, 16));
	GOOD(cudaMemcpy(device, host, 16, cudaMemcpyHostToDevice));
	GOOD(cudaMemcpy(host, device, 12, cudaMemcpyDeviceToHost));
	GOOD(cudaFree(device));
	simcuda_counters(&after);
	assert_int_equal(after.copies_h2d - before.copies_h2d, 1);
	assert_int_equal(after.bytes_h2d - before.bytes_h2d, 16);
	assert_int_equal(after.bytes_d2h - before.bytes_d2h, 12);
	assert_int_equal(after.allocations - before.allocations, 1);
	assert_int_equal(after.frees - before.frees, 1);
	assert_int_equal(after.api_calls - before.api_calls, 4);
	assert_int_equal(after.asked_pointers - before.asked_pointers, 0);
	assert_true(after.host_ns > before.host_ns);
	int64_t then = after.host_ns;
	simcuda_host_work(20e6, 0); /* 1 ms at the 20 GFLOP/s of machines/tiny.json */
	simcuda_counters(&after);
	assert_int_equal(after.host_ns - then, 1000000);
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_asynchronous),
		cmocka_unit_test(test_rows),          cmocka_unit_test(test_two_gpus),
		cmocka_unit_test(test_memory_info),   cmocka_unit_test(test_pointer_attributes),
		cmocka_unit_test(test_host_register), cmocka_unit_test(test_bad_arguments),
		cmocka_unit_test(test_counters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
