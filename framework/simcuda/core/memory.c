/* memory.c - the allocations of each GPU.
 *
 * Addresses are given out one after the other, each allocation followed by a gap, until the window
 * is used up; only then does the search start again from the beginning and give out addresses that
 * were freed. So a use after free, or past the end, hits nothing that belongs to another.
 *
 * Capacity is counted apart from addresses, the way CUDA takes memory from a GPU: in pages of
 * 2 MiB, which allocations below 1 MiB share. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/core.h"

static uint64_t round_up(uint64_t bytes, uint64_t unit)
{
	return (bytes + unit - 1) / unit * unit;
}

void sim_keep(Sim *sim, uint64_t bytes)
{
	for (int i = 0; i < sim->machine.gpus; i++)
		sim->gpu[i].backing.most = bytes;
}

void memory_init(const Sim *sim, Gpu *gpu, uint64_t base)
{
	gpu->base = base;
	gpu->cursor = round_up(base, SIM_ALIGNMENT);
	gpu->window = sim_address_bytes(&sim->machine);
}

void memory_release(Gpu *gpu)
{
	for (size_t i = 0; i < gpu->alloc_count; i++) {
		if (gpu->alloc[i]->pool)
			pool_give(gpu->alloc[i]->pool, gpu->alloc[i]->bytes);
		interval_set_release(&gpu->alloc[i]->written);
		interval_set_release(&gpu->alloc[i]->promised);
		op_replace(&gpu->alloc[i]->born, NULL);
		backing_give(&gpu->backing, gpu->alloc[i]->block);
		free(gpu->alloc[i]);
	}
	free(gpu->alloc);
	free(gpu->freed);
	backing_release(&gpu->backing);
}

/* --- finding ---------------------------------------------------------------------------------- */

Gpu *memory_gpu(const Sim *sim, uint64_t address)
{
	for (int i = 0; i < sim->machine.gpus; i++)
		if (address - sim->gpu[i].base < sim->gpu[i].window)
			return &sim->gpu[i];
	return NULL;
}

/* How many allocations begin at or before the address. */
static size_t alloc_search(const Gpu *gpu, uint64_t address)
{
	size_t low = 0, high = gpu->alloc_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (gpu->alloc[middle]->address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

Alloc *memory_find(const Sim *sim, uint64_t address, uint64_t bytes)
{
	const Gpu *gpu = memory_gpu(sim, address);
	size_t after = gpu ? alloc_search(gpu, address) : 0;
	if (after == 0)
		return NULL;
	Alloc *alloc = gpu->alloc[after - 1];
	uint64_t offset = address - alloc->address;
	if (alloc->freed || offset >= alloc->bytes || bytes > alloc->bytes - offset)
		return NULL;
	return alloc;
}

const Alloc *memory_next(const Sim *sim, uint64_t address)
{
	const Alloc *nearest = NULL;
	for (int i = 0; i < sim->machine.gpus; i++) {
		const Gpu *gpu = &sim->gpu[i];
		size_t after = alloc_search(gpu, address);
		if (after < gpu->alloc_count && !gpu->alloc[after]->freed &&
		    (!nearest || gpu->alloc[after]->address < nearest->address))
			nearest = gpu->alloc[after];
	}
	return nearest;
}

void memory_place(const Gpu *gpu, uint64_t address, Place *place)
{
	*place = (Place){.gpu = (Gpu *)gpu, .where = PLACE_BETWEEN};
	size_t after = alloc_search(gpu, address);
	if (after > 0) {
		Alloc *alloc = gpu->alloc[after - 1];
		place->base = alloc->address;
		place->bytes = alloc->bytes;
		place->made = &alloc->made;
		if (address - alloc->address < alloc->bytes) {
			place->where = alloc->freed ? PLACE_FREED : PLACE_LIVE;
			place->alloc = alloc->freed ? NULL : alloc;
			place->freed_at = alloc->freed ? &alloc->freed_at : NULL;
			return;
		}
	}
	size_t kept = gpu->freed_count < SIM_FREED_KEPT ? gpu->freed_count : SIM_FREED_KEPT;
	for (size_t i = 1; i <= kept; i++) {
		const Freed *freed = &gpu->freed[(gpu->freed_count - i) % SIM_FREED_KEPT];
		if (address - freed->address >= freed->bytes)
			continue;
		place->where = PLACE_FREED;
		place->base = freed->address;
		place->bytes = freed->bytes;
		place->made = &freed->made;
		place->freed_at = &freed->freed_at;
		return;
	}
}

/* --- bytes ------------------------------------------------------------------------------------ */

unsigned char *memory_bytes(const Alloc *alloc, uint64_t address)
{
	return backing_bytes(alloc->block) + (address - alloc->address);
}

unsigned char memory_poison_byte(uint64_t address)
{
	return address & 1 ? 0xFF : 0xF5;
}

static void poison_bytes(const Alloc *alloc, uint64_t from, uint64_t to)
{
	unsigned char *bytes = memory_bytes(alloc, from);
	uint64_t count = to - from;
	for (uint64_t i = 0; i < count && i < 2; i++)
		bytes[i] = memory_poison_byte(from + i);
	for (uint64_t done = 2; done < count; done *= 2) /* doubles what is there */
		memcpy(bytes + done, bytes, done < count - done ? done : count - done);
}

void memory_poison(const Alloc *alloc, const SimRange *range)
{
	if (interval_set_cover(&alloc->written, range->address,
			       range->address + range_extent(range)))
		return;
	for (uint64_t row = 0; row < range->rows; row++) {
		uint64_t at = range->address + row * range->pitch, end = at + range->width;
		while (at < end) {
			uint64_t to = interval_set_gap(&alloc->written, &at, end);
			poison_bytes(alloc, at, to);
			at = to;
		}
	}
}

/* --- capacity --------------------------------------------------------------------------------- */

static void capacity_add(Gpu *gpu, uint64_t bytes, bool taken)
{
	uint64_t sign = taken ? 1 : (uint64_t)-1;
	if (bytes >= SIM_SMALL_BYTES)
		gpu->large_pages += sign * (round_up(bytes, SIM_PAGE_BYTES) / SIM_PAGE_BYTES);
	else
		gpu->small_bytes += sign * round_up(bytes, SIM_ALIGNMENT);
}

static uint64_t capacity_taken(const Gpu *gpu)
{
	return gpu->large_pages * SIM_PAGE_BYTES + round_up(gpu->small_bytes, SIM_PAGE_BYTES);
}

uint64_t memory_free_bytes(const Sim *sim, const Gpu *gpu)
{
	uint64_t held = sim->machine.context_bytes + capacity_taken(gpu);
	uint64_t all = machine_gpu_memory(&sim->machine, gpu->index);
	return held < all ? all - held : 0;
}

static bool capacity_take(const Sim *sim, Gpu *gpu, uint64_t bytes)
{
	uint64_t all = machine_gpu_memory(&sim->machine, gpu->index);
	if (bytes > all)
		return false;
	capacity_add(gpu, bytes, true);
	if (sim->machine.context_bytes + capacity_taken(gpu) <= all)
		return true;
	capacity_add(gpu, bytes, false);
	return false;
}

bool memory_reserve(const Sim *sim, Gpu *gpu, uint64_t bytes)
{
	uint64_t free_bytes = memory_free_bytes(sim, gpu);
	if (bytes > free_bytes)
		return false;
	gpu->large_pages += bytes / SIM_PAGE_BYTES;
	return true;
}

void memory_unreserve(Gpu *gpu, uint64_t bytes)
{
	gpu->large_pages -= bytes / SIM_PAGE_BYTES;
}

/* --- addresses -------------------------------------------------------------------------------- */

/* The first address at or after `from` where an allocation with a gap behind it fits; *index is its
 * place in the list. 0: there is none up to the end of the window. */
static uint64_t address_search(const Gpu *gpu, uint64_t from, uint64_t bytes, size_t *index)
{
	uint64_t need = round_up(bytes, SIM_ALIGNMENT) + SIM_ALIGNMENT;
	uint64_t end = gpu->base + gpu->window;
	for (size_t i = alloc_search(gpu, from);; i++) {
		if (i > 0) {
			const Alloc *before = gpu->alloc[i - 1];
			uint64_t past = before->address + round_up(before->bytes, SIM_ALIGNMENT) +
					SIM_ALIGNMENT;
			from = past > from ? past : from;
		}
		uint64_t to = i < gpu->alloc_count ? gpu->alloc[i]->address : end;
		if (from < to && need <= to - from) {
			*index = i;
			return from;
		}
		if (i >= gpu->alloc_count)
			return 0;
	}
}

static uint64_t address_take(Gpu *gpu, uint64_t bytes, size_t *index)
{
	uint64_t address = address_search(gpu, gpu->cursor, bytes, index);
	if (!address) /* the window is used up */
		address = address_search(gpu, round_up(gpu->base, SIM_ALIGNMENT), bytes, index);
	if (address)
		gpu->cursor = address + round_up(bytes, SIM_ALIGNMENT) + SIM_ALIGNMENT;
	return address;
}

void memory_again(Gpu *gpu)
{
	gpu->cursor = round_up(gpu->base, SIM_ALIGNMENT);
}

/* --- making and ending ------------------------------------------------------------------------ */

/* `pool`: which has taken the bytes already; or NULL. NULL: not enough memory of the GPU, or of the
 * system. */
static Alloc *alloc_create(Sim *sim, Gpu *gpu, Pool *pool, uint64_t bytes)
{
	Alloc *alloc = calloc(1, sizeof(*alloc));
	size_t i = 0;
	if (!alloc ||
	    !array_reserve(&gpu->alloc, &gpu->alloc_room, gpu->alloc_count + 1, sizeof(Alloc *)))
		goto fail;
	if (!pool && !capacity_take(sim, gpu, bytes))
		goto fail;
	alloc->block = backing_take(&gpu->backing, bytes);
	alloc->address = alloc->block ? address_take(gpu, bytes, &i) : 0;
	if (!alloc->address) {
		if (!pool)
			capacity_add(gpu, bytes, false);
		goto fail;
	}
	alloc->gpu = gpu;
	alloc->pool = pool;
	alloc->bytes = bytes;
	memmove(gpu->alloc + i + 1, gpu->alloc + i, (gpu->alloc_count - i) * sizeof(Alloc *));
	gpu->alloc[i] = alloc;
	gpu->alloc_count++;
	return alloc;
fail:
	if (alloc && alloc->block)
		backing_give(&gpu->backing, alloc->block);
	free(alloc);
	return NULL;
}

/* Without memory for it a later mistake is told without where it was freed. */
static void freed_note(Gpu *gpu, const Alloc *alloc)
{
	if (!gpu->freed)
		gpu->freed = malloc(SIM_FREED_KEPT * sizeof(*gpu->freed));
	if (gpu->freed)
		gpu->freed[gpu->freed_count++ % SIM_FREED_KEPT] =
			(Freed){alloc->address, alloc->bytes, alloc->made, alloc->freed_at};
}

/* Forgets a freed allocation on which nothing is pending any more. */
static void alloc_destroy(Alloc *alloc)
{
	Gpu *gpu = alloc->gpu;
	depend_forget(&alloc->region);
	size_t i = alloc_search(gpu, alloc->address) - 1;
	backing_give(&gpu->backing, alloc->block);
	freed_note(gpu, alloc);
	gpu->alloc_count--;
	memmove(gpu->alloc + i, gpu->alloc + i + 1, (gpu->alloc_count - i) * sizeof(Alloc *));
	interval_set_release(&alloc->written);
	interval_set_release(&alloc->promised);
	op_replace(&alloc->born, NULL);
	free(alloc);
}

/* Memory that idle work still needs keeps its bytes, up to a limit. */
static void alloc_keep(Sim *sim, Alloc *alloc)
{
	sim->kept += alloc->bytes;
	while (sim->kept > SIM_KEPT_TOTAL && sim->idle.oldest)
		if (work_execute(sim, sim->idle.oldest))
			return;
}

/* Of memory that a library has for itself: it comes, or goes. */
static void library_count(Sim *sim, const Alloc *alloc, bool comes)
{
	SimcudaCounters *counters = &sim->counters;
	const uint64_t bytes = comes ? alloc->bytes : -alloc->bytes;
	counters->library_bytes += bytes;
	if (alloc->gpu->index < 8)
		counters->library_on[alloc->gpu->index] += bytes;
	counters->library_calls += comes;
}

void memory_end(Sim *sim, Alloc *alloc, const SimSite *site)
{
	alloc->freed = true;
	alloc->freed_at = *site;
	if (alloc->pool)
		pool_give(alloc->pool, alloc->bytes);
	else
		capacity_add(alloc->gpu, alloc->bytes, false);
	alloc->pool = NULL;
	if (alloc->internal)
		library_count(sim, alloc, false);
	else
		sim->counters.live_bytes -= alloc->bytes;
	alloc->pending++; /* it stays until this is done */
	depend_freed(sim, &alloc->region);
	if (--alloc->pending == 0)
		alloc_destroy(alloc);
	else
		alloc_keep(sim, alloc);
}

void memory_hold(Alloc *alloc)
{
	alloc->pending++;
}

void memory_drop(Sim *sim, Alloc *alloc)
{
	alloc->pending--;
	if (alloc->pending > 0 || !alloc->freed)
		return;
	sim->kept -= alloc->bytes;
	alloc_destroy(alloc);
}

/* --- requests --------------------------------------------------------------------------------- */

static void program_count(Sim *sim, uint64_t bytes)
{
	sim->counters.allocations++;
	sim->counters.live_bytes += bytes;
	if (sim->counters.live_bytes > sim->counters.peak_bytes)
		sim->counters.peak_bytes = sim->counters.live_bytes;
}

void memory_disown(Sim *sim, Alloc *alloc)
{
	alloc->internal = false;
	library_count(sim, alloc, false);
	program_count(sim, alloc->bytes);
}

cudaError_t memory_malloc(Call *call)
{
	Sim *sim = call->sim;
	const SimRequest *request = call->request;
	uint64_t bytes = request->u.malloc.bytes;
	Gpu *gpu = call->gpu;
	Pool *pool = NULL;
	Op *born = NULL;
	OpSpec mark = {.kind = OP_MARK}; /* of when memory from a pool is there */
	if (request->u.malloc.ordered) {
		cudaError_t error =
			stream_find(call, request->u.malloc.stream, call->gpu, &mark.stream);
		if (error)
			return error;
		pool = pool_find(sim, request->u.malloc.pool, mark.stream->gpu);
		if (!pool)
			return cudaErrorInvalidValue;
		gpu = pool->gpu;
	}
	if (bytes == 0) /* succeeds, with a null pointer */
		return cudaSuccess;
	if (pool && op_issue(call, &mark, &born))
		return cudaErrorMemoryAllocation;
	bool kept = pool && !pool_grows(pool, bytes);
	if (pool && !pool_take(sim, pool, bytes))
		return cudaErrorMemoryAllocation;
	Alloc *alloc = alloc_create(sim, gpu, pool, bytes);
	if (!alloc && pool)
		pool_give(pool, bytes);
	if (!alloc)
		return cudaErrorMemoryAllocation;
	alloc->made = request->site;
	alloc->internal = request->internal;
	alloc->ordered = request->u.malloc.ordered;
	op_replace(&alloc->born, born);
	call->reply->value[0] = alloc->address;
	if (alloc->internal) {
		library_count(sim, alloc, true);
	} else {
		sim->counters.from_pool += kept;
		program_count(sim, bytes);
		if (gpu->index < 8)
			sim->counters.allocated[gpu->index]++;
	}
	return cudaSuccess;
}

cudaError_t memory_pointer(Call *call)
{
	Sim *sim = call->sim;
	uint64_t address = call->request->u.pointer.address, *value = call->reply->value;
	Alloc *alloc = memory_find(sim, address, 1);
	const Pinned *pinned = alloc ? NULL : host_pinned(sim, address, 1);
	bool managed = pinned && pinned->kind == SIM_HOST_MANAGED;
	sim->counters.asked_pointers += !call->request->internal;
	if (alloc && !call->request->internal && alloc->asked != sim->launched.windows) {
		sim->counters.asked_allocations++;
		alloc->asked = sim->launched.windows;
	}
	value[0] = alloc     ? cudaMemoryTypeDevice
		   : managed ? cudaMemoryTypeManaged
		   : pinned  ? cudaMemoryTypeHost
			     : cudaMemoryTypeUnregistered;
	value[1] = alloc    ? (uint64_t)alloc->gpu->index
		   : pinned ? (uint64_t)pinned->device
			    : (uint64_t)call->thread->device;
	value[2] = alloc ? alloc->address : pinned ? pinned->address : 0;
	value[3] = alloc ? alloc->bytes : pinned ? pinned->bytes : 0;
	return cudaSuccess;
}
