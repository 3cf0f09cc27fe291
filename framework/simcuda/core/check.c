/* check.c - does a range lie where it should? If not: a finding that says how it misses. */
#include "framework/simcuda/core/core.h"
#include "framework/simcuda/core/sim_judge.h"

/* Up to this far behind an allocation, an address is taken to have run over its end. */
#define OVERRUN_BYTES SIM_PAGE_BYTES

/* The least that a page of the host has. */
#define HOST_PAGE_BYTES 4096

uint64_t range_extent(const SimRange *range)
{
	uint64_t steps = range->rows - 1, extent;
	if (__builtin_mul_overflow(steps, range->pitch, &extent) ||
	    __builtin_add_overflow(extent, range->width, &extent))
		return UINT64_MAX;
	return extent;
}

void range_join(SimRange *range)
{
	uint64_t width;
	if (range->rows > 1 && range->pitch == range->width &&
	    !__builtin_mul_overflow(range->width, range->rows, &width)) {
		range->width = width;
		range->rows = 1;
	}
	if (range->rows == 1)
		range->pitch = range->width;
}

const char *range_verb(const SimRange *range)
{
	static const char *const verbs[] = {[SIM_READ] = "reads",
					    [SIM_WRITE] = "writes",
					    [SIM_READ_WRITE] = "reads and writes"};
	return verbs[range->access & SIM_READ_WRITE];
}

void check_is_library(Sim *sim, Alloc *alloc, bool is_result)
{
	if (alloc && alloc->internal && !alloc->image && !is_result)
		memory_disown(sim, alloc);
}

bool sim_is_library(const Sim *sim, uint64_t address, uint64_t bytes)
{
	const Alloc *alloc = memory_find(sim, address, bytes);
	return alloc && alloc->internal && !alloc->image;
}

Alloc *check_range(const Actor *actor, const SimRange *range)
{
	uint64_t extent = range_extent(range);
	Alloc *alloc = memory_find(actor->sim, range->address, extent);
	if (alloc)
		return ptx_variable_check(actor, range, alloc) ? alloc : NULL;
	const Alloc *first = memory_find(actor->sim, range->address, 1);
	if (first && !ptx_variable_check(actor, range, first))
		return NULL;
	const Gpu *gpu = memory_gpu(actor->sim, range->address);
	Place place;
	memory_place(gpu, range->address, &place);
	uint64_t offset = range->address - place.base;
	bool freed = place.where == PLACE_FREED;
	if (place.where == PLACE_BETWEEN &&
	    (place.bytes == 0 || offset > place.bytes + OVERRUN_BYTES))
		finding_add(actor->sim, SIM_FINDING_OUT_OF_BOUNDS, actor->site, NULL,
			    "%s%s %s %llu bytes on GPU %d where nothing is allocated",
			    actor->prefix, actor->name, range_verb(range),
			    (unsigned long long)extent, gpu->index);
	else
		finding_add(
			actor->sim, freed ? SIM_FINDING_USE_AFTER_FREE : SIM_FINDING_OUT_OF_BOUNDS,
			actor->site, freed ? place.freed_at : place.made,
			"%s%s %s %llu bytes at offset %llu of an allocation of %llu bytes on GPU "
			"%d%s",
			actor->prefix, actor->name, range_verb(range), (unsigned long long)extent,
			(unsigned long long)offset, (unsigned long long)place.bytes, gpu->index,
			freed ? " that has been freed" : "");
	return NULL;
}

/* The pinned memory behind whose end that is, in its last page: pinned memory has pages of its own. NULL: there is none. */
static const Pinned *pinned_ended_before(const Sim *sim, uint64_t address)
{
	const Pinned *before = host_before(sim, address);
	if (!before || before->kind != SIM_HOST_PINNED || before->address % HOST_PAGE_BYTES != 0)
		return NULL;
	uint64_t end = before->address + before->bytes;
	uint64_t pages_end = (end + HOST_PAGE_BYTES - 1) / HOST_PAGE_BYTES * HOST_PAGE_BYTES;
	return address >= end && address < pages_end ? before : NULL;
}

cudaError_t check_overrun(const Actor *actor, const SimRange *range)
{
	uint64_t extent = range_extent(range);
	const Pinned *first = host_pinned(actor->sim, range->address, 1);
	if (!first)
		first = pinned_ended_before(actor->sim, range->address);
	if (!first || first->kind == SIM_HOST_MANAGED ||
	    host_pinned(actor->sim, first->address + first->bytes, 1))
		return cudaSuccess;
	finding_add(actor->sim, SIM_FINDING_OUT_OF_BOUNDS, actor->site, &first->made,
		    "%s%s %s %llu bytes at offset %llu of an allocation of %llu bytes of pinned "
		    "host memory",
		    actor->prefix, actor->name, range_verb(range), (unsigned long long)extent,
		    (unsigned long long)(range->address - first->address),
		    (unsigned long long)first->bytes);
	return cudaErrorInvalidValue;
}

void check_host_pointer(const Actor *actor, const SimRange *range, const char *place)
{
	finding_add(actor->sim, SIM_FINDING_HOST_POINTER, actor->site, NULL,
		    "%s%s %s %llu bytes of host memory where device memory belongs: %s",
		    actor->prefix, actor->name, range_verb(range),
		    (unsigned long long)range_extent(range),
		    range->address ? place : "a null pointer");
}

void check_null(const Actor *actor, const SimRange *range)
{
	finding_add(actor->sim, SIM_FINDING_HOST_POINTER, actor->site, NULL,
		    "%s%s %s %llu bytes through a null pointer", actor->prefix, actor->name,
		    range_verb(range), (unsigned long long)range_extent(range));
}

void check_device_pointer(const Actor *actor, const SimRange *range, int gpu, const char *place)
{
	finding_add(actor->sim, SIM_FINDING_DEVICE_POINTER, actor->site, NULL,
		    "%s%s %s %llu bytes of memory on GPU %d where host memory belongs: %s",
		    actor->prefix, actor->name, range_verb(range),
		    (unsigned long long)range_extent(range), gpu, place);
}
