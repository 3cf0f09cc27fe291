/* trsm_batched.c - batches of triangular systems: each B := alpha op(A)^-1 B, or B op(A)^-1. */
#include "framework/simcuda/api/cublas/base/batch.h"

#define TRSM_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##trsmBatched)                                                                   \
	{                                                                                          \
		for (int64_t i = 0; i < j->batch; i++)                                             \
			cblas_##t##trsm(                                                           \
				CblasColMajor, j->side, j->uplo, j->transa, j->diag, j->m, j->n,   \
				BLAS_ALPHA(t),                                                     \
				memory[0] ? (blas_##t *)memory[0] + i * j->stride[0] : NULL,       \
				j->step[0], (blas_##t *)memory[1] + i * j->stride[1], j->step[1]); \
	}
BLAS_TYPES(TRSM_RUN)
BLAS_FAMILY(trsmBatched)

typedef struct Trsm {
	const BlasCall *call;
	cublasSideMode_t side;
	cublasFillMode_t uplo;
	cublasOperation_t trans;
	cublasDiagType_t diag;
	int64_t m, n;
	const void *alpha;
	int64_t lda, ldb;
} Trsm;

/* Of A one triangle is read. */
static void describe(BlasCall *call, const Trsm *t, const BatchPart *part)
{
	BlasJob *job = &call->job;

	*call = *t->call;
	call->part = part;
	if (!blas_enter(call))
		return;
	job->m = blas_size(call, t->m);
	job->n = blas_size(call, t->n);
	job->batch = part->count;
	job->cost.batch = part->count;
	job->side = blas_side(call, t->side);
	job->uplo = blas_uplo(call, t->uplo);
	job->transa = blas_operation(call, t->trans);
	job->diag = blas_diag(call, t->diag);
	blas_require(call, t->m >= 0 && t->n >= 0);
	int64_t order = job->side == CblasLeft ? t->m : t->n;
	bool used = blas_scalar(call, &job->alpha, t->alpha), none = part->count == 0;

	blas_matrices(call, part->pointer[0], order, order, t->lda, part->stride[0],
		      used && !none ? SIM_MAY_READ : BLAS_UNUSED);
	blas_matrices(call, part->pointer[1], t->m, t->n, t->ldb, part->stride[1],
		      none                    ? BLAS_UNUSED
		      : !used                 ? SIM_WRITE
		      : job->alpha.range >= 0 ? SIM_MAY_READ_WRITE
					      : SIM_READ_WRITE);
}

static cublasStatus_t queue_part(const void *routine, const BatchPart *part)
{
	const Trsm *t = routine;
	BlasCall call;

	describe(&call, t, part);
	double order = (double)(call.job.side == CblasLeft ? t->m : t->n);
	return blas_launch(&call, blas_trsmBatched,
			   (double)t->m * (double)t->n * order / 2 * part->count, true);
}

static cublasStatus_t trsm(const Trsm *t, const void *a, const void *b, int64_t batch)
{
	const BatchPart nothing = {.total = 1};
	uint64_t element = blas_bytes(t->call->type);
	BlasCall call;

	describe(&call, t, &nothing);
	blas_require(&call, batch >= 0);
	int count = blas_size(&call, batch);
	if (call.status != CUBLAS_STATUS_SUCCESS || t->m == 0 || t->n == 0 || batch == 0)
		return call.status;
	int64_t order = call.job.side == CblasLeft ? t->m : t->n;
	return batch_run(&(Batch){.handle = call.handle,
				  .count = count,
				  .arrays = 2,
				  .array = {a, b},
				  .element = {element, element},
				  .span = {batch_span(order, order, t->lda, element),
					   batch_span(t->m, t->n, t->ldb, element)},
				  .kernel = &blas_trsmBatched[call.type],
				  .queue = queue_part,
				  .routine = t});
}

#define TRSM(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##v(                                                         \
		cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,               \
		cublasOperation_t trans, cublasDiagType_t diag, I m, I n, const P *alpha,          \
		const P *const A[], I lda, P *const B[], I ldb, I batchCount)                      \
	{                                                                                          \
		return trsm(&(Trsm){BLAS_CALL(handle, T), side, uplo, trans, diag, m, n, alpha,    \
				    lda, ldb},                                                     \
			    A, B, batchCount);                                                     \
	}
BLAS_ENTRIES(TRSM, trsmBatched)
