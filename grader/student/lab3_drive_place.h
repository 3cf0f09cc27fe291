/* lab3_drive_place.h - memory of the host and of GPUs for lab 3: a place is a GPU's number, or -1 for the host. */
#ifndef GRADER_STUDENT_LAB3_DRIVE_PLACE_H
#define GRADER_STUDENT_LAB3_DRIVE_PLACE_H

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "grader/drive/left.h"
#include "grader/include/drive.h"

typedef struct Place {
	enum cudaMemoryType type;
	int gpu;
} Place;

static inline Place place_of(const void *pointer)
{
	struct cudaPointerAttributes where;
	if (!pointer || cudaPointerGetAttributes(&where, pointer) != cudaSuccess) {
		left_clear();
		return (Place){cudaMemoryTypeUnregistered, -1};
	}
	return (Place){where.type, where.type == cudaMemoryTypeDevice ? where.device : -1};
}

/* Whether host memory is still there: what was given back is closed. */
static inline bool is_there(const void *memory)
{
	char byte;
	struct iovec here = {&byte, 1}, there = {(void *)(uintptr_t)memory, 1};
	return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1;
}

/* As in grader/labs/lab3/judge.c. */
enum { IS_NULL, IS_PLAIN, IS_PINNED, IS_MANAGED, IS_DEVICE, IS_GONE };

static inline int memory_kind(const void *memory)
{
	if (!memory)
		return IS_NULL;
	switch (place_of(memory).type) {
	case cudaMemoryTypeDevice:
		return IS_DEVICE;
	case cudaMemoryTypeHost:
		return IS_PINNED;
	case cudaMemoryTypeManaged:
		return IS_MANAGED;
	default:
		return is_there(memory) ? IS_PLAIN : IS_GONE;
	}
}

static inline void release(float *memory)
{
	switch (memory_kind(memory)) {
	case IS_DEVICE:
	case IS_MANAGED:
		cudaFree(memory);
		break;
	case IS_PINNED:
		cudaFreeHost(memory);
		break;
	case IS_PLAIN:
		free(memory);
		break;
	default:
		break;
	}
}

/* Room for `count` numbers on that place; from malloc on the host. The current device stays. */
static inline float *place_room(int gpu, int64_t count)
{
	size_t bytes = (size_t)count * sizeof(float);
	float *memory = NULL;
	if (gpu < 0)
		return allocate(bytes);
	int before = left_device();
	cudaSetDevice(gpu);
	if (cudaMalloc((void **)&memory, bytes) != cudaSuccess)
		abort();
	cudaSetDevice(before);
	return memory;
}

/* The same with the list of that name in it. */
static inline float *place_given(Drive *d, int gpu, const char *name)
{
	float *memory = place_room(gpu, drive_count(d, name));
	drive_give(d, name, 0, memory, drive_count(d, name));
	return memory;
}

/* The same with `values` in it. */
static inline float *place_floats(int gpu, const float *values, int64_t count)
{
	size_t bytes = (size_t)count * sizeof *values;
	float *memory = place_room(gpu, count);
	if (gpu < 0)
		return memcpy(memory, values, bytes);
	int before = left_device();
	cudaSetDevice(gpu);
	if (cudaMemcpy(memory, values, bytes, cudaMemcpyHostToDevice) != cudaSuccess ||
	    cudaDeviceSynchronize() != cudaSuccess) /* the last piece may still be on its way */
		abort();
	cudaSetDevice(before);
	return memory;
}

#endif
