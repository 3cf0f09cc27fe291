/* copy.c - copies and fills of bytes and of rows. All copies are one request: rows of bytes, with
 * or without a stream, between named devices or not. Boxes stand in box.c. */
#include "framework/simcuda/api/cudart/runtime.h"

static SimRequest copy_request(void *to, const void *from, size_t count, cudaStream_t stream,
			       int async)
{
	SimRequest request = {.code = SIM_COPY};
	request.u.copy.to = (uint64_t)(uintptr_t)to;
	request.u.copy.from = (uint64_t)(uintptr_t)from;
	request.u.copy.width = count;
	request.u.copy.rows = 1;
	request.u.copy.to_pitch = request.u.copy.from_pitch = count;
	request.u.copy.kind = cudaMemcpyDefault;
	request.u.copy.stream = (uint64_t)(uintptr_t)stream;
	request.u.copy.async = async;
	return request;
}

static cudaError_t copy(SimRequest request, enum cudaMemcpyKind kind)
{
	if ((unsigned)kind > cudaMemcpyDefault)
		return runtime_return(cudaErrorInvalidMemcpyDirection);
	request.u.copy.kind = kind;
	return runtime_call(&request, NULL);
}

static cudaError_t copy_rows(SimRequest request, size_t to_pitch, size_t from_pitch, size_t rows,
			     enum cudaMemcpyKind kind)
{
	if (request.u.copy.width > to_pitch || request.u.copy.width > from_pitch ||
	    to_pitch > RUNTIME_MAX_PITCH || from_pitch > RUNTIME_MAX_PITCH)
		return runtime_return(cudaErrorInvalidPitchValue);
	request.u.copy.rows = rows;
	request.u.copy.to_pitch = to_pitch;
	request.u.copy.from_pitch = from_pitch;
	return copy(request, kind);
}

static cudaError_t copy_peer(SimRequest request, int to_device, int from_device)
{
	int gpus = simcuda_machine()->gpus;
	if (gpus > 0 &&
	    (to_device < 0 || to_device >= gpus || from_device < 0 || from_device >= gpus))
		return runtime_return(cudaErrorInvalidDevice);
	request.u.copy.peer = 1;
	request.u.copy.to_device = to_device;
	request.u.copy.from_device = from_device;
	return copy(request, cudaMemcpyDeviceToDevice);
}

static SimRequest fill_request(void *to, int value, size_t bytes, cudaStream_t stream, int async)
{
	SimRequest request = {.code = SIM_MEMSET};
	request.u.memset.to = (uint64_t)(uintptr_t)to;
	request.u.memset.bytes = bytes;
	request.u.memset.stream = (uint64_t)(uintptr_t)stream;
	request.u.memset.value = value;
	request.u.memset.async = async;
	return request;
}

static cudaError_t fill(void *to, int value, size_t bytes, cudaStream_t stream, int async)
{
	SimRequest request = fill_request(to, value, bytes, stream, async);
	return runtime_call(&request, NULL);
}

static cudaError_t fill_rows(SimRequest request, size_t pitch, size_t rows)
{
	if (request.u.memset.bytes > pitch || pitch > RUNTIME_MAX_PITCH)
		return runtime_return(cudaErrorInvalidPitchValue);
	request.u.memset.rows = rows;
	request.u.memset.pitch = pitch;
	if (rows == 0)
		request.u.memset.bytes = 0;
	return runtime_call(&request, NULL);
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
	return copy(copy_request(dst, src, count, 0, 0), kind);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
			    cudaStream_t stream)
{
	return copy(copy_request(dst, src, count, stream, 1), kind);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
			 size_t height, enum cudaMemcpyKind kind)
{
	return copy_rows(copy_request(dst, src, width, 0, 0), dpitch, spitch, height, kind);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
			      size_t width, size_t height, enum cudaMemcpyKind kind,
			      cudaStream_t stream)
{
	return copy_rows(copy_request(dst, src, width, stream, 1), dpitch, spitch, height, kind);
}

cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count)
{
	return copy_peer(copy_request(dst, src, count, 0, 0), dstDevice, srcDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice,
				size_t count, cudaStream_t stream)
{
	return copy_peer(copy_request(dst, src, count, stream, 1), dstDevice, srcDevice);
}

cudaError_t cudaMemset(void *devPtr, int value, size_t count)
{
	return fill(devPtr, value, count, 0, 0);
}

cudaError_t cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream)
{
	return fill(devPtr, value, count, stream, 1);
}

cudaError_t cudaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height)
{
	return fill_rows(fill_request(devPtr, value, width, 0, 0), pitch, height);
}

cudaError_t cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height,
			      cudaStream_t stream)
{
	return fill_rows(fill_request(devPtr, value, width, stream, 1), pitch, height);
}
