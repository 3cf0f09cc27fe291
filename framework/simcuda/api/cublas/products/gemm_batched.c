/* gemm_batched.c - batches of products whose matrices are where arrays of pointers say. */
#include "framework/simcuda/api/cublas/base/batch.h"
#include "framework/simcuda/api/cublas/products/gemm.h"

typedef struct BatchedGemm {
	const BlasCall *call;
	const Gemm *gemm;
} BatchedGemm;

static cublasStatus_t queue_part(const void *routine, const BatchPart *part)
{
	const BatchedGemm *batched = routine;
	BlasCall call = *batched->call;
	Gemm g = *batched->gemm;

	call.part = part;
	g.batch = part->count;
	g.a = part->pointer[0];
	g.b = part->pointer[1];
	g.c = (void *)part->pointer[2];
	g.stride_a = part->stride[0];
	g.stride_b = part->stride[1];
	g.stride_c = part->stride[2];
	return gemm_queue(&call, &g);
}

/* Checks all that does not depend on the pointers, by a batch of none. */
static cublasStatus_t check(const BlasCall *call, const Gemm *g)
{
	BlasCall none = *call;
	Gemm nothing = *g;

	nothing.batch = g->batch < 0 ? g->batch : 0;
	return gemm_queue(&none, &nothing);
}

cublasStatus_t gemm_queue_batched(BlasCall *call, const Gemm *g, const void *const array[3])
{
	cublasStatus_t status = check(call, g);
	bool plain_a = g->transa == CUBLAS_OP_N, plain_b = g->transb == CUBLAS_OP_N;
	uint64_t in = blas_bytes(g->kind ? g->kind->in : call->type);
	uint64_t out = blas_bytes(g->kind ? g->kind->out : call->type);
	BatchedGemm batched = {call, g};

	if (status != CUBLAS_STATUS_SUCCESS || g->m == 0 || g->n == 0 || g->batch == 0)
		return status;
	int count = blas_size(call, g->batch);
	if (call->status != CUBLAS_STATUS_SUCCESS)
		return call->status;
	return batch_run(&(Batch){
		.handle = blas_handle(call->handle),
		.count = count,
		.arrays = 3,
		.array = {array[0], array[1], array[2]},
		.element = {in, in, out},
		.span = {batch_span(plain_a ? g->m : g->k, plain_a ? g->k : g->m, g->lda, in),
			 batch_span(plain_b ? g->k : g->n, plain_b ? g->n : g->k, g->ldb, in),
			 batch_span(g->m, g->n, g->ldc, out)},
		.kernel = gemm_kernel(call, g),
		.queue = queue_part,
		.routine = &batched,
	});
}

#define BATCHED(name, saving, T, P, R, v, I)                                                       \
	cublasStatus_t cublas##T##name##v(                                                         \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const P *alpha, const P *const Aarray[], I lda, const P *const Barray[], \
		I ldb, const P *beta, P *const Carray[], I ldc, I batchCount)                      \
	{                                                                                          \
		return gemm_queue_batched(BLAS_CALL(handle, T),                                    \
					  &(Gemm){transa, transb, m, n, k, alpha, NULL, NULL,      \
						  beta, NULL, lda, ldb, ldc, 0, 0, 0, batchCount,  \
						  saving, NULL},                                   \
					  (const void *const[]){Aarray, Barray, Carray});          \
	}
BLAS_ENTRIES(BATCHED, gemmBatched, false)
BLAS_SIZES(BATCHED, gemm3mBatched, true, C, cuComplex, float)
