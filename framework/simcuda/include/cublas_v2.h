/* cublas_v2.h - the part of cuBLAS that the simulated GPUs offer.
 *
 * Names, values and argument orders are those of NVIDIA's cuBLAS 13, so that a program compiles
 * unchanged against either header. Matrices lie column by column (as in Fortran): element (i, j) of
 * A is A[i + j * lda], and lda is at least the number of rows that A has as it lies in memory.
 * Matrices and vectors are device memory. Scalars (alpha, beta, results) are host memory, unless
 * cublasSetPointerMode says CUBLAS_POINTER_MODE_DEVICE.
 *
 * A routine returns as soon as its work is queued on the handle's stream; one that hands a scalar
 * result to the host waits for it.
 *
 * Every family of routines exists for four element types, S float, D double, C cuComplex and
 * Z cuDoubleComplex. It is declared once here, by a macro that is used for each of them: the family
 * gemm stands for cublasSgemm, cublasDgemm, cublasCgemm and cublasZgemm. */
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_

#include <stddef.h>
#include <stdint.h>

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION   (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)

typedef enum {
	CUBLAS_STATUS_SUCCESS = 0,
	CUBLAS_STATUS_NOT_INITIALIZED = 1,
	CUBLAS_STATUS_ALLOC_FAILED = 3,
	CUBLAS_STATUS_INVALID_VALUE = 7,
	CUBLAS_STATUS_ARCH_MISMATCH = 8,
	CUBLAS_STATUS_MAPPING_ERROR = 11,
	CUBLAS_STATUS_EXECUTION_FAILED = 13,
	CUBLAS_STATUS_INTERNAL_ERROR = 14,
	CUBLAS_STATUS_NOT_SUPPORTED = 15,
	CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

/* What is done to a matrix before it is used: nothing, transposed, transposed and conjugated. */
typedef enum {
	CUBLAS_OP_N = 0,
	CUBLAS_OP_T = 1,
	CUBLAS_OP_C = 2,
	CUBLAS_OP_HERMITAN = 2,
	CUBLAS_OP_CONJG = 3 /* refused by every routine */
} cublasOperation_t;

/* Which triangle of a matrix is used; the other one is not looked at. */
typedef enum {
	CUBLAS_FILL_MODE_LOWER = 0,
	CUBLAS_FILL_MODE_UPPER = 1,
	CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;

/* Whether a triangle's diagonal is taken as ones, unseen. */
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;

/* On which side of the other matrix the special one stands. */
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;

typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;

typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;

/* Kept by the handle; the simulated GPU computes and times every mode alike. */
typedef enum {
	CUBLAS_DEFAULT_MATH = 0,
	CUBLAS_TENSOR_OP_MATH = 1,
	CUBLAS_PEDANTIC_MATH = 2,
	CUBLAS_TF32_TENSOR_OP_MATH = 3,
	CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
	CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
	CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef struct cublasContext *cublasHandle_t;

/* --- handles ---------------------------------------------------------------------------------- */

/* A handle belongs to the device that is current when it is made. */
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);

/* Waits for the device. */
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);

/* The stream that later routines of this handle are queued on; 0 is the default stream of the
 * handle's device. A stream of another device is refused with CUBLAS_STATUS_INVALID_VALUE. */
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);

cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);

/* Device memory for cuBLAS to work in, aligned to 256 bytes. */
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t bytes);

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

/* --- copies between host and device ----------------------------------------------------------- */

/* n elements, `inc` elements from each to the next on either side. */
cublasStatus_t cublasSetVector(int n, int elemSize, const void *host, int inchost, void *device,
			       int incdevice);
cublasStatus_t cublasGetVector(int n, int elemSize, const void *device, int incdevice, void *host,
			       int inchost);
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void *host, int inchost,
				    void *device, int incdevice, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void *device, int incdevice,
				    void *host, int inchost, cudaStream_t stream);

/* A rows x cols matrix. */
cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void *host, int ldhost,
			       void *device, int lddevice);
cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void *device, int lddevice,
			       void *host, int ldhost);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void *host, int ldhost,
				    void *device, int lddevice, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void *device,
				    int lddevice, void *host, int ldhost, cudaStream_t stream);

/* --- the families ----------------------------------------------------------------------------- */

/* Uses a declaration for the four types. */
#define CUBLAS_H_ALL(F) F(S, float) F(D, double) F(C, cuComplex) F(Z, cuDoubleComplex)

/* y := alpha x + y */
#define CUBLAS_H_AXPY(t, T)                                                                        \
	cublasStatus_t cublas##t##axpy_v2(cublasHandle_t handle, int n, const T *alpha,            \
					  const T *x, int incx, T *y, int incy);
CUBLAS_H_ALL(CUBLAS_H_AXPY)

/* y := x */
#define CUBLAS_H_COPY(t, T)                                                                        \
	cublasStatus_t cublas##t##copy_v2(cublasHandle_t handle, int n, const T *x, int incx,      \
					  T *y, int incy);
CUBLAS_H_ALL(CUBLAS_H_COPY)

/* x and y change places */
#define CUBLAS_H_SWAP(t, T)                                                                        \
	cublasStatus_t cublas##t##swap_v2(cublasHandle_t handle, int n, T *x, int incx, T *y,      \
					  int incy);
CUBLAS_H_ALL(CUBLAS_H_SWAP)

/* x := alpha x; Cs and Zd take a real alpha */
#define CUBLAS_H_SCAL(t, T, A)                                                                     \
	cublasStatus_t cublas##t##scal_v2(cublasHandle_t handle, int n, const A *alpha, T *x,      \
					  int incx);
CUBLAS_H_SCAL(S, float, float)
CUBLAS_H_SCAL(D, double, double)
CUBLAS_H_SCAL(C, cuComplex, cuComplex)
CUBLAS_H_SCAL(Z, cuDoubleComplex, cuDoubleComplex)
CUBLAS_H_SCAL(Cs, cuComplex, float)
CUBLAS_H_SCAL(Zd, cuDoubleComplex, double)

/* *result := the sum of x[i] y[i]; dotc conjugates x first */
#define CUBLAS_H_DOT(name, T)                                                                      \
	cublasStatus_t cublas##name##_v2(cublasHandle_t handle, int n, const T *x, int incx,       \
					 const T *y, int incy, T *result);
CUBLAS_H_DOT(Sdot, float)
CUBLAS_H_DOT(Ddot, double)
CUBLAS_H_DOT(Cdotu, cuComplex)
CUBLAS_H_DOT(Cdotc, cuComplex)
CUBLAS_H_DOT(Zdotu, cuDoubleComplex)
CUBLAS_H_DOT(Zdotc, cuDoubleComplex)

/* *result := the Euclidean norm (nrm2), the sum of absolute values (asum), or the place of the
 * first largest (amax) or smallest (amin) absolute value, counted from 1. For asum, amax and amin
 * the absolute value of a complex number is |real| + |imaginary|. */
#define CUBLAS_H_REDUCE(name, T, R)                                                                \
	cublasStatus_t cublas##name##_v2(cublasHandle_t handle, int n, const T *x, int incx,       \
					 R *result);
CUBLAS_H_REDUCE(Snrm2, float, float)
CUBLAS_H_REDUCE(Dnrm2, double, double)
CUBLAS_H_REDUCE(Scnrm2, cuComplex, float)
CUBLAS_H_REDUCE(Dznrm2, cuDoubleComplex, double)
CUBLAS_H_REDUCE(Sasum, float, float)
CUBLAS_H_REDUCE(Dasum, double, double)
CUBLAS_H_REDUCE(Scasum, cuComplex, float)
CUBLAS_H_REDUCE(Dzasum, cuDoubleComplex, double)
CUBLAS_H_REDUCE(Isamax, float, int)
CUBLAS_H_REDUCE(Idamax, double, int)
CUBLAS_H_REDUCE(Icamax, cuComplex, int)
CUBLAS_H_REDUCE(Izamax, cuDoubleComplex, int)
CUBLAS_H_REDUCE(Isamin, float, int)
CUBLAS_H_REDUCE(Idamin, double, int)
CUBLAS_H_REDUCE(Icamin, cuComplex, int)
CUBLAS_H_REDUCE(Izamin, cuDoubleComplex, int)

/* y := alpha op(A) x + beta y, A is (m, n) */
#define CUBLAS_H_GEMV(t, T)                                                                        \
	cublasStatus_t cublas##t##gemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m,   \
					  int n, const T *alpha, const T *A, int lda, const T *x,  \
					  int incx, const T *beta, T *y, int incy);
CUBLAS_H_ALL(CUBLAS_H_GEMV)

/* A := alpha x y' + A, A is (m, n); gerc conjugates y */
#define CUBLAS_H_GER(name, T)                                                                      \
	cublasStatus_t cublas##name##_v2(cublasHandle_t handle, int m, int n, const T *alpha,      \
					 const T *x, int incx, const T *y, int incy, T *A,         \
					 int lda);
CUBLAS_H_GER(Sger, float)
CUBLAS_H_GER(Dger, double)
CUBLAS_H_GER(Cgeru, cuComplex)
CUBLAS_H_GER(Cgerc, cuComplex)
CUBLAS_H_GER(Zgeru, cuDoubleComplex)
CUBLAS_H_GER(Zgerc, cuDoubleComplex)

/* C := alpha op(A) op(B) + beta C, op(A) is (m, k), op(B) is (k, n), C is (m, n) */
#define CUBLAS_H_GEMM(t, T)                                                                        \
	cublasStatus_t cublas##t##gemm_v2(cublasHandle_t handle, cublasOperation_t transa,         \
					  cublasOperation_t transb, int m, int n, int k,           \
					  const T *alpha, const T *A, int lda, const T *B,         \
					  int ldb, const T *beta, T *C, int ldc);
CUBLAS_H_ALL(CUBLAS_H_GEMM)

/* The same for a batch of matrices: each `stride` elements after the one before, */
#define CUBLAS_H_GEMM_STRIDED(t, T)                                                                \
	cublasStatus_t cublas##t##gemmStridedBatched(                                              \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,  \
		int n, int k, const T *alpha, const T *A, int lda, long long int strideA,          \
		const T *B, int ldb, long long int strideB, const T *beta, T *C, int ldc,          \
		long long int strideC, int batchCount);
CUBLAS_H_ALL(CUBLAS_H_GEMM_STRIDED)

/* or where an array of pointers says, which is itself device memory. */
#define CUBLAS_H_GEMM_BATCHED(t, T)                                                                \
	cublasStatus_t cublas##t##gemmBatched(cublasHandle_t handle, cublasOperation_t transa,     \
					      cublasOperation_t transb, int m, int n, int k,       \
					      const T *alpha, const T *const Aarray[], int lda,    \
					      const T *const Barray[], int ldb, const T *beta,     \
					      T *const Carray[], int ldc, int batchCount);
CUBLAS_H_ALL(CUBLAS_H_GEMM_BATCHED)

/* C := alpha A B + beta C (left) or alpha B A + beta C (right), A symmetric */
#define CUBLAS_H_SYMM(t, T)                                                                        \
	cublasStatus_t cublas##t##symm_v2(cublasHandle_t handle, cublasSideMode_t side,            \
					  cublasFillMode_t uplo, int m, int n, const T *alpha,     \
					  const T *A, int lda, const T *B, int ldb, const T *beta, \
					  T *C, int ldc);
CUBLAS_H_ALL(CUBLAS_H_SYMM)

/* One triangle of C := alpha op(A) op(A)' + beta C, op(A) is (n, k) */
#define CUBLAS_H_SYRK(t, T)                                                                        \
	cublasStatus_t cublas##t##syrk_v2(cublasHandle_t handle, cublasFillMode_t uplo,            \
					  cublasOperation_t trans, int n, int k, const T *alpha,   \
					  const T *A, int lda, const T *beta, T *C, int ldc);
CUBLAS_H_ALL(CUBLAS_H_SYRK)

/* B := alpha op(A)^-1 B (left) or alpha B op(A)^-1 (right), A triangular */
#define CUBLAS_H_TRSM(t, T)                                                                        \
	cublasStatus_t cublas##t##trsm_v2(cublasHandle_t handle, cublasSideMode_t side,            \
					  cublasFillMode_t uplo, cublasOperation_t trans,          \
					  cublasDiagType_t diag, int m, int n, const T *alpha,     \
					  const T *A, int lda, T *B, int ldb);
CUBLAS_H_ALL(CUBLAS_H_TRSM)

/* C := alpha op(A) B (left) or alpha B op(A) (right), A triangular; C may be B */
#define CUBLAS_H_TRMM(t, T)                                                                        \
	cublasStatus_t cublas##t##trmm_v2(                                                         \
		cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,               \
		cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T *alpha,      \
		const T *A, int lda, const T *B, int ldb, T *C, int ldc);
CUBLAS_H_ALL(CUBLAS_H_TRMM)

/* C := alpha op(A) + beta op(B), C is (m, n); C may be A or B where that one is not transposed */
#define CUBLAS_H_GEAM(t, T)                                                                        \
	cublasStatus_t cublas##t##geam(cublasHandle_t handle, cublasOperation_t transa,            \
				       cublasOperation_t transb, int m, int n, const T *alpha,     \
				       const T *A, int lda, const T *beta, const T *B, int ldb,    \
				       T *C, int ldc);
CUBLAS_H_ALL(CUBLAS_H_GEAM)

#undef CUBLAS_H_ALL
#undef CUBLAS_H_AXPY
#undef CUBLAS_H_COPY
#undef CUBLAS_H_SWAP
#undef CUBLAS_H_SCAL
#undef CUBLAS_H_DOT
#undef CUBLAS_H_REDUCE
#undef CUBLAS_H_GEMV
#undef CUBLAS_H_GER
#undef CUBLAS_H_GEMM
#undef CUBLAS_H_GEMM_STRIDED
#undef CUBLAS_H_GEMM_BATCHED
#undef CUBLAS_H_SYMM
#undef CUBLAS_H_SYRK
#undef CUBLAS_H_TRSM
#undef CUBLAS_H_TRMM
#undef CUBLAS_H_GEAM

#ifdef __cplusplus
}
#endif

/* --- the names that programs use -------------------------------------------------------------- */
#define cublasCreate         cublasCreate_v2
#define cublasDestroy        cublasDestroy_v2
#define cublasSetStream      cublasSetStream_v2
#define cublasGetStream      cublasGetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasSetWorkspace   cublasSetWorkspace_v2
#define cublasGetVersion     cublasGetVersion_v2
#define cublasSaxpy          cublasSaxpy_v2
#define cublasDaxpy          cublasDaxpy_v2
#define cublasCaxpy          cublasCaxpy_v2
#define cublasZaxpy          cublasZaxpy_v2
#define cublasScopy          cublasScopy_v2
#define cublasDcopy          cublasDcopy_v2
#define cublasCcopy          cublasCcopy_v2
#define cublasZcopy          cublasZcopy_v2
#define cublasSswap          cublasSswap_v2
#define cublasDswap          cublasDswap_v2
#define cublasCswap          cublasCswap_v2
#define cublasZswap          cublasZswap_v2
#define cublasSscal          cublasSscal_v2
#define cublasDscal          cublasDscal_v2
#define cublasCscal          cublasCscal_v2
#define cublasZscal          cublasZscal_v2
#define cublasCsscal         cublasCsscal_v2
#define cublasZdscal         cublasZdscal_v2
#define cublasSdot           cublasSdot_v2
#define cublasDdot           cublasDdot_v2
#define cublasCdotu          cublasCdotu_v2
#define cublasZdotu          cublasZdotu_v2
#define cublasCdotc          cublasCdotc_v2
#define cublasZdotc          cublasZdotc_v2
#define cublasSnrm2          cublasSnrm2_v2
#define cublasDnrm2          cublasDnrm2_v2
#define cublasScnrm2         cublasScnrm2_v2
#define cublasDznrm2         cublasDznrm2_v2
#define cublasSasum          cublasSasum_v2
#define cublasDasum          cublasDasum_v2
#define cublasScasum         cublasScasum_v2
#define cublasDzasum         cublasDzasum_v2
#define cublasIsamax         cublasIsamax_v2
#define cublasIdamax         cublasIdamax_v2
#define cublasIcamax         cublasIcamax_v2
#define cublasIzamax         cublasIzamax_v2
#define cublasIsamin         cublasIsamin_v2
#define cublasIdamin         cublasIdamin_v2
#define cublasIcamin         cublasIcamin_v2
#define cublasIzamin         cublasIzamin_v2
#define cublasSgemv          cublasSgemv_v2
#define cublasDgemv          cublasDgemv_v2
#define cublasCgemv          cublasCgemv_v2
#define cublasZgemv          cublasZgemv_v2
#define cublasSger           cublasSger_v2
#define cublasDger           cublasDger_v2
#define cublasCgeru          cublasCgeru_v2
#define cublasZgeru          cublasZgeru_v2
#define cublasCgerc          cublasCgerc_v2
#define cublasZgerc          cublasZgerc_v2
#define cublasSgemm          cublasSgemm_v2
#define cublasDgemm          cublasDgemm_v2
#define cublasCgemm          cublasCgemm_v2
#define cublasZgemm          cublasZgemm_v2
#define cublasSsymm          cublasSsymm_v2
#define cublasDsymm          cublasDsymm_v2
#define cublasCsymm          cublasCsymm_v2
#define cublasZsymm          cublasZsymm_v2
#define cublasSsyrk          cublasSsyrk_v2
#define cublasDsyrk          cublasDsyrk_v2
#define cublasCsyrk          cublasCsyrk_v2
#define cublasZsyrk          cublasZsyrk_v2
#define cublasStrsm          cublasStrsm_v2
#define cublasDtrsm          cublasDtrsm_v2
#define cublasCtrsm          cublasCtrsm_v2
#define cublasZtrsm          cublasZtrsm_v2
#define cublasStrmm          cublasStrmm_v2
#define cublasDtrmm          cublasDtrmm_v2
#define cublasCtrmm          cublasCtrmm_v2
#define cublasZtrmm          cublasZtrmm_v2

#endif
