/* rearrange.c - matrices scaled by a diagonal (dgmm), and between packed and full storage (tpttr,
 * trttp). The host's BLAS has none of them. */
#include "framework/simcuda/api/cublas/base/blas.h"

#define DGMM_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##dgmm)                                                                          \
	{                                                                                          \
		bool left = j->side == CblasLeft;                                                  \
		const blas_##t *a = memory[0], *x = memory[1];                                     \
		blas_##t *c = memory[2];                                                           \
                                                                                                   \
		for (int64_t col = 0; col < j->n; col++)                                           \
			for (int64_t row = 0; row < j->m; row++) {                                 \
				int64_t i = blas_place(left ? j->m : j->n, j->step[1],             \
						       left ? row : col);                          \
				c[row + col * j->step[2]] = a[row + col * j->step[0]] * x[i];      \
			}                                                                          \
	}
BLAS_TYPES(DGMM_RUN)
BLAS_FAMILY(dgmm)

/* The elements of a packed triangle lie in the order in which these loops meet them. */
#define PACKED_RUN(T, t, P)                                                                        \
	BLAS_RUN(t##tpttr)                                                                         \
	{                                                                                          \
		const blas_##t *packed = memory[0];                                                \
		blas_##t *a = memory[1];                                                           \
                                                                                                   \
		for (int64_t col = 0; col < j->n; col++) {                                         \
			BlasRows rows = blas_rows(j->uplo, j->n, col);                             \
			for (int64_t i = rows.first; i < rows.end; i++)                            \
				a[i + col * j->step[1]] = *packed++;                               \
		}                                                                                  \
	}                                                                                          \
	BLAS_RUN(t##trttp)                                                                         \
	{                                                                                          \
		const blas_##t *a = memory[0];                                                     \
		blas_##t *packed = memory[1];                                                      \
                                                                                                   \
		for (int64_t col = 0; col < j->n; col++) {                                         \
			BlasRows rows = blas_rows(j->uplo, j->n, col);                             \
			for (int64_t i = rows.first; i < rows.end; i++)                            \
				*packed++ = a[i + col * j->step[0]];                               \
		}                                                                                  \
	}
BLAS_TYPES(PACKED_RUN)
BLAS_FAMILY(tpttr)
BLAS_FAMILY(trttp)

static cublasStatus_t dgmm(BlasCall *call, cublasSideMode_t side, int64_t m, int64_t n,
			   const void *a, int64_t lda, const void *x, int64_t incx, void *c,
			   int64_t ldc)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->m = blas_size(call, m);
	job->n = blas_size(call, n);
	job->side = blas_side(call, side);
	bool empty = m <= 0 || n <= 0;
	SimAccess in = empty ? BLAS_UNUSED : SIM_READ;

	blas_require(call, m >= 0 && n >= 0);
	blas_require(call, empty || a != c || lda == ldc);
	blas_matrix(call, a, m, n, lda, in);
	blas_vector(call, x, job->side == CblasLeft ? m : n, incx, in);
	blas_matrix(call, c, m, n, ldc, empty ? BLAS_UNUSED : SIM_WRITE);
	return empty ? call->status : blas_launch(call, blas_dgmm, (double)m * (double)n, false);
}

/* tpttr unpacks, trttp packs. */
static cublasStatus_t repack(BlasCall *call, bool unpack, cublasFillMode_t uplo, int64_t n,
			     const void *from, void *to, int64_t lda)
{
	if (!blas_enter(call))
		return call->status;
	call->job.uplo = blas_uplo(call, uplo);
	SimAccess in = n > 0 ? SIM_READ : BLAS_UNUSED, out = n > 0 ? SIM_WRITE : BLAS_UNUSED;

	blas_require(call, n >= 0);
	blas_stored(call, unpack ? BLAS_PACKED : BLAS_FULL, from, n, 0, lda, in);
	blas_stored(call, unpack ? BLAS_FULL : BLAS_PACKED, to, n, 0, lda, out);
	if (n <= 0)
		return call->status;
	return blas_launch(call, unpack ? blas_tpttr : blas_trttp, 0, false);
}

#define DGMM(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##v(cublasHandle_t handle, cublasSideMode_t mode, I m, I n,  \
					  const P *A, I lda, const P *x, I incx, P *C, I ldc)      \
	{                                                                                          \
		return dgmm(BLAS_CALL(handle, T), mode, m, n, A, lda, x, incx, C, ldc);            \
	}
BLAS_ENTRIES(DGMM, dgmm)

#define REPACK(T, t, P)                                                                            \
	cublasStatus_t cublas##T##tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n,       \
					const P *AP, P *A, int lda)                                \
	{                                                                                          \
		return repack(BLAS_CALL(handle, T), true, uplo, n, AP, A, lda);                    \
	}                                                                                          \
	cublasStatus_t cublas##T##trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n,       \
					const P *A, int lda, P *AP)                                \
	{                                                                                          \
		return repack(BLAS_CALL(handle, T), false, uplo, n, A, AP, lda);                   \
	}
BLAS_TYPES(REPACK)
