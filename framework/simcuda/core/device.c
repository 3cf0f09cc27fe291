/* device.c - the current GPU of a thread, and requests about a whole GPU. */
#include "framework/simcuda/core/core.h"

cudaError_t device_set(Call *call)
{
	int device = call->request->u.device;
	if (device < 0 || device >= call->sim->machine.gpus)
		return cudaErrorInvalidDevice;
	call->thread->device = device;
	call->sim->gpu[device].attached = true; /* since CUDA 12 this makes the context */
	return cudaSuccess;
}

cudaError_t device_get(Call *call)
{
	int asked = call->request->u.device - 1;
	if (asked >= 0 && asked < 8)
		call->sim->counters.asked_gpu[asked] += !call->request->internal;
	call->reply->value[0] = (uint64_t)call->thread->device;
	return cudaSuccess;
}

cudaError_t device_sync(Call *call)
{
	gather_start(call->sim);
	gather_gpu(call->sim, call->gpu);
	cudaError_t error = work_synchronize(call);
	stream_prune(call->gpu, call->thread->clock);
	return error;
}

cudaError_t device_memory(Call *call)
{
	if (call->gpu->index < 8)
		call->sim->counters.asked_memory[call->gpu->index] += !call->request->internal;
	call->reply->value[0] = memory_free_bytes(call->sim, call->gpu);
	call->reply->value[1] = machine_gpu_memory(&call->sim->machine, call->gpu->index);
	return cudaSuccess;
}

cudaError_t device_reset(Call *call)
{
	Sim *sim = call->sim;
	Gpu *gpu = call->gpu;
	sim->counters.resets++;
	gather_start(sim);
	gather_gpu(sim, gpu);
	host_gather(sim, gpu->index);
	cudaError_t error = work_wait(call);
	if (error)
		return error;
	leak_report(sim, gpu);
	host_leak_report(sim, gpu->index);
	for (size_t i = gpu->alloc_count; i-- > 0;)
		if (!gpu->alloc[i]->freed)
			memory_end(sim, gpu->alloc[i], &call->request->site);
	host_forget(sim, gpu->index);
	pool_reset(sim, gpu);
	event_release_all(sim, gpu);
	stream_release_all(sim, gpu);
	peer_forget(sim, gpu);
	gpu->attached = false;
	return cudaSuccess;
}
