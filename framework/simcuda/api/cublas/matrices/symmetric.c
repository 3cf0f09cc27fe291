/* symmetric.c - a symmetric or Hermitian matrix times a vector: symv, hemv (full), sbmv, hbmv (a
 * band), spmv, hpmv (packed). The host's BLAS has no complex symv: that one is written out. */
#include "framework/simcuda/api/cublas/base/blas.h"

/* With beta = 0 y is not read: what is in it, NaN perhaps, must not spread. */
#define BETA_PREPARED(t)                                                                           \
	const blas_##t *beta = blas_value(&j->beta, memory);                                       \
	if (*beta == 0)                                                                            \
	blas_clear_vector(memory[2], sizeof *beta, j->n, j->step[2])

#define FULL_RUN(name, t)                                                                          \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		BETA_PREPARED(t);                                                                  \
		cblas_##name(CblasColMajor, j->uplo, j->n, BLAS_ALPHA(t), memory[0], j->step[0],   \
			     memory[1], j->step[1], BLAS_PASS_##t(beta), memory[2], j->step[2]);   \
	}
FULL_RUN(ssymv, s)
FULL_RUN(dsymv, d)
FULL_RUN(chemv, c)
FULL_RUN(zhemv, z)

#define BAND_RUN(name, t)                                                                          \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		BETA_PREPARED(t);                                                                  \
		cblas_##name(CblasColMajor, j->uplo, j->n, j->k, BLAS_ALPHA(t), memory[0],         \
			     j->step[0], memory[1], j->step[1], BLAS_PASS_##t(beta), memory[2],    \
			     j->step[2]);                                                          \
	}
BAND_RUN(ssbmv, s)
BAND_RUN(dsbmv, d)
BAND_RUN(chbmv, c)
BAND_RUN(zhbmv, z)

#define PACKED_RUN(name, t)                                                                        \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		BETA_PREPARED(t);                                                                  \
		cblas_##name(CblasColMajor, j->uplo, j->n, BLAS_ALPHA(t), memory[0], memory[1],    \
			     j->step[1], BLAS_PASS_##t(beta), memory[2], j->step[2]);              \
	}
PACKED_RUN(sspmv, s)
PACKED_RUN(dspmv, d)
PACKED_RUN(chpmv, c)
PACKED_RUN(zhpmv, z)

/* Each element beside the diagonal counts twice: as itself and as its mirror image. */
#define COMPLEX_RUN(t)                                                                             \
	BLAS_RUN(t##symv)                                                                          \
	{                                                                                          \
		BETA_PREPARED(t);                                                                  \
		blas_##t alpha = *(const blas_##t *)blas_value(&j->alpha, memory);                 \
		const blas_##t *a = memory[0], *x = memory[1];                                     \
		blas_##t *y = memory[2];                                                           \
		int64_t incx = j->step[1], incy = j->step[2];                                      \
                                                                                                   \
		for (int64_t i = 0; *beta != 0 && *beta != 1 && i < j->n; i++)                     \
			y[blas_place(j->n, incy, i)] *= *beta;                                     \
		for (int64_t col = 0; alpha != 0 && col < j->n; col++) {                           \
			BlasRows rows = blas_rows(j->uplo, j->n, col);                             \
			blas_##t factor = alpha * x[blas_place(j->n, incx, col)], sum = 0;         \
			for (int64_t i = rows.first; i < rows.end; i++) {                          \
				blas_##t z = a[i + col * j->step[0]];                              \
				y[blas_place(j->n, incy, i)] += factor * z;                        \
				if (i != col)                                                      \
					sum += z * x[blas_place(j->n, incx, i)];                   \
			}                                                                          \
			y[blas_place(j->n, incy, col)] += alpha * sum;                             \
		}                                                                                  \
	}
COMPLEX_RUN(c)
COMPLEX_RUN(z)

BLAS_FAMILY(symv)
BLAS_COMPLEX_FAMILY(hemv)
BLAS_MIXED_FAMILY(sbmv, hbmv)
BLAS_MIXED_FAMILY(spmv, hpmv)

typedef struct Product {
	BlasStorage storage;
	cublasFillMode_t uplo;
	int64_t n, k;
	const void *alpha, *a;
	int64_t lda;
	const void *x;
	int64_t incx;
	const void *beta;
	void *y;
	int64_t incy;
} Product;

static cublasStatus_t product(BlasCall *call, const Product *p, const SimKernel *kernel)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->uplo = blas_uplo(call, p->uplo);
	SimAccess in = blas_scalar(call, &job->alpha, p->alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess out = blas_target(call, &job->beta, p->beta);
	bool empty = p->n <= 0, band = p->storage == BLAS_BAND;
	double n = (double)p->n, elements = n * (band ? 1 + 2 * (double)p->k : n);

	if (empty)
		in = out = BLAS_UNUSED;
	blas_require(call, p->n >= 0 && p->incx != 0 && p->incy != 0);
	blas_stored(call, p->storage, p->a, p->n, p->k, p->lda, in);
	blas_vector(call, p->x, p->n, p->incx, in);
	blas_vector(call, p->y, p->n, p->incy, out);
	return empty ? call->status : blas_launch(call, kernel, elements, false);
}

#define SYMV(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const P *alpha, const P *A, I lda, const P *x,      \
					       I incx, const P *beta, P *y, I incy)                \
	{                                                                                          \
		return product(                                                                    \
			BLAS_CALL(handle, T),                                                      \
			&(Product){BLAS_FULL, uplo, n, 0, alpha, A, lda, x, incx, beta, y, incy},  \
			blas_##name);                                                              \
	}
BLAS_ENTRIES(SYMV, symv)
BLAS_COMPLEX_ENTRIES(SYMV, hemv)

#define SBMV(name, kernel, T, P, R, v, I)                                                          \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       I k, const P *alpha, const P *A, I lda, const P *x, \
					       I incx, const P *beta, P *y, I incy)                \
	{                                                                                          \
		return product(                                                                    \
			BLAS_CALL(handle, T),                                                      \
			&(Product){BLAS_BAND, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy},  \
			kernel);                                                                   \
	}
BLAS_REAL_ENTRIES(SBMV, sbmv, blas_sbmv)
BLAS_COMPLEX_ENTRIES(SBMV, hbmv, blas_sbmv)

#define SPMV(name, kernel, T, P, R, v, I)                                                          \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasFillMode_t uplo, I n,  \
					       const P *alpha, const P *AP, const P *x, I incx,    \
					       const P *beta, P *y, I incy)                        \
	{                                                                                          \
		return product(                                                                    \
			BLAS_CALL(handle, T),                                                      \
			&(Product){BLAS_PACKED, uplo, n, 0, alpha, AP, 1, x, incx, beta, y, incy}, \
			kernel);                                                                   \
	}
BLAS_REAL_ENTRIES(SPMV, spmv, blas_spmv)
BLAS_COMPLEX_ENTRIES(SPMV, hpmv, blas_spmv)
