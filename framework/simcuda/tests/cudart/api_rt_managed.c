/* api_rt_managed.c - tests of managed memory: host, copies and kernels (cuBLAS's) use it, what it
 * costs, and what is refused. The figures are those of machines/tiny.json. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cublas_v2.h"
#include "cuda_runtime.h"
#include "simcuda.h"

#define GOOD(call) assert_int_equal(call, cudaSuccess)
#define BAD(call, wanted)                                                                          \
	do {                                                                                       \
		assert_int_equal(call, wanted);                                                    \
		assert_int_equal(cudaGetLastError(), wanted);                                      \
	} while (0)

enum { COUNT = 3000, BYTES = COUNT * 4 };

static const struct cudaMemLocation gpu0 = {cudaMemLocationTypeDevice, 0};
static const struct cudaMemLocation host = {cudaMemLocationTypeHost, 0};

static float *make(int seed)
{
	float *memory = NULL;
	GOOD(cudaMallocManaged((void **)&memory, BYTES, cudaMemAttachGlobal));
	for (int i = 0; i < COUNT; i++)
		memory[i] = (float)(i % 101 + seed);
	return memory;
}

static void test_attributes(void **state)
{
	(void)state;
	struct cudaPointerAttributes a;
	GOOD(cudaSetDevice(1));
	float *memory = make(0);
	GOOD(cudaSetDevice(0));
	GOOD(cudaPointerGetAttributes(&a, memory + 7));
	assert_int_equal(a.type, cudaMemoryTypeManaged);
	assert_int_equal(a.device, 1);
	assert_ptr_equal(a.devicePointer, memory + 7);
	assert_ptr_equal(a.hostPointer, memory + 7);
	GOOD(cudaFree(memory));
	int value = 0;
	GOOD(cudaDeviceGetAttribute(&value, cudaDevAttrConcurrentManagedAccess, 0));
	assert_int_equal(value, 1);
}

static void test_copies(void **state)
{
	(void)state;
	/* the kind does not matter on the managed side */
	static const enum cudaMemcpyKind in[] = {cudaMemcpyHostToDevice, cudaMemcpyDeviceToDevice,
						 cudaMemcpyDefault};
	static const enum cudaMemcpyKind out[] = {cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
						  cudaMemcpyDefault};
	float *memory = make(3), back[COUNT], *device;
	GOOD(cudaMalloc((void **)&device, BYTES));
	for (int k = 0; k < 3; k++) {
		memory[5] = (float)k;
		GOOD(cudaMemcpy(device, memory, BYTES, in[k]));
		memset(memory, 0, BYTES);
		GOOD(cudaMemcpy(memory, device, BYTES, out[k]));
		GOOD(cudaMemcpy(back, memory, BYTES, cudaMemcpyDeviceToHost));
		for (int i = 0; i < COUNT; i++) {
			float wanted = i == 5 ? (float)k : (float)(i % 101 + 3);
			assert_float_equal(memory[i], wanted, 0);
			assert_float_equal(back[i], wanted, 0);
		}
	}
	GOOD(cudaMemset(memory, 0x11, BYTES));
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < BYTES; i++)
		assert_int_equal(((unsigned char *)memory)[i], 0x11);
	GOOD(cudaFree(device));
	GOOD(cudaFree(memory));
}

/* A kernel works on it where the host sees it, and not before somebody waits. */
static void test_kernels(void **state)
{
	(void)state;
	float *x = make(1), *y = make(2), factor = 2;
	cublasHandle_t handle;
	assert_int_equal(cublasCreate(&handle), CUBLAS_STATUS_SUCCESS);
	assert_int_equal(cublasSaxpy(handle, COUNT, &factor, x, 1, y, 1), CUBLAS_STATUS_SUCCESS);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < COUNT; i++)
		assert_float_equal(y[i], (float)(2 * (i % 101 + 1) + i % 101 + 2), 0);
	assert_int_equal(cublasDestroy(handle), CUBLAS_STATUS_SUCCESS);
	GOOD(cudaFree(x));
	GOOD(cudaFree(y));
}

/* cudaFree waits for work of every GPU and stream that needs the bytes. */
static void test_free_waits(void **state)
{
	(void)state;
	float *memory = make(9), back[COUNT], *device;
	cudaStream_t stream;
	GOOD(cudaSetDevice(1));
	GOOD(cudaMalloc((void **)&device, BYTES));
	GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	GOOD(cudaMemcpyAsync(device, memory, BYTES, cudaMemcpyHostToDevice, stream));
	GOOD(cudaSetDevice(0));
	GOOD(cudaFree(memory));
	GOOD(cudaStreamQuery(stream));
	GOOD(cudaMemcpy(back, device, BYTES, cudaMemcpyDeviceToHost));
	for (int i = 0; i < COUNT; i++)
		assert_float_equal(back[i], (float)(i % 101 + 9), 0);
	GOOD(cudaStreamDestroy(stream));
	GOOD(cudaFree(device));
}

/* Fetching takes the time of a copy over the link, in its stream: 10 us and 1 GB/s. */
static void test_prefetch(void **state)
{
	(void)state;
	enum { LARGE = 8 << 20 };
	char *memory;
	cudaStream_t stream;
	cudaEvent_t start, stop;
	float ms;
	GOOD(cudaMallocManaged((void **)&memory, LARGE, cudaMemAttachGlobal));
	memset(memory, 7, LARGE);
	GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	GOOD(cudaEventCreate(&start));
	GOOD(cudaEventCreate(&stop));
	const struct cudaMemLocation places[] = {gpu0, host};
	for (int i = 0; i < 2; i++) {
		SimcudaCounters before, after;
		GOOD(cudaEventRecord(start, stream));
		simcuda_counters(&before);
		GOOD(cudaMemPrefetchAsync(memory, LARGE, places[i], 0, stream));
		simcuda_counters(&after);
		assert_true(after.host_ns - before.host_ns < 1000000); /* the host does not wait */
		GOOD(cudaEventRecord(stop, stream));
		GOOD(cudaEventSynchronize(stop));
		GOOD(cudaEventElapsedTime(&ms, start, stop));
		/* 8.389 ms for the bytes; within the calls around it */
		assert_true(ms > 8.388 && ms < 8.5);
		assert_int_equal(memory[LARGE - 1], 7);
	}
	GOOD(cudaEventDestroy(start));
	GOOD(cudaEventDestroy(stop));
	GOOD(cudaStreamDestroy(stream));
	GOOD(cudaFree(memory));
}

static void test_refusals(void **state)
{
	(void)state;
	float *memory = make(0), *device, plain[4];
	void *unused = &unused;
	cudaStream_t stream;
	const struct cudaMemLocation far = {cudaMemLocationTypeDevice, 2};
	const struct cudaMemLocation none = {cudaMemLocationTypeInvalid, 0};
	GOOD(cudaStreamCreate(&stream));
	GOOD(cudaMalloc((void **)&device, BYTES));
	BAD(cudaMallocManaged(NULL, 4, cudaMemAttachGlobal), cudaErrorInvalidValue);
	BAD(cudaMallocManaged(&unused, 0, cudaMemAttachGlobal), cudaErrorInvalidValue);
	BAD(cudaMallocManaged(&unused, 4, cudaMemAttachSingle), cudaErrorInvalidValue);
	assert_ptr_equal(unused, &unused);

	GOOD(cudaMemPrefetchAsync(memory, BYTES, gpu0, 0, stream));
	BAD(cudaMemPrefetchAsync(memory, BYTES + 1, gpu0, 0, stream), cudaErrorInvalidValue);
	BAD(cudaMemPrefetchAsync(memory, 0, gpu0, 0, stream), cudaErrorInvalidValue);
	BAD(cudaMemPrefetchAsync(memory, BYTES, gpu0, 1, stream), cudaErrorInvalidValue);
	BAD(cudaMemPrefetchAsync(memory, BYTES, far, 0, stream), cudaErrorInvalidDevice);
	BAD(cudaMemPrefetchAsync(memory, BYTES, none, 0, stream), cudaErrorInvalidValue);
	BAD(cudaMemPrefetchAsync(device, BYTES, gpu0, 0, stream), cudaErrorInvalidValue);
	BAD(cudaMemPrefetchAsync(plain, 4, gpu0, 0, stream), cudaErrorInvalidValue);

	GOOD(cudaMemAdvise(memory, BYTES, cudaMemAdviseSetReadMostly, none));
	GOOD(cudaMemAdvise(memory + 1, BYTES - 4, cudaMemAdviseSetPreferredLocation, gpu0));
	GOOD(cudaMemAdvise(memory, 4, cudaMemAdviseSetAccessedBy, host));
	BAD(cudaMemAdvise(memory, BYTES, cudaMemAdviseSetAccessedBy, far), cudaErrorInvalidDevice);
	BAD(cudaMemAdvise(memory + 1, BYTES, cudaMemAdviseSetReadMostly, none),
	    cudaErrorInvalidValue);
	BAD(cudaMemAdvise(device, BYTES, cudaMemAdviseSetReadMostly, none), cudaErrorInvalidValue);
	BAD(cudaMemAdvise(memory, BYTES, (enum cudaMemoryAdvise)77, gpu0), cudaErrorInvalidValue);

	GOOD(cudaStreamAttachMemAsync(stream, memory, 0, cudaMemAttachSingle));
	GOOD(cudaStreamAttachMemAsync(NULL, memory, BYTES, cudaMemAttachGlobal));
	BAD(cudaStreamAttachMemAsync(NULL, memory, 0, cudaMemAttachSingle), cudaErrorInvalidValue);
	BAD(cudaStreamAttachMemAsync(stream, memory, 8, cudaMemAttachHost), cudaErrorInvalidValue);
	BAD(cudaStreamAttachMemAsync(stream, memory + 1, 0, cudaMemAttachHost),
	    cudaErrorInvalidValue);
	BAD(cudaStreamAttachMemAsync(stream, memory, 0, 0x40), cudaErrorInvalidValue);
	BAD(cudaStreamAttachMemAsync(stream, plain, 0, cudaMemAttachHost), cudaErrorInvalidValue);

	BAD(cudaFreeHost(memory), cudaErrorInvalidValue);
	BAD(cudaFree(memory + 1), cudaErrorInvalidValue);
	GOOD(cudaFree(memory));
	assert_int_not_equal(cudaFree(memory), cudaSuccess);
	GOOD(cudaStreamDestroy(stream));
	GOOD(cudaFree(device));
	(void)cudaGetLastError();
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_attributes), cmocka_unit_test(test_copies),
		cmocka_unit_test(test_kernels),    cmocka_unit_test(test_free_waits),
		cmocka_unit_test(test_prefetch),   cmocka_unit_test(test_refusals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
