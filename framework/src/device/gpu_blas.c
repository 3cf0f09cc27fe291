/* gpu_blas.c - matrix products and norms by cuBLAS.
 *
 * A cuBLAS handle is costly to make and belongs to one device, and two threads should not share one
 * at a time. So each thread takes a handle of the device when it first needs one, and when the
 * thread ends the handle goes back to a common list for the next thread. Handles are never
 * destroyed: at the end of the process the device may have been reset, or CUDA may be gone.
 *
 * cudaDeviceReset() makes the handles of the device useless. A call that fails in a way that this
 * would explain is tried once more with a new handle. */
#include "framework/src/device/gpu.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct BlasHandle {
	cublasHandle_t handle;
	int device;
	struct BlasHandle *next;
} BlasHandle;

static BlasHandle *unused; /* handles of threads that have ended */
static pthread_mutex_t unused_lock = PTHREAD_MUTEX_INITIALIZER;

/* One call of cuBLAS and what it is about. */
typedef struct BlasCall {
	const char *text;
	cublasStatus_t (*run)(cublasHandle_t handle, const struct BlasCall *call);
	const MatMul *product; /* of a product; of a norm the rest */
	float *out;
	const float *x;
	int n;
} BlasCall;

void blas_give_back(BlasHandle *handle)
{
	if (!handle)
		return;
	pthread_mutex_lock(&unused_lock);
	handle->next = unused;
	unused = handle;
	pthread_mutex_unlock(&unused_lock);
}

/* An unused handle of that device; NULL when there is none. */
static BlasHandle *take_unused(int device)
{
	pthread_mutex_lock(&unused_lock);
	BlasHandle **link = &unused;
	while (*link && (*link)->device != device)
		link = &(*link)->next;
	BlasHandle *found = *link;
	if (found)
		*link = found->next;
	pthread_mutex_unlock(&unused_lock);
	return found;
}

/* A new handle of the device, which is CUDA's current one. */
static int handle_create(int device, BlasHandle **out)
{
	BlasHandle *made = calloc(1, sizeof(*made));
	if (!made)
		return error_set(STATUS_MEMORY, "the host has no memory left for a cuBLAS handle");
	made->device = device;
	int status = BLAS_CHECK(device, cublasCreate(&made->handle));
	if (status != STATUS_OK) {
		free(made);
		return status;
	}
	*out = made;
	return STATUS_OK;
}

/* Whether a handle whose device has been reset would answer so. */
static bool handle_may_be_dead(cublasStatus_t status)
{
	return status == CUBLAS_STATUS_NOT_INITIALIZED || status == CUBLAS_STATUS_MAPPING_ERROR ||
	       status == CUBLAS_STATUS_EXECUTION_FAILED || status == CUBLAS_STATUS_INTERNAL_ERROR;
}

static cublasStatus_t run_on_stream(cublasHandle_t handle, cudaStream_t stream,
				    const BlasCall *call)
{
	cublasStatus_t status = cublasSetStream(handle, stream);
	return status == CUBLAS_STATUS_SUCCESS ? call->run(handle, call) : status;
}

/* Runs the call on the current stream of the device, which is CUDA's current one. */
static int run_with_handle(int device, const BlasCall *call)
{
	GpuSlot *slot = gpu_slot(device);
	if (!slot)
		return error_passed_on();
	bool fresh = false;
	for (;;) {
		if (!slot->blas)
			slot->blas = take_unused(device);
		if (!slot->blas) {
			if (handle_create(device, &slot->blas) != STATUS_OK)
				return error_passed_on();
			fresh = true;
		}
		cublasStatus_t status = run_on_stream(slot->blas->handle, slot->stream, call);
		if (!handle_may_be_dead(status))
			return blas_check(status, call->text, device);
		free(slot->blas);
		slot->blas = NULL;
		if (fresh)
			return blas_check(status, call->text, device);
	}
}

static int blas_run(int device, const BlasCall *call)
{
	int before;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	return gpu_leave(device, before, run_with_handle(device, call));
}

/* cuBLAS counts by columns. A row-major (n, k) is a column-major (k, n), its transpose, so the
 * product is asked for as b' times a', which is out': nothing has to be transposed. */
static cublasStatus_t run_matmul(cublasHandle_t handle, const BlasCall *c)
{
	const float one = 1, beta = c->product->more ? 1 : 0;
	const MatMul *p = c->product;
	return cublasSgemm(handle, p->transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N,
			   p->transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N, p->m, p->n, p->k, &one, p->b,
			   p->transpose_b ? p->k : p->m, p->a, p->transpose_a ? p->n : p->k, &beta,
			   p->out, p->m);
}

/* With the result's place on the device nothing is sent to the host, and the host need not wait. */
static cublasStatus_t run_norm(cublasHandle_t handle, const BlasCall *c)
{
	cublasStatus_t status = cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	status = cublasSnrm2(handle, c->n, c->x, 1, c->out);
	cublasStatus_t restored = cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
	return status == CUBLAS_STATUS_SUCCESS ? restored : status;
}

int gpu_matmul(int device, const MatMul *product)
{
	return blas_run(device,
			&(BlasCall){.text = "cublasSgemm", .run = run_matmul, .product = product});
}

int gpu_norm(int device, float *out, const float *x, int n)
{
	return blas_run(
		device,
		&(BlasCall){.text = "cublasSnrm2", .run = run_norm, .out = out, .x = x, .n = n});
}
