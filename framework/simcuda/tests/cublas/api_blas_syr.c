/* api_blas_syr.c - cuBLAS's updates of one triangle of a matrix by vectors: full and packed. The
 * reference is a plain loop over the triangle. */
#include "framework/simcuda/tests/cublas/blas_handle.h"
#include "framework/simcuda/tests/cublas/blas_stored.h"

/* One shape of arguments for all; what a routine does not take is left out. */
#define UP_ARGS                                                                                    \
	cublasFillMode_t uplo, int n, const void *alpha, const void *x, int incx, const void *y,   \
		int incy, void *a, int lda
#define UP(name, ...)                                                                              \
	static cublasStatus_t name(UP_ARGS)                                                        \
	{                                                                                          \
		(void)y, (void)incy, (void)lda;                                                    \
		return cublas##name(handle, uplo, n, alpha, x, incx, __VA_ARGS__);                 \
	}
#define UP_ALL(t)  UP(t##syr, a, lda) UP(t##syr2, y, incy, a, lda)
#define UP_REAL(t) UP(t##spr, a) UP(t##spr2, y, incy, a)
#define UP_HER(t)  UP(t##her, a, lda) UP(t##her2, y, incy, a, lda)
#define UP_HPR(t)  UP(t##hpr, a) UP(t##hpr2, y, incy, a)
EACH_TYPE(UP_ALL)
UP_REAL(S)
UP_REAL(D)
UP_HER(C)
UP_HER(Z)
UP_HPR(C)
UP_HPR(Z)

typedef struct Family {
	Storage storage;
	int hermitian, two; /* Hermitian for complex types; of two vectors */
	cublasStatus_t (*call[TYPES])(UP_ARGS);
} Family;

static const Family families[] = {
	{FULL, 0, 0, {Ssyr, Dsyr, Csyr, Zsyr}},   {FULL, 0, 1, {Ssyr2, Dsyr2, Csyr2, Zsyr2}},
	{FULL, 1, 0, {NULL, NULL, Cher, Zher}},   {FULL, 1, 1, {NULL, NULL, Cher2, Zher2}},
	{PACKED, 1, 0, {Sspr, Dspr, Chpr, Zhpr}}, {PACKED, 1, 1, {Sspr2, Dspr2, Chpr2, Zhpr2}},
};
#define FAMILIES (sizeof families / sizeof *families)

/* What the update adds to element (i, j). */
static double complex added(const Family *family, double complex alpha, const Case *c,
			    const Buffer *x, const Buffer *y, int i, int j)
{
	double complex xi = x->host[at(c->n, c->incx, i)], xj = x->host[at(c->n, c->incx, j)];
	double complex yi = y->host[at(c->n, c->incy, i)], yj = y->host[at(c->n, c->incy, j)];

	if (!family->hermitian)
		return family->two ? alpha * (xi * yj + yi * xj) : alpha * xi * xj;
	return family->two ? alpha * xi * conj(yj) + conj(alpha) * yi * conj(xj)
			   : alpha * xi * conj(xj);
}

static void check(const Family *family, int type, const Case *c, cublasFillMode_t uplo,
		  cublasPointerMode_t mode)
{
	int real_alpha = family->hermitian && !family->two && type >= C;
	Stored a = stored_make(type, family->storage, uplo, c->n, 0);
	Buffer x = vector_make(type, c->n, c->incx), y = vector_make(type, c->n, c->incy);
	Scalar alpha;

	scalar_make(&alpha, real_alpha ? type - 2 : type, mode, 0.5 + 2 * I);
	assert_ok(cublasSetPointerMode(handle, mode));
	assert_ok(family->call[type](uplo, c->n, alpha.pointer, x.device, c->incx, y.device,
				     c->incy, a.buffer.device, a.ld));
	for (int j = 0; j < c->n; j++)
		for (int i = 0; i < c->n; i++) {
			if (stored_at(&a, i, j) < 0)
				continue;
			double complex *to = &a.buffer.host[stored_at(&a, i, j)];
			*to += added(family, alpha.value, c, &x, &y, i, j);
			if (family->hermitian && i == j)
				*to = creal(*to);
		}
	buffer_check(&a.buffer);
	buffer_check(&x);
	buffer_check(&y);
	scalar_free(&alpha);
	buffer_free(&a.buffer);
	buffer_free(&x);
	buffer_free(&y);
}

static void test_updates(void **state)
{
	(void)state;
	for (size_t f = 0; f < FAMILIES; f++)
		for (int run = 0; run < TYPES * CASES * 4; run++) {
			int type = run % TYPES, flags = run / TYPES / CASES;
			if (families[f].call[type])
				check(&families[f], type, &cases[run / TYPES % CASES],
				      (cublasFillMode_t)(flags & 1),
				      (cublasPointerMode_t)(flags >> 1));
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
	assert_status(cublasDsyr(NULL, lower, 4, &one, px, 1, pa, 4), NOT_INITIALIZED);
	assert_status(Dsyr(both, 4, &one, px, 1, NULL, 0, pa, 4), INVALID_VALUE);
	assert_status(Dsyr(lower, 4, &one, px, 0, NULL, 0, pa, 4), INVALID_VALUE);
	assert_status(Dsyr(lower, 4, &one, px, 1, NULL, 0, pa, 3), INVALID_VALUE);
	assert_status(Dsyr2(lower, 4, &one, px, 1, py, 0, pa, 4), INVALID_VALUE);
	assert_status(Dspr(both, 4, &one, px, 1, NULL, 0, pa, 0), INVALID_VALUE);
	assert_status(Dspr(lower, 4, NULL, px, 1, NULL, 0, pa, 0), INVALID_VALUE);
	assert_status(Dspr2(lower, -1, &one, px, 1, py, 1, pa, 0), INVALID_VALUE);
	assert_status(Dspr2(lower, 4, &one, px, 1, NULL, 1, pa, 0), INVALID_VALUE);
	assert_ok(Dsyr2(lower, 0, &one, NULL, 1, NULL, 1, NULL, 1));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	buffer_check(&a);
	buffer_free(&a);
	buffer_free(&x);
	buffer_free(&y);
}

/* alpha = 0: x is not looked at, A is left alone. */
static void test_zero_alpha(void **state)
{
	(void)state;
	for (int run = 0; run < TYPES * 2; run++) {
		int type = run / 2;
		cublasPointerMode_t mode = (cublasPointerMode_t)(run % 2);
		Buffer a = buffer_make(type, 16), x = buffer_make(type, 4);
		Scalar zero;

		buffer_fill(&x, NAN);
		scalar_make(&zero, type, mode, 0);
		assert_ok(cublasSetPointerMode(handle, mode));
		for (size_t f = 0; f < FAMILIES; f++)
			if (families[f].call[type])
				assert_ok(families[f].call[type](CUBLAS_FILL_MODE_UPPER, 4,
								 zero.pointer, x.device, 1,
								 x.device, 1, a.device, 4));
		buffer_check(&a);
		scalar_free(&zero);
		buffer_free(&a);
		buffer_free(&x);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_updates),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_zero_alpha),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
