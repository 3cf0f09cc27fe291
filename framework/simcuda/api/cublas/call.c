/* call.c - the entry point's side of a routine: checks, operands, launch. */
#include <string.h>

#include "blas.h"

size_t blas_bytes(BlasType type)
{
	static const size_t bytes[] = {sizeof(blas_s), sizeof(blas_d), sizeof(blas_c),
				       sizeof(blas_z)};

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

bool blas_begin(BlasCall *call, cublasHandle_t handle, BlasType type)
{
	memset(call, 0, sizeof *call);
	call->handle = blas_handle(handle);
	call->type = call->scalar_type = type;
	call->status = call->handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
	call->job.batch = 1;
	call->job.alpha.range = call->job.beta.range = -1;
	return call->handle != NULL;
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

/* A range of rows that touch each other is one row. Rows and width are at least 1 here. */
static void operand_add(BlasCall *call, const void *pointer, SimRange range, int step)
{
	BlasJob *job = &call->job;
	int i = job->operands++;

	job->step[i] = step;
	if (call->status != CUBLAS_STATUS_SUCCESS || range.access == BLAS_UNUSED ||
	    range.width == 0 || range.rows == 0) {
		job->range[i] = (SimRange){.access = SIM_READ};
		return;
	}
	blas_require(call, pointer != NULL);
	blas_require(call, (uintptr_t)pointer % blas_bytes(call->type) == 0);
	range.address = (uint64_t)(uintptr_t)pointer;
	if (range.rows == 1 || range.pitch == range.width) {
		range.width *= range.rows;
		range.rows = 1;
		range.pitch = range.width;
	}
	job->range[i] = range;
}

/* Whatever the increment's sign, the pointer is the lowest address. */
void blas_vector(BlasCall *call, const void *x, int n, int inc, SimAccess access)
{
	uint64_t bytes = blas_bytes(call->type);
	uint64_t pitch = (inc < 0 ? -(int64_t)inc : inc) * bytes;

	operand_add(call, x,
		    (SimRange){.width = bytes,
			       .rows = n <= 0     ? 0
				       : inc == 0 ? 1
						  : (uint64_t)n,
			       .pitch = pitch,
			       .access = access},
		    inc);
}

void blas_matrix(BlasCall *call, const void *a, int rows, int cols, int ld, SimAccess access)
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
 * taken with the gaps between its columns, which a write must then be said to keep. */
void blas_matrices(BlasCall *call, const void *a, int rows, int cols, int ld, int64_t stride,
		   SimAccess access)
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
		bool gaps = range->rows > 1;
		*range = pitch < span ? range_plain(a, (batch - 1) * pitch + span, access)
				      : (SimRange){range->address, span, batch, pitch, access};
		if (gaps && access == SIM_WRITE)
			range->access = SIM_READ_WRITE;
	}
}

static double range_bytes(const SimRange *range)
{
	int times = !!(range->access & SIM_READ) + !!(range->access & SIM_WRITE);

	return (double)times * (double)range->width * (double)range->rows;
}

cublasStatus_t blas_launch(BlasCall *call, const SimKernel kernel[BLAS_ANY], double multiply_adds,
			   bool product)
{
	BlasJob *job = &call->job;
	bool complex_type = call->type >= BLAS_C;
	bool double_type = call->type == BLAS_D || call->type == BLAS_Z;

	if (call->status != CUBLAS_STATUS_SUCCESS)
		return call->status;
	for (int i = job->operands; i < BLAS_OPERANDS + 2; i++)
		if (job->range[i].access == 0)
			job->range[i].access = SIM_READ; /* unused, and empty */
	job->ranges = BLAS_OPERANDS + 2;
	job->cost.work = !product      ? SIM_WORK_MEMORY
			 : double_type ? SIM_WORK_GEMM_F64
				       : SIM_WORK_GEMM_F32;
	job->cost.flops = multiply_adds * (complex_type ? 8 : 2);
	for (int i = 0; i < job->ranges; i++)
		job->cost.bytes += range_bytes(&job->range[i]);

	const void *arguments[] = {job};
	SimRequest request = {.code = SIM_LAUNCH,
			      .u.launch = {.kernel = &kernel[call->type],
					   .arguments = arguments,
					   .threads = 1,
					   .stream = call->handle->stream,
					   .device = call->handle->device}};
	SimReply reply;
	return blas_status(simcuda_request(&request, &reply));
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
