/* host_memory.c - pinned host memory: made by us as pages of its own, or the program's own memory
 * that it registers.
 *
 * The list below knows each block's size and origin, which freeing needs. The machine is told of
 * each block; it decides whether taking one back is allowed, and waits for copies in flight. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "runtime.h"

typedef enum Origin { OURS, REGISTERED } Origin;

typedef struct Block {
	char *start;
	size_t bytes;
	Origin origin;
	struct Block *next;
} Block;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Block *blocks;

static int insert_block(Block *block)
{
	pthread_mutex_lock(&lock);
	int overlaps = 0;
	for (const Block *b = blocks; b && !overlaps; b = b->next)
		overlaps = block->start < b->start + b->bytes &&
			   b->start < block->start + block->bytes;
	if (!overlaps) {
		block->next = blocks;
		blocks = block;
	}
	pthread_mutex_unlock(&lock);
	return !overlaps;
}

/* Takes the block that starts there out of the list; NULL when there is none of that origin. */
static Block *remove_block(const void *start, Origin origin)
{
	Block *found = NULL;
	pthread_mutex_lock(&lock);
	for (Block **link = &blocks; *link && !found; link = &(*link)->next) {
		if ((*link)->start != start || (*link)->origin != origin)
			continue;
		found = *link;
		*link = found->next;
		break;
	}
	pthread_mutex_unlock(&lock);
	return found;
}

/* Tells the machine, and keeps the block in the list only if it agrees. */
static cudaError_t add_block(char *start, size_t bytes, Origin origin)
{
	Block *block = malloc(sizeof *block);
	if (!block)
		return runtime_return(cudaErrorMemoryAllocation);
	*block = (Block){start, bytes, origin, NULL};
	if (!insert_block(block)) {
		free(block);
		return runtime_return(cudaErrorHostMemoryAlreadyRegistered);
	}
	SimRequest request = {.code = SIM_HOST_ALLOC};
	request.u.host.address = (uint64_t)(uintptr_t)start;
	request.u.host.bytes = bytes;
	cudaError_t error = runtime_call(&request, NULL);
	if (error != cudaSuccess)
		free(remove_block(start, origin));
	return error;
}

static cudaError_t drop_block(void *start, Origin origin, cudaError_t unknown)
{
	Block *block = remove_block(start, origin);
	if (!block)
		return runtime_return(unknown);
	SimRequest request = {.code = SIM_HOST_FREE};
	request.u.host.address = (uint64_t)(uintptr_t)start;
	cudaError_t error = runtime_call(&request, NULL);
	if (error != cudaSuccess) {
		insert_block(block);
		return error;
	}
	if (origin == OURS)
		munmap(block->start, block->bytes);
	free(block);
	return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **pHost, size_t size, unsigned int flags)
{
	const unsigned known =
		cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
	if (!pHost || (flags & ~known))
		return runtime_return(cudaErrorInvalidValue);
	if (size == 0) {
		*pHost = NULL;
		return cudaSuccess;
	}
	void *start = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED)
		return runtime_return(cudaErrorMemoryAllocation);
	cudaError_t error = add_block(start, size, OURS);
	if (error == cudaSuccess)
		*pHost = start;
	else
		munmap(start, size);
	return error;
}

cudaError_t cudaMallocHost(void **ptr, size_t size)
{
	return cudaHostAlloc(ptr, size, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void *ptr)
{
	return ptr ? drop_block(ptr, OURS, cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags)
{
	const unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
			       cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
	if (!ptr || size == 0 || (flags & ~known))
		return runtime_return(cudaErrorInvalidValue);
	return add_block(ptr, size, REGISTERED);
}

cudaError_t cudaHostUnregister(void *ptr)
{
	if (!ptr)
		return runtime_return(cudaErrorInvalidValue);
	return drop_block(ptr, REGISTERED, cudaErrorHostMemoryNotRegistered);
}
