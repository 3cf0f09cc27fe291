/* gemm.c - products of two matrices, alone or in batches.
 *
 * One kernel does a batch; a lone product is a batch of one. A product with a single column or row
 * is a matrix times a vector, and goes to the host's gemv, which is faster. */
#include "framework/simcuda/api/cublas/products/gemm.h"

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

/* With beta = 0 C is not read: what is in it, NaN perhaps, must not spread. With alpha = 0 A and B
 * are not read, and may be NULL; OpenBLAS's kernels for small matrices, which it has for processors
 * with AVX-512, read them all the same, unless there are no terms (k = 0). */
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
		const blas_##t *alpha = blas_value(&j->alpha, memory);                             \
		bool reads = memory[0] && memory[1] && *alpha != 0;                                \
		bool is = reads && is_thin(j, &thin);                                              \
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
						reads ? j->k : 0, BLAS_PASS_##t(alpha), in[0],     \
						j->step[0], in[1], j->step[1], BLAS_BETA(t), c,    \
						j->step[2]);                                       \
		}                                                                                  \
	}
BLAS_TYPES(GEMM_RUN)

static void run_single(const void *const *arguments, uint64_t threads, void *const *memory)
{
	const BlasJob *j = arguments[0];

	if (gemm_is_rounded(j))
		gemm_run_rounded(j, memory);
	else
		run_sgemm(arguments, threads, memory);
}

const SimKernel blas_gemm[BLAS_ANY] = {
	BLAS_KERNEL_ELEMENTS("cublasSgemm", run_single, gemm_element),
	BLAS_KERNEL("cublasDgemm", run_dgemm), BLAS_KERNEL("cublasCgemm", run_cgemm),
	BLAS_KERNEL("cublasZgemm", run_zgemm)};

/* The same work, under the name of the routine that saves a quarter of it on a GPU. */
const SimKernel blas_gemm3m[BLAS_ANY] = {[BLAS_C] = BLAS_KERNEL("cublasCgemm3m", run_cgemm),
					 [BLAS_Z] = BLAS_KERNEL("cublasZgemm3m", run_zgemm)};

/* Single precision may be rounded on its way into the tensor cores where the math mode allows it. Of complex numbers, and
 * of batches whose matrices are where pointers say, that changes what it costs, not what we compute. */
SimWork gemm_work(const BlasCall *call)
{
	if (call->type == BLAS_D || call->type == BLAS_Z)
		return SIM_WORK_GEMM_F64;
	switch (call->handle->math_mode & 15) {
	case CUBLAS_TENSOR_OP_MATH:
		return SIM_WORK_GEMM_F16;
	case CUBLAS_TF32_TENSOR_OP_MATH:
		return SIM_WORK_GEMM_TF32;
	default:
		return SIM_WORK_GEMM_F32;
	}
}

const SimKernel *gemm_kernel(const BlasCall *call, const Gemm *g)
{
	if (g->kind && (g->kind->in != call->type || g->kind->out != call->type))
		return &gemm_mixed;
	return &(g->saving ? blas_gemm3m : blas_gemm)[call->type];
}

/* Operands are described in their own types; what is computed is of the call's. */
static void gemm_operands(BlasCall *call, const Gemm *g, const GemmKind *kind, SimAccess in,
			  SimAccess out)
{
	bool plain_a = call->job.transa == CblasNoTrans, plain_b = call->job.transb == CblasNoTrans;
	BlasType type = call->type;

	call->type = kind->in;
	blas_matrices(call, g->a, plain_a ? g->m : g->k, plain_a ? g->k : g->m, g->lda, g->stride_a,
		      in);
	blas_matrices(call, g->b, plain_b ? g->k : g->n, plain_b ? g->n : g->k, g->ldb, g->stride_b,
		      in);
	call->type = kind->out;
	blas_matrices(call, g->c, g->m, g->n, g->ldc, g->stride_c, out);
	call->type = type;
}

cublasStatus_t gemm_queue(BlasCall *call, const Gemm *g)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	GemmKind plain = {call->type, call->type, call->type, gemm_work(call)};
	const GemmKind *kind = g->kind ? g->kind : &plain;
	job->m = blas_size(call, g->m);
	job->n = blas_size(call, g->n);
	job->k = blas_size(call, g->k);
	job->batch = blas_size(call, g->batch);
	job->transa = blas_operation(call, g->transa);
	job->transb = blas_operation(call, g->transb);
	job->in = kind->in;
	job->out = kind->out;
	job->scalar = call->scalar_type = kind->scalar;
	bool empty = g->m <= 0 || g->n <= 0 || g->batch <= 0;
	SimAccess in = blas_scalar(call, &job->alpha, g->alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess out = blas_target(call, &job->beta, g->beta);

	blas_require(call, g->m >= 0 && g->n >= 0 && g->k >= 0 && g->batch >= 0);
	gemm_operands(call, g, kind, empty ? BLAS_UNUSED : in, empty ? BLAS_UNUSED : out);
	if (empty)
		return call->status;
	job->cost.m = (double)g->m;
	job->cost.n = (double)g->n;
	job->cost.k = (double)g->k;
	job->cost.batch = (double)g->batch;
	double multiply_adds = job->cost.m * job->cost.n * job->cost.k * job->cost.batch;
	double flops = multiply_adds * (call->type >= BLAS_C ? 8 : 2) * (g->saving ? 0.75 : 1);
	return blas_launch_as(call, gemm_kernel(call, g), kind->work, flops);
}

#define GEMM(name, saving, T, P, R, v, I)                                                          \
	cublasStatus_t cublas##T##name##v(cublasHandle_t handle, cublasOperation_t transa,         \
					  cublasOperation_t transb, I m, I n, I k, const P *alpha, \
					  const P *A, I lda, const P *B, I ldb, const P *beta,     \
					  P *C, I ldc)                                             \
	{                                                                                          \
		return gemm_queue(BLAS_CALL(handle, T),                                            \
				  &(Gemm){transa, transb, m, n, k, alpha, A, B, beta, C, lda, ldb, \
					  ldc, 0, 0, 0, 1, saving, NULL});                         \
	}
BLAS_ENTRIES(GEMM, gemm_v2, false)
BLAS_COMPLEX_ENTRIES(GEMM, gemm3m, true)

#define STRIDED(name, saving, T, P, R, v, I)                                                       \
	cublasStatus_t cublas##T##name##v(cublasHandle_t handle, cublasOperation_t transa,         \
					  cublasOperation_t transb, I m, I n, I k, const P *alpha, \
					  const P *A, I lda, long long int strideA, const P *B,    \
					  I ldb, long long int strideB, const P *beta, P *C,       \
					  I ldc, long long int strideC, I batchCount)              \
	{                                                                                          \
		return gemm_queue(BLAS_CALL(handle, T),                                            \
				  &(Gemm){transa, transb, m, n, k, alpha, A, B, beta, C, lda, ldb, \
					  ldc, strideA, strideB, strideC, batchCount, saving,      \
					  NULL});                                                  \
	}
BLAS_ENTRIES(STRIDED, gemmStridedBatched, false)
BLAS_SIZES(STRIDED, gemm3mStridedBatched, true, C, cuComplex, float)
