/* host.c - host memory that the program has pinned.
 *
 * Copies from and to it are deferred; so giving it back waits for those that still need it, as the
 * hardware does. */
#include <stdlib.h>
#include <string.h>

#include "core.h"

/* How many ranges begin at or before the address. */
static size_t pinned_search(const PinnedList *list, uint64_t address)
{
	size_t low = 0, high = list->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (list->range[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const Pinned *host_pinned(const Sim *sim, uint64_t address, uint64_t bytes)
{
	size_t after = pinned_search(&sim->pinned, address);
	if (after == 0)
		return NULL;
	const Pinned *range = &sim->pinned.range[after - 1];
	uint64_t offset = address - range->address;
	return offset < range->bytes && bytes <= range->bytes - offset ? range : NULL;
}

cudaError_t host_alloc(Call *call)
{
	const SimMachine *machine = &call->sim->machine;
	PinnedList *list = &call->sim->pinned;
	uint64_t address = call->request->u.host.address, bytes = call->request->u.host.bytes;
	if (address == 0 || bytes == 0 || bytes > UINT64_MAX - address)
		return cudaErrorInvalidValue;
	size_t i = pinned_search(list, address);
	bool overlaps_before =
		i > 0 && address - list->range[i - 1].address < list->range[i - 1].bytes;
	bool overlaps_after = i < list->count && list->range[i].address - address < bytes;
	if (overlaps_before || overlaps_after)
		return cudaErrorHostMemoryAlreadyRegistered;
	if (!array_reserve(&list->range, &list->room, list->count + 1, sizeof(Pinned)))
		return cudaErrorMemoryAllocation;
	memmove(list->range + i + 1, list->range + i, (list->count - i) * sizeof(Pinned));
	list->range[i] = (Pinned){address, bytes};
	list->count++;
	if (!call->request->internal && machine->host_alloc_rate > 0)
		call->thread->clock = time_add(call->thread->clock,
					       time_ceil((double)bytes / machine->host_alloc_rate));
	return cudaSuccess;
}

static bool op_touches_host(const Op *op, const Pinned *pinned)
{
	for (int i = 0; i < op->touches; i++) {
		const SimRange *range = &op->touch[i].range;
		if (!op->touch[i].alloc && range->address < pinned->address + pinned->bytes &&
		    pinned->address < range->address + range_extent(range))
			return true;
	}
	return false;
}

cudaError_t host_free(Call *call)
{
	Sim *sim = call->sim;
	PinnedList *list = &sim->pinned;
	uint64_t address = call->request->u.host.address;
	size_t i = pinned_search(list, address);
	if (i == 0 || list->range[i - 1].address != address)
		return cudaErrorHostMemoryNotRegistered;
	i--;
	gather_start(sim);
	for (Op *op = sim->oldest; op; op = op->newer)
		if (op_touches_host(op, &list->range[i]))
			gather_op(sim, op);
	cudaError_t error = work_wait(call);
	if (error)
		return error;
	list->count--;
	memmove(list->range + i, list->range + i + 1, (list->count - i) * sizeof(Pinned));
	return cudaSuccess;
}
