/* simcublas_families.h - the regular families of cuBLAS: vectors, matrices and vectors, matrices.
 * Part of cublas_api.h, which says how matrices, scalars and types are meant.
 *
 * Each family is one macro, used for every element type that has it and for two kinds of sizes:
 * int, and int64_t under a name that ends in _64. The simulated GPUs take sizes up to INT_MAX under
 * either name; more prints a line that names the routine and answers CUBLAS_STATUS_NOT_SUPPORTED.
 *
 * Every routine answers CUBLAS_STATUS_NOT_INITIALIZED when the handle is none, and
 * CUBLAS_STATUS_INVALID_VALUE for a null pointer where one is used, an enumerator that it does not
 * know, a negative size, a leading dimension that is too small, and, on level 2, an increment of 0.
 *
 * op(A) is A, A' (transposed) or A* (transposed and conjugated). A symmetric, Hermitian or
 * triangular matrix is given by one triangle, `uplo`; what lies in the other one is neither read
 * nor written. It is stored in one of three ways:
 *   full    A is (n, n): element (i, j) is A[i + j * lda]
 *   band    with k diagonals beside the main one: A[i - j + j * lda] of the lower triangle,
 *           A[k + i - j + j * lda] of the upper one, lda > k
 *   packed  column after column of the triangle, with no gaps: n (n + 1) / 2 elements */
#ifndef SIMCUBLAS_FAMILIES_H
#define SIMCUBLAS_FAMILIES_H

/* Uses a declaration for both kinds of sizes, and for the types. The last two are always: the end
 * of the name, and the type of sizes. */
#define CUBLAS_H_SIZES(F, ...) F(__VA_ARGS__, , int) F(__VA_ARGS__, _64, int64_t)
#define CUBLAS_H_REAL(F, ...)                                                                      \
	CUBLAS_H_SIZES(F, __VA_ARGS__, S, float, float)                                            \
	CUBLAS_H_SIZES(F, __VA_ARGS__, D, double, double)
#define CUBLAS_H_COMPLEX(F, ...)                                                                   \
	CUBLAS_H_SIZES(F, __VA_ARGS__, C, cuComplex, float)                                        \
	CUBLAS_H_SIZES(F, __VA_ARGS__, Z, cuDoubleComplex, double)
#define CUBLAS_H_ALL(F, ...) CUBLAS_H_REAL(F, __VA_ARGS__) CUBLAS_H_COMPLEX(F, __VA_ARGS__)

/* --- level 1: vectors of n elements, inc elements from each to the next ---------------------- */

/* axpy: y := alpha x + y */
#define CUBLAS_H_AXPY(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, I n, const T *alpha,         \
					       const T *x, I incx, T *y, I incy);
CUBLAS_H_ALL(CUBLAS_H_AXPY, axpy)

/* copy: y := x */
#define CUBLAS_H_COPY(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, I n, const T *x, I incx,     \
					       T *y, I incy);
CUBLAS_H_ALL(CUBLAS_H_COPY, copy)

/* swap: x and y change places */
#define CUBLAS_H_SWAP(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, I n, T *x, I incx, T *y,     \
					       I incy);
CUBLAS_H_ALL(CUBLAS_H_SWAP, swap)

/* scal: x := alpha x; Cs and Zd take a real alpha */
#define CUBLAS_H_SCAL(name, T, A, v, I)                                                            \
	cublasStatus_t cublas##name##_v2##v(cublasHandle_t handle, I n, const A *alpha, T *x,      \
					    I incx);
CUBLAS_H_SIZES(CUBLAS_H_SCAL, Sscal, float, float)
CUBLAS_H_SIZES(CUBLAS_H_SCAL, Dscal, double, double)
CUBLAS_H_SIZES(CUBLAS_H_SCAL, Cscal, cuComplex, cuComplex)
CUBLAS_H_SIZES(CUBLAS_H_SCAL, Zscal, cuDoubleComplex, cuDoubleComplex)
CUBLAS_H_SIZES(CUBLAS_H_SCAL, Csscal, cuComplex, float)
CUBLAS_H_SIZES(CUBLAS_H_SCAL, Zdscal, cuDoubleComplex, double)

/* dot: *result := the sum of x[i] y[i]; dotc conjugates x first */
#define CUBLAS_H_DOT(name, T, v, I)                                                                \
	cublasStatus_t cublas##name##_v2##v(cublasHandle_t handle, I n, const T *x, I incx,        \
					    const T *y, I incy, T *result);
CUBLAS_H_SIZES(CUBLAS_H_DOT, Sdot, float)
CUBLAS_H_SIZES(CUBLAS_H_DOT, Ddot, double)
CUBLAS_H_SIZES(CUBLAS_H_DOT, Cdotu, cuComplex)
CUBLAS_H_SIZES(CUBLAS_H_DOT, Cdotc, cuComplex)
CUBLAS_H_SIZES(CUBLAS_H_DOT, Zdotu, cuDoubleComplex)
CUBLAS_H_SIZES(CUBLAS_H_DOT, Zdotc, cuDoubleComplex)

/* *result := the Euclidean norm (nrm2), the sum of absolute values (asum), or the place of the
 * first largest (amax) or smallest (amin) absolute value, counted from 1. For asum, amax and amin
 * the absolute value of a complex number is |real| + |imaginary|. */
#define CUBLAS_H_REDUCE(name, T, R, v, I)                                                          \
	cublasStatus_t cublas##name##_v2##v(cublasHandle_t handle, I n, const T *x, I incx,        \
					    R *result);
CUBLAS_H_SIZES(CUBLAS_H_REDUCE, Snrm2, float, float)
CUBLAS_H_SIZES(CUBLAS_H_REDUCE, Dnrm2, double, double)
CUBLAS_H_SIZES(CUBLAS_H_REDUCE, Scnrm2, cuComplex, float)
CUBLAS_H_SIZES(CUBLAS_H_REDUCE, Dznrm2, cuDoubleComplex, double)
CUBLAS_H_SIZES(CUBLAS_H_REDUCE, Sasum, float, float)
CUBLAS_H_SIZES(CUBLAS_H_REDUCE, Dasum, double, double)
CUBLAS_H_SIZES(CUBLAS_H_REDUCE, Scasum, cuComplex, float)
CUBLAS_H_SIZES(CUBLAS_H_REDUCE, Dzasum, cuDoubleComplex, double)
#define CUBLAS_H_PLACE(name, T, v, I) CUBLAS_H_REDUCE(name, T, I, v, I)
CUBLAS_H_SIZES(CUBLAS_H_PLACE, Isamax, float)
CUBLAS_H_SIZES(CUBLAS_H_PLACE, Idamax, double)
CUBLAS_H_SIZES(CUBLAS_H_PLACE, Icamax, cuComplex)
CUBLAS_H_SIZES(CUBLAS_H_PLACE, Izamax, cuDoubleComplex)
CUBLAS_H_SIZES(CUBLAS_H_PLACE, Isamin, float)
CUBLAS_H_SIZES(CUBLAS_H_PLACE, Idamin, double)
CUBLAS_H_SIZES(CUBLAS_H_PLACE, Icamin, cuComplex)
CUBLAS_H_SIZES(CUBLAS_H_PLACE, Izamin, cuDoubleComplex)

/* rot: x[i], y[i] := c x[i] + s y[i], c y[i] - conj(s) x[i]; c is real */
#define CUBLAS_H_ROT(name, T, R, A, v, I)                                                          \
	cublasStatus_t cublas##name##_v2##v(cublasHandle_t handle, I n, T *x, I incx, T *y,        \
					    I incy, const R *c, const A *s);
CUBLAS_H_SIZES(CUBLAS_H_ROT, Srot, float, float, float)
CUBLAS_H_SIZES(CUBLAS_H_ROT, Drot, double, double, double)
CUBLAS_H_SIZES(CUBLAS_H_ROT, Crot, cuComplex, float, cuComplex)
CUBLAS_H_SIZES(CUBLAS_H_ROT, Csrot, cuComplex, float, float)
CUBLAS_H_SIZES(CUBLAS_H_ROT, Zrot, cuDoubleComplex, double, cuDoubleComplex)
CUBLAS_H_SIZES(CUBLAS_H_ROT, Zdrot, cuDoubleComplex, double, double)

/* rotg: the rotation (c, s) that takes (a, b) to (r, 0). a becomes r. For real types b becomes z,
 * of which c and s can be made again: z = 1 is c = 0, s = 1; |z| < 1 is s = z, c = sqrt(1 - z z);
 * else c = 1 / z, s = sqrt(1 - c c). All four are host memory in host pointer mode, where the CPU
 * does the work at once, else device memory. */
#define CUBLAS_H_ROTG(t, T, R)                                                                     \
	cublasStatus_t cublas##t##rotg_v2(cublasHandle_t handle, T *a, T *b, R *c, T *s);
CUBLAS_H_ROTG(S, float, float)
CUBLAS_H_ROTG(D, double, double)
CUBLAS_H_ROTG(C, cuComplex, float)
CUBLAS_H_ROTG(Z, cuDoubleComplex, double)

/* rotm: x[i], y[i] := h11 x[i] + h12 y[i], h21 x[i] + h22 y[i]. param is {flag, h11, h21, h12,
 * h22}, five elements, host or device memory as the pointer mode says. The flag tells which of them
 * count: -1: all; 0: h12 and h21, the others are 1; 1: h11 and h22, h12 is 1 and h21 is -1; -2:
 * none, the identity. */
#define CUBLAS_H_ROTM(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, I n, T *x, I incx, T *y,     \
					       I incy, const T *param);
CUBLAS_H_REAL(CUBLAS_H_ROTM, rotm)

/* rotmg: the param that takes (sqrt(d1) x1, sqrt(d2) y1) to (r, 0), and the d1, d2 and x1 that
 * belong to what comes out. Of param, what the flag says does not count is left alone. Where the
 * five are: as for rotg. */
#define CUBLAS_H_ROTMG(t, T)                                                                       \
	cublasStatus_t cublas##t##rotmg_v2(cublasHandle_t handle, T *d1, T *d2, T *x1,             \
					   const T *y1, T *param);
CUBLAS_H_ROTMG(S, float)
CUBLAS_H_ROTMG(D, double)

/* --- level 2: a matrix and vectors ----------------------------------------------------------- */

/* gemv: y := alpha op(A) x + beta y, A is (m, n) */
#define CUBLAS_H_GEMV(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasOperation_t trans,     \
					       I m, I n, const T *alpha, const T *A, I lda,        \
					       const T *x, I incx, const T *beta, T *y, I incy);
CUBLAS_H_ALL(CUBLAS_H_GEMV, gemv)

/* gbmv: the same for a band of kl diagonals below and ku above the main one: element (i, j) is
 * A[ku + i - j + j * lda], lda > kl + ku */
#define CUBLAS_H_GBMV(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasOperation_t trans,     \
					       I m, I n, I kl, I ku, const T *alpha, const T *A,   \
					       I lda, const T *x, I incx, const T *beta, T *y,     \
					       I incy);
CUBLAS_H_ALL(CUBLAS_H_GBMV, gbmv)

/* y := alpha A x + beta y. symv, hemv: A is full; sbmv, hbmv: a band; spmv, hpmv: packed. Symmetric
 * where the name begins with s, Hermitian with h: then the diagonal counts as real. */
#define CUBLAS_H_SYMV(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const T *alpha, const T *A, I lda, const T *x,      \
					       I incx, const T *beta, T *y, I incy);
CUBLAS_H_ALL(CUBLAS_H_SYMV, symv)
CUBLAS_H_COMPLEX(CUBLAS_H_SYMV, hemv)
#define CUBLAS_H_SBMV(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       I k, const T *alpha, const T *A, I lda, const T *x, \
					       I incx, const T *beta, T *y, I incy);
CUBLAS_H_REAL(CUBLAS_H_SBMV, sbmv)
CUBLAS_H_COMPLEX(CUBLAS_H_SBMV, hbmv)
#define CUBLAS_H_SPMV(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const T *alpha, const T *AP, const T *x, I incx,    \
					       const T *beta, T *y, I incy);
CUBLAS_H_REAL(CUBLAS_H_SPMV, spmv)
CUBLAS_H_COMPLEX(CUBLAS_H_SPMV, hpmv)

/* x := op(A) x (mv) or op(A)^-1 x (sv), A triangular. tr: A is full; tb: a band; tp: packed. */
#define CUBLAS_H_TRMV(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo,       \
					       cublasOperation_t trans, cublasDiagType_t diag,     \
					       I n, const T *A, I lda, T *x, I incx);
CUBLAS_H_ALL(CUBLAS_H_TRMV, trmv)
CUBLAS_H_ALL(CUBLAS_H_TRMV, trsv)
#define CUBLAS_H_TBMV(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo,       \
					       cublasOperation_t trans, cublasDiagType_t diag,     \
					       I n, I k, const T *A, I lda, T *x, I incx);
CUBLAS_H_ALL(CUBLAS_H_TBMV, tbmv)
CUBLAS_H_ALL(CUBLAS_H_TBMV, tbsv)
#define CUBLAS_H_TPMV(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo,       \
					       cublasOperation_t trans, cublasDiagType_t diag,     \
					       I n, const T *AP, T *x, I incx);
CUBLAS_H_ALL(CUBLAS_H_TPMV, tpmv)
CUBLAS_H_ALL(CUBLAS_H_TPMV, tpsv)

/* ger: A := alpha x y' + A, A is (m, n); gerc conjugates y */
#define CUBLAS_H_GER(name, t, T, R, v, I)                                                          \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, I m, I n, const T *alpha,    \
					       const T *x, I incx, const T *y, I incy, T *A,       \
					       I lda);
CUBLAS_H_REAL(CUBLAS_H_GER, ger)
CUBLAS_H_COMPLEX(CUBLAS_H_GER, geru)
CUBLAS_H_COMPLEX(CUBLAS_H_GER, gerc)

/* One triangle of A := alpha x x' + A; her and hpr: alpha x x* + A, with a real alpha and a real
 * diagonal. A is full, or packed (spr, hpr). */
#define CUBLAS_H_SYR(name, t, T, R, v, I)                                                          \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const T *alpha, const T *x, I incx, T *A, I lda);
CUBLAS_H_ALL(CUBLAS_H_SYR, syr)
#define CUBLAS_H_HER(name, t, T, R, v, I)                                                          \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const R *alpha, const T *x, I incx, T *A, I lda);
CUBLAS_H_COMPLEX(CUBLAS_H_HER, her)
#define CUBLAS_H_SPR(name, t, T, R, v, I)                                                          \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const R *alpha, const T *x, I incx, T *AP);
CUBLAS_H_REAL(CUBLAS_H_SPR, spr)
CUBLAS_H_COMPLEX(CUBLAS_H_SPR, hpr)

/* One triangle of A := alpha x y' + alpha y x' + A; her2 and hpr2: alpha x y* + conj(alpha) y x* +
 * A, with a real diagonal. A is full, or packed (spr2, hpr2). */
#define CUBLAS_H_SYR2(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const T *alpha, const T *x, I incx, const T *y,     \
					       I incy, T *A, I lda);
CUBLAS_H_ALL(CUBLAS_H_SYR2, syr2)
CUBLAS_H_COMPLEX(CUBLAS_H_SYR2, her2)
#define CUBLAS_H_SPR2(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const T *alpha, const T *x, I incx, const T *y,     \
					       I incy, T *AP);
CUBLAS_H_REAL(CUBLAS_H_SPR2, spr2)
CUBLAS_H_COMPLEX(CUBLAS_H_SPR2, hpr2)

/* --- level 3: matrices ----------------------------------------------------------------------- */

/* gemm: C := alpha op(A) op(B) + beta C, op(A) is (m, k), op(B) is (k, n), C is (m, n) */
#define CUBLAS_H_GEMM(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasOperation_t transa,    \
					       cublasOperation_t transb, I m, I n, I k,            \
					       const T *alpha, const T *A, I lda, const T *B,      \
					       I ldb, const T *beta, T *C, I ldc);
CUBLAS_H_ALL(CUBLAS_H_GEMM, gemm)

/* gemmStridedBatched: the same for a batch of matrices: each `stride` elements after the one
 * before, */
#define CUBLAS_H_GEMM_STRIDED(name, t, T, R, v, I)                                                 \
	cublasStatus_t cublas##t##name##v(cublasHandle_t handle, cublasOperation_t transa,         \
					  cublasOperation_t transb, I m, I n, I k, const T *alpha, \
					  const T *A, I lda, long long int strideA, const T *B,    \
					  I ldb, long long int strideB, const T *beta, T *C,       \
					  I ldc, long long int strideC, I batchCount);
CUBLAS_H_ALL(CUBLAS_H_GEMM_STRIDED, gemmStridedBatched)

/* gemmBatched: or where an array of pointers says, which is itself device memory. */
#define CUBLAS_H_GEMM_BATCHED(name, t, T, R, v, I)                                                 \
	cublasStatus_t cublas##t##name##v(                                                         \
		cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m,    \
		I n, I k, const T *alpha, const T *const Aarray[], I lda, const T *const Barray[], \
		I ldb, const T *beta, T *const Carray[], I ldc, I batchCount);
CUBLAS_H_ALL(CUBLAS_H_GEMM_BATCHED, gemmBatched)

/* gemm3m, gemm3mStridedBatched, gemm3mBatched: these in three real products instead of four. The
 * batches are for cuComplex alone. */
#define CUBLAS_H_GEMM3M(name, t, T, R, v, I)                                                       \
	cublasStatus_t cublas##t##name##v(cublasHandle_t handle, cublasOperation_t transa,         \
					  cublasOperation_t transb, I m, I n, I k, const T *alpha, \
					  const T *A, I lda, const T *B, I ldb, const T *beta,     \
					  T *C, I ldc);
CUBLAS_H_COMPLEX(CUBLAS_H_GEMM3M, gemm3m)
CUBLAS_H_SIZES(CUBLAS_H_GEMM_STRIDED, gemm3mStridedBatched, C, cuComplex, float)
CUBLAS_H_SIZES(CUBLAS_H_GEMM_BATCHED, gemm3mBatched, C, cuComplex, float)

/* C := alpha A B + beta C (left) or alpha B A + beta C (right), A symmetric (symm) or Hermitian
 * (hemm, whose diagonal counts as real) */
#define CUBLAS_H_SYMM(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(                                                    \
		cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n,     \
		const T *alpha, const T *A, I lda, const T *B, I ldb, const T *beta, T *C, I ldc);
CUBLAS_H_ALL(CUBLAS_H_SYMM, symm)
CUBLAS_H_COMPLEX(CUBLAS_H_SYMM, hemm)

/* One triangle of C, op(A) and op(B) are (n, k). `trans` is N or T for the symmetric ones (C is T
 * for real types), N or C for the Hermitian ones, whose C has a real diagonal.
 *   syrk   C := alpha op(A) op(A)' + beta C
 *   herk   C := alpha op(A) op(A)* + beta C, alpha and beta real
 *   syr2k  C := alpha op(A) op(B)' + alpha op(B) op(A)' + beta C
 *   her2k  C := alpha op(A) op(B)* + conj(alpha) op(B) op(A)* + beta C, beta real
 *   syrkx  C := alpha op(A) op(B)' + beta C, for A and B of which this is symmetric
 *   herkx  C := alpha op(A) op(B)* + beta C, for A and B of which this is Hermitian; beta real */
#define CUBLAS_H_SYRK(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo,       \
					       cublasOperation_t trans, I n, I k, const T *alpha,  \
					       const T *A, I lda, const T *beta, T *C, I ldc);
CUBLAS_H_ALL(CUBLAS_H_SYRK, syrk)
#define CUBLAS_H_HERK(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo,       \
					       cublasOperation_t trans, I n, I k, const R *alpha,  \
					       const T *A, I lda, const R *beta, T *C, I ldc);
CUBLAS_H_COMPLEX(CUBLAS_H_HERK, herk)
#define CUBLAS_H_PAIR(full, T, R, I)                                                               \
	cublasStatus_t cublas##full(cublasHandle_t handle, cublasFillMode_t uplo,                  \
				    cublasOperation_t trans, I n, I k, const T *alpha, const T *A, \
				    I lda, const T *B, I ldb, const R *beta, T *C, I ldc);
#define CUBLAS_H_SYR2K(name, t, T, R, v, I) CUBLAS_H_PAIR(t##name##_v2##v, T, T, I)
#define CUBLAS_H_HER2K(name, t, T, R, v, I) CUBLAS_H_PAIR(t##name##_v2##v, T, R, I)
#define CUBLAS_H_SYRKX(name, t, T, R, v, I) CUBLAS_H_PAIR(t##name##v, T, T, I)
#define CUBLAS_H_HERKX(name, t, T, R, v, I) CUBLAS_H_PAIR(t##name##v, T, R, I)
CUBLAS_H_ALL(CUBLAS_H_SYR2K, syr2k)
CUBLAS_H_COMPLEX(CUBLAS_H_HER2K, her2k)
CUBLAS_H_ALL(CUBLAS_H_SYRKX, syrkx)
CUBLAS_H_COMPLEX(CUBLAS_H_HERKX, herkx)

/* syrk and herk with single precision arithmetic and element types of their own; 3m: in three real
 * products instead of four. Here A and C are CUDA_C_32F. For A of CUDA_C_8I, which NVIDIA's library
 * knows, a line says that it is not simulated; this and any other type is
 * CUBLAS_STATUS_NOT_SUPPORTED. */
#define CUBLAS_H_RANK_EX(name, R, v, I)                                                            \
	cublasStatus_t cublas##name##v(cublasHandle_t handle, cublasFillMode_t uplo,               \
				       cublasOperation_t trans, I n, I k, const R *alpha,          \
				       const void *A, cudaDataType Atype, I lda, const R *beta,    \
				       void *C, cudaDataType Ctype, I ldc);
CUBLAS_H_SIZES(CUBLAS_H_RANK_EX, CsyrkEx, cuComplex)
CUBLAS_H_SIZES(CUBLAS_H_RANK_EX, Csyrk3mEx, cuComplex)
CUBLAS_H_SIZES(CUBLAS_H_RANK_EX, CherkEx, float)
CUBLAS_H_SIZES(CUBLAS_H_RANK_EX, Cherk3mEx, float)

/* trsm: B := alpha op(A)^-1 B (left) or alpha B op(A)^-1 (right), A triangular */
#define CUBLAS_H_TRSM(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasSideMode_t side,       \
					       cublasFillMode_t uplo, cublasOperation_t trans,     \
					       cublasDiagType_t diag, I m, I n, const T *alpha,    \
					       const T *A, I lda, T *B, I ldb);
CUBLAS_H_ALL(CUBLAS_H_TRSM, trsm)

/* trmm: C := alpha op(A) B (left) or alpha B op(A) (right), A triangular; C may be B */
#define CUBLAS_H_TRMM(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##_v2##v(cublasHandle_t handle, cublasSideMode_t side,       \
					       cublasFillMode_t uplo, cublasOperation_t trans,     \
					       cublasDiagType_t diag, I m, I n, const T *alpha,    \
					       const T *A, I lda, const T *B, I ldb, T *C, I ldc);
CUBLAS_H_ALL(CUBLAS_H_TRMM, trmm)

/* geam: C := alpha op(A) + beta op(B), C is (m, n); C may be A or B where that one is not
 * transposed */
#define CUBLAS_H_GEAM(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##v(cublasHandle_t handle, cublasOperation_t transa,         \
					  cublasOperation_t transb, I m, I n, const T *alpha,      \
					  const T *A, I lda, const T *beta, const T *B, I ldb,     \
					  T *C, I ldc);
CUBLAS_H_ALL(CUBLAS_H_GEAM, geam)

/* dgmm: C := diag(x) A (left, x of m elements) or A diag(x) (right, x of n), A and C are (m, n);
 * C may be A. An increment of 0 scales by the one x[0]. */
#define CUBLAS_H_DGMM(name, t, T, R, v, I)                                                         \
	cublasStatus_t cublas##t##name##v(cublasHandle_t handle, cublasSideMode_t mode, I m, I n,  \
					  const T *A, I lda, const T *x, I incx, T *C, I ldc);
CUBLAS_H_ALL(CUBLAS_H_DGMM, dgmm)

/* tpttr: one triangle of the full A := the packed AP; trttp: the reverse */
#define CUBLAS_H_PACKED(t, T)                                                                      \
	cublasStatus_t cublas##t##tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n,       \
					const T *AP, T *A, int lda);                               \
	cublasStatus_t cublas##t##trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n,       \
					const T *A, int lda, T *AP);
CUBLAS_H_PACKED(S, float)
CUBLAS_H_PACKED(D, double)
CUBLAS_H_PACKED(C, cuComplex)
CUBLAS_H_PACKED(Z, cuDoubleComplex)

#undef CUBLAS_H_ALL
#undef CUBLAS_H_AXPY
#undef CUBLAS_H_COMPLEX
#undef CUBLAS_H_COPY
#undef CUBLAS_H_DGMM
#undef CUBLAS_H_DOT
#undef CUBLAS_H_GBMV
#undef CUBLAS_H_GEAM
#undef CUBLAS_H_GEMM
#undef CUBLAS_H_GEMM3M
#undef CUBLAS_H_GEMM_BATCHED
#undef CUBLAS_H_GEMM_STRIDED
#undef CUBLAS_H_GEMV
#undef CUBLAS_H_GER
#undef CUBLAS_H_HER
#undef CUBLAS_H_HER2K
#undef CUBLAS_H_HERK
#undef CUBLAS_H_HERKX
#undef CUBLAS_H_PACKED
#undef CUBLAS_H_PAIR
#undef CUBLAS_H_PLACE
#undef CUBLAS_H_RANK_EX
#undef CUBLAS_H_REAL
#undef CUBLAS_H_REDUCE
#undef CUBLAS_H_ROT
#undef CUBLAS_H_ROTG
#undef CUBLAS_H_ROTM
#undef CUBLAS_H_ROTMG
#undef CUBLAS_H_SBMV
#undef CUBLAS_H_SCAL
#undef CUBLAS_H_SIZES
#undef CUBLAS_H_SPMV
#undef CUBLAS_H_SPR
#undef CUBLAS_H_SPR2
#undef CUBLAS_H_SWAP
#undef CUBLAS_H_SYMM
#undef CUBLAS_H_SYMV
#undef CUBLAS_H_SYR
#undef CUBLAS_H_SYR2
#undef CUBLAS_H_SYR2K
#undef CUBLAS_H_SYRK
#undef CUBLAS_H_SYRKX
#undef CUBLAS_H_TBMV
#undef CUBLAS_H_TPMV
#undef CUBLAS_H_TRMM
#undef CUBLAS_H_TRMV
#undef CUBLAS_H_TRSM

#endif
