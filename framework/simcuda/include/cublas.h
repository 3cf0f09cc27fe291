/* cublas.h - the older interface of cuBLAS: no handles, scalars by value, letters for enumerators.
 *
 * One handle serves the whole process, made by cublasInit() on the device that is current then.
 * Routines return nothing, or their scalar result; an error is kept until cublasGetError() takes
 * it. Letters: trans 'N', 'T', 'C'; uplo 'L', 'U'; diag 'N', 'U'; side 'L', 'R'; small ones too.
 * What the routines do is told in simcublas_families.h, where they have the same names. */
#ifndef CUBLAS_H_
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h use the same names for different routines: include only one"
#endif

#include "cuda_runtime.h"

#include "cublas_api.h"

#ifdef __cplusplus
extern "C" {
#endif

#define cublasStatus cublasStatus_t

/* A second cublasInit() changes nothing. */
cublasStatus cublasInit(void);
cublasStatus cublasShutdown(void);

/* The first error since the last call of this function; takes it back. */
cublasStatus cublasGetError(void);
cublasStatus cublasGetVersion(int *version);

/* Device memory for n elements; it is freed with cublasFree(). */
cublasStatus cublasAlloc(int n, int elemSize, void **devicePtr);
cublasStatus cublasFree(void *devicePtr);

/* The stream of later routines; 0 is the default one. */
cublasStatus cublasSetKernelStream(cudaStream_t stream);

/* Use a declaration F(T, P, R, name): the letter of a type, the type, and its real type. */
#define CUBLAS_H_REAL(F, name)    F(S, float, float, name) F(D, double, double, name)
#define CUBLAS_H_COMPLEX(F, name) F(C, cuComplex, float, name) F(Z, cuDoubleComplex, double, name)
#define CUBLAS_H_ALL(F, name)     CUBLAS_H_REAL(F, name) CUBLAS_H_COMPLEX(F, name)

/* --- level 1, vectors of n elements ---------------------------------------------------------- */

/* x := alpha x */
#define CUBLAS_H_SCAL(T, P, R, name) void cublas##T##name(int n, P alpha, P *x, int incx);
CUBLAS_H_ALL(CUBLAS_H_SCAL, scal)
/* y := alpha x + y */
#define CUBLAS_H_AXPY(T, P, R, name)                                                               \
	void cublas##T##name(int n, P alpha, const P *x, int incx, P *y, int incy);
CUBLAS_H_ALL(CUBLAS_H_AXPY, axpy)
/* y := x */
#define CUBLAS_H_COPY(T, P, R, name)                                                               \
	void cublas##T##name(int n, const P *x, int incx, P *y, int incy);
CUBLAS_H_ALL(CUBLAS_H_COPY, copy)
#define CUBLAS_H_SWAP(T, P, R, name) void cublas##T##name(int n, P *x, int incx, P *y, int incy);
CUBLAS_H_ALL(CUBLAS_H_SWAP, swap)

void cublasCsscal(int n, float alpha, cuComplex *x, int incx);
void cublasZdscal(int n, double alpha, cuDoubleComplex *x, int incx);

#define CUBLAS_H_RESULT(name, P, R) R cublas##name(int n, const P *x, int incx);
CUBLAS_H_RESULT(Snrm2, float, float)
CUBLAS_H_RESULT(Dnrm2, double, double)
CUBLAS_H_RESULT(Scnrm2, cuComplex, float)
CUBLAS_H_RESULT(Dznrm2, cuDoubleComplex, double)
CUBLAS_H_RESULT(Sasum, float, float)
CUBLAS_H_RESULT(Dasum, double, double)
CUBLAS_H_RESULT(Scasum, cuComplex, float)
CUBLAS_H_RESULT(Dzasum, cuDoubleComplex, double)
CUBLAS_H_RESULT(Isamax, float, int)
CUBLAS_H_RESULT(Idamax, double, int)
CUBLAS_H_RESULT(Icamax, cuComplex, int)
CUBLAS_H_RESULT(Izamax, cuDoubleComplex, int)
CUBLAS_H_RESULT(Isamin, float, int)
CUBLAS_H_RESULT(Idamin, double, int)
CUBLAS_H_RESULT(Icamin, cuComplex, int)
CUBLAS_H_RESULT(Izamin, cuDoubleComplex, int)
#define CUBLAS_H_DOT(name, P) P cublas##name(int n, const P *x, int incx, const P *y, int incy);
CUBLAS_H_DOT(Sdot, float)
CUBLAS_H_DOT(Ddot, double)
CUBLAS_H_DOT(Cdotu, cuComplex)
CUBLAS_H_DOT(Cdotc, cuComplex)
CUBLAS_H_DOT(Zdotu, cuDoubleComplex)
CUBLAS_H_DOT(Zdotc, cuDoubleComplex)

#define CUBLAS_H_ROT(name, P, R, A)                                                                \
	void cublas##name(int n, P *x, int incx, P *y, int incy, R c, A s);
CUBLAS_H_ROT(Srot, float, float, float)
CUBLAS_H_ROT(Drot, double, double, double)
CUBLAS_H_ROT(Crot, cuComplex, float, cuComplex)
CUBLAS_H_ROT(Zrot, cuDoubleComplex, double, cuDoubleComplex)
CUBLAS_H_ROT(Csrot, cuComplex, float, float)
CUBLAS_H_ROT(Zdrot, cuDoubleComplex, double, double)

/* Scalars in host memory. */
void cublasSrotg(float *a, float *b, float *c, float *s);
void cublasDrotg(double *a, double *b, double *c, double *s);
void cublasCrotg(cuComplex *a, cuComplex b, float *c, cuComplex *s);
void cublasZrotg(cuDoubleComplex *a, cuDoubleComplex b, double *c, cuDoubleComplex *s);
#define CUBLAS_H_ROTM(T, P, R, name)                                                               \
	void cublas##T##rotm(int n, P *x, int incx, P *y, int incy, const P *param);               \
	void cublas##T##rotmg(P *d1, P *d2, P *x1, const P *y1, P *param);
CUBLAS_H_REAL(CUBLAS_H_ROTM, rotm)

/* --- level 2, matrices and vectors ----------------------------------------------------------- */

#define CUBLAS_H_GEMV(T, P, R, name)                                                               \
	void cublas##T##name(char trans, int m, int n, P alpha, const P *A, int lda, const P *x,   \
			     int incx, P beta, P *y, int incy);
CUBLAS_H_ALL(CUBLAS_H_GEMV, gemv)
#define CUBLAS_H_GBMV(T, P, R, name)                                                               \
	void cublas##T##name(char trans, int m, int n, int kl, int ku, P alpha, const P *A,        \
			     int lda, const P *x, int incx, P beta, P *y, int incy);
CUBLAS_H_ALL(CUBLAS_H_GBMV, gbmv)
#define CUBLAS_H_TRMV(T, P, R, name)                                                               \
	void cublas##T##name(char uplo, char trans, char diag, int n, const P *A, int lda, P *x,   \
			     int incx);
CUBLAS_H_ALL(CUBLAS_H_TRMV, trmv)
CUBLAS_H_ALL(CUBLAS_H_TRMV, trsv)
#define CUBLAS_H_TBMV(T, P, R, name)                                                               \
	void cublas##T##name(char uplo, char trans, char diag, int n, int k, const P *A, int lda,  \
			     P *x, int incx);
CUBLAS_H_ALL(CUBLAS_H_TBMV, tbmv)
CUBLAS_H_ALL(CUBLAS_H_TBMV, tbsv)
#define CUBLAS_H_TPMV(T, P, R, name)                                                               \
	void cublas##T##name(char uplo, char trans, char diag, int n, const P *AP, P *x, int incx);
CUBLAS_H_ALL(CUBLAS_H_TPMV, tpmv)
CUBLAS_H_ALL(CUBLAS_H_TPMV, tpsv)
#define CUBLAS_H_SYMV(T, P, R, name)                                                               \
	void cublas##T##name(char uplo, int n, P alpha, const P *A, int lda, const P *x, int incx, \
			     P beta, P *y, int incy);
CUBLAS_H_REAL(CUBLAS_H_SYMV, symv)
CUBLAS_H_COMPLEX(CUBLAS_H_SYMV, hemv)
#define CUBLAS_H_SBMV(T, P, R, name)                                                               \
	void cublas##T##name(char uplo, int n, int k, P alpha, const P *A, int lda, const P *x,    \
			     int incx, P beta, P *y, int incy);
CUBLAS_H_REAL(CUBLAS_H_SBMV, sbmv)
CUBLAS_H_COMPLEX(CUBLAS_H_SBMV, hbmv)
#define CUBLAS_H_SPMV(T, P, R, name)                                                               \
	void cublas##T##name(char uplo, int n, P alpha, const P *AP, const P *x, int incx, P beta, \
			     P *y, int incy);
CUBLAS_H_REAL(CUBLAS_H_SPMV, spmv)
CUBLAS_H_COMPLEX(CUBLAS_H_SPMV, hpmv)
#define CUBLAS_H_SYR(T, P, R, name)                                                                \
	void cublas##T##name(char uplo, int n, R alpha, const P *x, int incx, P *A, int lda);
CUBLAS_H_REAL(CUBLAS_H_SYR, syr)
CUBLAS_H_COMPLEX(CUBLAS_H_SYR, her)
#define CUBLAS_H_SPR(T, P, R, name)                                                                \
	void cublas##T##name(char uplo, int n, R alpha, const P *x, int incx, P *AP);
CUBLAS_H_REAL(CUBLAS_H_SPR, spr)
CUBLAS_H_COMPLEX(CUBLAS_H_SPR, hpr)
#define CUBLAS_H_SYR2(T, P, R, name)                                                               \
	void cublas##T##name(char uplo, int n, P alpha, const P *x, int incx, const P *y,          \
			     int incy, P *A, int lda);
CUBLAS_H_REAL(CUBLAS_H_SYR2, syr2)
CUBLAS_H_COMPLEX(CUBLAS_H_SYR2, her2)
#define CUBLAS_H_SPR2(T, P, R, name)                                                               \
	void cublas##T##name(char uplo, int n, P alpha, const P *x, int incx, const P *y,          \
			     int incy, P *AP);
CUBLAS_H_REAL(CUBLAS_H_SPR2, spr2)
CUBLAS_H_COMPLEX(CUBLAS_H_SPR2, hpr2)
#define CUBLAS_H_GER(name, P)                                                                      \
	void cublas##name(int m, int n, P alpha, const P *x, int incx, const P *y, int incy, P *A, \
			  int lda);
CUBLAS_H_GER(Sger, float)
CUBLAS_H_GER(Dger, double)
CUBLAS_H_GER(Cgeru, cuComplex)
CUBLAS_H_GER(Cgerc, cuComplex)
CUBLAS_H_GER(Zgeru, cuDoubleComplex)
CUBLAS_H_GER(Zgerc, cuDoubleComplex)

/* --- level 3, matrices ----------------------------------------------------------------------- */

#define CUBLAS_H_GEMM(T, P, R, name)                                                               \
	void cublas##T##name(char transa, char transb, int m, int n, int k, P alpha, const P *A,   \
			     int lda, const P *B, int ldb, P beta, P *C, int ldc);
CUBLAS_H_ALL(CUBLAS_H_GEMM, gemm)
#define CUBLAS_H_SYRK(T, P, R, name)                                                               \
	void cublas##T##name(char uplo, char trans, int n, int k, P alpha, const P *A, int lda,    \
			     P beta, P *C, int ldc);
CUBLAS_H_ALL(CUBLAS_H_SYRK, syrk)
#define CUBLAS_H_HERK(T, P, R, name)                                                               \
	void cublas##T##name(char uplo, char trans, int n, int k, R alpha, const P *A, int lda,    \
			     R beta, P *C, int ldc);
CUBLAS_H_COMPLEX(CUBLAS_H_HERK, herk)
#define CUBLAS_H_SYR2K(T, P, R, name)                                                              \
	void cublas##T##name(char uplo, char trans, int n, int k, P alpha, const P *A, int lda,    \
			     const P *B, int ldb, P beta, P *C, int ldc);
CUBLAS_H_ALL(CUBLAS_H_SYR2K, syr2k)
#define CUBLAS_H_HER2K(T, P, R, name)                                                              \
	void cublas##T##name(char uplo, char trans, int n, int k, P alpha, const P *A, int lda,    \
			     const P *B, int ldb, R beta, P *C, int ldc);
CUBLAS_H_COMPLEX(CUBLAS_H_HER2K, her2k)
#define CUBLAS_H_SYMM(T, P, R, name)                                                               \
	void cublas##T##name(char side, char uplo, int m, int n, P alpha, const P *A, int lda,     \
			     const P *B, int ldb, P beta, P *C, int ldc);
CUBLAS_H_ALL(CUBLAS_H_SYMM, symm)
CUBLAS_H_COMPLEX(CUBLAS_H_SYMM, hemm)
/* B := alpha op(A)^-1 B or alpha B op(A)^-1 */
#define CUBLAS_H_TRSM(T, P, R, name)                                                               \
	void cublas##T##name(char side, char uplo, char transa, char diag, int m, int n, P alpha,  \
			     const P *A, int lda, P *B, int ldb);
CUBLAS_H_ALL(CUBLAS_H_TRSM, trsm)
/* B := alpha op(A) B or alpha B op(A), in place */
#define CUBLAS_H_TRMM(T, P, R, name)                                                               \
	void cublas##T##name(char side, char uplo, char transa, char diag, int m, int n, P alpha,  \
			     const P *A, int lda, P *B, int ldb);
CUBLAS_H_ALL(CUBLAS_H_TRMM, trmm)

#undef CUBLAS_H_ALL
#undef CUBLAS_H_AXPY
#undef CUBLAS_H_COMPLEX
#undef CUBLAS_H_COPY
#undef CUBLAS_H_DOT
#undef CUBLAS_H_GBMV
#undef CUBLAS_H_GEMM
#undef CUBLAS_H_GEMV
#undef CUBLAS_H_GER
#undef CUBLAS_H_HER2K
#undef CUBLAS_H_HERK
#undef CUBLAS_H_REAL
#undef CUBLAS_H_RESULT
#undef CUBLAS_H_ROT
#undef CUBLAS_H_ROTM
#undef CUBLAS_H_SBMV
#undef CUBLAS_H_SCAL
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
#undef CUBLAS_H_TBMV
#undef CUBLAS_H_TPMV
#undef CUBLAS_H_TRMM
#undef CUBLAS_H_TRMV
#undef CUBLAS_H_TRSM

#ifdef __cplusplus
}
#endif

#endif
