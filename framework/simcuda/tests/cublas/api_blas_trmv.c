/* api_blas_trmv.c - cuBLAS's triangular matrices and vectors: products and solutions, full, band
 * and packed. The reference makes the dense matrix and multiplies with plain loops. */
#include "framework/simcuda/tests/cublas/blas_handle.h"
#include "framework/simcuda/tests/cublas/blas_stored.h"

/* One shape of arguments for all; what a routine does not take is left out. */
#define TR_ARGS                                                                                    \
	cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int n, int k,          \
		const void *a, int lda, void *x, int incx
#define TR(name, ...)                                                                              \
	static cublasStatus_t name(TR_ARGS)                                                        \
	{                                                                                          \
		(void)k, (void)lda;                                                                \
		return cublas##name(handle, uplo, op, diag, n, __VA_ARGS__, x, incx);              \
	}
#define TR_FULL(t)   TR(t##trmv, a, lda) TR(t##trsv, a, lda)
#define TR_BAND(t)   TR(t##tbmv, k, a, lda) TR(t##tbsv, k, a, lda)
#define TR_PACKED(t) TR(t##tpmv, a) TR(t##tpsv, a)
EACH_TYPE(TR_FULL)
EACH_TYPE(TR_BAND)
EACH_TYPE(TR_PACKED)

#define ALL(name)                                                                                  \
	{                                                                                          \
		S##name, D##name, C##name, Z##name                                                 \
	}
typedef struct Family {
	Storage storage;
	cublasStatus_t (*multiply[TYPES])(TR_ARGS), (*solve[TYPES])(TR_ARGS);
} Family;

static const Family families[] = {
	{FULL, ALL(trmv), ALL(trsv)}, {BAND, ALL(tbmv), ALL(tbsv)}, {PACKED, ALL(tpmv), ALL(tpsv)}};
#define FAMILIES (sizeof families / sizeof *families)

/* Element (i, j) of op(A). */
static double complex turned(const double complex *a, int n, cublasOperation_t op, int i, int j)
{
	double complex z = op == CUBLAS_OP_N ? a[i + j * n] : a[j + i * n];

	return op == CUBLAS_OP_C ? conj(z) : z;
}

/* Keeps the solution near: the diagonal outweighs what is beside it. A diagonal of ones is not to
 * be read: NaN. */
static void tame(Stored *a, cublasDiagType_t diag)
{
	for (int j = 0; j < a->n; j++)
		for (int i = 0; i < a->n; i++)
			if (stored_at(a, i, j) >= 0)
				a->buffer.host[stored_at(a, i, j)] *= 1.0 / 32;
	for (int i = 0; i < a->n; i++)
		a->buffer.host[stored_at(a, i, i)] = diag == CUBLAS_DIAG_UNIT ? NAN : 2 + i % 3;
	buffer_upload(&a->buffer);
}

/* The product against the dense one, and the solution of that must be where it all began. */
static void check(const Family *family, int type, const Case *c, cublasFillMode_t uplo,
		  cublasOperation_t op, cublasDiagType_t diag)
{
	Stored a = stored_make(type, family->storage, uplo, c->n, c->k);
	Buffer x = vector_make(type, c->n, c->incx);
	double complex *before = vector_dense(&x, c->n, c->incx);

	tame(&a, diag);
	double complex *dense = stored_dense(&a, TRIANGULAR, diag);
	assert_ok(family->multiply[type](uplo, op, diag, c->n, c->k, a.buffer.device, a.ld,
					 x.device, c->incx));
	for (int i = 0; i < c->n; i++) {
		double complex sum = 0;
		for (int j = 0; j < c->n; j++)
			sum += turned(dense, c->n, op, i, j) * before[j];
		x.host[at(c->n, c->incx, i)] = sum;
	}
	buffer_check(&x);
	assert_ok(family->solve[type](uplo, op, diag, c->n, c->k, a.buffer.device, a.ld, x.device,
				      c->incx));
	for (int i = 0; i < c->n; i++)
		x.host[at(c->n, c->incx, i)] = before[i];
	buffer_check(&x);
	buffer_check(&a.buffer);
	free(before);
	free(dense);
	buffer_free(&a.buffer);
	buffer_free(&x);
}

static void test_triangular(void **state)
{
	(void)state;
	for (size_t f = 0; f < FAMILIES; f++)
		for (int run = 0; run < TYPES * CASES * 12; run++) {
			int flags = run / TYPES / CASES;
			check(&families[f], run % TYPES, &cases[run / TYPES % CASES],
			      (cublasFillMode_t)(flags % 2), (cublasOperation_t)(flags / 4),
			      (cublasDiagType_t)(flags / 2 % 2));
		}
}

static void test_refused(void **state)
{
	const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER, both = CUBLAS_FILL_MODE_FULL;
	const cublasOperation_t n = CUBLAS_OP_N, bad = (cublasOperation_t)7;
	const cublasDiagType_t unit = CUBLAS_DIAG_UNIT;
	Buffer a = buffer_make(D, 64), x = buffer_make(D, 8);
	void *pa = a.device, *px = x.device;
	(void)state;

	assert_status(cublasDtrmv(NULL, lower, n, unit, 4, pa, 4, px, 1), NOT_INITIALIZED);
	assert_status(Dtrmv(both, n, unit, 4, 0, pa, 4, px, 1), INVALID_VALUE);
	assert_status(Dtrmv(lower, bad, unit, 4, 0, pa, 4, px, 1), INVALID_VALUE);
	assert_status(Dtrmv(lower, n, (cublasDiagType_t)2, 4, 0, pa, 4, px, 1), INVALID_VALUE);
	assert_status(Dtrsv(lower, n, unit, 4, 0, pa, 3, px, 1), INVALID_VALUE);
	assert_status(Dtrsv(lower, n, unit, 4, 0, pa, 4, px, 0), INVALID_VALUE);
	assert_status(Dtrsv(lower, n, unit, 4, 0, pa, 4, NULL, 1), INVALID_VALUE);
	assert_status(Dtbsv(lower, n, unit, 4, 2, pa, 2, px, 1), INVALID_VALUE);
	assert_status(Dtbmv(lower, n, unit, 4, -1, pa, 2, px, 1), INVALID_VALUE);
	assert_status(Dtpmv(lower, n, unit, -4, 0, pa, 0, px, 1), INVALID_VALUE);
	assert_status(Dtpsv(lower, n, unit, 4, 0, NULL, 0, px, 1), INVALID_VALUE);
	assert_ok(Dtpsv(lower, n, unit, 0, 0, NULL, 0, NULL, 1));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	buffer_check(&x);
	buffer_free(&a);
	buffer_free(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_triangular),
		cmocka_unit_test(test_refused),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
