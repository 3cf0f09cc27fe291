/* test_failing.h - a host and GPUs whose allocations fail, one by one.
 *
 * They are made to fail inside the framework alone: the slots through which libusegpu.so calls
 * malloc, calloc, aligned_alloc, cudaMalloc, cudaMallocAsync and cudaHostAlloc are pointed to
 * functions of this file. */
#ifndef TEST_FAILING_H
#define TEST_FAILING_H

#include <cuda_runtime.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test_common.h"

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

static const struct {
	const char *name;
	uintptr_t replacement;
} replaced[] = {{"malloc", (uintptr_t)failing_malloc},
		{"calloc", (uintptr_t)failing_calloc},
		{"aligned_alloc", (uintptr_t)failing_aligned_alloc},
		{"cudaMalloc", (uintptr_t)failing_cuda_malloc},
		{"cudaMallocAsync", (uintptr_t)failing_cuda_malloc_async},
		{"cudaHostAlloc", (uintptr_t)failing_cuda_host_alloc}};

/* Points one slot of the library's calls somewhere else. */
static inline void set_slot(uintptr_t *slot, uintptr_t function)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)slot / page * page;
	assert_int_equal(mprotect((void *)start, page, PROT_READ | PROT_WRITE), 0);
	*slot = function;
}

/* dl_iterate_phdr's callback: finds libusegpu.so and its slots. *count is how many were set. */
static inline int replace_calls(struct dl_phdr_info *library, size_t size, void *count)
{
	const ElfW(Sym) *symbols = NULL;
	const ElfW(Rela) *slots = NULL;
	const char *names = NULL;
	size_t bytes = 0;
	(void)size;
	if (!strstr(library->dlpi_name, "libusegpu.so"))
		return 0;
	for (int i = 0; i < library->dlpi_phnum; i++) {
		if (library->dlpi_phdr[i].p_type != PT_DYNAMIC)
			continue;
		const ElfW(Dyn) *d =
			(const void *)(library->dlpi_addr + library->dlpi_phdr[i].p_vaddr);
		for (; d->d_tag != DT_NULL; d++) {
			if (d->d_tag == DT_SYMTAB)
				symbols = (const void *)d->d_un.d_ptr;
			else if (d->d_tag == DT_STRTAB)
				names = (const void *)d->d_un.d_ptr;
			else if (d->d_tag == DT_JMPREL)
				slots = (const void *)d->d_un.d_ptr;
			else if (d->d_tag == DT_PLTRELSZ)
				bytes = d->d_un.d_val;
		}
	}
	for (size_t i = 0; symbols && names && slots && i < bytes / sizeof(*slots); i++) {
		const char *name = names + symbols[ELF64_R_SYM(slots[i].r_info)].st_name;
		for (size_t k = 0; k < sizeof(replaced) / sizeof(replaced[0]); k++) {
			if (strcmp(name, replaced[k].name) != 0)
				continue;
			set_slot((uintptr_t *)(library->dlpi_addr + slots[i].r_offset),
				 replaced[k].replacement);
			++*(int *)count;
		}
	}
	return 1;
}

/* Once, before the first test_fail_one_by_one(). */
static inline void test_replace_allocations(void)
{
	int count = 0;
	dl_iterate_phdr(replace_calls, &count);
	assert_int_equal(count, (int)(sizeof(replaced) / sizeof(replaced[0])));
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
