/* rank.c - updates of one triangle of a matrix by vectors: syr, her, syr2, her2 (full), spr, hpr,
 * spr2, hpr2 (packed). The host's BLAS has no complex syr and syr2: those are written out. */
#include "framework/simcuda/api/cublas/base/blas.h"

/* r is the type of alpha. */
#define ONE_RUN(name, r)                                                                           \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		cblas_##name(CblasColMajor, j->uplo, j->n, BLAS_ALPHA(r), memory[0], j->step[0],   \
			     memory[1], j->step[1]);                                               \
	}
ONE_RUN(ssyr, s)
ONE_RUN(dsyr, d)
ONE_RUN(cher, s)
ONE_RUN(zher, d)

#define ONE_PACKED_RUN(name, r)                                                                    \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		cblas_##name(CblasColMajor, j->uplo, j->n, BLAS_ALPHA(r), memory[0], j->step[0],   \
			     memory[1]);                                                           \
	}
ONE_PACKED_RUN(sspr, s)
ONE_PACKED_RUN(dspr, d)
ONE_PACKED_RUN(chpr, s)
ONE_PACKED_RUN(zhpr, d)

#define TWO_RUN(name, t)                                                                           \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		cblas_##name(CblasColMajor, j->uplo, j->n, BLAS_ALPHA(t), memory[0], j->step[0],   \
			     memory[1], j->step[1], memory[2], j->step[2]);                        \
	}
TWO_RUN(ssyr2, s)
TWO_RUN(dsyr2, d)
TWO_RUN(cher2, c)
TWO_RUN(zher2, z)

#define TWO_PACKED_RUN(name, t)                                                                    \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		cblas_##name(CblasColMajor, j->uplo, j->n, BLAS_ALPHA(t), memory[0], j->step[0],   \
			     memory[1], j->step[1], memory[2]);                                    \
	}
TWO_PACKED_RUN(sspr2, s)
TWO_PACKED_RUN(dspr2, d)
TWO_PACKED_RUN(chpr2, c)
TWO_PACKED_RUN(zhpr2, z)

#define COMPLEX_RUN(t)                                                                             \
	BLAS_RUN(t##syr)                                                                           \
	{                                                                                          \
		blas_##t alpha = *(const blas_##t *)blas_value(&j->alpha, memory), *a = memory[1]; \
		const blas_##t *x = memory[0];                                                     \
		int64_t inc = j->step[0];                                                          \
                                                                                                   \
		for (int64_t col = 0; alpha != 0 && col < j->n; col++) {                           \
			BlasRows rows = blas_rows(j->uplo, j->n, col);                             \
			blas_##t factor = alpha * x[blas_place(j->n, inc, col)];                   \
			for (int64_t i = rows.first; i < rows.end; i++)                            \
				a[i + col * j->step[1]] += factor * x[blas_place(j->n, inc, i)];   \
		}                                                                                  \
	}                                                                                          \
	BLAS_RUN(t##syr2)                                                                          \
	{                                                                                          \
		blas_##t alpha = *(const blas_##t *)blas_value(&j->alpha, memory), *a = memory[2]; \
		const blas_##t *x = memory[0], *y = memory[1];                                     \
		int64_t incx = j->step[0], incy = j->step[1];                                      \
                                                                                                   \
		for (int64_t col = 0; alpha != 0 && col < j->n; col++) {                           \
			BlasRows rows = blas_rows(j->uplo, j->n, col);                             \
			blas_##t of_y = alpha * x[blas_place(j->n, incx, col)];                    \
			blas_##t of_x = alpha * y[blas_place(j->n, incy, col)];                    \
			for (int64_t i = rows.first; i < rows.end; i++)                            \
				a[i + col * j->step[2]] += of_x * x[blas_place(j->n, incx, i)] +   \
							   of_y * y[blas_place(j->n, incy, i)];    \
		}                                                                                  \
	}
COMPLEX_RUN(c)
COMPLEX_RUN(z)

BLAS_FAMILY(syr)
BLAS_FAMILY(syr2)
BLAS_COMPLEX_FAMILY(her)
BLAS_COMPLEX_FAMILY(her2)
BLAS_MIXED_FAMILY(spr, hpr)
BLAS_MIXED_FAMILY(spr2, hpr2)

/* y counts where there are two vectors. */
typedef struct Update {
	BlasStorage storage;
	cublasFillMode_t uplo;
	int64_t n;
	bool real_alpha;
	const void *alpha, *x;
	int64_t incx;
	bool two;
	const void *y;
	int64_t incy;
	void *a;
	int64_t lda;
} Update;

static cublasStatus_t update(BlasCall *call, const Update *u, const SimKernel *kernel)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->uplo = blas_uplo(call, u->uplo);
	if (u->real_alpha)
		blas_scalars_real(call);
	/* alpha = 0 changes nothing */
	bool empty = !blas_scalar(call, &job->alpha, u->alpha) || u->n <= 0;
	SimAccess in = empty ? BLAS_UNUSED : SIM_READ;
	SimAccess out = empty ? BLAS_UNUSED : SIM_READ_WRITE;
	double n = (double)u->n;

	blas_require(call, u->n >= 0 && u->incx != 0 && (!u->two || u->incy != 0));
	blas_vector(call, u->x, u->n, u->incx, in);
	if (u->two)
		blas_vector(call, u->y, u->n, u->incy, in);
	blas_stored(call, u->storage, u->a, u->n, 0, u->lda, out);
	return empty ? call->status : blas_launch(call, kernel, n * n / (u->two ? 1 : 2), false);
}

/* A is the type of alpha: P, or the real one. */
#define SYR(name, is_real, A_TYPE, T, P, I, v)                                                     \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const A_TYPE *alpha, const P *x, I incx, P *A,      \
					       I lda)                                              \
	{                                                                                          \
		Update u = {BLAS_FULL, uplo, n, is_real, alpha, x, incx, false, NULL, 0, A, lda};  \
		return update(BLAS_CALL(handle, T), &u, blas_##name);                              \
	}
#define SYR_ENTRY(name, T, P, R, v, I) SYR(name, false, P, T, P, I, v)
#define HER_ENTRY(name, T, P, R, v, I) SYR(name, true, R, T, P, I, v)
BLAS_ENTRIES(SYR_ENTRY, syr)
BLAS_COMPLEX_ENTRIES(HER_ENTRY, her)

#define SPR(name, T, P, R, v, I)                                                                   \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const R *alpha, const P *x, I incx, P *AP)          \
	{                                                                                          \
		Update u = {BLAS_PACKED, uplo, n, true, alpha, x, incx, false, NULL, 0, AP, 1};    \
		return update(BLAS_CALL(handle, T), &u, blas_spr);                                 \
	}
BLAS_REAL_ENTRIES(SPR, spr)
BLAS_COMPLEX_ENTRIES(SPR, hpr)

#define SYR2(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const P *alpha, const P *x, I incx, const P *y,     \
					       I incy, P *A, I lda)                                \
	{                                                                                          \
		Update u = {BLAS_FULL, uplo, n, false, alpha, x, incx, true, y, incy, A, lda};     \
		return update(BLAS_CALL(handle, T), &u, blas_##name);                              \
	}
BLAS_ENTRIES(SYR2, syr2)
BLAS_COMPLEX_ENTRIES(SYR2, her2)

#define SPR2(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const P *alpha, const P *x, I incx, const P *y,     \
					       I incy, P *AP)                                      \
	{                                                                                          \
		Update u = {BLAS_PACKED, uplo, n, false, alpha, x, incx, true, y, incy, AP, 1};    \
		return update(BLAS_CALL(handle, T), &u, blas_spr2);                                \
	}
BLAS_REAL_ENTRIES(SPR2, spr2)
BLAS_COMPLEX_ENTRIES(SPR2, hpr2)
