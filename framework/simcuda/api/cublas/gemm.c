/* gemm.c - products of two matrices, alone or in batches.
 *
 * One kernel does a batch; a lone product is a batch of one. A product with a single column or row
 * is a matrix times a vector, and goes to the host's gemv, which is faster. */
#include <stdlib.h>

#include "blas.h"

/* A product seen as gemv: a matrix of rows x cols as it lies in memory, and two vectors. */
typedef struct Thin {
	int matrix, vector; /* which operands: 0 is A, 1 is B */
	enum CBLAS_TRANSPOSE trans;
	int rows, cols;
	int inc_vector, inc_result;
} Thin;

/* C = op(A) b when n = 1, and C' = op(B)' a' when m = 1. Conjugates are left to gemm. */
static bool is_thin(const BlasJob *j, Thin *thin)
{
	bool plain_a = j->transa == CblasNoTrans, plain_b = j->transb == CblasNoTrans;

	if ((j->m != 1 && j->n != 1) || j->k == 0 || j->transa == CblasConjTrans ||
	    j->transb == CblasConjTrans)
		return false;
	if (j->n == 1)
		*thin = (Thin){.matrix = 0,
			       .vector = 1,
			       .trans = j->transa,
			       .rows = plain_a ? j->m : j->k,
			       .cols = plain_a ? j->k : j->m,
			       .inc_vector = plain_b ? 1 : j->step[1],
			       .inc_result = 1};
	else
		*thin = (Thin){.matrix = 1,
			       .vector = 0,
			       .trans = plain_b ? CblasTrans : CblasNoTrans,
			       .rows = plain_b ? j->k : j->n,
			       .cols = plain_b ? j->n : j->k,
			       .inc_vector = plain_a ? j->step[0] : 1,
			       .inc_result = j->step[2]};
	return true;
}

/* With beta = 0 C is not read: what is in it, NaN perhaps, must not spread. */
#define GEMM_RUN(T, t, P)                                                                          \
	static void thin_##t(const BlasJob *j, const Thin *thin, void *const *memory,              \
			     const blas_##t *const in[2], blas_##t *c)                             \
	{                                                                                          \
		const blas_##t *beta = blas_value(&j->beta, memory);                               \
		int results = thin->trans == CblasNoTrans ? thin->rows : thin->cols;               \
                                                                                                   \
		for (int64_t i = 0; *beta == 0 && i < results; i++)                                \
			c[i * thin->inc_result] = 0;                                               \
		cblas_##t##gemv(CblasColMajor, thin->trans, thin->rows, thin->cols, BLAS_ALPHA(t), \
				in[thin->matrix], j->step[thin->matrix], in[thin->vector],         \
				thin->inc_vector, BLAS_PASS_##t(beta), c, thin->inc_result);       \
	}                                                                                          \
	BLAS_RUN(t##gemm)                                                                          \
	{                                                                                          \
		Thin thin;                                                                         \
		bool is = memory[0] && memory[1] && is_thin(j, &thin);                             \
                                                                                                   \
		for (int64_t i = 0; i < j->batch; i++) {                                           \
			const blas_##t *const in[2] = {                                            \
				memory[0] ? (blas_##t *)memory[0] + i * j->stride[0] : NULL,       \
				memory[1] ? (blas_##t *)memory[1] + i * j->stride[1] : NULL};      \
			blas_##t *c = (blas_##t *)memory[2] + i * j->stride[2];                    \
			if (is)                                                                    \
				thin_##t(j, &thin, memory, in, c);                                 \
			else                                                                       \
				cblas_##t##gemm(CblasColMajor, j->transa, j->transb, j->m, j->n,   \
						j->k, BLAS_ALPHA(t), in[0], j->step[0], in[1],     \
						j->step[1], BLAS_BETA(t), c, j->step[2]);          \
		}                                                                                  \
	}
BLAS_TYPES(GEMM_RUN)
BLAS_FAMILY(gemm)

/* The arguments of a product, or of each product of a batch. */
typedef struct Gemm {
	cublasOperation_t transa, transb;
	int m, n, k;
	const void *alpha, *a, *b, *beta;
	void *c;
	int lda, ldb, ldc;
	int64_t stride_a, stride_b, stride_c;
	int batch;
} Gemm;

static cublasStatus_t gemm(cublasHandle_t handle, BlasType type, const Gemm *g)
{
	BlasCall call;
	BlasJob *job = &call.job;

	if (!blas_begin(&call, handle, type))
		return call.status;
	job->m = g->m;
	job->n = g->n;
	job->k = g->k;
	job->batch = g->batch;
	job->transa = blas_operation(&call, g->transa);
	job->transb = blas_operation(&call, g->transb);
	bool plain_a = job->transa == CblasNoTrans, plain_b = job->transb == CblasNoTrans;
	bool empty = g->m <= 0 || g->n <= 0 || g->batch <= 0;
	SimAccess in = blas_scalar(&call, &job->alpha, g->alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess out = blas_scalar(&call, &job->beta, g->beta) ? SIM_READ_WRITE : SIM_WRITE;

	blas_require(&call, g->m >= 0 && g->n >= 0 && g->k >= 0 && g->batch >= 0);
	blas_matrices(&call, g->a, plain_a ? g->m : g->k, plain_a ? g->k : g->m, g->lda,
		      g->stride_a, empty ? BLAS_UNUSED : in);
	blas_matrices(&call, g->b, plain_b ? g->k : g->n, plain_b ? g->n : g->k, g->ldb,
		      g->stride_b, empty ? BLAS_UNUSED : in);
	blas_matrices(&call, g->c, g->m, g->n, g->ldc, g->stride_c, empty ? BLAS_UNUSED : out);
	if (empty)
		return call.status;
	return blas_launch(&call, blas_gemm, (double)g->m * g->n * g->k * g->batch, true);
}

/* How far apart equally spaced pointers are, in elements; -1 when they are not. */
static int64_t spacing(const uint64_t *pointers, int count, uint64_t bytes)
{
	uint64_t step = count > 1 ? pointers[1] - pointers[0] : 0;

	for (int i = 1; i < count; i++)
		if (pointers[i] < pointers[i - 1] || pointers[i] - pointers[i - 1] != step)
			return -1;
	return step % bytes == 0 ? (int64_t)(step / bytes) : -1;
}

/* Runs the batch that three arrays of pointers describe: at once when they are equally spaced, else
 * one product at a time. */
static cublasStatus_t gemm_pointers(cublasHandle_t handle, BlasType type, Gemm *g,
				    const uint64_t *a, const uint64_t *b, const uint64_t *c)
{
	uint64_t bytes = blas_bytes(type);
	int count = g->batch;

	g->stride_a = spacing(a, count, bytes);
	g->stride_b = spacing(b, count, bytes);
	g->stride_c = spacing(c, count, bytes);
	if (g->stride_a < 0 || g->stride_b < 0 || g->stride_c < 0) {
		g->stride_a = g->stride_b = g->stride_c = 0;
		g->batch = 1;
	}
	cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
	for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i += g->batch) {
		g->a = (const void *)(uintptr_t)a[i];
		g->b = (const void *)(uintptr_t)b[i];
		g->c = (void *)(uintptr_t)c[i];
		status = gemm(handle, type, g);
	}
	return status;
}

/* The arrays of pointers lie in device memory, and the machine must know what a kernel touches when
 * it is queued. So they are copied to the host first, which a real GPU does not need. */
static cublasStatus_t gemm_batched(cublasHandle_t handle, BlasType type, Gemm *g,
				   const void *const arrays[3])
{
	struct cublasContext *own = blas_handle(handle);
	size_t count = g->batch > 0 ? (size_t)g->batch : 0;

	if (!own)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (count == 0 || g->m <= 0 || g->n <= 0)
		return gemm(handle, type, g); /* checks the rest and does nothing */
	if (!arrays[0] || !arrays[1] || !arrays[2])
		return CUBLAS_STATUS_INVALID_VALUE;
	uint64_t *pointers = malloc(3 * count * sizeof *pointers);
	if (!pointers)
		return CUBLAS_STATUS_ALLOC_FAILED;
	cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
	for (int i = 0; i < 3 && status == CUBLAS_STATUS_SUCCESS; i++)
		status = blas_fetch(own, pointers + i * count, (uint64_t)(uintptr_t)arrays[i],
				    count * sizeof *pointers);
	if (status == CUBLAS_STATUS_SUCCESS)
		status = gemm_pointers(handle, type, g, pointers, pointers + count,
				       pointers + 2 * count);
	free(pointers);
	return status;
}

#define ENTRIES(T, t, P)                                                                           \
	cublasStatus_t cublas##T##gemm_v2(cublasHandle_t handle, cublasOperation_t transa,         \
					  cublasOperation_t transb, int m, int n, int k,           \
					  const P *alpha, const P *A, int lda, const P *B,         \
					  int ldb, const P *beta, P *C, int ldc)                   \
	{                                                                                          \
		return gemm(handle, BLAS_##T,                                                      \
			    &(Gemm){transa, transb, m, n, k, alpha, A, B, beta, C, lda, ldb, ldc,  \
				    0, 0, 0, 1});                                                  \
	}                                                                                          \
	cublasStatus_t cublas##T##gemmStridedBatched(                                              \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,  \
		int n, int k, const P *alpha, const P *A, int lda, long long int strideA,          \
		const P *B, int ldb, long long int strideB, const P *beta, P *C, int ldc,          \
		long long int strideC, int batchCount)                                             \
	{                                                                                          \
		return gemm(handle, BLAS_##T,                                                      \
			    &(Gemm){transa, transb, m, n, k, alpha, A, B, beta, C, lda, ldb, ldc,  \
				    strideA, strideB, strideC, batchCount});                       \
	}                                                                                          \
	cublasStatus_t cublas##T##gemmBatched(cublasHandle_t handle, cublasOperation_t transa,     \
					      cublasOperation_t transb, int m, int n, int k,       \
					      const P *alpha, const P *const Aarray[], int lda,    \
					      const P *const Barray[], int ldb, const P *beta,     \
					      P *const Carray[], int ldc, int batchCount)          \
	{                                                                                          \
		return gemm_batched(handle, BLAS_##T,                                              \
				    &(Gemm){transa, transb, m, n, k, alpha, NULL, NULL, beta,      \
					    NULL, lda, ldb, ldc, 0, 0, 0, batchCount},             \
				    (const void *const[]){Aarray, Barray, Carray});                \
	}
BLAS_TYPES(ENTRIES)
