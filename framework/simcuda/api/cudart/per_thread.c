/* per_thread.c - the calls of programs whose default stream is each thread's own.
 *
 * nvcc --default-stream per-thread, and CUDA_API_PER_THREAD_DEFAULT_STREAM, compile a call into one
 * with another name: _ptsz where a stream is among the arguments, _ptds where it is implied. They
 * are the same calls, but stream 0 means cudaStreamPerThread. */
#include "framework/simcuda/api/cudart/runtime.h"

#define OWN(name, suffix, parameters, arguments)                                                   \
	cudaError_t name##suffix parameters;                                                       \
	cudaError_t name##suffix parameters                                                        \
	{                                                                                          \
		runtime_own_stream(1);                                                             \
		cudaError_t error = name arguments;                                                \
		runtime_own_stream(0);                                                             \
		return error;                                                                      \
	}

/* Declared by no header: code that nvcc compiled calls it. */
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void **args,
			       size_t sharedMem, cudaStream_t stream);

/* --- memory ----------------------------------------------------------------------------------- */
OWN(cudaMallocAsync, _ptsz, (void **p, size_t bytes, cudaStream_t s), (p, bytes, s))
OWN(cudaMallocFromPoolAsync, _ptsz, (void **p, size_t bytes, cudaMemPool_t pool, cudaStream_t s),
    (p, bytes, pool, s))
OWN(cudaFreeAsync, _ptsz, (void *p, cudaStream_t s), (p, s))
OWN(cudaMemPrefetchAsync, _ptsz,
    (const void *p, size_t bytes, struct cudaMemLocation place, unsigned flags, cudaStream_t s),
    (p, bytes, place, flags, s))
OWN(cudaStreamAttachMemAsync, _ptsz, (cudaStream_t s, void *p, size_t bytes, unsigned flags),
    (s, p, bytes, flags))

/* --- copies and fills ------------------------------------------------------------------------- */
OWN(cudaMemcpy, _ptds, (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind),
    (to, from, bytes, kind))
OWN(cudaMemcpyAsync, _ptsz,
    (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t s),
    (to, from, bytes, kind, s))
OWN(cudaMemcpy2D, _ptds,
    (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
     enum cudaMemcpyKind kind),
    (to, to_pitch, from, from_pitch, width, height, kind))
OWN(cudaMemcpy2DAsync, _ptsz,
    (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
     enum cudaMemcpyKind kind, cudaStream_t s),
    (to, to_pitch, from, from_pitch, width, height, kind, s))
OWN(cudaMemcpy3D, _ptds, (const struct cudaMemcpy3DParms *box), (box))
OWN(cudaMemcpy3DAsync, _ptsz, (const struct cudaMemcpy3DParms *box, cudaStream_t s), (box, s))
OWN(cudaMemcpy3DPeer, _ptds, (const struct cudaMemcpy3DPeerParms *box), (box))
OWN(cudaMemcpy3DPeerAsync, _ptsz, (const struct cudaMemcpy3DPeerParms *box, cudaStream_t s),
    (box, s))
OWN(cudaMemset, _ptds, (void *to, int value, size_t bytes), (to, value, bytes))
OWN(cudaMemsetAsync, _ptsz, (void *to, int value, size_t bytes, cudaStream_t s),
    (to, value, bytes, s))
OWN(cudaMemset2D, _ptds, (void *to, size_t pitch, int value, size_t width, size_t height),
    (to, pitch, value, width, height))
OWN(cudaMemset2DAsync, _ptsz,
    (void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t s),
    (to, pitch, value, width, height, s))
OWN(cudaMemset3D, _ptds, (struct cudaPitchedPtr to, int value, struct cudaExtent extent),
    (to, value, extent))
OWN(cudaMemset3DAsync, _ptsz,
    (struct cudaPitchedPtr to, int value, struct cudaExtent extent, cudaStream_t s),
    (to, value, extent, s))

/* --- streams and events ----------------------------------------------------------------------- */
OWN(cudaStreamSynchronize, _ptsz, (cudaStream_t s), (s))
OWN(cudaStreamQuery, _ptsz, (cudaStream_t s), (s))
OWN(cudaStreamWaitEvent, _ptsz, (cudaStream_t s, cudaEvent_t event, unsigned flags),
    (s, event, flags))
OWN(cudaStreamGetFlags, _ptsz, (cudaStream_t s, unsigned *flags), (s, flags))
OWN(cudaStreamGetDevice, _ptsz, (cudaStream_t s, int *device), (s, device))
OWN(cudaStreamGetPriority, _ptsz, (cudaStream_t s, int *priority), (s, priority))
OWN(cudaStreamGetId, _ptsz, (cudaStream_t s, unsigned long long *id), (s, id))
OWN(cudaStreamIsCapturing, _ptsz, (cudaStream_t s, enum cudaStreamCaptureStatus *status),
    (s, status))
OWN(cudaEventRecord, _ptsz, (cudaEvent_t event, cudaStream_t s), (event, s))
OWN(cudaEventRecordWithFlags, _ptsz, (cudaEvent_t event, cudaStream_t s, unsigned flags),
    (event, s, flags))

/* --- launches --------------------------------------------------------------------------------- */
OWN(cudaLaunchKernel, _ptsz,
    (const void *f, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t s),
    (f, grid, block, args, shared, s))
OWN(cudaLaunchCooperativeKernel, _ptsz,
    (const void *f, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t s),
    (f, grid, block, args, shared, s))
OWN(__cudaLaunchKernel, _ptsz,
    (cudaKernel_t f, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t s),
    (f, grid, block, args, shared, s))
OWN(cudaLaunchKernelExC, _ptsz, (const cudaLaunchConfig_t *config, const void *f, void **args),
    (config, f, args))
OWN(cudaLaunchHostFunc, _ptsz, (cudaStream_t s, cudaHostFn_t f, void *data), (s, f, data))
OWN(cudaStreamAddCallback, _ptsz,
    (cudaStream_t s, cudaStreamCallback_t f, void *data, unsigned flags), (s, f, data, flags))
