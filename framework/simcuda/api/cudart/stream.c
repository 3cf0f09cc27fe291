/* stream.c - queues of work, and functions of the host in them. */
#include <stdlib.h>

#include "framework/simcuda/api/cudart/runtime.h"

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

/* There is one level of priority, to which every wish is cut. */
cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority)
{
	int device;
	if (!priority)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = cudaStreamGetDevice(hStream, &device);
	if (error == cudaSuccess)
		*priority = 0;
	return error;
}

/* A number of its own for each stream of the process: a handle is one already. Each default stream
 * belongs to a device, and the per-thread ones to a thread besides. */
cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId)
{
	SimRequest request = stream_request(SIM_STREAM_INFO, hStream);
	SimReply reply;
	if (!streamId)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = runtime_call(&request, &reply);
	uint64_t handle = request.u.stream.stream, device = reply.value[0];
	if (error != cudaSuccess)
		return error;
	if (handle > SIM_STREAM_PER_THREAD)
		*streamId = handle;
	else if (handle == SIM_STREAM_PER_THREAD)
		*streamId = ((uint64_t)request.thread + 1) << 8 | (device + 1);
	else
		*streamId = device + 1;
	return cudaSuccess;
}

/* Capturing is not simulated, so no stream that exists is captured. */
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *pCaptureStatus)
{
	int device;
	if (!pCaptureStatus)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = cudaStreamGetDevice(stream, &device);
	if (error == cudaSuccess)
		*pCaptureStatus = cudaStreamCaptureStatusNone;
	return error;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
	static _Thread_local enum cudaStreamCaptureMode own = cudaStreamCaptureModeGlobal;
	if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
		return runtime_return(cudaErrorInvalidValue);
	enum cudaStreamCaptureMode before = own;
	own = *mode;
	*mode = before;
	return cudaSuccess;
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

/* `named` is the program's function, which `fn` calls. */
static cudaError_t queue_function(cudaStream_t stream, cudaHostFn_t fn, void *userData,
				  uint64_t named)
{
	SimRequest request = {.code = SIM_HOST_FUNCTION};
	request.u.function.function = (uint64_t)(uintptr_t)fn;
	request.u.function.argument = (uint64_t)(uintptr_t)userData;
	request.u.function.stream = (uint64_t)(uintptr_t)stream;
	if (runtime_unusable()) /* a lock may have been held when the process was forked */
		return runtime_call(&request, NULL);
	site_capture(&request.site);
	host_calls_queued(&request, named); /* first: it may run within this very call */
	cudaError_t error = runtime_call(&request, NULL);
	if (error != cudaSuccess)
		host_calls_gone(request.u.function.function, request.u.function.argument);
	return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData)
{
	if (!fn)
		return runtime_return(cudaErrorInvalidValue);
	return queue_function(stream, fn, userData, (uint64_t)(uintptr_t)fn);
}

/* A callback is a function of the host that is told its stream and how the work before it went. A
 * GPU that has failed takes no more work, so what is called goes well. */
typedef struct Callback {
	cudaStreamCallback_t function;
	cudaStream_t stream;
	void *data;
} Callback;

static void run_callback(void *given)
{
	Callback callback = *(Callback *)given;
	free(given);
	callback.function(callback.stream, cudaSuccess, callback.data);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
				  void *userData, unsigned int flags)
{
	if (!callback || flags != 0)
		return runtime_return(cudaErrorInvalidValue);
	Callback *given = malloc(sizeof *given);
	if (!given)
		return runtime_return(cudaErrorMemoryAllocation);
	*given = (Callback){callback, stream, userData};
	cudaError_t error =
		queue_function(stream, run_callback, given, (uint64_t)(uintptr_t)callback);
	if (error != cudaSuccess)
		free(given);
	return error;
}
