/* call.c - the entry point's side of a routine: checks, scalars, launch. operand.c has the rest. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/api/cublas/base/batch.h"
#include "framework/simcuda/api/cublas/base/blas.h"

size_t blas_bytes(BlasType type)
{
	static const size_t bytes[] = {
		sizeof(blas_s), sizeof(blas_d), sizeof(blas_c), sizeof(blas_z), 2, 2, 1, 2, 4};

	return bytes[type];
}

cublasStatus_t blas_status(cudaError_t error)
{
	switch (error) {
	case cudaSuccess:
		return CUBLAS_STATUS_SUCCESS;
	case cudaErrorMemoryAllocation:
		return CUBLAS_STATUS_ALLOC_FAILED;
	case cudaErrorNoDevice:
	case cudaErrorInsufficientDriver:
		return CUBLAS_STATUS_NOT_INITIALIZED;
	case cudaErrorNotSupported: /* by a machine in another process */
		return CUBLAS_STATUS_NOT_SUPPORTED;
	default:
		return CUBLAS_STATUS_EXECUTION_FAILED;
	}
}

bool blas_enter(BlasCall *call)
{
	call->handle = blas_handle(call->handle);
	call->status = call->handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
	return call->handle != NULL;
}

bool blas_begin(BlasCall *call, cublasHandle_t handle, BlasType type)
{
	memset(call, 0, sizeof *call);
	call->handle = handle;
	call->type = call->scalar_type = type;
	call->name = "cuBLAS";
	call->job.batch = 1;
	call->job.alpha.range = call->job.beta.range = -1;
	return blas_enter(call);
}

int blas_size(BlasCall *call, int64_t size)
{
	if (size >= INT_MIN && size <= INT_MAX)
		return (int)size;
	if (call->status == CUBLAS_STATUS_SUCCESS) {
		fprintf(stderr, "simcuda: %s: sizes beyond %d are not simulated\n", call->name,
			INT_MAX);
		call->status = CUBLAS_STATUS_NOT_SUPPORTED;
	}
	return 0;
}

void blas_scalars_real(BlasCall *call)
{
	call->scalar_type = call->type == BLAS_C   ? BLAS_S
			    : call->type == BLAS_Z ? BLAS_D
						   : call->type;
}

void blas_require(BlasCall *call, bool holds)
{
	if (!holds && call->status == CUBLAS_STATUS_SUCCESS)
		call->status = CUBLAS_STATUS_INVALID_VALUE;
}

enum CBLAS_TRANSPOSE blas_operation(BlasCall *call, cublasOperation_t operation)
{
	blas_require(call, operation == CUBLAS_OP_N || operation == CUBLAS_OP_T ||
				   operation == CUBLAS_OP_C);
	if (operation == CUBLAS_OP_N)
		return CblasNoTrans;
	/* For real numbers the two are the same: kernels then see only one. */
	return operation == CUBLAS_OP_C && call->type >= BLAS_C ? CblasConjTrans : CblasTrans;
}

enum CBLAS_SIDE blas_side(BlasCall *call, cublasSideMode_t side)
{
	blas_require(call, side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT);
	return side == CUBLAS_SIDE_LEFT ? CblasLeft : CblasRight;
}

enum CBLAS_UPLO blas_uplo(BlasCall *call, cublasFillMode_t uplo)
{
	blas_require(call, uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER);
	return uplo == CUBLAS_FILL_MODE_LOWER ? CblasLower : CblasUpper;
}

enum CBLAS_DIAG blas_diag(BlasCall *call, cublasDiagType_t diag)
{
	blas_require(call, diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT);
	return diag == CUBLAS_DIAG_NON_UNIT ? CblasNonUnit : CblasUnit;
}

static bool value_is_zero(BlasType type, const BlasScalar *scalar)
{
	switch (type) {
	case BLAS_S:
		return scalar->value.s == 0;
	case BLAS_D:
		return scalar->value.d == 0;
	case BLAS_C:
		return scalar->value.c == 0;
	case BLAS_F16:
	case BLAS_BF16:
		return (scalar->value.h & 0x7fff) == 0;
	case BLAS_I32:
		return scalar->value.i == 0;
	default:
		return scalar->value.z == 0;
	}
}

/* A scalar in device memory is only noted: the machine knows its value when the work runs. */
bool blas_scalar(BlasCall *call, BlasScalar *to, const void *from)
{
	blas_require(call, from != NULL);
	if (call->status != CUBLAS_STATUS_SUCCESS)
		return false;
	if (call->handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
		memcpy(&to->value, from, blas_bytes(call->scalar_type));
		return !value_is_zero(call->scalar_type, to);
	}
	to->range = BLAS_OPERANDS + (to == &call->job.beta);
	call->job.range[to->range] =
		blas_range_plain(from, blas_bytes(call->scalar_type), SIM_READ);
	return true;
}

SimAccess blas_target(BlasCall *call, BlasScalar *beta, const void *from)
{
	bool used = blas_scalar(call, beta, from);

	return beta->range >= 0 ? SIM_MAY_READ_WRITE | SIM_ALL_WRITTEN
	       : used           ? SIM_READ_WRITE
				: SIM_WRITE;
}

static double range_bytes(const SimRange *range)
{
	return blas_access_times(range->access) * (double)range->width * (double)range->rows;
}

/* The first part of a batch carries the cost of the whole and its arrays of pointers; the others
 * are no calls of their own. */
static void launch_part(BlasJob *job, const BatchPart *part, SimRequest *request)
{
	double scale = (double)part->total / part->count;

	if (part->first > 0) {
		job->cost = (SimCost){.work = SIM_WORK_PART};
		request->internal = 1;
		return;
	}
	job->cost.flops *= scale;
	job->cost.bytes *= scale;
	job->cost.batch *= scale;
	for (int i = 0; i < part->arrays; i++)
		job->range[BLAS_RANGES + i] = blas_range_plain(
			part->array[i], (uint64_t)part->total * sizeof(void *), SIM_READ);
}

cublasStatus_t blas_launch_as(BlasCall *call, const SimKernel *kernel, SimWork work, double flops)
{
	BlasJob *job = &call->job;

	if (call->status != CUBLAS_STATUS_SUCCESS)
		return call->status;
	job->ranges = BLAS_RANGES + BLAS_ARRAYS;
	for (int i = job->operands; i < job->ranges; i++)
		if (job->range[i].access == 0)
			job->range[i].access = SIM_READ; /* unused, and empty */
	job->cost.work = work;
	job->cost.flops = flops;
	if (job->range[0].width == 0) /* alpha is 0: nothing is read, and nothing multiplied */
		job->cost.flops = job->cost.k = 0;
	for (int i = 0; i < job->ranges; i++)
		job->cost.bytes += range_bytes(&job->range[i]);

	const void *arguments[] = {job};
	SimRequest request = {.code = SIM_LAUNCH,
			      .u.launch = {.kernel = kernel,
					   .arguments = arguments,
					   .threads = 1,
					   .stream = call->handle->stream,
					   .device = call->handle->device}};
	SimReply reply;
	if (call->part)
		launch_part(job, call->part, &request);
	cudaError_t error = simcuda_request(&request, &reply);
	if (error == cudaSuccess && !request.internal)
		blas_log(kernel->name);
	return blas_status(error);
}

cublasStatus_t blas_launch(BlasCall *call, const SimKernel kernel[BLAS_ANY], double multiply_adds,
			   bool product)
{
	bool complex_type = call->type == BLAS_C || call->type == BLAS_Z;
	bool double_type = call->type == BLAS_D || call->type == BLAS_Z;
	SimWork work = !product      ? SIM_WORK_MEMORY
		       : double_type ? SIM_WORK_GEMM_F64
				     : SIM_WORK_GEMM_F32;

	return blas_launch_as(call, &kernel[call->type], work,
			      multiply_adds * (complex_type ? 8 : 2));
}

cublasStatus_t blas_launch_result(BlasCall *call, const SimKernel kernel[BLAS_ANY],
				  double multiply_adds, void *result, uint64_t bytes)
{
	BlasJob *job = &call->job;
	struct cublasContext *handle = call->handle;
	bool to_host = handle->pointer_mode == CUBLAS_POINTER_MODE_HOST;

	blas_require(call, result != NULL);
	job->range[job->operands++] = blas_range_plain(result, bytes, SIM_WRITE);
	if (to_host)
		job->range[job->operands - 1].address = handle->workspace;
	cublasStatus_t status = blas_launch(call, kernel, multiply_adds, false);
	if (status != CUBLAS_STATUS_SUCCESS || !to_host)
		return status;
	return blas_fetch(handle, result, handle->workspace, bytes);
}
