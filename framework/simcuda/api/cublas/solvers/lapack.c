/* lapack.c - what the factorizations of batches share: sizes and operands. */
#include "framework/simcuda/api/cublas/solvers/lapack.h"

void lapack_begin(BlasCall *call, const Lapack *l, const BatchPart *part, SimAccess a)
{
	*call = *l->call;
	call->part = part;
	call->job.m = l->m;
	call->job.n = l->n;
	call->job.k = l->nrhs;
	call->job.batch = part->count;
	call->job.cost.batch = part->count;
	blas_matrices(call, part->pointer[0], l->m ? l->m : l->n, l->n, l->lda, part->stride[0], a);
}

void lapack_ints(BlasCall *call, const BatchPart *part, const int *ints, int each, SimAccess access)
{
	BlasType type = call->type;
	int64_t first = (int64_t)part->first * each, count = (int64_t)part->count * each;

	call->type = BLAS_I32;
	blas_vector(call, ints ? ints + first : NULL, count, 1, ints ? access : BLAS_UNUSED);
	call->type = type;
}

cublasStatus_t lapack_run(const Lapack *l, int rows_b, int cols_b, const SimKernel *kernels,
			  cublasStatus_t (*queue)(const void *, const BatchPart *))
{
	uint64_t element = blas_bytes(l->call->type);

	return batch_run(&(Batch){
		.handle = l->call->handle,
		.count = l->batch,
		.arrays = rows_b > 0 ? 2 : 1,
		.array = {l->a, l->b},
		.element = {element, element},
		.span = {batch_span(l->m ? l->m : l->n, l->n, l->lda, element),
			 batch_span(rows_b, cols_b, l->ldb, element)},
		.kernel = &kernels[l->call->type],
		.queue = queue,
		.routine = l,
	});
}
