/* operand.c - the ranges of memory that a routine's vectors and matrices are. */
#include "framework/simcuda/api/cublas/base/blas.h"

SimRange blas_range_plain(const void *pointer, uint64_t bytes, SimAccess access)
{
	return (SimRange){(uint64_t)(uintptr_t)pointer, bytes, 1, bytes, access};
}

int blas_access_times(SimAccess access)
{
	return !!(access & SIM_READ) + !!(access & SIM_WRITE);
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

/* Of a range of which not every byte is touched. */
static SimAccess may_access(SimAccess access)
{
	return access == BLAS_UNUSED ? BLAS_UNUSED
				     : (access & SIM_READ_WRITE) | SIM_MAY_ACCESS | SIM_PLAIN;
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
	uint64_t pitch, span, all;
	if (__builtin_mul_overflow((uint64_t)stride, bytes, &pitch) ||
	    __builtin_mul_overflow(range->rows - 1, range->pitch, &span) ||
	    __builtin_add_overflow(span, range->width, &span) ||
	    __builtin_mul_overflow(batch - 1, pitch, &all) ||
	    __builtin_add_overflow(all, span, &all)) {
		*range = blas_range_plain(a, UINT64_MAX, access); /* more than any GPU has */
	} else if (pitch <= span && range->rows == 1) {
		range->width = range->pitch = all;
	} else if (range->rows > 1 && pitch == range->rows * range->pitch) {
		range->rows *= batch;
	} else {
		if (range->rows > 1)
			access = may_access(access);
		*range = pitch < span ? blas_range_plain(a, all, access)
				      : (SimRange){range->address, span, batch, pitch, access};
	}
}

/* blas_launch() adds the whole square, which the other triangle is taken from here. */
void blas_triangle(BlasCall *call, const void *a, int64_t n, int64_t ld, SimAccess access)
{
	double other = (double)n * ((double)n - 1) / 2;

	blas_matrix(call, a, n, n, ld, may_access(access));
	call->job.cost.bytes -= blas_access_times(access) * other * (double)blas_bytes(call->type);
}

/* A band has corners that no element of the matrix is stored in. */
void blas_band(BlasCall *call, const void *a, int64_t n, int64_t kl, int64_t ku, int64_t ld,
	       SimAccess access)
{
	call->job.kl = blas_size(call, kl);
	call->job.ku = blas_size(call, ku);
	blas_require(call, kl >= 0 && ku >= 0);
	blas_matrix(call, a, (int64_t)call->job.kl + 1 + call->job.ku, n, ld, may_access(access));
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
