/* server_blas.h - calling an entry point of cuBLAS again with what a job says; see server_blas.c.
 */
#ifndef SERVER_BLAS_H
#define SERVER_BLAS_H

#include "framework/simcuda/api/cublas/base/batch.h"
#include "framework/simcuda/api/cublas/base/blas.h"

/* False: the job is none of that routine. */
typedef bool Replay(cublasHandle_t handle, const BlasJob *j);

typedef struct ReplayLine {
	const char *name; /* of the kernel */
	Replay *replay;
} ReplayLine;

/* Closed by a line without a name. */
extern const ReplayLine replay_vectors[], replay_matrices[], replay_products[];

/* Where an operand is; a scalar, where the handle's pointer mode says. */
const void *replay_place(const BlasJob *j, int operand);
void *replay_target(const BlasJob *j, int operand);
const void *replay_scalar(const BlasJob *j, const BlasScalar *scalar);

/* From cblas's values, which may be any numbers, to cuBLAS's, which then are refused. */
cublasOperation_t replay_operation(enum CBLAS_TRANSPOSE from);
cublasSideMode_t replay_side(enum CBLAS_SIDE from);
cublasFillMode_t replay_uplo(enum CBLAS_UPLO from);
cublasDiagType_t replay_diag(enum CBLAS_DIAG from);

/* The part of a batch that this job is of; NULL: it is whole. */
const BatchPart *replay_part(void);

#define REPLAY_DONE(call) ((call) == CUBLAS_STATUS_SUCCESS)

/* The head of a replay, and a table's lines. */
#define REPLAY(name) static bool name(cublasHandle_t handle, const BlasJob *j)
#define REPLAY_REAL(family)                                                                        \
	{"cublasS" #family, family##_S},                                                           \
	{                                                                                          \
		"cublasD" #family, family##_D                                                      \
	}
#define REPLAY_ALL(family)                                                                         \
	REPLAY_REAL(family), {"cublasC" #family, family##_C},                                      \
	{                                                                                          \
		"cublasZ" #family, family##_Z                                                      \
	}
#define REPLAY_REALS(X) X(S, float) X(D, double)

#endif
