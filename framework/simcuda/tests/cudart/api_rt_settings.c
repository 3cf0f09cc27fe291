/* api_rt_settings.c - tests of what a program sets and asks beforehand: limits, flags, PCI
 * addresses, priorities, and what is known of kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_runtime.h"

#define GOOD(call) assert_int_equal(call, cudaSuccess)
#define BAD(call, wanted)                                                                          \
	do {                                                                                       \
		assert_int_equal(call, wanted);                                                    \
		assert_int_equal(cudaGetLastError(), wanted);                                      \
	} while (0)

void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *,
			    dim3 *, dim3 *, int *);

static void test_limits(void **state)
{
	(void)state;
	static const struct {
		enum cudaLimit limit;
		size_t before, set, after;
	} rows[] = {
		{cudaLimitStackSize, 1024, 2048, 2048},
		{cudaLimitPrintfFifoSize, 1 << 20, 1 << 16, 1 << 16},
		{cudaLimitMallocHeapSize, 8 << 20, 1 << 24, 1 << 24},
		{cudaLimitDevRuntimePendingLaunchCount, 2048, 10, 10},
		{cudaLimitMaxL2FetchGranularity, 64, 200, 128}, /* a hint, which is cut */
	};
	size_t value;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		GOOD(cudaDeviceGetLimit(&value, rows[i].limit));
		assert_int_equal(value, rows[i].before);
		GOOD(cudaDeviceSetLimit(rows[i].limit, rows[i].set));
		GOOD(cudaDeviceGetLimit(&value, rows[i].limit));
		assert_int_equal(value, rows[i].after);
		GOOD(cudaSetDevice(1)); /* of one device only */
		GOOD(cudaDeviceGetLimit(&value, rows[i].limit));
		assert_int_equal(value, rows[i].before);
		GOOD(cudaSetDevice(0));
	}
	/* the tiny GPU is of capability 7.0 */
	BAD(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1), cudaErrorUnsupportedLimit);
	BAD(cudaDeviceSetLimit((enum cudaLimit)7, 1), cudaErrorInvalidValue);
	BAD(cudaDeviceGetLimit(NULL, cudaLimitStackSize), cudaErrorInvalidValue);
}

static void test_preferences(void **state)
{
	(void)state;
	enum cudaFuncCache cache;
	GOOD(cudaDeviceGetCacheConfig(&cache));
	assert_int_equal(cache, cudaFuncCachePreferNone);
	GOOD(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
	GOOD(cudaDeviceGetCacheConfig(&cache));
	assert_int_equal(cache, cudaFuncCachePreferL1);
	BAD(cudaDeviceSetCacheConfig((enum cudaFuncCache)4), cudaErrorInvalidValue);

	unsigned flags;
	GOOD(cudaGetDeviceFlags(&flags));
	assert_int_equal(flags, cudaDeviceMapHost);
	GOOD(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
	GOOD(cudaGetDeviceFlags(&flags));
	assert_int_equal(flags, cudaDeviceScheduleBlockingSync | cudaDeviceMapHost);
	BAD(cudaSetDeviceFlags(0x100), cudaErrorInvalidValue);
	BAD(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceScheduleYield),
	    cudaErrorInvalidValue);
	BAD(cudaSetDeviceFlags(cudaDeviceSyncMemops), cudaErrorNotSupported);
	GOOD(cudaInitDevice(1, cudaDeviceScheduleSpin, cudaInitDeviceFlagsAreValid));
	GOOD(cudaSetDevice(1));
	GOOD(cudaGetDeviceFlags(&flags));
	assert_int_equal(flags, cudaDeviceScheduleSpin | cudaDeviceMapHost);
	GOOD(cudaSetDevice(0));
	GOOD(cudaInitDevice(0, 0xffff, 0));
	BAD(cudaInitDevice(2, 0, 0), cudaErrorInvalidDevice);
	BAD(cudaInitDevice(0, 0, 2), cudaErrorInvalidValue);
}

/* NVIDIA's header calls these outdated, and a warning is an error: so by the linker's names. */
cudaError_t banks_set(int config) __asm__("cudaDeviceSetSharedMemConfig");
cudaError_t banks_get(int *config) __asm__("cudaDeviceGetSharedMemConfig");

static void test_banks(void **state)
{
	(void)state;
	int banks = -1;
	GOOD(banks_set(cudaSharedMemBankSizeEightByte));
	GOOD(banks_get(&banks));
	assert_int_equal(banks, cudaSharedMemBankSizeFourByte); /* whatever was asked for */
	BAD(banks_set(cudaSharedMemBankSizeEightByte + 1), cudaErrorInvalidValue);
	BAD(banks_set(-1), cudaErrorInvalidValue);
	BAD(banks_get(NULL), cudaErrorInvalidValue);
	BAD(cudaDeviceGetCacheConfig(NULL), cudaErrorInvalidValue);
	BAD(cudaGetDeviceFlags(NULL), cudaErrorInvalidValue);
}

static void test_choosing(void **state)
{
	(void)state;
	struct cudaDeviceProp wish = {.major = 7};
	int device = -1, list[] = {1, 0};
	char first[16], second[16];
	GOOD(cudaChooseDevice(&device, &wish));
	assert_int_equal(device, 0);
	BAD(cudaChooseDevice(&device, NULL), cudaErrorInvalidValue);
	GOOD(cudaDeviceGetPCIBusId(first, sizeof first, 0));
	GOOD(cudaDeviceGetPCIBusId(second, 13, 1));
	assert_string_equal(first, "0000:01:00.0");
	assert_string_equal(second, "0000:02:00.0");
	BAD(cudaDeviceGetPCIBusId(first, 12, 0), cudaErrorInvalidValue);
	BAD(cudaDeviceGetPCIBusId(first, 16, 2), cudaErrorInvalidDevice);
	static const struct {
		const char *text;
		cudaError_t error;
		int device;
	} rows[] = {
		{"0000:02:00.0", cudaSuccess, 1},      {"0:2:0", cudaSuccess, 1},
		{"01:00.0", cudaSuccess, 0},           {"0000:07:00.0", cudaErrorInvalidDevice, 0},
		{"", cudaErrorInvalidValue, 0},        {"0000:02:00.x", cudaErrorInvalidValue, 0},
		{"1:2:3:4", cudaErrorInvalidValue, 0}, {"02", cudaErrorInvalidValue, 0},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		device = -1;
		assert_int_equal(cudaDeviceGetByPCIBusId(&device, rows[i].text), rows[i].error);
		assert_int_equal(device, rows[i].error ? -1 : rows[i].device);
	}
	BAD(cudaSetValidDevices(list, 2), cudaErrorNotSupported);
	list[0] = 5;
	BAD(cudaSetValidDevices(list, 2), cudaErrorInvalidDevice);
}

static void test_streams(void **state)
{
	(void)state;
	cudaStream_t a, b;
	unsigned long long id[5];
	int priority = 7;
	enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusActive;
	enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	GOOD(cudaStreamCreateWithPriority(&a, cudaStreamNonBlocking, -5));
	GOOD(cudaStreamCreate(&b));
	GOOD(cudaStreamGetPriority(a, &priority));
	assert_int_equal(priority, 0); /* cut to the one level that there is */
	GOOD(cudaStreamGetId(a, &id[0]));
	GOOD(cudaStreamGetId(b, &id[1]));
	GOOD(cudaStreamGetId(NULL, &id[2]));
	GOOD(cudaStreamGetId(cudaStreamPerThread, &id[3]));
	GOOD(cudaSetDevice(1));
	GOOD(cudaStreamGetId(NULL, &id[4]));
	GOOD(cudaSetDevice(0));
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < i; j++)
			assert_true(id[i] != id[j]);
	GOOD(cudaStreamIsCapturing(a, &capture));
	assert_int_equal(capture, cudaStreamCaptureStatusNone);
	GOOD(cudaThreadExchangeStreamCaptureMode(&mode));
	assert_int_equal(mode, cudaStreamCaptureModeGlobal);
	GOOD(cudaThreadExchangeStreamCaptureMode(&mode));
	assert_int_equal(mode, cudaStreamCaptureModeRelaxed);
	GOOD(cudaStreamDestroy(a));
	BAD(cudaStreamGetPriority(a, &priority), cudaErrorInvalidResourceHandle);
	BAD(cudaStreamGetId(b, NULL), cudaErrorInvalidValue);
	GOOD(cudaStreamDestroy(b));
}

static void test_host_memory(void **state)
{
	(void)state;
	char *pinned, plain[8];
	static char registered[4096];
	void *device = NULL;
	unsigned flags = 99;
	const unsigned asked = cudaHostAllocPortable | cudaHostAllocWriteCombined;
	GOOD(cudaHostAlloc((void **)&pinned, 100, asked));
	GOOD(cudaHostGetFlags(&flags, pinned + 50));
	assert_int_equal(flags, asked);
	GOOD(cudaHostGetDevicePointer(&device, pinned + 3, 0));
	assert_ptr_equal(device, pinned + 3);
	GOOD(cudaHostRegister(registered, sizeof registered, 0));
	GOOD(cudaHostGetDevicePointer(&device, registered, 0));
	assert_ptr_equal(device, registered);
	BAD(cudaHostGetFlags(&flags, registered), cudaErrorInvalidValue);
	BAD(cudaHostGetFlags(&flags, plain), cudaErrorInvalidValue);
	BAD(cudaHostGetDevicePointer(&device, plain, 0), cudaErrorInvalidValue);
	BAD(cudaHostGetDevicePointer(&device, pinned, 1), cudaErrorInvalidValue);
	GOOD(cudaHostUnregister(registered));
	GOOD(cudaFreeHost(pinned));
	cudaEvent_t event;
	GOOD(cudaEventCreate(&event));
	GOOD(cudaEventRecordWithFlags(event, NULL, cudaEventRecordDefault));
	GOOD(cudaEventSynchronize(event));
	BAD(cudaEventRecordWithFlags(event, NULL, cudaEventRecordExternal), cudaErrorInvalidValue);
	GOOD(cudaEventDestroy(event));
}

/* A kernel of the framework's plugin, under a host function of our own; and one that nobody has. */
static char known, unknown;

static void test_kernels(void **state)
{
	(void)state;
	struct cudaFuncAttributes attributes;
	const char *name = NULL;
	cudaKernel_t handle;
	int blocks = -1;
	size_t shared = 0;
	__cudaRegisterFunction(NULL, &known, NULL, "usegpu_k_add_f32", -1, NULL, NULL, NULL, NULL,
			       NULL);
	__cudaRegisterFunction(NULL, &unknown, NULL, "_Z7missingPf", -1, NULL, NULL, NULL, NULL,
			       NULL);
	GOOD(cudaFuncGetAttributes(&attributes, &known));
	assert_int_equal(attributes.maxThreadsPerBlock, 1024);
	assert_int_equal(attributes.binaryVersion, 70);
	assert_int_equal(attributes.maxDynamicSharedSizeBytes, 48 * 1024);
	GOOD(cudaFuncGetName(&name, &known));
	assert_string_equal(name, "usegpu_k_add_f32");
	GOOD(cudaGetKernel(&handle, &known));
	BAD(cudaFuncGetAttributes(&attributes, &unknown), cudaErrorInvalidDeviceFunction);
	BAD(cudaFuncGetName(&name, &name), cudaErrorInvalidDeviceFunction);
	BAD(cudaFuncGetAttributes(NULL, &known), cudaErrorInvalidValue);

	/* 2048 threads, 32 blocks and 96 KiB a multiprocessor */
	static const struct {
		size_t shared;
		int threads, blocks;
	} rows[] = {{0, 1024, 2}, {0, 256, 8},    {0, 33, 32},    {0, 1, 32},    {0, 1025, 0},
		    {0, 96, 21},  {10000, 64, 9}, {49152, 64, 2}, {49153, 64, 0}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		GOOD(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &known, rows[i].threads,
								   rows[i].shared));
		assert_int_equal(blocks, rows[i].blocks);
	}
	GOOD(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, &known, 4, 128));
	assert_int_equal(shared, 96 * 1024 / 4);
	BAD(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, &known, 4, 1024),
	    cudaErrorInvalidValue);
	GOOD(cudaFuncSetAttribute(&known, cudaFuncAttributeMaxDynamicSharedMemorySize, 80000));
	GOOD(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &known, 64, 80000));
	assert_int_equal(blocks, 1);
	BAD(cudaFuncSetAttribute(&known, cudaFuncAttributeMaxDynamicSharedMemorySize, 98305),
	    cudaErrorInvalidValue);
	BAD(cudaFuncSetAttribute(&known, cudaFuncAttributeRequiredClusterWidth, 2),
	    cudaErrorNotSupported);
	GOOD(cudaFuncSetCacheConfig(&known, cudaFuncCachePreferShared));
	BAD(cudaFuncSetCacheConfig(&unknown, cudaFuncCachePreferShared),
	    cudaErrorInvalidDeviceFunction);

	dim3 one = {1, 1, 1};
	void *none[8] = {NULL};
	cudaLaunchAttribute attribute = {.id = cudaLaunchAttributeClusterDimension};
	cudaLaunchConfig_t config = {
		.gridDim = one, .blockDim = one, .attrs = &attribute, .numAttrs = 1};
	BAD(cudaLaunchKernelExC(&config, &known, none), cudaErrorNotSupported);
	attribute.id = cudaLaunchAttributePriority;
	BAD(cudaLaunchKernelExC(&config, &unknown, none), cudaErrorInvalidDeviceFunction);
	BAD(cudaLaunchKernelExC(NULL, &known, none), cudaErrorInvalidValue);
	BAD(cudaLaunchKernel(&known, one, one, none, 80001, NULL), cudaErrorInvalidValue);
}

/* Blocks that wait for each other must all fit on the GPU at once: on this one 2 * 2 of 1024
 * threads, 2 * 32 of 1 thread. */
static void test_cooperative(void **state)
{
	(void)state;
	enum { COUNT = 8 };
	const float ones[COUNT] = {1, 1, 1, 1, 1, 1, 1, 1};
	float *x, sum[COUNT], unused = 0;
	uint64_t count = COUNT;
	GOOD(cudaMalloc((void **)&x, sizeof ones));
	GOOD(cudaMemcpy(x, ones, sizeof ones, cudaMemcpyHostToDevice));
	void *arguments[] = {&x, &x, &x, &unused, &count};
	static const struct {
		unsigned blocks, threads;
		cudaError_t error;
	} rows[] = {{1, 8, cudaSuccess},
		    {4, 1024, cudaSuccess},
		    {5, 1024, cudaErrorCooperativeLaunchTooLarge},
		    {64, 1, cudaSuccess},
		    {65, 1, cudaErrorCooperativeLaunchTooLarge},
		    {1, 1025, cudaErrorInvalidConfiguration}};
	cudaLaunchAttribute attribute = {.id = cudaLaunchAttributeCooperative};
	attribute.val.cooperative = 1;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		dim3 grid = {rows[i].blocks, 1, 1}, block = {rows[i].threads, 1, 1};
		cudaLaunchConfig_t config = {
			.gridDim = grid, .blockDim = block, .attrs = &attribute, .numAttrs = 1};
		assert_int_equal(
			cudaLaunchCooperativeKernel(&known, grid, block, arguments, 0, NULL),
			rows[i].error);
		assert_int_equal(cudaLaunchKernelExC(&config, &known, arguments), rows[i].error);
	}
	assert_int_equal(cudaGetLastError(), cudaErrorInvalidConfiguration);
	BAD(cudaLaunchCooperativeKernel(&known, (dim3){1, 1, 1}, (dim3){1, 1, 1}, arguments, 80001,
					NULL),
	    cudaErrorInvalidValue);
	GOOD(cudaMemcpy(sum, x, sizeof sum, cudaMemcpyDeviceToHost));
	assert_true(sum[0] == 64); /* doubled by each of the launches that came about */
	GOOD(cudaFree(x));
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_limits),  cmocka_unit_test(test_preferences),
		cmocka_unit_test(test_banks),   cmocka_unit_test(test_choosing),
		cmocka_unit_test(test_streams), cmocka_unit_test(test_host_memory),
		cmocka_unit_test(test_kernels), cmocka_unit_test(test_cooperative),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
