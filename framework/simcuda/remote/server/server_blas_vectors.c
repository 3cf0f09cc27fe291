/* server_blas_vectors.c - replays of the routines on vectors. */
#include "framework/simcuda/remote/server/server_blas.h"

#define AT(i)     replay_place(j, i)
#define TO(i)     replay_target(j, i)
#define STEP(i)   j->step[i]
#define SCALAR(s) replay_scalar(j, &j->s)

#define OF_ALL(T, t, P)                                                                            \
	REPLAY(axpy_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##axpy_v2(handle, j->n, SCALAR(alpha), AT(0), STEP(0), \
						      TO(1), STEP(1)));                            \
	}                                                                                          \
	REPLAY(copy_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(                                                                \
			cublas##T##copy_v2(handle, j->n, AT(0), STEP(0), TO(1), STEP(1)));         \
	}                                                                                          \
	REPLAY(swap_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(                                                                \
			cublas##T##swap_v2(handle, j->n, TO(0), STEP(0), TO(1), STEP(1)));         \
	}                                                                                          \
	REPLAY(scal_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(                                                                \
			cublas##T##scal_v2(handle, j->n, SCALAR(alpha), TO(0), STEP(0)));          \
	}
BLAS_TYPES(OF_ALL)

#define ROTATIONS(T, P)                                                                            \
	REPLAY(rot_##T)                                                                            \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##rot_v2(handle, j->n, TO(0), STEP(0), TO(1), STEP(1), \
						     SCALAR(alpha), SCALAR(beta)));                \
	}                                                                                          \
	REPLAY(rotm_##T)                                                                           \
	{                                                                                          \
		return REPLAY_DONE(cublas##T##rotm_v2(handle, j->n, TO(0), STEP(0), TO(1),         \
						      STEP(1), SCALAR(alpha)));                    \
	}
REPLAY_REALS(ROTATIONS)

/* Routines with a result: where it goes is the operand after the inputs. */
static void result_on_gpu(cublasHandle_t handle)
{
	cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_DEVICE);
}

#define SUMS(T, P)                                                                                 \
	REPLAY(dot_##T)                                                                            \
	{                                                                                          \
		result_on_gpu(handle);                                                             \
		return REPLAY_DONE(                                                                \
			cublas##T##dot_v2(handle, j->n, AT(0), STEP(0), AT(1), STEP(1), TO(2)));   \
	}                                                                                          \
	REPLAY(nrm2_##T)                                                                           \
	{                                                                                          \
		result_on_gpu(handle);                                                             \
		return REPLAY_DONE(cublas##T##nrm2_v2(handle, j->n, AT(0), STEP(0), TO(1)));       \
	}                                                                                          \
	REPLAY(asum_##T)                                                                           \
	{                                                                                          \
		result_on_gpu(handle);                                                             \
		return REPLAY_DONE(cublas##T##asum_v2(handle, j->n, AT(0), STEP(0), TO(1)));       \
	}
REPLAY_REALS(SUMS)

#define PLACES(name, Entry)                                                                        \
	REPLAY(name)                                                                               \
	{                                                                                          \
		result_on_gpu(handle);                                                             \
		return REPLAY_DONE(j->range[1].width == sizeof(int64_t)                            \
					   ? Entry##_64(handle, j->n, AT(0), STEP(0), TO(1))       \
					   : Entry(handle, j->n, AT(0), STEP(0), TO(1)));          \
	}
PLACES(amax_S, cublasIsamax_v2)
PLACES(amax_D, cublasIdamax_v2)
PLACES(amin_S, cublasIsamin_v2)
PLACES(amin_D, cublasIdamin_v2)

const ReplayLine replay_vectors[] = {
	REPLAY_ALL(axpy),         REPLAY_ALL(copy),
	REPLAY_ALL(swap),         REPLAY_ALL(scal),
	REPLAY_REAL(rot),         REPLAY_REAL(rotm),
	REPLAY_REAL(dot),         REPLAY_REAL(nrm2),
	REPLAY_REAL(asum),        {"cublasIsamax", amax_S},
	{"cublasIdamax", amax_D}, {"cublasIsamin", amin_S},
	{"cublasIdamin", amin_D}, {NULL, NULL},
};
