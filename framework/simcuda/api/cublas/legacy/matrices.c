/* matrices.c - level 3 of the older interface. trmm works in place. */
#include "framework/simcuda/api/cublas/legacy/legacy.h"

#define GEMM(T, P, R, name)                                                                        \
	void cublas##T##name(char transa, char transb, int m, int n, int k, P alpha, const P *A,   \
			     int lda, const P *B, int ldb, P beta, P *C, int ldc)                  \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_operation(transa),        \
						 legacy_operation(transb), m, n, k, &alpha, A,     \
						 lda, B, ldb, &beta, C, ldc));                     \
	}
ALL(GEMM, gemm)

#define SYRK(T, P, R, name)                                                                        \
	void cublas##T##name(char uplo, char trans, int n, int k, P alpha, const P *A, int lda,    \
			     P beta, P *C, int ldc)                                                \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo),               \
						 legacy_operation(trans), n, k, &alpha, A, lda,    \
						 &beta, C, ldc));                                  \
	}
ALL(SYRK, syrk)

#define HERK(T, P, R, name)                                                                        \
	void cublas##T##name(char uplo, char trans, int n, int k, R alpha, const P *A, int lda,    \
			     R beta, P *C, int ldc)                                                \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo),               \
						 legacy_operation(trans), n, k, &alpha, A, lda,    \
						 &beta, C, ldc));                                  \
	}
COMPLEX(HERK, herk)

#define SYR2K(T, P, R, name)                                                                       \
	void cublas##T##name(char uplo, char trans, int n, int k, P alpha, const P *A, int lda,    \
			     const P *B, int ldb, P beta, P *C, int ldc)                           \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo),               \
						 legacy_operation(trans), n, k, &alpha, A, lda, B, \
						 ldb, &beta, C, ldc));                             \
	}
ALL(SYR2K, syr2k)

#define HER2K(T, P, R, name)                                                                       \
	void cublas##T##name(char uplo, char trans, int n, int k, P alpha, const P *A, int lda,    \
			     const P *B, int ldb, R beta, P *C, int ldc)                           \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_fill(uplo),               \
						 legacy_operation(trans), n, k, &alpha, A, lda, B, \
						 ldb, &beta, C, ldc));                             \
	}
COMPLEX(HER2K, her2k)

#define SYMM(T, P, R, name)                                                                        \
	void cublas##T##name(char side, char uplo, int m, int n, P alpha, const P *A, int lda,     \
			     const P *B, int ldb, P beta, P *C, int ldc)                           \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_side(side),               \
						 legacy_fill(uplo), m, n, &alpha, A, lda, B, ldb,  \
						 &beta, C, ldc));                                  \
	}
ALL(SYMM, symm)
COMPLEX(SYMM, hemm)

#define TRSM(T, P, R, name)                                                                        \
	void cublas##T##name(char side, char uplo, char transa, char diag, int m, int n, P alpha,  \
			     const P *A, int lda, P *B, int ldb)                                   \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_side(side),               \
						 legacy_fill(uplo), legacy_operation(transa),      \
						 legacy_diagonal(diag), m, n, &alpha, A, lda, B,   \
						 ldb));                                            \
	}
ALL(TRSM, trsm)

#define TRMM(T, P, R, name)                                                                        \
	void cublas##T##name(char side, char uplo, char transa, char diag, int m, int n, P alpha,  \
			     const P *A, int lda, P *B, int ldb)                                   \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), legacy_side(side),               \
						 legacy_fill(uplo), legacy_operation(transa),      \
						 legacy_diagonal(diag), m, n, &alpha, A, lda, B,   \
						 ldb, B, ldb));                                    \
	}
ALL(TRMM, trmm)
