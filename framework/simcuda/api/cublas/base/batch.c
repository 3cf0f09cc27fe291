/* batch.c - routines whose matrices are where arrays of pointers say.
 *
 * The arrays are device memory, which a GPU reads when the work runs. The machine must know what a
 * kernel touches when it is queued, so the arrays are read at the call, with SIM_FETCH: work that
 * is ordered before the call and has not been executed is executed then, and no time passes. It
 * differs from hardware in two ways. What is written to an array after the call, and not ordered
 * before it, is never seen (on hardware that is a race; it is reported as one here too, for the
 * launch reads the arrays). And a copy to pinned memory, or a host function, that is ordered before
 * the call may happen at the call.
 *
 * A launch describes only few ranges, so the batch is queued in parts: runs of matrices that are
 * equally spaced, within one allocation each. The first part is charged with the whole batch and
 * counted as the launch that it is; the others take no time. */
#include <stdlib.h>

#include "framework/simcuda/api/cublas/base/batch.h"

uint64_t batch_span(int64_t rows, int64_t cols, int64_t ld, uint64_t element)
{
	if (rows <= 0 || cols <= 0)
		return 0;
	return ((uint64_t)(cols - 1) * (uint64_t)ld + (uint64_t)rows) * element;
}

static cudaError_t request_internal(SimRequest *request, SimReply *reply)
{
	request->internal = 1;
	return simcuda_request(request, reply);
}

/* False when the array is no memory that the GPU can read. */
static bool array_read(const Batch *batch, int which, uint64_t *to, cudaError_t *error)
{
	SimRequest request = {.code = SIM_FETCH,
			      .u.fetch = {.to = (uint64_t)(uintptr_t)to,
					  .from = (uint64_t)(uintptr_t)batch->array[which],
					  .bytes = (uint64_t)batch->count * sizeof *to,
					  .stream = batch->handle->stream,
					  .device = batch->handle->device}};
	SimReply reply;

	*error = request_internal(&request, &reply);
	return *error != cudaErrorInvalidValue;
}

/* How many bytes there are from an address to the end of its allocation; 0 outside of any. */
static uint64_t bytes_behind(uint64_t address)
{
	SimRequest request = {.code = SIM_POINTER, .u.pointer.address = address};
	SimReply reply;

	if (request_internal(&request, &reply) != cudaSuccess || reply.value[3] == 0)
		return 0;
	return reply.value[2] + reply.value[3] - address;
}

static bool pointer_good(const Batch *batch, int which, uint64_t pointer)
{
	return batch->span[which] == 0 || (pointer != 0 && pointer % batch->element[which] == 0);
}

/* Whether matrix `next` follows the ones before it in the run that begins at `first`. */
static bool run_goes_on(const Batch *batch, int which, const uint64_t *pointer, int first, int next,
			uint64_t behind)
{
	uint64_t step = pointer[first + 1] - pointer[first];

	return (int64_t)step >= 0 && step % batch->element[which] == 0 &&
	       pointer[next] - pointer[next - 1] == step &&
	       pointer[next] - pointer[first] + batch->span[which] <= behind;
}

/* The longest run from `first` on. */
static void part_find(const Batch *batch, const uint64_t *pointers, int first, BatchPart *part)
{
	part->first = first;
	part->count = batch->count - first;
	for (int i = 0; i < batch->arrays; i++) {
		const uint64_t *pointer = pointers + (size_t)i * (size_t)batch->count;
		uint64_t behind = part->count > 1 ? bytes_behind(pointer[first]) : 0;
		int next = first + 1;

		while (next < first + part->count &&
		       run_goes_on(batch, i, pointer, first, next, behind))
			next++;
		part->count = next - first;
	}
	for (int i = 0; i < batch->arrays; i++) {
		const uint64_t *pointer = pointers + (size_t)i * (size_t)batch->count + first;
		uint64_t step = part->count > 1 ? pointer[1] - pointer[0] : 0;

		part->pointer[i] = (const void *)(uintptr_t)pointer[0];
		part->stride[i] = (int64_t)(step / batch->element[i]);
	}
}

/* Lets the machine find out what is wrong with the pointers, or with an array of them. */
static cublasStatus_t fault(const Batch *batch, const BatchPart *part, bool unreadable)
{
	BlasCall call;

	blas_begin(&call, batch->handle, BLAS_S);
	call.part = part;
	call.job.batch = 0;
	for (int i = 0; i < part->arrays && !unreadable; i++)
		call.job.range[call.job.operands++] =
			(SimRange){.address = (uint64_t)(uintptr_t)part->pointer[i],
				   .width = batch->span[i],
				   .rows = batch->span[i] > 0,
				   .pitch = batch->span[i],
				   .access = SIM_READ};
	return blas_launch_as(&call, batch->kernel, SIM_WORK_MEMORY, 0);
}

static cublasStatus_t queue_parts(const Batch *batch, const uint64_t *pointers, BatchPart *part)
{
	cublasStatus_t status = CUBLAS_STATUS_SUCCESS;

	for (int first = 0; first < batch->count && status == CUBLAS_STATUS_SUCCESS;
	     first += part->count) {
		bool good = true;
		part_find(batch, pointers, first, part);
		for (int i = 0; i < batch->arrays; i++)
			good = good &&
			       pointer_good(batch, i, (uint64_t)(uintptr_t)part->pointer[i]);
		status = good ? batch->queue(batch->routine, part) : fault(batch, part, false);
	}
	return status;
}

cublasStatus_t batch_run(const Batch *batch)
{
	size_t count = (size_t)batch->count;
	BatchPart part = {.count = batch->count, .total = batch->count, .arrays = batch->arrays};
	cudaError_t error = cudaSuccess;
	bool readable = true;

	for (int i = 0; i < batch->arrays; i++) {
		part.array[i] = batch->array[i];
		if (!batch->array[i])
			return CUBLAS_STATUS_INVALID_VALUE;
	}
	uint64_t *pointers = malloc((size_t)batch->arrays * count * sizeof *pointers);
	if (!pointers)
		return CUBLAS_STATUS_ALLOC_FAILED;
	for (int i = 0; i < batch->arrays && readable && error == cudaSuccess; i++)
		readable = array_read(batch, i, pointers + (size_t)i * count, &error);
	cublasStatus_t status = !readable              ? fault(batch, &part, true)
				: error != cudaSuccess ? blas_status(error)
						       : queue_parts(batch, pointers, &part);
	free(pointers);
	return status;
}
