/* free.c - cudaFree and cudaFreeAsync.
 *
 * cudaFree waits for the GPU first, as the hardware's does, so that nothing which the GPU still has
 * to do can touch the memory. cudaFreeAsync does not, and neither does cudaFree of memory that came
 * from cudaMallocAsync: then the bytes stay until the work that was queued before has used them. */
#include "framework/simcuda/core/core.h"

static const char *free_name(const SimRequest *request)
{
	return request->u.free.ordered ? "cudaFreeAsync" : "cudaFree";
}

/* The allocation that begins at the address. When there is none: a finding, and NULL. */
static Alloc *free_target(Call *call)
{
	Sim *sim = call->sim;
	const SimSite *site = &call->request->site;
	const char *name = free_name(call->request);
	uint64_t address = call->request->u.free.address;
	const Gpu *gpu = memory_gpu(sim, address);
	const Pinned *pinned = gpu ? NULL : host_pinned(sim, address, 1);
	if (pinned && pinned->internal && pinned->kind == SIM_HOST_MANAGED) {
		finding_add(sim, SIM_FINDING_HOST_POINTER, site, NULL,
			    "%s is given a __managed__ variable; it takes what cudaMalloc returned",
			    name);
		return NULL;
	}
	if (pinned && pinned->kind == SIM_HOST_MANAGED) {
		finding_add(sim, SIM_FINDING_OUT_OF_BOUNDS, site, &pinned->made,
			    "%s is given offset %llu of %llu bytes of managed memory; it takes its "
			    "beginning",
			    name, (unsigned long long)(address - pinned->address),
			    (unsigned long long)pinned->bytes);
		return NULL;
	}
	if (!gpu) {
		finding_add(sim, SIM_FINDING_HOST_POINTER, site, NULL,
			    "%s is given host memory; it takes what cudaMalloc returned", name);
		return NULL;
	}
	Place place;
	memory_place(gpu, address, &place);
	if (place.where == PLACE_FREED) {
		finding_add(sim, SIM_FINDING_DOUBLE_FREE, site, place.freed_at,
			    "%s frees an allocation of %llu bytes on GPU %d that has been freed "
			    "already",
			    name, (unsigned long long)place.bytes, gpu->index);
		return NULL;
	}
	if (place.where == PLACE_LIVE && place.base == address)
		return place.alloc;
	if (place.where == PLACE_LIVE)
		finding_add(sim, SIM_FINDING_OUT_OF_BOUNDS, site, place.made,
			    "%s is given offset %llu of an allocation of %llu bytes on GPU %d; it "
			    "takes its beginning",
			    name, (unsigned long long)(address - place.base),
			    (unsigned long long)place.bytes, gpu->index);
	else
		finding_add(sim, SIM_FINDING_OUT_OF_BOUNDS, site, NULL,
			    "%s is given an address on GPU %d where nothing is allocated", name,
			    gpu->index);
	return NULL;
}

static void report_unfinished(Call *call, const Alloc *alloc, const Op *op)
{
	finding_add(
		call->sim, SIM_FINDING_USE_AFTER_FREE, &call->request->site, &op->site,
		"%s frees an allocation of %llu bytes on GPU %d that unfinished work still uses",
		free_name(call->request), (unsigned long long)alloc->bytes, alloc->gpu->index);
}

/* The first operation on the memory that nothing orders before the mark of the freeing. */
static void check_order(Call *call, const Alloc *alloc, const Op *mark)
{
	const Access *const lists[] = {alloc->region.writers, alloc->region.readers};
	for (int i = 0; i < 2; i++)
		for (const Access *access = lists[i]; access; access = access->next) {
			if (order_before(access->op, mark))
				continue;
			report_unfinished(call, alloc, access->op);
			return;
		}
}

/* Work of another GPU, which cudaFree did not wait for, may still be on its way to the memory. */
static void check_unfinished(Call *call, const Alloc *alloc)
{
	const Access *const lists[] = {alloc->region.writers, alloc->region.readers};
	for (int i = 0; i < 2; i++)
		for (const Access *access = lists[i]; access; access = access->next) {
			if (access->op->settled || access->op->end <= call->thread->clock)
				continue;
			report_unfinished(call, alloc, access->op);
			return;
		}
}

cudaError_t memory_free(Call *call)
{
	Sim *sim = call->sim;
	const SimRequest *request = call->request;
	if (request->u.free.address == 0)
		return cudaSuccess;
	Alloc *alloc = free_target(call);
	if (!alloc)
		return cudaErrorInvalidValue;
	cudaError_t error = alloc->gpu->fault;
	if (!error && request->u.free.ordered) {
		OpSpec spec = {.kind = OP_MARK};
		Op *mark = NULL;
		error = stream_find(call, request->u.free.stream, call->gpu, &spec.stream);
		if (!error)
			error = op_issue(call, &spec, &mark);
		if (mark)
			check_order(call, alloc, mark);
	} else if (!error && !alloc->ordered) {
		gather_start(sim);
		gather_gpu(sim, alloc->gpu);
		error = work_wait_beside(call);
	}
	if (error)
		return error;
	if (!request->u.free.ordered)
		check_unfinished(call, alloc);
	if (!request->u.free.ordered && alloc->ordered)
		sim->counters.before_frees += call->thread->synced;
	if (!alloc->internal)
		sim->counters.frees++;
	memory_end(sim, alloc, &request->site);
	return cudaSuccess;
}
