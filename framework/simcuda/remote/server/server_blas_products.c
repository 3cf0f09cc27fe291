/* server_blas_products.c - replays of the routines on matrices. */
#include "framework/simcuda/api/cublas/products/gemm.h"
#include "framework/simcuda/remote/server/server_blas.h"

#define AT(i)     replay_place(j, i)
#define TO(i)     replay_target(j, i)
#define STEP(i)   j->step[i]
#define SCALAR(s) replay_scalar(j, &j->s)
#define UPLO      replay_uplo(j->uplo)
#define SIDE      replay_side(j->side)
#define TRANS     replay_operation(j->transa)
#define DIAG      replay_diag(j->diag)

static bool replay_gemm(cublasHandle_t handle, const BlasJob *j, BlasType type, bool saving)
{
	BlasCall call = {.handle = handle,
			 .type = type,
			 .scalar_type = type,
			 .name = "cuBLAS",
			 .part = replay_part(),
			 .job = {.batch = 1, .alpha.range = -1, .beta.range = -1}};
	Gemm g = {.transa = TRANS,
		  .transb = replay_operation(j->transb),
		  .m = j->m,
		  .n = j->n,
		  .k = j->k,
		  .alpha = SCALAR(alpha),
		  .beta = SCALAR(beta),
		  .a = AT(0),
		  .b = AT(1),
		  .c = TO(2),
		  .lda = STEP(0),
		  .ldb = STEP(1),
		  .ldc = STEP(2),
		  .stride_a = j->stride[0],
		  .stride_b = j->stride[1],
		  .stride_c = j->stride[2],
		  .batch = j->batch,
		  .saving = saving};
	return REPLAY_DONE(gemm_queue(&call, &g));
}

#define PRODUCTS(T, t, P)                                                                          \
	REPLAY(gemm_##T)                                                                           \
	{                                                                                          \
		return replay_gemm(handle, j, BLAS_##T, false);                                    \
	}                                                                                          \
	REPLAY(symm_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##symm_v2(handle, SIDE, UPLO, j->m, j->n,              \
						      SCALAR(alpha), AT(0), STEP(0), AT(1),        \
						      STEP(1), SCALAR(beta), TO(2), STEP(2)));     \
	}                                                                                          \
	REPLAY(trmm_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##trmm_v2(handle, SIDE, UPLO, TRANS, DIAG, j->m, j->n, \
						      SCALAR(alpha), AT(0), STEP(0), AT(1),        \
						      STEP(1), TO(2), STEP(2)));                   \
	}                                                                                          \
	REPLAY(trsm_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##trsm_v2(handle, SIDE, UPLO, TRANS, DIAG, j->m, j->n, \
						      SCALAR(alpha), AT(0), STEP(0), TO(1),        \
						      STEP(1)));                                   \
	}                                                                                          \
	REPLAY(syrk_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##syrk_v2(handle, UPLO, TRANS, j->n, j->k,             \
						      SCALAR(alpha), AT(0), STEP(0), SCALAR(beta), \
						      TO(1), STEP(1)));                            \
	}                                                                                          \
	REPLAY(syr2k_##T)                                                                          \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##syr2k_v2(handle, UPLO, TRANS, j->n, j->k,            \
						       SCALAR(alpha), AT(0), STEP(0), AT(1),       \
						       STEP(1), SCALAR(beta), TO(2), STEP(2)));    \
	}                                                                                          \
	REPLAY(syrkx_##T)                                                                          \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##syrkx(handle, UPLO, TRANS, j->n, j->k,               \
						    SCALAR(alpha), AT(0), STEP(0), AT(1), STEP(1), \
						    SCALAR(beta), TO(2), STEP(2)));                \
	}                                                                                          \
	REPLAY(geam_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##geam(handle, TRANS, replay_operation(j->transb),     \
						   j->m, j->n, SCALAR(alpha), AT(0), STEP(0),      \
						   SCALAR(beta), AT(1), STEP(1), TO(2), STEP(2))); \
	}                                                                                          \
	REPLAY(dgmm_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##dgmm(handle, SIDE, j->m, j->n, AT(0), STEP(0),       \
						   AT(1), STEP(1), TO(2), STEP(2)));               \
	}
BLAS_TYPES(PRODUCTS)

REPLAY(gemm3m_C)
{
	return replay_gemm(handle, j, BLAS_C, true);
}

REPLAY(gemm3m_Z)
{
	return replay_gemm(handle, j, BLAS_Z, true);
}

const ReplayLine replay_products[] = {
	REPLAY_ALL(gemm),
	REPLAY_ALL(symm),
	REPLAY_ALL(trmm),
	REPLAY_ALL(trsm),
	REPLAY_ALL(syrk),
	REPLAY_ALL(syr2k),
	REPLAY_ALL(syrkx),
	REPLAY_ALL(geam),
	REPLAY_ALL(dgmm),
	{"cublasCgemm3m", gemm3m_C},
	{"cublasZgemm3m", gemm3m_Z},
	{NULL, NULL},
};
