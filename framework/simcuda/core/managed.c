/* managed.c - managed memory: host memory that the GPUs use as if it were theirs.
 *
 * The program makes it and touches it directly; for the machine it is pinned host memory with
 * another name (host.c), whose bytes may be computed late (managed_pages.c). They do not move: a
 * kernel works on them where they are, and pays for the way over the link each time. So moving
 * memory ahead of its use takes the time that a copy over the link takes, in its stream, and
 * changes nothing else; nor does attaching it to a stream, which only matters to GPUs that cannot
 * use managed memory together with the host. Both are checked. */
#include "framework/simcuda/core/core.h"

/* The managed memory that holds the range; NULL, with a finding for what is not there. */
static const Pinned *managed_find(Call *call, const char *name, uint64_t bytes)
{
	uint64_t address = call->request->u.managed.address;
	const Pinned *pinned = host_pinned(call->sim, address, bytes ? bytes : 1);
	if (pinned && pinned->kind == SIM_HOST_MANAGED)
		return pinned;
	pinned = host_pinned(call->sim, address, 1);
	const Gpu *gpu = memory_gpu(call->sim, address);
	if (pinned && pinned->kind == SIM_HOST_MANAGED)
		finding_add(call->sim, SIM_FINDING_OUT_OF_BOUNDS, &call->request->site,
			    &pinned->made,
			    "%s is given %llu bytes at offset %llu of %llu bytes of managed memory",
			    name, (unsigned long long)bytes,
			    (unsigned long long)(address - pinned->address),
			    (unsigned long long)pinned->bytes);
	else
		finding_add(call->sim, gpu ? SIM_FINDING_DEVICE_POINTER : SIM_FINDING_HOST_POINTER,
			    &call->request->site, NULL,
			    "%s is given %s memory; it takes what cudaMallocManaged returned", name,
			    gpu ? "device" : "host");
	return NULL;
}

cudaError_t managed_move(Call *call)
{
	const Sim *sim = call->sim;
	const SimRequest *request = call->request;
	uint64_t bytes = request->u.managed.bytes;
	int device = request->u.managed.device;
	OpSpec spec = {.kind = OP_MARK, .name = "cudaMemPrefetchAsync", .bytes = (double)bytes};
	if (device < -1 || device >= sim->machine.gpus)
		return cudaErrorInvalidDevice;
	if (bytes == 0 || !managed_find(call, spec.name, bytes))
		return cudaErrorInvalidValue;
	cudaError_t error = stream_find(call, request->u.managed.stream, call->gpu, &spec.stream);
	if (error)
		return error;
	Gpu *gpu = device >= 0 ? &call->sim->gpu[device] : spec.stream->gpu;
	const SimLink *link = device >= 0 ? &sim->machine.h2d_pinned : &sim->machine.d2h_pinned;
	spec.duration = machine_copy_time(link, bytes);
	spec.engine[0] = &gpu->engine[device >= 0 ? ENGINE_IN : ENGINE_OUT];
	return op_issue(call, &spec, NULL);
}

cudaError_t managed_attach(Call *call)
{
	const SimRequest *request = call->request;
	uint64_t bytes = request->u.managed.bytes, stream = request->u.managed.stream;
	unsigned flags = request->u.managed.flags;
	OpSpec spec = {.kind = OP_MARK, .name = "cudaStreamAttachMemAsync"};
	if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost &&
	    flags != cudaMemAttachSingle)
		return cudaErrorInvalidValue;
	if (flags == cudaMemAttachSingle &&
	    (stream == SIM_STREAM_DEFAULT || stream == SIM_STREAM_LEGACY))
		return cudaErrorInvalidValue;
	const Pinned *pinned = managed_find(call, spec.name, bytes);
	if (!pinned || request->u.managed.address != pinned->address ||
	    (bytes && bytes != pinned->bytes))
		return cudaErrorInvalidValue;
	cudaError_t error = stream_find(call, stream, call->gpu, &spec.stream);
	return error ? error : op_issue(call, &spec, NULL);
}
