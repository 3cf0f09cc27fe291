/* products.c - level 2 of the older interface: matrices and vectors. */
#include "framework/simcuda/api/cublas/legacy/legacy.h"

#define GEMV(T, P, R, name)                                                                        \
	void cublas##T##name(char trans, int m, int n, P alpha, const P *A, int lda, const P *x,   \
			     int incx, P beta, P *y, int incy)                                     \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_operation(trans), m, n,   \
						 &alpha, A, lda, x, incx, &beta, y, incy));        \
	}
ALL(GEMV, gemv)

#define GBMV(T, P, R, name)                                                                        \
	void cublas##T##name(char trans, int m, int n, int kl, int ku, P alpha, const P *A,        \
			     int lda, const P *x, int incx, P beta, P *y, int incy)                \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_operation(trans), m, n,   \
						 kl, ku, &alpha, A, lda, x, incx, &beta, y,        \
						 incy));                                           \
	}
ALL(GBMV, gbmv)

#define TRMV(T, P, R, name)                                                                        \
	void cublas##T##name(char uplo, char trans, char diag, int n, const P *A, int lda, P *x,   \
			     int incx)                                                             \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo),               \
						 legacy_operation(trans), legacy_diagonal(diag),   \
						 n, A, lda, x, incx));                             \
	}
ALL(TRMV, trmv)
ALL(TRMV, trsv)

#define TBMV(T, P, R, name)                                                                        \
	void cublas##T##name(char uplo, char trans, char diag, int n, int k, const P *A, int lda,  \
			     P *x, int incx)                                                       \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo),               \
						 legacy_operation(trans), legacy_diagonal(diag),   \
						 n, k, A, lda, x, incx));                          \
	}
ALL(TBMV, tbmv)
ALL(TBMV, tbsv)

#define TPMV(T, P, R, name)                                                                        \
	void cublas##T##name(char uplo, char trans, char diag, int n, const P *AP, P *x, int incx) \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo),               \
						 legacy_operation(trans), legacy_diagonal(diag),   \
						 n, AP, x, incx));                                 \
	}
ALL(TPMV, tpmv)
ALL(TPMV, tpsv)

#define SYMV(T, P, R, name)                                                                        \
	void cublas##T##name(char uplo, int n, P alpha, const P *A, int lda, const P *x, int incx, \
			     P beta, P *y, int incy)                                               \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo), n, &alpha, A, \
						 lda, x, incx, &beta, y, incy));                   \
	}
REAL(SYMV, symv)
COMPLEX(SYMV, hemv)

#define SBMV(T, P, R, name)                                                                        \
	void cublas##T##name(char uplo, int n, int k, P alpha, const P *A, int lda, const P *x,    \
			     int incx, P beta, P *y, int incy)                                     \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo), n, k, &alpha, \
						 A, lda, x, incx, &beta, y, incy));                \
	}
REAL(SBMV, sbmv)
COMPLEX(SBMV, hbmv)

#define SPMV(T, P, R, name)                                                                        \
	void cublas##T##name(char uplo, int n, P alpha, const P *AP, const P *x, int incx, P beta, \
			     P *y, int incy)                                                       \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo), n, &alpha,    \
						 AP, x, incx, &beta, y, incy));                    \
	}
REAL(SPMV, spmv)
COMPLEX(SPMV, hpmv)

#define SYR(T, P, R, name)                                                                         \
	void cublas##T##name(char uplo, int n, R alpha, const P *x, int incx, P *A, int lda)       \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo), n, &alpha, x, \
						 incx, A, lda));                                   \
	}
REAL(SYR, syr)
COMPLEX(SYR, her)

#define SPR(T, P, R, name)                                                                         \
	void cublas##T##name(char uplo, int n, R alpha, const P *x, int incx, P *AP)               \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo), n, &alpha, x, \
						 incx, AP));                                       \
	}
REAL(SPR, spr)
COMPLEX(SPR, hpr)

#define SYR2(T, P, R, name)                                                                        \
	void cublas##T##name(char uplo, int n, P alpha, const P *x, int incx, const P *y,          \
			     int incy, P *A, int lda)                                              \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo), n, &alpha, x, \
						 incx, y, incy, A, lda));                          \
	}
REAL(SYR2, syr2)
COMPLEX(SYR2, her2)

#define SPR2(T, P, R, name)                                                                        \
	void cublas##T##name(char uplo, int n, P alpha, const P *x, int incx, const P *y,          \
			     int incy, P *AP)                                                      \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo), n, &alpha, x, \
						 incx, y, incy, AP));                              \
	}
REAL(SPR2, spr2)
COMPLEX(SPR2, hpr2)

#define GER(name, P)                                                                               \
	void cublas##name(int m, int n, P alpha, const P *x, int incx, const P *y, int incy, P *A, \
			  int lda)                                                                 \
	{                                                                                          \
		legacy_note(cublas##name##_v2(legacy_handle(), m, n, &alpha, x, incx, y, incy, A,  \
					      lda));                                               \
	}
GER(Sger, float)
GER(Dger, double)
GER(Cgeru, cuComplex)
GER(Cgerc, cuComplex)
GER(Zgeru, cuDoubleComplex)
GER(Zgerc, cuDoubleComplex)
