/* gemm_ex.c - products whose element types are arguments: GemmEx and its batches, SgemmEx, CgemmEx,
 * and the half precision Hgemm and its batches.
 *
 * Which types go together is one table, from cuBLAS's documentation of cublasGemmEx; any other
 * combination is CUBLAS_STATUS_NOT_SUPPORTED. */
#include "framework/simcuda/api/cublas/products/gemm_ex.h"

/* What a compute type allows, and the work it is: of factors with at least 32 bits, and of others.
 * Where single precision may be emulated, or is complex and may be rounded for the tensor cores, we compute in it, which
 * is as exact, and charge the time of what was allowed. The emulated types are charged as native
 * ones, which cuBLAS may use at any time. 8-bit factors are charged as 16-bit ones. */
static const struct Compute {
	cublasComputeType_t name;
	GemmClass class;
	SimWork wide, narrow;
} computes[] = {
	{CUBLAS_COMPUTE_16F, GEMM_HALF, SIM_WORK_GEMM_F16, SIM_WORK_GEMM_F16},
	{CUBLAS_COMPUTE_16F_PEDANTIC, GEMM_HALF, SIM_WORK_GEMM_F32, SIM_WORK_GEMM_F32},
	{CUBLAS_COMPUTE_32I, GEMM_INTEGER, SIM_WORK_GEMM_F16, SIM_WORK_GEMM_F16},
	{CUBLAS_COMPUTE_32I_PEDANTIC, GEMM_INTEGER, SIM_WORK_GEMM_F32, SIM_WORK_GEMM_F32},
	{CUBLAS_COMPUTE_32F, GEMM_SINGLE, SIM_WORK_GEMM_F32, SIM_WORK_GEMM_F16},
	{CUBLAS_COMPUTE_32F_PEDANTIC, GEMM_SINGLE, SIM_WORK_GEMM_F32, SIM_WORK_GEMM_F32},
	{CUBLAS_COMPUTE_32F_FAST_16F, GEMM_FAST, SIM_WORK_GEMM_F16, SIM_WORK_GEMM_F16},
	{CUBLAS_COMPUTE_32F_FAST_16BF, GEMM_FAST, SIM_WORK_GEMM_F16, SIM_WORK_GEMM_F16},
	{CUBLAS_COMPUTE_32F_FAST_TF32, GEMM_FAST, SIM_WORK_GEMM_TF32, SIM_WORK_GEMM_TF32},
	{CUBLAS_COMPUTE_32F_EMULATED_16BFX9, GEMM_FAST, SIM_WORK_GEMM_F32, SIM_WORK_GEMM_F32},
	{CUBLAS_COMPUTE_64F, GEMM_DOUBLE, SIM_WORK_GEMM_F64, SIM_WORK_GEMM_F64},
	{CUBLAS_COMPUTE_64F_PEDANTIC, GEMM_DOUBLE, SIM_WORK_GEMM_F64, SIM_WORK_GEMM_F64},
	{CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT, GEMM_DOUBLE, SIM_WORK_GEMM_F64, SIM_WORK_GEMM_F64},
};

/* A and B, C, alpha and beta, and in which of the host's types the work is done. */
static const struct Types {
	GemmClass class;
	BlasType in, out, scalar, type;
} types[] = {
	{GEMM_HALF, BLAS_F16, BLAS_F16, BLAS_F16, BLAS_S},
	{GEMM_INTEGER, BLAS_I8, BLAS_I32, BLAS_I32, BLAS_S},
	{GEMM_SINGLE, BLAS_BF16, BLAS_BF16, BLAS_S, BLAS_S},
	{GEMM_SINGLE, BLAS_F16, BLAS_F16, BLAS_S, BLAS_S},
	{GEMM_SINGLE, BLAS_I8, BLAS_S, BLAS_S, BLAS_S},
	{GEMM_SINGLE, BLAS_BF16, BLAS_S, BLAS_S, BLAS_S},
	{GEMM_SINGLE, BLAS_F16, BLAS_S, BLAS_S, BLAS_S},
	{GEMM_SINGLE, BLAS_S, BLAS_S, BLAS_S, BLAS_S},
	{GEMM_SINGLE, BLAS_CI8, BLAS_C, BLAS_C, BLAS_C},
	{GEMM_SINGLE, BLAS_C, BLAS_C, BLAS_C, BLAS_C},
	{GEMM_FAST, BLAS_S, BLAS_S, BLAS_S, BLAS_S},
	{GEMM_FAST, BLAS_C, BLAS_C, BLAS_C, BLAS_C},
	{GEMM_DOUBLE, BLAS_D, BLAS_D, BLAS_D, BLAS_D},
	{GEMM_DOUBLE, BLAS_Z, BLAS_Z, BLAS_Z, BLAS_Z},
};

static const struct Compute *compute_find(cublasComputeType_t name)
{
	for (size_t i = 0; i < sizeof computes / sizeof *computes; i++)
		if (computes[i].name == name)
			return &computes[i];
	return NULL;
}

bool gemm_ex_types(BlasCall *call, GemmKind *kind, const GemmTypes *t)
{
	const struct Compute *compute = compute_find(t->compute);
	BlasType in = number_type(t->a), out = number_type(t->c);

	for (size_t i = 0; compute && i < sizeof types / sizeof *types; i++)
		if (types[i].class == compute->class && types[i].in == in && types[i].out == out &&
		    t->a == t->b && (t->scalar == BLAS_TYPES_ALL || t->scalar == types[i].scalar)) {
			*kind = (GemmKind){in, out, types[i].scalar, compute->narrow};
			call->type = call->scalar_type = types[i].type;
			if (in < BLAS_ANY)
				kind->work = t->compute == CUBLAS_COMPUTE_32F ? gemm_work(call)
									      : compute->wide;
			return true;
		}
	call->status = CUBLAS_STATUS_NOT_SUPPORTED;
	return false;
}

/* Numbers of algorithms choose among kernels that we do not have: all are alike here. */
static bool algorithm_known(cublasGemmAlgo_t algo)
{
	int number = (int)algo;

	return (number >= CUBLAS_GEMM_DEFAULT && number <= CUBLAS_GEMM_ALGO23) ||
	       (number >= CUBLAS_GEMM_DEFAULT_TENSOR_OP &&
		number <= CUBLAS_GEMM_ALGO15_TENSOR_OP) ||
	       number == 999 /* CUBLAS_GEMM_AUTOTUNE */;
}

/* 32-bit sums of 8-bit integers need factors that can be read four at a time. */
static bool integers_aligned(const GemmKind *kind, const Gemm *g)
{
	return kind->out != BLAS_I32 || (g->lda % 4 == 0 && g->ldb % 4 == 0 &&
					 (uintptr_t)g->a % 4 == 0 && (uintptr_t)g->b % 4 == 0);
}

cublasStatus_t gemm_ex(BlasCall *call, const GemmTypes *t, cublasGemmAlgo_t algo, const Gemm *g,
		       const void *const *array)
{
	GemmKind kind;

	call->handle = blas_handle(call->handle);
	if (!call->handle)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!gemm_ex_types(call, &kind, t) || !algorithm_known(algo) || !integers_aligned(&kind, g))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	Gemm typed = *g;
	typed.kind = &kind;
	return array ? gemm_queue_batched(call, &typed, array) : gemm_queue(call, &typed);
}

#define GEMM_EX(v, I)                                                                              \
	cublasStatus_t cublasGemmEx##v(                                                            \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const void *alpha, const void *A, cudaDataType Atype, I lda,             \
		const void *B, cudaDataType Btype, I ldb, const void *beta, void *C,               \
		cudaDataType Ctype, I ldc, cublasComputeType_t computeType, cublasGemmAlgo_t algo) \
	{                                                                                          \
		return gemm_ex(BLAS_CALL(handle, S),                                               \
			       &(GemmTypes){Atype, Btype, Ctype, computeType, BLAS_TYPES_ALL},     \
			       algo,                                                               \
			       &(Gemm){transa, transb, m, n, k, alpha, A, B, beta, C, lda, ldb,    \
				       ldc, 0, 0, 0, 1, false, NULL},                              \
			       NULL);                                                              \
	}                                                                                          \
	cublasStatus_t cublasGemmStridedBatchedEx##v(                                              \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const void *alpha, const void *A, cudaDataType Atype, I lda,             \
		long long int strideA, const void *B, cudaDataType Btype, I ldb,                   \
		long long int strideB, const void *beta, void *C, cudaDataType Ctype, I ldc,       \
		long long int strideC, I batchCount, cublasComputeType_t computeType,              \
		cublasGemmAlgo_t algo)                                                             \
	{                                                                                          \
		return gemm_ex(BLAS_CALL(handle, S),                                               \
			       &(GemmTypes){Atype, Btype, Ctype, computeType, BLAS_TYPES_ALL},     \
			       algo,                                                               \
			       &(Gemm){transa, transb, m, n, k, alpha, A, B, beta, C, lda, ldb,    \
				       ldc, strideA, strideB, strideC, batchCount, false, NULL},   \
			       NULL);                                                              \
	}                                                                                          \
	cublasStatus_t cublasGemmBatchedEx##v(                                                     \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const void *alpha, const void *const Aarray[], cudaDataType Atype,       \
		I lda, const void *const Barray[], cudaDataType Btype, I ldb, const void *beta,    \
		void *const Carray[], cudaDataType Ctype, I ldc, I batchCount,                     \
		cublasComputeType_t computeType, cublasGemmAlgo_t algo)                            \
	{                                                                                          \
		return gemm_ex(BLAS_CALL(handle, S),                                               \
			       &(GemmTypes){Atype, Btype, Ctype, computeType, BLAS_TYPES_ALL},     \
			       algo,                                                               \
			       &(Gemm){transa, transb, m, n, k, alpha, NULL, NULL, beta, NULL,     \
				       lda, ldb, ldc, 0, 0, 0, batchCount, false, NULL},           \
			       (const void *const[]){Aarray, Barray, Carray});                     \
	}
GEMM_EX(, int)
GEMM_EX(_64, int64_t)

/* Computed in single precision, real or complex; 3m: in three real products instead of four. */
#define GEMM_TYPED(name, T, P, saving, v, I)                                                       \
	cublasStatus_t cublas##name##v(                                                            \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const P *alpha, const void *A, cudaDataType Atype, I lda, const void *B, \
		cudaDataType Btype, I ldb, const P *beta, void *C, cudaDataType Ctype, I ldc)      \
	{                                                                                          \
		return gemm_ex(BLAS_CALL(handle, T),                                               \
			       &(GemmTypes){Atype, Btype, Ctype, CUBLAS_COMPUTE_32F, BLAS_##T},    \
			       CUBLAS_GEMM_DEFAULT,                                                \
			       &(Gemm){transa, transb, m, n, k, alpha, A, B, beta, C, lda, ldb,    \
				       ldc, 0, 0, 0, 1, saving, NULL},                             \
			       NULL);                                                              \
	}
BLAS_SIZES(GEMM_TYPED, SgemmEx, S, float, false)
BLAS_SIZES(GEMM_TYPED, CgemmEx, C, cuComplex, false)
BLAS_SIZES(GEMM_TYPED, Cgemm3mEx, C, cuComplex, true)
