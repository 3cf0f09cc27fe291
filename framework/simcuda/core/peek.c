/* peek.c - looking at device memory and addresses from outside, without any effect; and writing to it. */
#include <string.h>

#include "framework/simcuda/core/core.h"

static int look(Sim *sim, uint64_t address, void *to, size_t bytes, bool queued)
{
	const Alloc *alloc = memory_find(sim, address, bytes);
	const SimRange range = {address, bytes, 1, bytes, SIM_READ};
	unsigned char *out = to;
	if (!alloc || work_produce(sim, &alloc->region, &range, queued))
		return -1;
	memcpy(out, memory_bytes(alloc, address), bytes);
	for (uint64_t at = address, end = address + bytes; at < end;) {
		uint64_t gap_end = interval_set_gap(&alloc->written, &at, end);
		for (; at < gap_end; at++)
			out[at - address] = memory_poison_byte(at);
	}
	return 0;
}

int sim_peek(Sim *sim, uint64_t address, void *to, size_t bytes)
{
	return look(sim, address, to, bytes, false);
}

int sim_peek_queued(Sim *sim, uint64_t address, void *to, size_t bytes)
{
	return look(sim, address, to, bytes, true);
}

/* Runs whatever of a list of accesses meets the range. */
static cudaError_t accesses_run(Sim *sim, Access *const *list, const SimRange *range)
{
	for (Access *access = *list; access;) {
		Op *op = access->op;
		bool needed = !op->ran && ranges_meet(&access->range, range);
		cudaError_t error = needed ? work_execute(sim, op) : cudaSuccess;
		if (error)
			return error;
		access = needed ? *list : access->next; /* the list has changed */
	}
	return cudaSuccess;
}

int sim_poke(Sim *sim, uint64_t address, const void *from, size_t bytes)
{
	Alloc *alloc = memory_find(sim, address, bytes);
	const SimRange range = {address, bytes, 1, bytes, SIM_WRITE};
	if (!alloc || accesses_run(sim, &alloc->region.writers, &range) ||
	    accesses_run(sim, &alloc->region.readers, &range) ||
	    !interval_set_reserve(&alloc->written, 1) || !interval_set_reserve(&alloc->promised, 1))
		return -1;
	memcpy(memory_bytes(alloc, address), from, bytes);
	interval_set_add(&alloc->promised, &range);
	interval_set_add(&alloc->written, &range);
	return 0;
}

int sim_describe(const Sim *sim, uint64_t address, int *device, uint64_t *base, uint64_t *bytes,
		 SimSite *made)
{
	const Gpu *gpu = memory_gpu(sim, address);
	if (!gpu)
		return 0;
	Place place;
	memory_place(gpu, address, &place);
	*device = gpu->index;
	*base = place.base;
	*bytes = place.bytes;
	*made = place.made ? *place.made : (SimSite){{0}};
	return place.where;
}
