/* gemm_half.c - products of halves with alpha and beta of half precision. cuBLAS declares them to
 * C++ programs only, for __half is a class there; what is passed is its bits. */
#include "framework/simcuda/api/cublas/products/gemm.h"

static const GemmKind half = {BLAS_F16, BLAS_F16, BLAS_F16, SIM_WORK_GEMM_F16};

#define HALF(v, I)                                                                                 \
	cublasStatus_t cublasHgemm##v(                                                             \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const __half_raw *alpha, const __half_raw *A, I lda,                     \
		const __half_raw *B, I ldb, const __half_raw *beta, __half_raw *C, I ldc)          \
	{                                                                                          \
		return gemm_queue(BLAS_CALL(handle, S),                                            \
				  &(Gemm){transa, transb, m, n, k, alpha, A, B, beta, C, lda, ldb, \
					  ldc, 0, 0, 0, 1, false, &half});                         \
	}                                                                                          \
	cublasStatus_t cublasHgemmStridedBatched##v(                                               \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const __half_raw *alpha, const __half_raw *A, I lda,                     \
		long long int strideA, const __half_raw *B, I ldb, long long int strideB,          \
		const __half_raw *beta, __half_raw *C, I ldc, long long int strideC, I batchCount) \
	{                                                                                          \
		return gemm_queue(BLAS_CALL(handle, S),                                            \
				  &(Gemm){transa, transb, m, n, k, alpha, A, B, beta, C, lda, ldb, \
					  ldc, strideA, strideB, strideC, batchCount, false,       \
					  &half});                                                 \
	}                                                                                          \
	cublasStatus_t cublasHgemmBatched##v(                                                      \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const __half_raw *alpha, const __half_raw *const Aarray[], I lda,        \
		const __half_raw *const Barray[], I ldb, const __half_raw *beta,                   \
		__half_raw *const Carray[], I ldc, I batchCount)                                   \
	{                                                                                          \
		return gemm_queue_batched(BLAS_CALL(handle, S),                                    \
					  &(Gemm){transa, transb, m, n, k, alpha, NULL, NULL,      \
						  beta, NULL, lda, ldb, ldc, 0, 0, 0, batchCount,  \
						  false, &half},                                   \
					  (const void *const[]){Aarray, Barray, Carray});          \
	}
HALF(, int)
HALF(_64, int64_t)
