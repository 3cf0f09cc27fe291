/* simcublas_batched.h - cuBLAS's batches of systems and factorizations of small matrices. Part of
 * cublas_api.h, which says how matrices and scalars are meant.
 *
 * The matrices of a batch are where arrays of pointers say; the arrays are device memory too. Each
 * array must be written by work that is ordered before the call. Matrices of a batch must not
 * overlap where they are written.
 *
 * Every routine answers CUBLAS_STATUS_NOT_INITIALIZED when the handle is none, and
 * CUBLAS_STATUS_INVALID_VALUE for a negative size, a leading dimension that is too small, an
 * enumerator that it does not know, and an array that is NULL though it is needed. */
#ifndef SIMCUBLAS_BATCHED_H
#define SIMCUBLAS_BATCHED_H

#define CUBLAS_H_ALL(F) F(S, float) F(D, double) F(C, cuComplex) F(Z, cuDoubleComplex)

/* Each y := alpha op(A) x + beta y, A is (m, n): where arrays of pointers say, or `stride` elements
 * after the one before. In two precisions: A and x are halves (H) or bfloat16s (T), y is so too or
 * float, sums are float; for C++ programs only, as in NVIDIA's header. */
#define CUBLAS_H_GEMV_SIZED(name, P, PY, PS, v, I)                                                 \
	cublasStatus_t cublas##name##gemvBatched##v(                                               \
		cublasHandle_t handle, cublasOperation_t trans, I m, I n, const PS *alpha,         \
		const P *const Aarray[], I lda, const P *const xarray[], I incx, const PS *beta,   \
		PY *const yarray[], I incy, I batchCount);                                         \
	cublasStatus_t cublas##name##gemvStridedBatched##v(                                        \
		cublasHandle_t handle, cublasOperation_t trans, I m, I n, const PS *alpha,         \
		const P *A, I lda, long long int strideA, const P *x, I incx,                      \
		long long int stridex, const PS *beta, PY *y, I incy, long long int stridey,       \
		I batchCount);
#define CUBLAS_H_GEMV_TYPES(name, P, PY, PS)                                                       \
	CUBLAS_H_GEMV_SIZED(name, P, PY, PS, , int)                                                \
	CUBLAS_H_GEMV_SIZED(name, P, PY, PS, _64, int64_t)
#define CUBLAS_H_GEMV(t, T) CUBLAS_H_GEMV_TYPES(t, T, T, T)
CUBLAS_H_ALL(CUBLAS_H_GEMV)
#ifdef __cplusplus
CUBLAS_H_GEMV_TYPES(HSH, __half, __half, float)
CUBLAS_H_GEMV_TYPES(HSS, __half, float, float)
CUBLAS_H_GEMV_TYPES(TST, __nv_bfloat16, __nv_bfloat16, float)
CUBLAS_H_GEMV_TYPES(TSS, __nv_bfloat16, float, float)
#endif

/* Each B := alpha op(A)^-1 B (left) or alpha B op(A)^-1 (right), A triangular */
#define CUBLAS_H_TRSM_SIZED(t, T, v, I)                                                            \
	cublasStatus_t cublas##t##trsmBatched##v(                                                  \
		cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,               \
		cublasOperation_t trans, cublasDiagType_t diag, I m, I n, const T *alpha,          \
		const T *const A[], I lda, T *const B[], I ldb, I batchCount);
#define CUBLAS_H_TRSM(t, T) CUBLAS_H_TRSM_SIZED(t, T, , int) CUBLAS_H_TRSM_SIZED(t, T, _64, int64_t)
CUBLAS_H_ALL(CUBLAS_H_TRSM)

/* getrf: each A (n, n) becomes L and U of A = P L U; the diagonal of L, all 1, is not stored.
 * PivotArray gets n numbers for each matrix: with which row, counted from 1, each row was
 * exchanged. If it is NULL, none is. infoArray[i] := 0, or k if U(k, k), counted from 1, is 0.
 * getri: each C := A^-1 from what getrf left; not in place. infoArray as for getrf; such a C is
 * left as it was. getrs: each B := op(A)^-1 B, B (n, nrhs), from what getrf left. *info is host
 * memory: 0, or -j if argument j, counted from `trans`, is not allowed. */
#define CUBLAS_H_LU(t, T)                                                                          \
	cublasStatus_t cublas##t##getrfBatched(cublasHandle_t handle, int n, T *const A[],         \
					       int lda, int *PivotArray, int *infoArray,           \
					       int batchSize);                                     \
	cublasStatus_t cublas##t##getriBatched(cublasHandle_t handle, int n, const T *const A[],   \
					       int lda, const int *PivotArray, T *const C[],       \
					       int ldc, int *infoArray, int batchSize);            \
	cublasStatus_t cublas##t##getrsBatched(cublasHandle_t handle, cublasOperation_t trans,     \
					       int n, int nrhs, const T *const Aarray[], int lda,  \
					       const int *PivotArray, T *const Barray[], int ldb,  \
					       int *info, int batchSize);
CUBLAS_H_ALL(CUBLAS_H_LU)

/* Each Ainv := A^-1, n at most 32. infoArray as for getri. */
#define CUBLAS_H_MATINV(t, T)                                                                      \
	cublasStatus_t cublas##t##matinvBatched(cublasHandle_t handle, int n, const T *const A[],  \
						int lda, T *const Ainv[], int lda_inv,             \
						int *infoArray, int batchSize);
CUBLAS_H_ALL(CUBLAS_H_MATINV)

/* geqrf: each A (m, n) becomes R and, below its diagonal, the vectors v of the reflections
 * 1 - tau v v* whose product is Q; the first element of v, 1, is not stored. TauArray[i] gets
 * min(m, n) numbers.
 * gels: the X (n, nrhs) with the least |A X - C|, in the first rows of C (m, nrhs). Only for
 * CUBLAS_OP_N and m >= n, else CUBLAS_STATUS_NOT_SUPPORTED. A becomes what geqrf makes of it.
 * devInfoArray[i], if not NULL: 0, or k if the k-th diagonal element of R, counted from 1, is 0.
 * *info of both is host memory: 0, or -j if argument j, counted from the one behind the handle, is
 * not allowed. */
#define CUBLAS_H_QR(t, T)                                                                          \
	cublasStatus_t cublas##t##geqrfBatched(cublasHandle_t handle, int m, int n,                \
					       T *const Aarray[], int lda, T *const TauArray[],    \
					       int *info, int batchSize);                          \
	cublasStatus_t cublas##t##gelsBatched(cublasHandle_t handle, cublasOperation_t trans,      \
					      int m, int n, int nrhs, T *const Aarray[], int lda,  \
					      T *const Carray[], int ldc, int *info,               \
					      int *devInfoArray, int batchSize);
CUBLAS_H_ALL(CUBLAS_H_QR)

#undef CUBLAS_H_ALL
#undef CUBLAS_H_GEMV
#undef CUBLAS_H_GEMV_SIZED
#undef CUBLAS_H_GEMV_TYPES
#undef CUBLAS_H_LU
#undef CUBLAS_H_MATINV
#undef CUBLAS_H_QR
#undef CUBLAS_H_TRSM
#undef CUBLAS_H_TRSM_SIZED

#endif
