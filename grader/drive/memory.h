/* memory.h - a GPU without free memory, and what a call left in host memory. */
#ifndef GRADER_DRIVE_MEMORY_H
#define GRADER_DRIVE_MEMORY_H

#include <malloc.h>

#include "grader/drive/heap.h"
#include "grader/drive/left.h"

enum { FULL_BLOCKS = 256 };
#define FULL_LEAST ((size_t)1 << 20) /* what may still be free is less than this */

typedef struct Full {
	void *block[FULL_BLOCKS];
	int count;
} Full;

/* Takes the memory of a GPU, in blocks of half the size each time that one does not fit. The
 * current device stays, and no error is left behind. */
static inline void full_take(Full *full, int gpu)
{
	size_t size = 0, total;
	int before = left_device();
	full->count = 0;
	device_memory_release(device_gpu(gpu)); /* nothing that the pool keeps helps out */
	cudaSetDevice(gpu);
	cudaMemGetInfo(&size, &total);
	while (size >= FULL_LEAST && full->count < FULL_BLOCKS)
		if (cudaMalloc(&full->block[full->count], size) == cudaSuccess)
			full->count++;
		else
			size /= 2;
	cudaSetDevice(before);
	left_clear();
}

/* Takes what full_take() leaves of a GPU, too. */
static inline void full_take_rest(Full *full)
{
	size_t size = FULL_LEAST;
	while (size >= 256 && full->count < FULL_BLOCKS)
		if (cudaMalloc(&full->block[full->count], size) == cudaSuccess)
			full->count++;
		else
			size /= 2;
	left_clear();
}

static inline void full_give_back(Full *full)
{
	while (full->count > 0)
		cudaFree(full->block[--full->count]);
}

__attribute__((weak)) size_t __sanitizer_get_current_allocated_bytes(void);
__attribute__((weak)) size_t __sanitizer_get_heap_size(void);

/* The bytes that the program holds from malloc() and its like. */
static inline int64_t host_bytes(void)
{
	if (__sanitizer_get_current_allocated_bytes) /* it replaces malloc() */
		return (int64_t)__sanitizer_get_current_allocated_bytes();
	struct mallinfo2 info = mallinfo2();
	return (int64_t)(info.uordblks + info.hblkhd) + drive_heap_bytes();
}

/* Before anything is made. The judge looks too, at what the kernel says. */
static inline int64_t host_begin(Drive *d)
{
	drive_held(d, "held.before");
	return host_bytes();
}

/* When everything is given back: how many bytes more than `before`. */
static inline void host_put(Drive *d, int64_t before)
{
	malloc_trim(0);
	drive_held(d, "held.after");
	drive_put_int(d, "left.host", host_bytes() - before);
}

/* Why the framework returned NULL, "" if it did not say. */
static inline void reason_put(Drive *d)
{
	drive_put_text(d, "reason", error_message());
}

#endif
