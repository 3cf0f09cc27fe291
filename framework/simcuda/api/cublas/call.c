/* call.c - the entry point's side of a routine: checks, operands, launch. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "blas.h"

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

static SimRange range_plain(const void *pointer, uint64_t bytes, SimAccess access)
{
	return (SimRange){(uint64_t)(uintptr_t)pointer, bytes, 1, bytes, access};
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
	call->job.range[to->range] = range_plain(from, blas_bytes(call->scalar_type), SIM_READ);
	return true;
}

SimAccess blas_target(BlasCall *call, BlasScalar *beta, const void *from)
{
	bool used = blas_scalar(call, beta, from);

	return beta->range >= 0 ? SIM_LOOSE_READ_WRITE : used ? SIM_READ_WRITE : SIM_WRITE;
}

/* A range of rows that touch each other is one row. Rows and width are at least 1 here. */
static void operand_add(BlasCall *call, const void *pointer, SimRange range, int64_t step)
{
	BlasJob *job = &call->job;
	int i = job->operands++;

	job->step[i] = blas_size(call, step);
	if (call->status != CUBLAS_STATUS_SUCCESS || range.access == BLAS_UNUSED ||
	    range.width == 0 || range.rows == 0) {
		job->range[i] = (SimRange){.access = SIM_READ};
		return;
	}
	blas_require(call, pointer != NULL);
	blas_require(call, (uintptr_t)pointer % blas_bytes(call->type) == 0);
	range.address = (uint64_t)(uintptr_t)pointer;
	if (range.rows > 1 && (range.pitch % 16 != 0 || range.address % 16 != 0))
		job->cost.uneven = 1;
	if (range.pitch == range.width &&
	    !__builtin_mul_overflow(range.width, range.rows, &range.width))
		range.rows = 1;
	if (range.rows == 1)
		range.pitch = range.width;
	job->range[i] = range;
}

/* Whatever the increment's sign, the pointer is the lowest address. */
void blas_vector(BlasCall *call, const void *x, int64_t n, int64_t inc, SimAccess access)
{
	uint64_t bytes = blas_bytes(call->type);
	uint64_t pitch = (inc < 0 ? -(uint64_t)inc : (uint64_t)inc) * bytes;

	operand_add(call, x,
		    (SimRange){.width = bytes,
			       .rows = n <= 0     ? 0
				       : inc == 0 ? 1
						  : (uint64_t)n,
			       .pitch = pitch,
			       .access = access},
		    inc);
}

void blas_matrix(BlasCall *call, const void *a, int64_t rows, int64_t cols, int64_t ld,
		 SimAccess access)
{
	uint64_t bytes = blas_bytes(call->type);

	blas_require(call, rows >= 0 && cols >= 0 && ld >= (rows > 1 ? rows : 1));
	operand_add(call, a,
		    (SimRange){.width = (uint64_t)rows * bytes,
			       .rows = (uint64_t)cols,
			       .pitch = (uint64_t)ld * bytes,
			       .access = access},
		    ld);
}

/* Exact when a batch's columns are evenly spaced, or its matrices without gaps. Else each matrix is
 * taken with the gaps between its columns. */
void blas_matrices(BlasCall *call, const void *a, int64_t rows, int64_t cols, int64_t ld,
		   int64_t stride, SimAccess access)
{
	BlasJob *job = &call->job;
	uint64_t bytes = blas_bytes(call->type), batch = (uint64_t)job->batch;
	int i = job->operands;

	blas_require(call, stride >= 0);
	blas_matrix(call, a, rows, cols, ld, access);
	SimRange *range = &job->range[i];
	job->stride[i] = stride;
	if (batch <= 1 || stride == 0 || range->width == 0)
		return;
	uint64_t pitch = (uint64_t)stride * bytes;
	uint64_t span = (range->rows - 1) * range->pitch + range->width;
	if (pitch <= span && range->rows == 1) {
		range->width = range->pitch = (batch - 1) * pitch + span;
	} else if (range->rows > 1 && pitch == range->rows * range->pitch) {
		range->rows *= batch;
	} else {
		if (range->rows > 1)
			access |= SIM_LOOSE;
		*range = pitch < span ? range_plain(a, (batch - 1) * pitch + span, access)
				      : (SimRange){range->address, span, batch, pitch, access};
	}
}

static int access_times(SimAccess access)
{
	return !!(access & SIM_READ) + !!(access & SIM_WRITE);
}

static SimAccess loose(SimAccess access)
{
	return access == BLAS_UNUSED ? BLAS_UNUSED : access | SIM_LOOSE;
}

/* blas_launch() adds the whole square, which the other triangle is taken from here. */
void blas_triangle(BlasCall *call, const void *a, int64_t n, int64_t ld, SimAccess access)
{
	double other = (double)n * ((double)n - 1) / 2;

	blas_matrix(call, a, n, n, ld, loose(access));
	call->job.cost.bytes -= access_times(access) * other * (double)blas_bytes(call->type);
}

/* A band has corners that no element of the matrix is stored in. */
void blas_band(BlasCall *call, const void *a, int64_t n, int64_t kl, int64_t ku, int64_t ld,
	       SimAccess access)
{
	call->job.kl = blas_size(call, kl);
	call->job.ku = blas_size(call, ku);
	blas_require(call, kl >= 0 && ku >= 0);
	blas_matrix(call, a, (int64_t)call->job.kl + 1 + call->job.ku, n, ld, loose(access));
}

static void operand_packed(BlasCall *call, const void *ap, int64_t n, SimAccess access)
{
	uint64_t count = n > 0 ? (uint64_t)n : 0, width;

	if (__builtin_mul_overflow(count * (count + 1) / 2, blas_bytes(call->type), &width))
		width = UINT64_MAX; /* more than any GPU has */
	operand_add(call, ap, (SimRange){.width = width, .rows = 1, .access = access}, 1);
}

void blas_stored(BlasCall *call, BlasStorage storage, const void *a, int64_t n, int64_t k,
		 int64_t ld, SimAccess access)
{
	call->job.n = blas_size(call, n);
	call->job.k = blas_size(call, k);
	switch (storage) {
	case BLAS_FULL:
		blas_triangle(call, a, n, ld, access);
		break;
	case BLAS_BAND:
		blas_band(call, a, n, k, 0, ld, access);
		break;
	case BLAS_PACKED:
		operand_packed(call, a, n, access);
		break;
	}
}

static double range_bytes(const SimRange *range)
{
	return access_times(range->access) * (double)range->width * (double)range->rows;
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
		job->range[BLAS_RANGES + i] = range_plain(
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
	job->range[job->operands++] = range_plain(result, bytes, SIM_WRITE);
	if (to_host)
		job->range[job->operands - 1].address = handle->workspace;
	cublasStatus_t status = blas_launch(call, kernel, multiply_adds, false);
	if (status != CUBLAS_STATUS_SUCCESS || !to_host)
		return status;
	return blas_fetch(handle, result, handle->workspace, bytes);
}
