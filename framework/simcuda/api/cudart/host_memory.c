/* host_memory.c - host memory that GPUs can use: made by us as pages of its own (pinned or
 * managed), or the program's own memory that it registers.
 *
 * The list below knows each block's size and origin, which freeing needs. The machine is told of
 * each block; it decides whether taking one back is allowed, and waits for copies in flight. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "framework/simcuda/api/cudart/host_pages.h"
#include "framework/simcuda/api/cudart/runtime.h"

typedef struct Block {
	char *start;
	size_t bytes;
	SimHostKind kind;
	unsigned flags; /* of cudaHostAlloc */
	int variable;   /* a __managed__ one: its bytes stay when the machine forgets them */
	struct Block *next;
} Block;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Block *blocks;
static atomic_int managed;                              /* blocks of that kind */
static _Atomic(const char *) managed_low, managed_high; /* all that ever were lie between */

static void note_managed(const Block *block)
{
	const char *end = block->start + block->bytes;
	if (!managed_low || block->start < managed_low)
		managed_low = block->start;
	if (end > managed_high)
		managed_high = end;
	managed++;
}

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
		if (block->kind == SIM_HOST_MANAGED)
			note_managed(block);
	}
	pthread_mutex_unlock(&lock);
	return !overlaps;
}

/* Takes the block that starts there out of the list; NULL when there is none of that kind. */
static Block *remove_block(const void *start, SimHostKind kind)
{
	Block *found = NULL;
	pthread_mutex_lock(&lock);
	for (Block **link = &blocks; *link && !found; link = &(*link)->next) {
		if ((*link)->start != start || (*link)->kind != kind)
			continue;
		found = *link;
		*link = found->next;
		managed -= kind == SIM_HOST_MANAGED;
		break;
	}
	pthread_mutex_unlock(&lock);
	return found;
}

static void release_block(Block *block)
{
	if (block->kind != SIM_HOST_REGISTERED && !block->variable)
		host_pages_give(block->start, block->bytes);
	free(block);
}

static SimRequest block_request(SimCode code, const Block *block)
{
	SimRequest request = {.code = code};
	request.u.host.address = (uint64_t)(uintptr_t)block->start;
	request.u.host.bytes = block->bytes;
	request.u.host.kind = block->kind;
	request.u.host.apart = block->kind == SIM_HOST_MANAGED && libc_comes_later() &&
			       host_pages_apart(block->start);
	return request;
}

/* Tells the machine, and keeps the block in the list only if it agrees. */
static cudaError_t add_block(char *start, size_t bytes, SimHostKind kind, unsigned flags)
{
	Block *block = malloc(sizeof *block);
	if (!block)
		return runtime_return(cudaErrorMemoryAllocation);
	*block = (Block){.start = start, .bytes = bytes, .kind = kind, .flags = flags};
	if (!insert_block(block)) {
		free(block);
		return runtime_return(cudaErrorHostMemoryAlreadyRegistered);
	}
	SimRequest request = block_request(SIM_HOST_ALLOC, block);
	cudaError_t error = runtime_call(&request, NULL);
	if (error != cudaSuccess)
		free(remove_block(start, kind));
	return error;
}

cudaError_t host_memory_make(void **pointer, size_t size, SimHostKind kind, unsigned flags)
{
	void *start = host_pages_take(size, kind == SIM_HOST_MANAGED);
	if (!start)
		return runtime_return(cudaErrorMemoryAllocation);
	cudaError_t error = add_block(start, size, kind, flags);
	if (error == cudaSuccess)
		*pointer = start;
	else
		host_pages_give(start, size);
	return error;
}

cudaError_t host_memory_place(void *start, size_t bytes, SimRequest *request)
{
	SimReply reply;
	Block *block = malloc(sizeof *block);
	if (!block)
		return cudaErrorMemoryAllocation;
	*block = (Block){.start = start, .bytes = bytes, .kind = SIM_HOST_MANAGED, .variable = 1};
	if (!insert_block(block)) {
		free(block);
		return cudaErrorHostMemoryAlreadyRegistered;
	}
	request->u.place.address = (uint64_t)(uintptr_t)start;
	request->u.place.apart = libc_comes_later() && host_pages_apart(start);
	cudaError_t error = simcuda_request(request, &reply);
	if (error != cudaSuccess)
		free(remove_block(start, SIM_HOST_MANAGED));
	return error;
}

cudaError_t host_memory_drop(void *start, SimHostKind kind, cudaError_t unknown)
{
	Block *block = remove_block(start, kind);
	if (!block)
		return runtime_return(unknown);
	SimRequest request = block_request(SIM_HOST_FREE, block);
	cudaError_t error = runtime_call(&request, NULL);
	if (error != cudaSuccess)
		insert_block(block);
	else
		release_block(block);
	return error;
}

/* What most programs have none of is looked for without the lock. */
int host_memory_managed_start(const void *address)
{
	int found = 0;
	if (managed == 0)
		return 0;
	pthread_mutex_lock(&lock);
	for (const Block *b = blocks; b && !found; b = b->next)
		found = b->kind == SIM_HOST_MANAGED && !b->variable && b->start == address;
	pthread_mutex_unlock(&lock);
	return found;
}

int host_memory_has_managed(const void *address, size_t bytes)
{
	const char *from = address;
	int found = 0;
	/* without the lock, so that handlers of signals may write what is on their stacks */
	if (managed == 0 || from >= managed_high || from + bytes <= managed_low)
		return 0;
	pthread_mutex_lock(&lock);
	for (const Block *b = blocks; b && !found; b = b->next)
		found = b->kind == SIM_HOST_MANAGED && from < b->start + b->bytes &&
			b->start < from + bytes;
	pthread_mutex_unlock(&lock);
	return found;
}

void host_memory_after_reset(void)
{
	pthread_mutex_lock(&lock);
	for (Block **link = &blocks; *link;) {
		Block *block = *link;
		SimRequest request = {.code = SIM_POINTER, .internal = 1};
		request.u.pointer.address = (uint64_t)(uintptr_t)block->start;
		SimReply reply;
		cudaError_t error = simcuda_request(&request, &reply);
		if (error != cudaSuccess || reply.value[0] != cudaMemoryTypeUnregistered) {
			link = &block->next;
			continue;
		}
		*link = block->next;
		managed -= block->kind == SIM_HOST_MANAGED;
		release_block(block);
	}
	pthread_mutex_unlock(&lock);
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
	return host_memory_make(pHost, size, SIM_HOST_PINNED, flags);
}

cudaError_t cudaMallocHost(void **ptr, size_t size)
{
	return cudaHostAlloc(ptr, size, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void *ptr)
{
	return ptr ? host_memory_drop(ptr, SIM_HOST_PINNED, cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags)
{
	const unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
			       cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
	if (!ptr || size == 0 || (flags & ~known))
		return runtime_return(cudaErrorInvalidValue);
	return add_block(ptr, size, SIM_HOST_REGISTERED, flags);
}

cudaError_t cudaHostUnregister(void *ptr)
{
	if (!ptr)
		return runtime_return(cudaErrorInvalidValue);
	return host_memory_drop(ptr, SIM_HOST_REGISTERED, cudaErrorHostMemoryNotRegistered);
}

/* GPUs know host memory by the host's own addresses. */
cudaError_t cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags)
{
	if (!pDevice || !pHost || flags != 0)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_POINTER};
	request.u.pointer.address = (uint64_t)(uintptr_t)pHost;
	SimReply reply;
	cudaError_t error = runtime_call(&request, &reply);
	if (error != cudaSuccess)
		return error;
	if (reply.value[0] != cudaMemoryTypeHost && reply.value[0] != cudaMemoryTypeManaged)
		return runtime_return(cudaErrorInvalidValue);
	*pDevice = pHost;
	return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int *pFlags, void *pHost)
{
	if (!pFlags || !pHost)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_GET_DEVICE};
	cudaError_t error = runtime_call(&request, NULL);
	if (error != cudaSuccess)
		return error;
	error = cudaErrorInvalidValue;
	pthread_mutex_lock(&lock);
	for (const Block *b = blocks; b; b = b->next) {
		if (b->kind == SIM_HOST_PINNED && (char *)pHost >= b->start &&
		    (char *)pHost < b->start + b->bytes) {
			*pFlags = b->flags;
			error = cudaSuccess;
		}
	}
	pthread_mutex_unlock(&lock);
	return runtime_return(error);
}
