/* fill.c - cudaMemset and its family. */
#include <string.h>

#include "framework/simcuda/core/core.h"

#define FILL_CHUNK 4096

static const char *fill_name(bool several, bool async)
{
	static const char *const names[2][2] = {{"cudaMemset", "cudaMemsetAsync"},
						{"cudaMemset2D", "cudaMemset2DAsync"}};
	return names[several][async];
}

cudaError_t fill_form(const SimRequest *request, uint64_t *bytes)
{
	const uint64_t width = request->u.memset.bytes;
	const uint64_t rows = request->u.memset.rows > 0 ? request->u.memset.rows : 1;
	if (__builtin_mul_overflow(width, rows, bytes))
		return cudaErrorInvalidValue;
	if (request->u.memset.rows > 0 && width > request->u.memset.pitch)
		return cudaErrorInvalidPitchValue;
	return cudaSuccess;
}

cudaError_t fill_issue(Call *call)
{
	Sim *sim = call->sim;
	const SimRequest *request = call->request;
	uint64_t to = request->u.memset.to, width = request->u.memset.bytes, bytes;
	bool several = request->u.memset.rows > 0;
	uint64_t rows = several ? request->u.memset.rows : 1;
	Actor actor = {sim, "", fill_name(several, request->u.memset.async), &request->site};
	cudaError_t error = fill_form(request, &bytes);
	if (error)
		return error;
	OpSpec spec = {.kind = OP_FILL,
		       .name = actor.name,
		       .bytes = (double)bytes,
		       .value = request->u.memset.value,
		       .accesses = 1};
	error = stream_find(call, request->u.memset.stream, call->gpu, &spec.stream);
	if (error || bytes == 0)
		return error;
	Access *access = &spec.access[0];
	access->range = (SimRange){to, width, rows, request->u.memset.pitch, SIM_WRITE};
	range_join(&access->range);
	Gpu *gpu = memory_gpu(sim, to);
	if (gpu) {
		access->alloc = check_range(&actor, &access->range);
		check_is_library(sim, access->alloc, false);
		SimCost cost = {.work = SIM_WORK_MEMORY, .bytes = (double)bytes};
		spec.duration = machine_kernel_time(&sim->machine, &cost);
		spec.engine[0] = &gpu->engine[ENGINE_COMPUTE];
	} else if (host_pinned(sim, to, range_extent(&access->range))) {
		spec.duration = machine_copy_time(&sim->machine.d2h_pinned, bytes);
	} else {
		check_host_pointer(&actor, &access->range, "the target of a fill");
		return cudaErrorInvalidValue;
	}
	if (gpu && !access->alloc)
		return cudaErrorInvalidValue;
	if (gpu && gpu->fault)
		return gpu->fault;
	Op *op;
	error = op_issue(call, &spec, &op);
	if (error)
		return error;
	sim->counters.memsets++;
	if (gpu || request->u.memset.async)
		return cudaSuccess;
	return work_wait_op(call, op); /* pinned host memory: the call waits */
}

static void fill_host(const Sim *sim, const SimRange *range, int value)
{
	unsigned char chunk[FILL_CHUNK];
	memset(chunk, value, sizeof(chunk));
	for (uint64_t row = 0; row < range->rows; row++) {
		uint64_t to = range->address + row * range->pitch;
		for (uint64_t done = 0; done < range->width; done += sizeof(chunk)) {
			uint64_t left = range->width - done;
			sim->host.write(sim->host.context, to + done, chunk,
					left < sizeof(chunk) ? left : sizeof(chunk));
		}
	}
}

cudaError_t fill_run(Sim *sim, Op *op)
{
	const Access *access = &op->access[0];
	if (!access->alloc) {
		fill_host(sim, &access->range, op->value);
		return cudaSuccess;
	}
	const SimRange *range = &access->range;
	if (!interval_set_reserve(&access->alloc->written, range->rows))
		return cudaErrorMemoryAllocation;
	for (uint64_t row = 0; row < range->rows; row++)
		memset(memory_bytes(access->alloc, range->address + row * range->pitch), op->value,
		       range->width);
	interval_set_add(&access->alloc->written, range);
	return cudaSuccess;
}
