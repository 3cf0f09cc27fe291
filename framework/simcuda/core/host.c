/* host.c - host memory that GPUs can use: pinned by the program, or managed.
 *
 * Copies from and to it are deferred; so giving it back waits for those that still need it, as the
 * hardware does. Managed memory is freed by cudaFree, which waits for all work of all GPUs. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/core.h"

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

const Pinned *host_before(const Sim *sim, uint64_t address)
{
	size_t after = pinned_search(&sim->pinned, address);
	return after > 0 ? &sim->pinned.range[after - 1] : NULL;
}

Pinned *host_of(Sim *sim, uint64_t address)
{
	const Pinned *pinned = host_pinned(sim, address, 1);
	return pinned ? &sim->pinned.range[pinned - sim->pinned.range] : NULL;
}

bool host_is_managed(const Sim *sim, uint64_t address)
{
	const Pinned *pinned = host_pinned(sim, address, 1);
	return pinned && pinned->kind == SIM_HOST_MANAGED;
}

cudaError_t host_form(const Sim *sim, const SimRequest *request)
{
	const PinnedList *list = &sim->pinned;
	uint64_t address = request->u.host.address, bytes = request->u.host.bytes;
	if (address == 0 || bytes == 0 || bytes > UINT64_MAX - address ||
	    (unsigned)request->u.host.kind > SIM_HOST_MANAGED)
		return cudaErrorInvalidValue;
	size_t i = pinned_search(list, address);
	bool overlaps_before =
		i > 0 && address - list->range[i - 1].address < list->range[i - 1].bytes;
	bool overlaps_after = i < list->count && list->range[i].address - address < bytes;
	return overlaps_before || overlaps_after ? cudaErrorHostMemoryAlreadyRegistered
						 : cudaSuccess;
}

cudaError_t host_alloc(Call *call)
{
	const SimMachine *machine = &call->sim->machine;
	PinnedList *list = &call->sim->pinned;
	uint64_t address = call->request->u.host.address, bytes = call->request->u.host.bytes;
	cudaError_t error = host_form(call->sim, call->request);
	if (error)
		return error;
	size_t i = pinned_search(list, address);
	if (!array_reserve(&list->range, &list->room, list->count + 1, sizeof(Pinned)))
		return cudaErrorMemoryAllocation;
	Region *region = calloc(1, sizeof(*region));
	if (!region)
		return cudaErrorMemoryAllocation;
	memmove(list->range + i + 1, list->range + i, (list->count - i) * sizeof(Pinned));
	list->range[i] = (Pinned){.address = address,
				  .bytes = bytes,
				  .serial = ++call->sim->pinned_made,
				  .kind = call->request->u.host.kind,
				  .device = call->thread->device,
				  .internal = call->request->internal,
				  .made = call->request->site,
				  .region = region};
	if (call->request->u.host.apart && !managed_pages_make(call->sim, &list->range[i])) {
		memmove(list->range + i, list->range + i + 1, (list->count - i) * sizeof(Pinned));
		free(region);
		return cudaErrorMemoryAllocation;
	}
	list->count++;
	/* the pages of managed memory come with their first use */
	bool pins = call->request->u.host.kind != SIM_HOST_MANAGED;
	uint64_t *made =
		pins ? &call->sim->counters.pinned_bytes : &call->sim->counters.managed_bytes;
	*made += call->request->internal ? 0 : bytes;
	if (pins && !call->request->internal && machine->host_alloc_rate > 0)
		call->thread->clock = time_add(call->thread->clock,
					       time_ceil((double)bytes / machine->host_alloc_rate));
	return cudaSuccess;
}

/* Takes it out of the list, when no work needs it any more. */
static void pinned_remove(Sim *sim, size_t i)
{
	PinnedList *list = &sim->pinned;
	protect_lift(sim);
	depend_forget(list->range[i].region);
	free(list->range[i].region);
	free(list->range[i].page);
	list->count--;
	memmove(list->range + i, list->range + i + 1, (list->count - i) * sizeof(Pinned));
}

void host_release_all(Sim *sim)
{
	for (size_t i = 0; i < sim->pinned.count; i++) {
		free(sim->pinned.range[i].region);
		free(sim->pinned.range[i].page);
	}
	free(sim->pinned.range);
	sim->pinned = (PinnedList){0};
}

static void region_gather(Sim *sim, const Region *region)
{
	for (const Access *access = region->writers; access; access = access->next)
		gather_op(sim, access->op);
	for (const Access *access = region->readers; access; access = access->next)
		gather_op(sim, access->op);
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
	for (int gpu = 0; list->range[i].kind == SIM_HOST_MANAGED && gpu < sim->machine.gpus; gpu++)
		gather_gpu(sim, &sim->gpu[gpu]);
	region_gather(sim, list->range[i].region);
	cudaError_t error = work_wait_beside(call);
	if (!error)
		error = managed_end(sim, &list->range[i]);
	if (!error)
		pinned_remove(sim, i);
	return error;
}

/* --- what is left ----------------------------------------------------------------------------- */

static bool host_leaked(const Pinned *pinned, int device)
{
	return !pinned->internal && !pinned->reported && (device < 0 || pinned->device == device);
}

/* One finding for all of that kind which were made at the same place as the i-th. */
static void host_leak_report_at(Sim *sim, size_t i, int device)
{
	static const struct {
		const char *thing, *place, *done;
	} words[] = {
		[SIM_HOST_PINNED] = {"allocation", "pinned host memory", "freed"},
		[SIM_HOST_REGISTERED] = {"range", "registered host memory", "unregistered"},
		[SIM_HOST_MANAGED] = {"allocation", "managed memory", "freed"},
	};
	const Pinned *first = &sim->pinned.range[i];
	uint64_t count = 0, bytes = 0;
	char text[BYTES_TEXT];
	for (size_t k = i; k < sim->pinned.count; k++) {
		Pinned *pinned = &sim->pinned.range[k];
		if (!host_leaked(pinned, device) || pinned->kind != first->kind ||
		    memcmp(&pinned->made, &first->made, sizeof(first->made)) != 0)
			continue;
		pinned->reported = true;
		count++;
		bytes += pinned->bytes;
	}
	bytes_text(text, bytes);
	if (count == 1)
		finding_add(sim, SIM_FINDING_LEAK, &first->made, NULL,
			    "1 %s of %s of %s was never %s", words[first->kind].thing, text,
			    words[first->kind].place, words[first->kind].done);
	else if (count > 1)
		finding_add(sim, SIM_FINDING_LEAK, &first->made, NULL,
			    "%llu %ss, %s in all, of %s were never %s", (unsigned long long)count,
			    words[first->kind].thing, text, words[first->kind].place,
			    words[first->kind].done);
}

void host_leak_report(Sim *sim, int device)
{
	for (int i = 0; i < sim->machine.gpus; i++)
		if (sim->gpu[i].fault) /* nothing could be freed any more */
			return;
	for (size_t i = 0; i < sim->pinned.count; i++)
		host_leak_report_at(sim, i, device);
}

void host_gather(Sim *sim, int device)
{
	for (size_t i = 0; i < sim->pinned.count; i++)
		if (sim->pinned.range[i].device == device)
			region_gather(sim, sim->pinned.range[i].region);
}

void host_forget(Sim *sim, int device)
{
	for (size_t i = sim->pinned.count; i-- > 0;)
		if (sim->pinned.range[i].device == device &&
		    managed_end(sim, &sim->pinned.range[i]) == cudaSuccess)
			pinned_remove(sim, i);
}
