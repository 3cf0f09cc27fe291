/* test_failing.h - a host and GPUs whose allocations fail, one by one.
 *
 * They are made to fail inside the framework alone: the slots through which libusegpu.so calls
 * malloc, calloc, aligned_alloc, cudaMalloc, cudaMallocAsync and cudaHostAlloc are pointed to
 * functions of this file. */
#ifndef TEST_FAILING_H
#define TEST_FAILING_H

#include <cuda_runtime.h>
#include <pthread.h>

#include "framework/tests/test_common.h"
#include "framework/tests/test_slots.h"

static long calls_left = -1; /* until the one that fails; -1: none does */
static bool failed;

static bool fails_now(void)
{
	if (calls_left < 0 || calls_left-- > 0)
		return false;
	failed = true;
	return true;
}

static void *failing_malloc(size_t bytes)
{
	return fails_now() ? NULL : malloc(bytes);
}

static void *failing_calloc(size_t count, size_t bytes)
{
	return fails_now() ? NULL : calloc(count, bytes);
}

static void *failing_aligned_alloc(size_t alignment, size_t bytes)
{
	return fails_now() ? NULL : aligned_alloc(alignment, bytes);
}

static cudaError_t failing_cuda_malloc(void **data, size_t bytes)
{
	return fails_now() ? cudaErrorMemoryAllocation : cudaMalloc(data, bytes);
}

static cudaError_t failing_cuda_malloc_async(void **data, size_t bytes, cudaStream_t stream)
{
	return fails_now() ? cudaErrorMemoryAllocation : cudaMallocAsync(data, bytes, stream);
}

static cudaError_t failing_cuda_host_alloc(void **data, size_t bytes, unsigned flags)
{
	return fails_now() ? cudaErrorMemoryAllocation : cudaHostAlloc(data, bytes, flags);
}

static const Replacement replaced[] = {{"malloc", (uintptr_t)failing_malloc},
				       {"calloc", (uintptr_t)failing_calloc},
				       {"aligned_alloc", (uintptr_t)failing_aligned_alloc},
				       {"cudaMalloc", (uintptr_t)failing_cuda_malloc},
				       {"cudaMallocAsync", (uintptr_t)failing_cuda_malloc_async},
				       {"cudaHostAlloc", (uintptr_t)failing_cuda_host_alloc}};

/* Once, before the first test_fail_one_by_one(). */
static inline void test_replace_allocations(void)
{
	Replacements all = {replaced, sizeof(replaced) / sizeof(replaced[0]), 0};
	dl_iterate_phdr(slots_replace, &all);
	assert_int_equal(all.done, all.count);
}

typedef struct Action {
	bool (*run)(void);
	bool good;
	Status status;
} Action;

/* A new thread has nothing yet, so what a thread makes once can fail too. */
static inline void *run_action(void *argument)
{
	Action *action = argument;
	action->good = action->run();
	action->status = error_status();
	return NULL;
}

/* Lets the first allocation of the action fail, then the second, until none is left that could.
 * Returns how many there were. */
static inline int test_fail_one_by_one(bool (*run)(void))
{
	for (int n = 0;; n++) {
		pthread_t thread;
		Action action = {run, false, STATUS_OK};
		calls_left = n;
		failed = false;
		assert_int_equal(pthread_create(&thread, NULL, run_action, &action), 0);
		assert_int_equal(pthread_join(thread, NULL), 0);
		calls_left = -1;
		assert_int_equal(test_live_bytes(), 0);
		assert_int_equal(action.good, !failed);
		if (!failed)
			return n;
		assert_int_not_equal(action.status, STATUS_OK);
	}
}

#endif
