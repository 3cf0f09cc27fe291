/* api_blas_symv.c - cuBLAS's products of symmetric and Hermitian matrices with vectors: full, band
 * and packed. The reference makes the dense matrix and multiplies with plain loops. */
#include "framework/simcuda/tests/cublas/blas_handle.h"
#include "framework/simcuda/tests/cublas/blas_stored.h"

#include "simcuda.h"

/* One shape of arguments for all; what a routine does not take is left out. */
#define MV_ARGS                                                                                    \
	cublasFillMode_t uplo, int n, int k, const void *alpha, const void *a, int lda,            \
		const void *x, int incx, const void *beta, void *y, int incy
#define MV(name, ...)                                                                              \
	static cublasStatus_t name(MV_ARGS)                                                        \
	{                                                                                          \
		(void)k, (void)lda;                                                                \
		return cublas##name(handle, uplo, n, __VA_ARGS__, x, incx, beta, y, incy);         \
	}
#define MV_FULL(name)   MV(name, alpha, a, lda)
#define MV_BAND(name)   MV(name, k, alpha, a, lda)
#define MV_PACKED(name) MV(name, alpha, a)
MV_FULL(Ssymv)
MV_FULL(Dsymv)
MV_FULL(Csymv)
MV_FULL(Zsymv)
MV_FULL(Chemv)
MV_FULL(Zhemv)
MV_BAND(Ssbmv)
MV_BAND(Dsbmv)
MV_BAND(Chbmv)
MV_BAND(Zhbmv)
MV_PACKED(Sspmv)
MV_PACKED(Dspmv)
MV_PACKED(Chpmv)
MV_PACKED(Zhpmv)

typedef struct Family {
	Storage storage;
	int hermitian; /* for complex types */
	cublasStatus_t (*call[TYPES])(MV_ARGS);
} Family;

static const Family families[] = {{FULL, 0, {Ssymv, Dsymv, Csymv, Zsymv}},
				  {FULL, 1, {NULL, NULL, Chemv, Zhemv}},
				  {BAND, 1, {Ssbmv, Dsbmv, Chbmv, Zhbmv}},
				  {PACKED, 1, {Sspmv, Dspmv, Chpmv, Zhpmv}}};
#define FAMILIES (sizeof families / sizeof *families)

/* y := alpha A x + beta y */
static void mv_reference(const double complex *a, int n, const Scalar *alpha, const Buffer *x,
			 int incx, const Scalar *beta, Buffer *y, int incy)
{
	for (int i = 0; i < n; i++) {
		double complex sum = 0, *to = &y->host[at(n, incy, i)];
		for (int j = 0; j < n; j++)
			sum += a[i + j * n] * x->host[at(n, incx, j)];
		*to = alpha->value * sum + (beta->value == 0 ? 0 : beta->value * *to);
	}
}

static void check(const Family *family, int type, const Case *c, cublasFillMode_t uplo,
		  cublasPointerMode_t mode, double complex by)
{
	Kind kind = family->hermitian ? HERMITIAN : SYMMETRIC;
	Stored a = stored_make(type, family->storage, uplo, c->n, c->k);
	Buffer x = vector_make(type, c->n, c->incx), y = vector_make(type, c->n, c->incy);
	Scalar alpha, beta;

	scalar_make(&alpha, type, mode, 1.5 - 0.5 * I);
	scalar_make(&beta, type, mode, by);
	if (by == 0)
		buffer_fill(&y, NAN);
	assert_ok(cublasSetPointerMode(handle, mode));
	assert_ok(family->call[type](uplo, c->n, c->k, alpha.pointer, a.buffer.device, a.ld,
				     x.device, c->incx, beta.pointer, y.device, c->incy));
	double complex *dense = stored_dense(&a, kind, CUBLAS_DIAG_NON_UNIT);
	mv_reference(dense, c->n, &alpha, &x, c->incx, &beta, &y, c->incy);
	buffer_check(&y);
	buffer_check(&x);
	buffer_check(&a.buffer);
	free(dense);
	scalar_free(&alpha);
	scalar_free(&beta);
	buffer_free(&a.buffer);
	buffer_free(&x);
	buffer_free(&y);
}

static void test_products(void **state)
{
	const double complex by[] = {0, 1, 0.5 + 0.25 * I};
	(void)state;

	for (size_t f = 0; f < FAMILIES; f++)
		for (int run = 0; run < TYPES * CASES * 4; run++) {
			int type = run % TYPES, flags = run / TYPES / CASES;
			if (families[f].call[type])
				check(&families[f], type, &cases[run / TYPES % CASES],
				      (cublasFillMode_t)(flags & 1),
				      (cublasPointerMode_t)(flags >> 1), by[run % 3]);
		}
}

static void test_refused(void **state)
{
	const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER, both = CUBLAS_FILL_MODE_FULL;
	Buffer a = buffer_make(D, 64), x = buffer_make(D, 8), y = buffer_make(D, 8);
	double one = 1;
	void *pa = a.device, *px = x.device, *py = y.device;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_status(cublasDsymv(NULL, lower, 4, &one, pa, 4, px, 1, &one, py, 1),
		      NOT_INITIALIZED);
	assert_status(Dsymv(both, 4, 0, &one, pa, 4, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(Dsymv(lower, -1, 0, &one, pa, 4, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(Dsymv(lower, 4, 0, &one, pa, 3, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(Dsymv(lower, 4, 0, &one, pa, 4, px, 0, &one, py, 1), INVALID_VALUE);
	assert_status(Dsymv(lower, 4, 0, &one, pa, 4, px, 1, &one, py, 0), INVALID_VALUE);
	assert_status(Dsymv(lower, 4, 0, NULL, pa, 4, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(Dsymv(lower, 4, 0, &one, pa, 4, px, 1, NULL, py, 1), INVALID_VALUE);
	assert_status(Dsymv(lower, 4, 0, &one, NULL, 4, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(Dsbmv(lower, 4, -1, &one, pa, 4, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(Dsbmv(lower, 4, 2, &one, pa, 2, px, 1, &one, py, 1), INVALID_VALUE);
	assert_status(Dspmv(lower, 4, 0, &one, pa, 0, px, 1, &one, NULL, 1), INVALID_VALUE);
	assert_ok(Dspmv(lower, 0, 0, &one, NULL, 0, NULL, 1, &one, NULL, 1));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	buffer_check(&y);
	buffer_free(&a);
	buffer_free(&x);
	buffer_free(&y);
}

/* alpha = 0: A and x are not looked at. */
static void test_zero_alpha(void **state)
{
	(void)state;
	for (int run = 0; run < TYPES * 2; run++) {
		int type = run / 2;
		cublasPointerMode_t mode = (cublasPointerMode_t)(run % 2);
		Buffer a = buffer_make(type, 16), x = buffer_make(type, 4);
		Buffer y = buffer_make(type, 4);
		Scalar zero, two;

		buffer_fill(&a, NAN);
		buffer_fill(&x, NAN);
		scalar_make(&zero, type, mode, 0);
		scalar_make(&two, type, mode, 2);
		assert_ok(cublasSetPointerMode(handle, mode));
		for (size_t f = 0; f < FAMILIES; f++) {
			if (!families[f].call[type])
				continue;
			assert_ok(families[f].call[type](CUBLAS_FILL_MODE_UPPER, 4, 3, zero.pointer,
							 a.device, 4, x.device, 1, two.pointer,
							 y.device, 1));
			for (int i = 0; i < 4; i++)
				y.host[i] *= 2;
		}
		buffer_check(&y);
		scalar_free(&zero);
		scalar_free(&two);
		buffer_free(&a);
		buffer_free(&x);
		buffer_free(&y);
	}
}

static int64_t time_of(int symmetric, int n, double *memory)
{
	const double one = 1;
	SimcudaCounters before, after;

	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	simcuda_counters(&before);
	if (symmetric)
		assert_ok(Dsymv(CUBLAS_FILL_MODE_LOWER, n, 0, &one, memory, n, memory, 1, &one,
				memory + n * n, 1));
	else
		assert_ok(cublasDgemv(handle, CUBLAS_OP_N, n, n, &one, memory, n, memory, 1, &one,
				      memory + n * n, 1));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	simcuda_counters(&after);
	return after.host_ns - before.host_ns;
}

/* One triangle is read in less time than the whole matrix. */
static void test_time(void **state)
{
	const int n = 1024;
	double *memory;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_int_equal(cudaMalloc((void **)&memory, (n * n + n) * sizeof *memory), cudaSuccess);
	assert_int_equal(cudaMemset(memory, 0, (n * n + n) * sizeof *memory), cudaSuccess);
	assert_true(time_of(1, n, memory) < time_of(0, n, memory));
	assert_int_equal(cudaFree(memory), cudaSuccess);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_products),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_zero_alpha),
		cmocka_unit_test(test_time),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
