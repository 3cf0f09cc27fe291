/* event.c - marks in streams, and the time between two of them. */
#include "framework/simcuda/api/cudart/runtime.h"

static SimRequest event_request(SimCode code, cudaEvent_t event)
{
	SimRequest request = {.code = code};
	request.u.event.event = (uint64_t)(uintptr_t)event;
	return request;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
	const unsigned known =
		cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
	int between_processes = (flags & cudaEventInterprocess) != 0;
	if (!event || (flags & ~known) || (between_processes && !(flags & cudaEventDisableTiming)))
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_EVENT_CREATE};
	request.u.event.flags = flags;
	SimReply reply;
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess)
		*event = (cudaEvent_t)(uintptr_t)reply.value[0];
	return error;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
	return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
	SimRequest request = event_request(SIM_EVENT_DESTROY, event);
	return runtime_call(&request, NULL);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
	SimRequest request = event_request(SIM_EVENT_RECORD, event);
	request.u.event.stream = (uint64_t)(uintptr_t)stream;
	return runtime_call(&request, NULL);
}

/* An event that is external to a capture belongs into a capture, of which there is none. */
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
	if (flags != cudaEventRecordDefault)
		return runtime_return(cudaErrorInvalidValue);
	return cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
	SimRequest request = event_request(SIM_EVENT_SYNC, event);
	return runtime_call(&request, NULL);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
	SimRequest request = event_request(SIM_EVENT_QUERY, event);
	return runtime_call(&request, NULL);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
	if (!ms)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = event_request(SIM_EVENT_ELAPSED, start);
	request.u.event.stop = (uint64_t)(uintptr_t)end;
	SimReply reply;
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess)
		*ms = (float)((double)(int64_t)reply.value[0] / 1e6);
	return error;
}
