/* api_rt_pools.c - tests of the pools of cudaMallocAsync, and of what a reset of the device leaves
 * of pools, pinned memory and settings. */
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

static uint64_t amount(cudaMemPool_t pool, enum cudaMemPoolAttr attribute)
{
	uint64_t value = UINT64_MAX;
	GOOD(cudaMemPoolGetAttribute(pool, attribute, &value));
	return value;
}

static cudaMemPool_t make_pool(int device, size_t most)
{
	struct cudaMemPoolProps props = {.allocType = cudaMemAllocationTypePinned,
					 .location = {cudaMemLocationTypeDevice, device},
					 .maxSize = most};
	cudaMemPool_t pool = NULL;
	GOOD(cudaMemPoolCreate(&pool, &props));
	assert_non_null(pool);
	return pool;
}

/* What CUDA takes from a GPU at a time. */
enum { PAGE = 2 << 20 };

static size_t free_bytes(void)
{
	size_t bytes, total;
	GOOD(cudaMemGetInfo(&bytes, &total));
	return bytes;
}

static int64_t now_ns(void)
{
	SimcudaCounters counters;
	simcuda_counters(&counters);
	return (int64_t)counters.host_ns;
}

/* What is freed stays with the pool until somebody waits, or for ever with a threshold. */
static void test_reserve(void **state)
{
	(void)state;
	cudaMemPool_t pool;
	void *a, *b;
	uint64_t all = UINT64_MAX, none = 0;
	size_t before;
	GOOD(cudaDeviceGetDefaultMemPool(&pool, 0));
	GOOD(cudaDeviceSynchronize());
	before = free_bytes();
	int64_t start = now_ns();
	GOOD(cudaMallocAsync(&a, PAGE + 1, NULL));
	int64_t grown = now_ns() - start;
	assert_int_equal(before - free_bytes(), 2 * PAGE);
	GOOD(cudaFreeAsync(a, NULL));
	assert_int_equal(before - free_bytes(), 2 * PAGE);
	assert_int_equal(amount(pool, cudaMemPoolAttrReservedMemCurrent), 2 * PAGE);
	start = now_ns();
	GOOD(cudaMallocAsync(&b, 2 * PAGE, NULL));
	assert_true((now_ns() - start) * 20 < grown); /* the pool had it */
	GOOD(cudaStreamSynchronize(NULL));
	assert_int_equal(before - free_bytes(), 2 * PAGE); /* in use */
	GOOD(cudaFreeAsync(b, NULL));
	GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
	GOOD(cudaDeviceSynchronize());
	assert_int_equal(before - free_bytes(), 2 * PAGE);
	GOOD(cudaMemPoolTrimTo(pool, 1));
	assert_int_equal(before - free_bytes(), PAGE);
	GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &none));
	GOOD(cudaDeviceSynchronize());
	assert_int_equal(before, free_bytes());
	BAD(cudaMallocAsync(&a, before + PAGE, NULL), cudaErrorMemoryAllocation);
	assert_int_equal(amount(pool, cudaMemPoolAttrReservedMemCurrent), 0);
}

static void test_default_pool(void **state)
{
	(void)state;
	cudaMemPool_t pool, current, other;
	void *a, *b, *plain;
	GOOD(cudaDeviceGetDefaultMemPool(&pool, 0));
	GOOD(cudaDeviceGetMemPool(&current, 0));
	GOOD(cudaDeviceGetDefaultMemPool(&other, 1));
	assert_ptr_equal(pool, current);
	assert_ptr_not_equal(pool, other);
	assert_int_equal(amount(pool, cudaMemPoolAttrUsedMemCurrent), 0);
	GOOD(cudaMallocAsync(&a, 1000, NULL));
	GOOD(cudaMallocAsync(&b, 5000, NULL));
	GOOD(cudaMalloc(&plain, 7000)); /* comes from no pool */
	assert_int_equal(amount(pool, cudaMemPoolAttrUsedMemCurrent), 6000);
	assert_int_equal(amount(pool, cudaMemPoolAttrReservedMemCurrent), PAGE);
	GOOD(cudaFreeAsync(b, NULL));
	GOOD(cudaFree(plain));
	assert_int_equal(amount(pool, cudaMemPoolAttrUsedMemCurrent), 1000);
	assert_int_equal(amount(pool, cudaMemPoolAttrUsedMemHigh), 6000);
	assert_int_equal(amount(other, cudaMemPoolAttrUsedMemHigh), 0);
	uint64_t zero = 0, one = 1;
	GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
	assert_int_equal(amount(pool, cudaMemPoolAttrUsedMemHigh), 1000);
	assert_int_equal(amount(pool, cudaMemPoolAttrReservedMemHigh), PAGE);
	BAD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one), cudaErrorInvalidValue);
	BAD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero),
	    cudaErrorInvalidValue);
	GOOD(cudaMemPoolTrimTo(pool, 0));
	GOOD(cudaFree(a));
	assert_int_equal(amount(pool, cudaMemPoolAttrUsedMemCurrent), 0);
	BAD(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
}

static void test_attributes(void **state)
{
	(void)state;
	cudaMemPool_t pool;
	struct {
		int value, guard;
	} flag = {-1, 77};
	uint64_t threshold = UINT64_MAX;
	GOOD(cudaDeviceGetDefaultMemPool(&pool, 1));
	GOOD(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag.value));
	assert_int_equal(flag.value, 1);
	assert_int_equal(flag.guard, 77); /* it is an int */
	flag.value = 0;
	GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag.value));
	flag.value = -1;
	GOOD(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag.value));
	assert_int_equal(flag.value, 0);
	GOOD(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &flag.value));
	assert_int_equal(flag.value, 1);
	assert_int_equal(amount(pool, cudaMemPoolAttrReleaseThreshold), 0);
	GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
	assert_true(amount(pool, cudaMemPoolAttrReleaseThreshold) == UINT64_MAX);
	BAD(cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)99, &threshold),
	    cudaErrorInvalidValue);
	BAD(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, NULL), cudaErrorInvalidValue);
	BAD(cudaMemPoolTrimTo(NULL, 0), cudaErrorInvalidValue);
	struct cudaMemLocation own = {cudaMemLocationTypeDevice, 1}, first = {own.type, 0};
	enum cudaMemAccessFlags flags;
	GOOD(cudaMemPoolGetAccess(&flags, pool, &own));
	assert_int_equal(flags, cudaMemAccessFlagsProtReadWrite);
	GOOD(cudaMemPoolGetAccess(&flags, pool, &first));
	assert_int_equal(flags, cudaMemAccessFlagsProtNone);
	struct cudaMemAccessDesc wish = {own, cudaMemAccessFlagsProtReadWrite};
	GOOD(cudaMemPoolSetAccess(pool, &wish, 1));
	wish.location = first;
	BAD(cudaMemPoolSetAccess(pool, &wish, 1), cudaErrorNotSupported);
	wish.location.id = 9;
	BAD(cudaMemPoolSetAccess(pool, &wish, 1), cudaErrorInvalidValue);
}

static void test_own_pools(void **state)
{
	(void)state;
	cudaMemPool_t pool = make_pool(1, 10000), standard, current;
	struct cudaPointerAttributes where;
	void *a, *b, *c;
	/* a pool of GPU 1 gives memory of GPU 1, whatever the stream's GPU */
	GOOD(cudaMallocFromPoolAsync(&a, 6000, pool, NULL));
	GOOD(cudaPointerGetAttributes(&where, a));
	assert_int_equal(where.device, 1);
	BAD(cudaMallocFromPoolAsync(&b, 4001, pool, NULL), cudaErrorMemoryAllocation);
	GOOD(cudaMallocFromPoolAsync(&b, 4000, pool, NULL));
	assert_int_equal(amount(pool, cudaMemPoolAttrUsedMemCurrent), 10000);
	GOOD(cudaFreeAsync(b, NULL));

	BAD(cudaDeviceSetMemPool(0, pool), cudaErrorInvalidValue);
	BAD(cudaDeviceSetMemPool(2, pool), cudaErrorInvalidDevice);
	GOOD(cudaDeviceSetMemPool(1, pool));
	GOOD(cudaSetDevice(1));
	GOOD(cudaMallocAsync(&c, 100, NULL));
	assert_int_equal(amount(pool, cudaMemPoolAttrUsedMemCurrent), 6100);
	GOOD(cudaDeviceGetDefaultMemPool(&standard, 1));

	/* destroyed, it goes with its last allocation, and the default one is the current one */
	GOOD(cudaMemPoolDestroy(pool));
	GOOD(cudaDeviceGetMemPool(&current, 1));
	assert_ptr_equal(current, standard);
	BAD(cudaMallocFromPoolAsync(&b, 8, pool, NULL), cudaErrorInvalidValue);
	BAD(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
	GOOD(cudaMemset(a, 1, 6000));
	GOOD(cudaFreeAsync(a, NULL));
	GOOD(cudaFreeAsync(c, NULL));
	GOOD(cudaSetDevice(0));

	struct cudaMemPoolProps props = {.allocType = cudaMemAllocationTypePinned,
					 .location = {cudaMemLocationTypeDevice, 3}};
	BAD(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidDevice);
	props.location.type = cudaMemLocationTypeHost;
	BAD(cudaMemPoolCreate(&pool, &props), cudaErrorNotSupported);
	props.allocType = cudaMemAllocationTypeInvalid;
	BAD(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidValue);
	BAD(cudaMemPoolCreate(NULL, &props), cudaErrorInvalidValue);
	BAD(cudaMallocFromPoolAsync(&b, 8, NULL, NULL), cudaErrorInvalidValue);
}

/* A reset takes everything of one device, and nothing of the other. */
static void test_reset(void **state)
{
	(void)state;
	cudaMemPool_t mine = make_pool(0, 0), other = make_pool(1, 0), standard;
	void *ordered, *pooled, *elsewhere, *managed, *pinned, *kept;
	size_t before, after, total, limit;
	static char registered[8192];
	struct cudaPointerAttributes where;
	GOOD(cudaDeviceSynchronize()); /* the pools hold nothing */
	GOOD(cudaMemGetInfo(&before, &total));
	GOOD(cudaMallocAsync(&ordered, 4 << 20, NULL));
	GOOD(cudaMallocFromPoolAsync(&pooled, 4 << 20, mine, NULL));
	GOOD(cudaMallocFromPoolAsync(&elsewhere, 64, other, NULL));
	GOOD(cudaMallocManaged(&managed, 64, cudaMemAttachGlobal));
	GOOD(cudaMallocHost(&pinned, 64));
	GOOD(cudaHostRegister(registered, sizeof registered, 0));
	GOOD(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
	GOOD(cudaSetDevice(1));
	GOOD(cudaMallocHost(&kept, 64));
	GOOD(cudaSetDevice(0));
	GOOD(cudaDeviceReset());

	GOOD(cudaMemGetInfo(&after, &total));
	assert_int_equal(after, before);
	BAD(cudaFree(ordered), cudaErrorInvalidValue);
	BAD(cudaMemPoolDestroy(mine), cudaErrorInvalidValue);
	BAD(cudaFreeHost(pinned), cudaErrorInvalidValue);
	BAD(cudaHostUnregister(registered), cudaErrorHostMemoryNotRegistered);
	GOOD(cudaPointerGetAttributes(&where, registered));
	assert_int_equal(where.type, cudaMemoryTypeUnregistered);
	registered[1] = 5; /* still the program's */
	GOOD(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
	assert_int_equal(limit, 1024);
	GOOD(cudaDeviceGetDefaultMemPool(&standard, 0));
	assert_int_equal(amount(standard, cudaMemPoolAttrUsedMemCurrent), 0);

	assert_int_equal(amount(other, cudaMemPoolAttrUsedMemCurrent), 64);
	memset(kept, 3, 64);
	GOOD(cudaFreeHost(kept));
	GOOD(cudaFreeAsync(elsewhere, NULL));
	GOOD(cudaMemPoolDestroy(other));
	assert_int_not_equal(cudaFree(managed), cudaSuccess);
	(void)cudaGetLastError();
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_default_pool), cmocka_unit_test(test_reserve),
		cmocka_unit_test(test_attributes),   cmocka_unit_test(test_own_pools),
		cmocka_unit_test(test_reset),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
