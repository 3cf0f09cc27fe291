/* stream.c - queues of work, and functions of the host in them. */
#include "runtime.h"

static SimRequest stream_request(SimCode code, cudaStream_t stream)
{
	SimRequest request = {.code = code};
	request.u.stream.stream = (uint64_t)(uintptr_t)stream;
	return request;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority)
{
	if (!pStream || (flags & ~(unsigned)cudaStreamNonBlocking))
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = stream_request(SIM_STREAM_CREATE, 0);
	request.u.stream.flags = flags;
	request.u.stream.priority = priority;
	SimReply reply;
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess)
		*pStream = (cudaStream_t)(uintptr_t)reply.value[0];
	return error;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags)
{
	return cudaStreamCreateWithPriority(pStream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *pStream)
{
	return cudaStreamCreateWithPriority(pStream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
	SimRequest request = stream_request(SIM_STREAM_DESTROY, stream);
	return runtime_call(&request, NULL);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
	SimRequest request = stream_request(SIM_STREAM_SYNC, stream);
	return runtime_call(&request, NULL);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
	SimRequest request = stream_request(SIM_STREAM_QUERY, stream);
	return runtime_call(&request, NULL);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
	if (flags & ~(unsigned)cudaEventWaitExternal)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = stream_request(SIM_STREAM_WAIT, stream);
	request.u.stream.event = (uint64_t)(uintptr_t)event;
	return runtime_call(&request, NULL);
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags)
{
	SimRequest request = stream_request(SIM_STREAM_INFO, hStream);
	SimReply reply;
	if (!flags)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess)
		*flags = (unsigned)reply.value[1];
	return error;
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int *device)
{
	SimRequest request = stream_request(SIM_STREAM_INFO, hStream);
	SimReply reply;
	if (!device)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess)
		*device = (int)reply.value[0];
	return error;
}

/* Priorities are accepted and do not change the order of work; one level, as CUDA says of GPUs
 * without them. */
cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
{
	SimRequest request = {.code = SIM_GET_DEVICE};
	cudaError_t error = runtime_call(&request, NULL);
	if (error != cudaSuccess)
		return error;
	if (leastPriority)
		*leastPriority = 0;
	if (greatestPriority)
		*greatestPriority = 0;
	return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData)
{
	if (!fn)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_HOST_FUNCTION};
	request.u.function.function = (uint64_t)(uintptr_t)fn;
	request.u.function.argument = (uint64_t)(uintptr_t)userData;
	request.u.function.stream = (uint64_t)(uintptr_t)stream;
	return runtime_call(&request, NULL);
}
