/* api_blas_gbmv.c - cuBLAS's product of a general band matrix with a vector, against plain loops
 * over the dense matrix. What no element of the band is stored in is NaN. */
#include "framework/simcuda/tests/cublas/blas_handle.h"
#include "framework/simcuda/tests/cublas/blas_stored.h"

#define GBMV_ARGS                                                                                  \
	cublasOperation_t op, int m, int n, int kl, int ku, const void *alpha, const void *a,      \
		int lda, const void *x, int incx, const void *beta, void *y, int incy
#define GBMV(t)                                                                                    \
	static cublasStatus_t gbmv_##t(GBMV_ARGS)                                                  \
	{                                                                                          \
		return cublas##t##gbmv(handle, op, m, n, kl, ku, alpha, a, lda, x, incx, beta, y,  \
				       incy);                                                      \
	}
EACH_TYPE(GBMV)
static cublasStatus_t (*const gbmv[])(GBMV_ARGS) = {gbmv_S, gbmv_D, gbmv_C, gbmv_Z};

typedef struct Band {
	int m, n, kl, ku, incx, incy;
} Band;

static const Band bands[] = {{5, 5, 1, 2, 1, 1},   {7, 4, 2, 0, 2, -1}, {4, 9, 0, 3, -2, 3},
			     {6, 6, 9, 8, -1, 1},  {1, 1, 0, 0, 1, 1},  {40, 37, 3, 5, 1, 2},
			     {12, 12, 0, 0, 3, -3}};
#define BANDS ((int)(sizeof bands / sizeof *bands))

static void check(int type, const Band *b, cublasOperation_t op, cublasPointerMode_t mode,
		  double complex by)
{
	int lda = b->kl + b->ku + 3;
	int nx = op == CUBLAS_OP_N ? b->n : b->m, ny = op == CUBLAS_OP_N ? b->m : b->n;
	Buffer a = buffer_make(type, (size_t)lda * (size_t)b->n);
	Buffer dense = {.type = type, .host = calloc((size_t)b->m * (size_t)b->n, 16)};
	Buffer x = vector_make(type, nx, b->incx), y = vector_make(type, ny, b->incy);
	Scalar alpha, beta;

	assert_non_null(dense.host);
	for (int j = 0; j < b->n; j++)
		for (int row = 0; row < lda; row++) {
			int i = row - b->ku + j;
			if (row <= b->kl + b->ku && i >= 0 && i < b->m)
				dense.host[i + j * b->m] = a.host[row + j * lda];
			else
				a.host[row + j * lda] = NAN;
		}
	buffer_upload(&a);
	scalar_make(&alpha, type, mode, 0.5 - I);
	scalar_make(&beta, type, mode, by);
	if (by == 0)
		buffer_fill(&y, NAN);
	assert_ok(cublasSetPointerMode(handle, mode));
	assert_ok(gbmv[type](op, b->m, b->n, b->kl, b->ku, alpha.pointer, a.device, lda, x.device,
			     b->incx, beta.pointer, y.device, b->incy));
	for (int i = 0; i < ny; i++) {
		double complex sum = 0, *to = &y.host[at(ny, b->incy, i)];
		for (int k = 0; k < nx; k++)
			sum += op_at(&dense, op, b->m, i, k) * x.host[at(nx, b->incx, k)];
		*to = alpha.value * sum + (by == 0 ? 0 : beta.value * *to);
	}
	buffer_check(&y);
	buffer_check(&x);
	free(dense.host);
	scalar_free(&alpha);
	scalar_free(&beta);
	buffer_free(&a);
	buffer_free(&x);
	buffer_free(&y);
}

static void test_gbmv(void **state)
{
	const double complex by[] = {0, 1, 2 + 0.25 * I};
	(void)state;

	for (int run = 0; run < TYPES * BANDS * 6; run++)
		check(run % TYPES, &bands[run / TYPES % BANDS],
		      (cublasOperation_t)(run / TYPES / BANDS % 3),
		      (cublasPointerMode_t)(run / TYPES / BANDS / 3), by[run % 3]);
}

static void test_refused(void **state)
{
	const cublasOperation_t n = CUBLAS_OP_N;
	Buffer a = buffer_make(D, 32), x = buffer_make(D, 8), y = buffer_make(D, 8);
	double one = 1;
	void *pa = a.device, *px = x.device, *py = y.device;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_status(cublasDgbmv(NULL, n, 4, 4, 1, 1, &one, pa, 3, px, 1, &one, py, 1),
		      NOT_INITIALIZED);
	assert_status(gbmv_D(CUBLAS_OP_CONJG, 4, 4, 1, 1, &one, pa, 3, px, 1, &one, py, 1),
		      INVALID_VALUE);
	assert_status(gbmv_D(n, -1, 4, 1, 1, &one, pa, 3, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(gbmv_D(n, 4, -1, 1, 1, &one, pa, 3, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(gbmv_D(n, 4, 4, -1, 1, &one, pa, 3, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(gbmv_D(n, 4, 4, 1, -1, &one, pa, 3, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(gbmv_D(n, 4, 4, 1, 1, &one, pa, 2, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(gbmv_D(n, 4, 4, 1, 1, &one, pa, 3, px, 0, &one, py, 1), INVALID_VALUE);
	assert_status(gbmv_D(n, 4, 4, 1, 1, &one, pa, 3, px, 1, &one, py, 0), INVALID_VALUE);
	assert_status(gbmv_D(n, 4, 4, 1, 1, NULL, pa, 3, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(gbmv_D(n, 4, 4, 1, 1, &one, pa, 3, px, 1, NULL, py, 1), INVALID_VALUE);
	assert_status(gbmv_D(n, 4, 4, 1, 1, &one, NULL, 3, px, 1, &one, py, 1), INVALID_VALUE);
	assert_ok(gbmv_D(n, 0, 4, 1, 1, &one, NULL, 3, NULL, 1, &one, NULL, 1));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	buffer_check(&y);
	buffer_free(&a);
	buffer_free(&x);
	buffer_free(&y);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gbmv),
		cmocka_unit_test(test_refused),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
