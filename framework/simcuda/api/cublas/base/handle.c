/* handle.c - cuBLAS handles: which device and stream, which modes.
 *
 * All live handles are in one list, so that a pointer that is no handle, or no longer one, is told
 * apart without being followed. */
#include <pthread.h>
#include <stdlib.h>

#include "framework/simcuda/api/cublas/base/blas.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cublasContext *handles;

/* A request that the program does not see. */
static cudaError_t request_internal(SimRequest *request, SimReply *reply)
{
	request->internal = 1;
	return simcuda_request(request, reply);
}

struct cublasContext *blas_handle(cublasHandle_t handle)
{
	struct cublasContext *found;

	pthread_mutex_lock(&lock);
	for (found = handles; found && found != handle;)
		found = found->next;
	pthread_mutex_unlock(&lock);
	return found;
}

static cublasStatus_t handle_fill(struct cublasContext *handle)
{
	SimRequest request = {.code = SIM_GET_DEVICE};
	SimReply reply;

	if (request_internal(&request, &reply) != cudaSuccess)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	handle->device = (int)reply.value[0];

	request = (SimRequest){.code = SIM_MALLOC, .u.malloc.bytes = BLAS_WORKSPACE_BYTES};
	cudaError_t error = request_internal(&request, &reply);
	if (error != cudaSuccess)
		return blas_status(error);
	handle->workspace = reply.value[0];
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
	if (!handle)
		return CUBLAS_STATUS_INVALID_VALUE;
	struct cublasContext *made = calloc(1, sizeof *made);
	if (!made)
		return CUBLAS_STATUS_ALLOC_FAILED;
	cublasStatus_t status = handle_fill(made);
	if (status != CUBLAS_STATUS_SUCCESS) {
		free(made);
		return status;
	}
	made->settings.special_values = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
	pthread_mutex_lock(&lock);
	made->next = handles;
	handles = made;
	pthread_mutex_unlock(&lock);
	*handle = made;
	return CUBLAS_STATUS_SUCCESS;
}

/* Freeing device memory waits for its device. */
static cublasStatus_t workspace_free(uint64_t workspace)
{
	SimRequest request = {.code = SIM_POINTER, .u.pointer.address = workspace};
	SimReply reply;

	/* cudaDeviceReset has taken the memory away: there is nothing to free. */
	if (request_internal(&request, &reply) != cudaSuccess ||
	    reply.value[0] != cudaMemoryTypeDevice)
		return CUBLAS_STATUS_SUCCESS;
	request = (SimRequest){.code = SIM_FREE, .u.free.address = workspace};
	return blas_status(request_internal(&request, &reply));
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
	struct cublasContext **link;

	pthread_mutex_lock(&lock);
	for (link = &handles; *link && *link != handle;)
		link = &(*link)->next;
	if (*link)
		*link = handle->next;
	else
		handle = NULL;
	pthread_mutex_unlock(&lock);
	if (!handle)
		return CUBLAS_STATUS_NOT_INITIALIZED;

	cublasStatus_t status = workspace_free(handle->workspace);
	free(handle);
	return status;
}

/* The default streams (0, 1, 2) belong to whatever device uses them; any other to one device. */
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream)
{
	struct cublasContext *own = blas_handle(handle);
	uint64_t number = (uint64_t)(uintptr_t)stream;

	if (!own)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (number > SIM_STREAM_PER_THREAD) {
		SimRequest request = {.code = SIM_STREAM_INFO};
		SimReply reply;
		request.u.stream.stream = number;
		request.u.stream.handle_of = 1 + own->device;
		if (request_internal(&request, &reply) != cudaSuccess ||
		    reply.value[0] != (uint64_t)own->device)
			return CUBLAS_STATUS_INVALID_VALUE;
	}
	own->stream = number;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream)
{
	struct cublasContext *own = blas_handle(handle);

	if (!own)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!stream)
		return CUBLAS_STATUS_INVALID_VALUE;
	*stream = (cudaStream_t)(uintptr_t)own->stream;
	return CUBLAS_STATUS_SUCCESS;
}

/* The three modes: kept when allowed, handed back when asked for. */
BLAS_KEPT(PointerMode_v2, cublasPointerMode_t, pointer_mode,
	  value == CUBLAS_POINTER_MODE_HOST || value == CUBLAS_POINTER_MODE_DEVICE)
BLAS_KEPT(AtomicsMode, cublasAtomicsMode_t, atomics_mode,
	  value == CUBLAS_ATOMICS_NOT_ALLOWED || value == CUBLAS_ATOMICS_ALLOWED)
/* The low four bits are one of the modes, the fifth is a flag beside them. */
BLAS_KEPT(MathMode, cublasMath_t, math_mode,
	  ((unsigned)value & ~31u) == 0 &&
		  (((unsigned)value & 15u) <= 4 || ((unsigned)value & 15u) == 8))

/* Our routines need no workspace: the memory is checked and left alone. */
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t bytes)
{
	(void)bytes;
	if (!blas_handle(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if ((uintptr_t)workspace % 256 != 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	return CUBLAS_STATUS_SUCCESS;
}

static cudaError_t device_set(int device)
{
	SimRequest request = {.code = SIM_SET_DEVICE, .u.device = device};
	SimReply reply;

	return request_internal(&request, &reply);
}

/* The copy is an ordinary one: it costs time and is counted. The default stream is that of the
 * current device, which need not be the handle's. */
cublasStatus_t blas_fetch(struct cublasContext *handle, void *to, uint64_t from, uint64_t bytes)
{
	SimRequest where = {.code = SIM_GET_DEVICE};
	SimReply reply;
	cudaError_t error = request_internal(&where, &reply);
	int current = (int)reply.value[0];

	if (error == cudaSuccess && current != handle->device)
		error = device_set(handle->device);
	if (error != cudaSuccess)
		return blas_status(error);

	SimRequest request = {.code = SIM_COPY,
			      .continued = 1,
			      .u.copy = {.to = (uint64_t)(uintptr_t)to,
					 .from = from,
					 .width = bytes,
					 .rows = 1,
					 .to_pitch = bytes,
					 .from_pitch = bytes,
					 .kind = cudaMemcpyDeviceToHost,
					 .stream = handle->stream}};
	error = simcuda_request(&request, &reply);

	if (current != handle->device) {
		cudaError_t back = device_set(current);
		if (error == cudaSuccess)
			error = back;
	}
	return blas_status(error);
}
