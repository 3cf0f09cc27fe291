/* simcublas_mixed.h - cuBLAS's routines whose element types are arguments, or half precision. Part
 * of cublas_api.h, which says how matrices and scalars are meant.
 *
 * Names in _64 take int64_t where the others take int; the simulated GPUs take sizes up to INT_MAX
 * under either name. A combination of types that cuBLAS's documentation does not list is
 * CUBLAS_STATUS_NOT_SUPPORTED. */
#ifndef SIMCUBLAS_MIXED_H
#define SIMCUBLAS_MIXED_H

typedef cudaDataType cublasDataType_t;

/* What a product is computed in. PEDANTIC: exactly so. FAST: factors may be rounded on the way.
 * The simulated GPU computes a FAST product in single precision and takes the time of the fast one;
 * it sums 16-bit factors in single precision and rounds each result once. */
typedef enum {
	CUBLAS_COMPUTE_16F = 64,
	CUBLAS_COMPUTE_16F_PEDANTIC = 65,
	CUBLAS_COMPUTE_32F = 68,
	CUBLAS_COMPUTE_32F_PEDANTIC = 69,
	CUBLAS_COMPUTE_32F_FAST_16F = 74,
	CUBLAS_COMPUTE_32F_FAST_16BF = 75,
	CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
	CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78,
	CUBLAS_COMPUTE_64F = 70,
	CUBLAS_COMPUTE_64F_PEDANTIC = 71,
	CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79,
	CUBLAS_COMPUTE_32I = 72,
	CUBLAS_COMPUTE_32I_PEDANTIC = 73
} cublasComputeType_t;

/* Which of its kernels cuBLAS should use. Here they are all the same. */
typedef enum {
	CUBLAS_GEMM_DFALT = -1,
	CUBLAS_GEMM_DEFAULT = -1,
	CUBLAS_GEMM_ALGO0 = 0,
	CUBLAS_GEMM_ALGO1 = 1,
	CUBLAS_GEMM_ALGO2 = 2,
	CUBLAS_GEMM_ALGO3 = 3,
	CUBLAS_GEMM_ALGO4 = 4,
	CUBLAS_GEMM_ALGO5 = 5,
	CUBLAS_GEMM_ALGO6 = 6,
	CUBLAS_GEMM_ALGO7 = 7,
	CUBLAS_GEMM_ALGO8 = 8,
	CUBLAS_GEMM_ALGO9 = 9,
	CUBLAS_GEMM_ALGO10 = 10,
	CUBLAS_GEMM_ALGO11 = 11,
	CUBLAS_GEMM_ALGO12 = 12,
	CUBLAS_GEMM_ALGO13 = 13,
	CUBLAS_GEMM_ALGO14 = 14,
	CUBLAS_GEMM_ALGO15 = 15,
	CUBLAS_GEMM_ALGO16 = 16,
	CUBLAS_GEMM_ALGO17 = 17,
	CUBLAS_GEMM_ALGO18 = 18,
	CUBLAS_GEMM_ALGO19 = 19,
	CUBLAS_GEMM_ALGO20 = 20,
	CUBLAS_GEMM_ALGO21 = 21,
	CUBLAS_GEMM_ALGO22 = 22,
	CUBLAS_GEMM_ALGO23 = 23,
	CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
	CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
	CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
	CUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
	CUBLAS_GEMM_ALGO2_TENSOR_OP = 102,
	CUBLAS_GEMM_ALGO3_TENSOR_OP = 103,
	CUBLAS_GEMM_ALGO4_TENSOR_OP = 104,
	CUBLAS_GEMM_ALGO5_TENSOR_OP = 105,
	CUBLAS_GEMM_ALGO6_TENSOR_OP = 106,
	CUBLAS_GEMM_ALGO7_TENSOR_OP = 107,
	CUBLAS_GEMM_ALGO8_TENSOR_OP = 108,
	CUBLAS_GEMM_ALGO9_TENSOR_OP = 109,
	CUBLAS_GEMM_ALGO10_TENSOR_OP = 110,
	CUBLAS_GEMM_ALGO11_TENSOR_OP = 111,
	CUBLAS_GEMM_ALGO12_TENSOR_OP = 112,
	CUBLAS_GEMM_ALGO13_TENSOR_OP = 113,
	CUBLAS_GEMM_ALGO14_TENSOR_OP = 114,
	CUBLAS_GEMM_ALGO15_TENSOR_OP = 115,
	CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;

/* Uses a declaration for both kinds of sizes; v is the end of the name. */
#define CUBLAS_H_SIZES(F, ...) F(__VA_ARGS__, , int) F(__VA_ARGS__, _64, int64_t)
#define CUBLAS_H_BOTH(F)       F(, int) F(_64, int64_t)

/* --- products: C := alpha op(A) op(B) + beta C --------------------------------------------------
 * A and B of one type, C, and what is computed in; alpha and beta are halves for 16F, 32-bit
 * integers for 32I, and otherwise as precise as the computation, complex where C is:
 *   16F                          R_16F -> R_16F
 *   32I                          R_8I -> R_32I; A, B, lda and ldb multiples of 4
 *   32F, 32F_PEDANTIC            R_16BF -> R_16BF, R_32F;  R_16F -> R_16F, R_32F;  R_8I -> R_32F;
 *                                R_32F -> R_32F;  C_8I -> C_32F;  C_32F -> C_32F
 *   other 32F                    R_32F -> R_32F;  C_32F -> C_32F
 *   64F                          R_64F -> R_64F;  C_64F -> C_64F */
#define CUBLAS_H_GEMM_EX(v, I)                                                                     \
	cublasStatus_t cublasGemmEx##v(cublasHandle_t handle, cublasOperation_t transa,            \
				       cublasOperation_t transb, I m, I n, I k, const void *alpha, \
				       const void *A, cudaDataType Atype, I lda, const void *B,    \
				       cudaDataType Btype, I ldb, const void *beta, void *C,       \
				       cudaDataType Ctype, I ldc, cublasComputeType_t computeType, \
				       cublasGemmAlgo_t algo);                                     \
	cublasStatus_t cublasGemmStridedBatchedEx##v(                                              \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const void *alpha, const void *A, cudaDataType Atype, I lda,             \
		long long int strideA, const void *B, cudaDataType Btype, I ldb,                   \
		long long int strideB, const void *beta, void *C, cudaDataType Ctype, I ldc,       \
		long long int strideC, I batchCount, cublasComputeType_t computeType,              \
		cublasGemmAlgo_t algo);                                                            \
	cublasStatus_t cublasGemmBatchedEx##v(                                                     \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const void *alpha, const void *const Aarray[], cudaDataType Atype,       \
		I lda, const void *const Barray[], cudaDataType Btype, I ldb, const void *beta,    \
		void *const Carray[], cudaDataType Ctype, I ldc, I batchCount,                     \
		cublasComputeType_t computeType, cublasGemmAlgo_t algo);
CUBLAS_H_BOTH(CUBLAS_H_GEMM_EX)

/* The same in single precision, where alpha and beta are float or cuComplex. */
#define CUBLAS_H_GEMM_TYPED(name, P, v, I)                                                         \
	cublasStatus_t cublas##name##v(                                                            \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const P *alpha, const void *A, cudaDataType Atype, I lda, const void *B, \
		cudaDataType Btype, I ldb, const P *beta, void *C, cudaDataType Ctype, I ldc);
CUBLAS_H_SIZES(CUBLAS_H_GEMM_TYPED, SgemmEx, float)
CUBLAS_H_SIZES(CUBLAS_H_GEMM_TYPED, CgemmEx, cuComplex)
CUBLAS_H_SIZES(CUBLAS_H_GEMM_TYPED, Cgemm3mEx, cuComplex)

/* Groups of products. All arrays but Aarray, Barray and Carray, and the scalars in them, are host
 * memory with an entry for each group; those three are device memory with one for each product.
 * CUBLAS_STATUS_NOT_SUPPORTED with CUBLAS_POINTER_MODE_DEVICE. Ex: R_16BF, R_16F, R_32F in 32F;
 * R_32F in 32F_PEDANTIC and 32F_FAST_TF32; R_64F in 64F and 64F_PEDANTIC. */
#define CUBLAS_H_GROUPED(T, P, v, I)                                                               \
	cublasStatus_t cublas##T##gemmGroupedBatched##v(                                           \
		cublasHandle_t handle, const cublasOperation_t transa_array[],                     \
		const cublasOperation_t transb_array[], const I m_array[], const I n_array[],      \
		const I k_array[], const P alpha_array[], const P *const Aarray[],                 \
		const I lda_array[], const P *const Barray[], const I ldb_array[],                 \
		const P beta_array[], P *const Carray[], const I ldc_array[], I group_count,       \
		const I group_size[]);
CUBLAS_H_SIZES(CUBLAS_H_GROUPED, S, float)
CUBLAS_H_SIZES(CUBLAS_H_GROUPED, D, double)
#define CUBLAS_H_GROUPED_EX(v, I)                                                                  \
	cublasStatus_t cublasGemmGroupedBatchedEx##v(                                              \
		cublasHandle_t handle, const cublasOperation_t transa_array[],                     \
		const cublasOperation_t transb_array[], const I m_array[], const I n_array[],      \
		const I k_array[], const void *alpha_array, const void *const Aarray[],            \
		cudaDataType_t Atype, const I lda_array[], const void *const Barray[],             \
		cudaDataType_t Btype, const I ldb_array[], const void *beta_array,                 \
		void *const Carray[], cudaDataType_t Ctype, const I ldc_array[], I group_count,    \
		const I group_size[], cublasComputeType_t computeType);
CUBLAS_H_BOTH(CUBLAS_H_GROUPED_EX)

/* Halves throughout. For C++ programs only, as in NVIDIA's header. */
#ifdef __cplusplus
#define CUBLAS_H_HALF(v, I)                                                                        \
	cublasStatus_t cublasHgemm##v(                                                             \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const __half *alpha, const __half *A, I lda, const __half *B, I ldb,     \
		const __half *beta, __half *C, I ldc);                                             \
	cublasStatus_t cublasHgemmStridedBatched##v(                                               \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const __half *alpha, const __half *A, I lda, long long int strideA,      \
		const __half *B, I ldb, long long int strideB, const __half *beta, __half *C,      \
		I ldc, long long int strideC, I batchCount);                                       \
	cublasStatus_t cublasHgemmBatched##v(                                                      \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const __half *alpha, const __half *const Aarray[], I lda,                \
		const __half *const Barray[], I ldb, const __half *beta, __half *const Carray[],   \
		I ldc, I batchCount);
CUBLAS_H_BOTH(CUBLAS_H_HALF)
#undef CUBLAS_H_HALF
#endif

/* --- vectors -----------------------------------------------------------------------------------
 * Types: R_16F, R_16BF, R_32F, R_64F, C_32F, C_64F. All of a call's are the same, except: for R_16F
 * and R_16BF executionType, and alphaType, are R_32F; for C_32F and C_64F the result of nrm2 and
 * asum and its executionType are real, and csType may be. rotg, rotm and rotmg: not for 16 bits. */
#define CUBLAS_H_VECTORS(v, I)                                                                     \
	cublasStatus_t cublasAxpyEx##v(cublasHandle_t handle, I n, const void *alpha,              \
				       cudaDataType alphaType, const void *x, cudaDataType xType,  \
				       I incx, void *y, cudaDataType yType, I incy,                \
				       cudaDataType executiontype);                                \
	cublasStatus_t cublasScalEx##v(cublasHandle_t handle, I n, const void *alpha,              \
				       cudaDataType alphaType, void *x, cudaDataType xType,        \
				       I incx, cudaDataType executionType);                        \
	cublasStatus_t cublasCopyEx##v(cublasHandle_t handle, I n, const void *x,                  \
				       cudaDataType xType, I incx, void *y, cudaDataType yType,    \
				       I incy);                                                    \
	cublasStatus_t cublasSwapEx##v(cublasHandle_t handle, I n, void *x, cudaDataType xType,    \
				       I incx, void *y, cudaDataType yType, I incy);               \
	cublasStatus_t cublasIamaxEx##v(cublasHandle_t handle, I n, const void *x,                 \
					cudaDataType xType, I incx, I *result);                    \
	cublasStatus_t cublasIaminEx##v(cublasHandle_t handle, I n, const void *x,                 \
					cudaDataType xType, I incx, I *result);                    \
	cublasStatus_t cublasRotEx##v(cublasHandle_t handle, I n, void *x, cudaDataType xType,     \
				      I incx, void *y, cudaDataType yType, I incy, const void *c,  \
				      const void *s, cudaDataType csType,                          \
				      cudaDataType executiontype);                                 \
	cublasStatus_t cublasRotmEx##v(cublasHandle_t handle, I n, void *x, cudaDataType xType,    \
				       I incx, void *y, cudaDataType yType, I incy,                \
				       const void *param, cudaDataType paramType,                  \
				       cudaDataType executiontype);
CUBLAS_H_BOTH(CUBLAS_H_VECTORS)
#define CUBLAS_H_DOT_EX(name, v, I)                                                                \
	cublasStatus_t cublas##name##v(cublasHandle_t handle, I n, const void *x,                  \
				       cudaDataType xType, I incx, const void *y,                  \
				       cudaDataType yType, I incy, void *result,                   \
				       cudaDataType resultType, cudaDataType executionType);
CUBLAS_H_SIZES(CUBLAS_H_DOT_EX, DotEx)
CUBLAS_H_SIZES(CUBLAS_H_DOT_EX, DotcEx)
#define CUBLAS_H_SUM_EX(name, v, I)                                                                \
	cublasStatus_t cublas##name##v(cublasHandle_t handle, I n, const void *x,                  \
				       cudaDataType xType, I incx, void *result,                   \
				       cudaDataType resultType, cudaDataType executionType);
CUBLAS_H_SIZES(CUBLAS_H_SUM_EX, Nrm2Ex)
CUBLAS_H_SIZES(CUBLAS_H_SUM_EX, AsumEx)
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b, cudaDataType abType, void *c,
			    void *s, cudaDataType csType, cudaDataType executiontype);
cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1, cudaDataType d1Type, void *d2,
			     cudaDataType d2Type, void *x1, cudaDataType x1Type, const void *y1,
			     cudaDataType y1Type, void *param, cudaDataType paramType,
			     cudaDataType executiontype);

#undef CUBLAS_H_VECTORS
#undef CUBLAS_H_DOT_EX
#undef CUBLAS_H_SUM_EX
#undef CUBLAS_H_BOTH
#undef CUBLAS_H_GEMM_EX
#undef CUBLAS_H_GEMM_TYPED
#undef CUBLAS_H_GROUPED
#undef CUBLAS_H_GROUPED_EX
#undef CUBLAS_H_SIZES

#endif
