/* triangular.c - a triangular matrix and a vector, in place: products (trmv, tbmv, tpmv) and
 * solutions (trsv, tbsv, tpsv), of full, band and packed matrices. */
#include "framework/simcuda/api/cublas/base/blas.h"

#define TRIANGULAR_RUN(T, t, P)                                                                    \
	FULL_RUN(t##trmv)                                                                          \
	FULL_RUN(t##trsv)                                                                          \
	BAND_RUN(t##tbmv) BAND_RUN(t##tbsv) PACKED_RUN(t##tpmv) PACKED_RUN(t##tpsv)
#define FULL_RUN(name)                                                                             \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		cblas_##name(CblasColMajor, j->uplo, j->transa, j->diag, j->n, memory[0],          \
			     j->step[0], memory[1], j->step[1]);                                   \
	}
#define BAND_RUN(name)                                                                             \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		cblas_##name(CblasColMajor, j->uplo, j->transa, j->diag, j->n, j->k, memory[0],    \
			     j->step[0], memory[1], j->step[1]);                                   \
	}
#define PACKED_RUN(name)                                                                           \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		cblas_##name(CblasColMajor, j->uplo, j->transa, j->diag, j->n, memory[0],          \
			     memory[1], j->step[1]);                                               \
	}
BLAS_TYPES(TRIANGULAR_RUN)
BLAS_FAMILY(trmv)
BLAS_FAMILY(trsv)
BLAS_FAMILY(tbmv)
BLAS_FAMILY(tbsv)
BLAS_FAMILY(tpmv)
BLAS_FAMILY(tpsv)

typedef struct Triangle {
	BlasStorage storage;
	cublasFillMode_t uplo;
	cublasOperation_t trans;
	cublasDiagType_t diag;
	int64_t n, k;
	const void *a;
	int64_t lda;
	void *x;
	int64_t incx;
} Triangle;

static cublasStatus_t triangular(BlasCall *call, const Triangle *t, const SimKernel *kernel)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->uplo = blas_uplo(call, t->uplo);
	job->transa = blas_operation(call, t->trans);
	job->diag = blas_diag(call, t->diag);
	bool empty = t->n <= 0, band = t->storage == BLAS_BAND;
	/* a diagonal of ones is not looked at */
	SimAccess in = job->diag == CblasUnit ? SIM_MAY_READ : SIM_READ;
	double n = (double)t->n, elements = n * (band ? 1 + (double)t->k : n / 2);

	blas_require(call, t->n >= 0 && t->incx != 0);
	blas_stored(call, t->storage, t->a, t->n, t->k, t->lda, empty ? BLAS_UNUSED : in);
	blas_vector(call, t->x, t->n, t->incx, empty ? BLAS_UNUSED : SIM_READ_WRITE);
	return empty ? call->status : blas_launch(call, kernel, elements, false);
}

#define TRMV(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo,       \
					       cublasOperation_t trans, cublasDiagType_t diag,     \
					       I n, const P *A, I lda, P *x, I incx)               \
	{                                                                                          \
		Triangle t = {BLAS_FULL, uplo, trans, diag, n, 0, A, lda, x, incx};                \
		return triangular(BLAS_CALL(handle, T), &t, blas_##name);                          \
	}
BLAS_ENTRIES(TRMV, trmv)
BLAS_ENTRIES(TRMV, trsv)

#define TBMV(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo,       \
					       cublasOperation_t trans, cublasDiagType_t diag,     \
					       I n, I k, const P *A, I lda, P *x, I incx)          \
	{                                                                                          \
		Triangle t = {BLAS_BAND, uplo, trans, diag, n, k, A, lda, x, incx};                \
		return triangular(BLAS_CALL(handle, T), &t, blas_##name);                          \
	}
BLAS_ENTRIES(TBMV, tbmv)
BLAS_ENTRIES(TBMV, tbsv)

#define TPMV(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo,       \
					       cublasOperation_t trans, cublasDiagType_t diag,     \
					       I n, const P *AP, P *x, I incx)                     \
	{                                                                                          \
		Triangle t = {BLAS_PACKED, uplo, trans, diag, n, 0, AP, 1, x, incx};               \
		return triangular(BLAS_CALL(handle, T), &t, blas_##name);                          \
	}
BLAS_ENTRIES(TPMV, tpmv)
BLAS_ENTRIES(TPMV, tpsv)
