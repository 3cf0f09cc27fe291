/* server_blas_matrices.c - replays of the routines on a matrix and vectors. */
#include "framework/simcuda/remote/server/server_blas.h"

#define AT(i)     replay_place(j, i)
#define TO(i)     replay_target(j, i)
#define STEP(i)   j->step[i]
#define SCALAR(s) replay_scalar(j, &j->s)
#define UPLO      replay_uplo(j->uplo)
#define TRANS     replay_operation(j->transa)
#define DIAG      replay_diag(j->diag)

#define GENERAL(T, t, P)                                                                           \
	REPLAY(gemv_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##gemv_v2(handle, TRANS, j->m, j->n, SCALAR(alpha),    \
						      AT(0), STEP(0), AT(1), STEP(1),              \
						      SCALAR(beta), TO(2), STEP(2)));              \
	}                                                                                          \
	REPLAY(gbmv_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##gbmv_v2(handle, TRANS, j->m, j->n, j->kl, j->ku,     \
						      SCALAR(alpha), AT(0), STEP(0), AT(1),        \
						      STEP(1), SCALAR(beta), TO(2), STEP(2)));     \
	}
BLAS_TYPES(GENERAL)

#define TRIANGULAR_ONE(family, T)                                                                  \
	REPLAY(tr##family##_##T)                                                                   \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##tr##family##_v2(handle, UPLO, TRANS, DIAG, j->n,     \
							      AT(0), STEP(0), TO(1), STEP(1)));    \
	}                                                                                          \
	REPLAY(tb##family##_##T)                                                                   \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##tb##family##_v2(                                     \
			handle, UPLO, TRANS, DIAG, j->n, j->k, AT(0), STEP(0), TO(1), STEP(1)));   \
	}                                                                                          \
	REPLAY(tp##family##_##T)                                                                   \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##tp##family##_v2(handle, UPLO, TRANS, DIAG, j->n,     \
							      AT(0), TO(1), STEP(1)));             \
	}
#define TRIANGULAR(T, t, P) TRIANGULAR_ONE(mv, T) TRIANGULAR_ONE(sv, T)
BLAS_TYPES(TRIANGULAR)

#define SYMMETRIC(T, P)                                                                            \
	REPLAY(symv_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##symv_v2(handle, UPLO, j->n, SCALAR(alpha), AT(0),    \
						      STEP(0), AT(1), STEP(1), SCALAR(beta),       \
						      TO(2), STEP(2)));                            \
	}                                                                                          \
	REPLAY(sbmv_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##sbmv_v2(handle, UPLO, j->n, j->k, SCALAR(alpha),     \
						      AT(0), STEP(0), AT(1), STEP(1),              \
						      SCALAR(beta), TO(2), STEP(2)));              \
	}                                                                                          \
	REPLAY(spmv_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##spmv_v2(handle, UPLO, j->n, SCALAR(alpha), AT(0),    \
						      AT(1), STEP(1), SCALAR(beta), TO(2),         \
						      STEP(2)));                                   \
	}
REPLAY_REALS(SYMMETRIC)

#define UPDATES(T, P)                                                                              \
	REPLAY(ger_##T)                                                                            \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##ger_v2(handle, j->m, j->n, SCALAR(alpha), AT(0),     \
						     STEP(0), AT(1), STEP(1), TO(2), STEP(2)));    \
	}                                                                                          \
	REPLAY(syr_##T)                                                                            \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##syr_v2(handle, UPLO, j->n, SCALAR(alpha), AT(0),     \
						     STEP(0), TO(1), STEP(1)));                    \
	}                                                                                          \
	REPLAY(spr_##T)                                                                            \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##spr_v2(handle, UPLO, j->n, SCALAR(alpha), AT(0),     \
						     STEP(0), TO(1)));                             \
	}                                                                                          \
	REPLAY(syr2_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##syr2_v2(handle, UPLO, j->n, SCALAR(alpha), AT(0),    \
						      STEP(0), AT(1), STEP(1), TO(2), STEP(2)));   \
	}                                                                                          \
	REPLAY(spr2_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##spr2_v2(handle, UPLO, j->n, SCALAR(alpha), AT(0),    \
						      STEP(0), AT(1), STEP(1), TO(2)));            \
	}
REPLAY_REALS(UPDATES)

const ReplayLine replay_matrices[] = {
	REPLAY_ALL(gemv),  REPLAY_ALL(gbmv), REPLAY_ALL(trmv), REPLAY_ALL(trsv),  REPLAY_ALL(tbmv),
	REPLAY_ALL(tbsv),  REPLAY_ALL(tpmv), REPLAY_ALL(tpsv), REPLAY_REAL(symv), REPLAY_REAL(sbmv),
	REPLAY_REAL(spmv), REPLAY_REAL(ger), REPLAY_REAL(syr), REPLAY_REAL(spr),  REPLAY_REAL(syr2),
	REPLAY_REAL(spr2), {NULL, NULL},
};
