/* api_blas_matrix.c - cuBLAS on matrices and vectors, gemv, ger and geam, each against plain loops,
 * in every type: several shapes, operations, leading dimensions, increments and both pointer modes.
 */
#include "framework/simcuda/tests/cublas/blas_handle.h"

#define WRAP(t)                                                                                    \
	static cublasStatus_t gemv_##t(cublasOperation_t op, int m, int n, const void *alpha,      \
				       const void *a, int lda, const void *x, int incx,            \
				       const void *beta, void *y, int incy)                        \
	{                                                                                          \
		return cublas##t##gemv(handle, op, m, n, alpha, a, lda, x, incx, beta, y, incy);   \
	}                                                                                          \
	static cublasStatus_t geam_##t(cublasOperation_t opa, cublasOperation_t opb, int m, int n, \
				       const void *alpha, const void *a, int lda,                  \
				       const void *beta, const void *b, int ldb, void *c, int ldc) \
	{                                                                                          \
		return cublas##t##geam(handle, opa, opb, m, n, alpha, a, lda, beta, b, ldb, c,     \
				       ldc);                                                       \
	}
EACH_TYPE(WRAP)

static cublasStatus_t (*const gemv[])(cublasOperation_t, int, int, const void *, const void *, int,
				      const void *, int, const void *, void *,
				      int) = {gemv_S, gemv_D, gemv_C, gemv_Z};
static cublasStatus_t (*const geam[])(cublasOperation_t, cublasOperation_t, int, int, const void *,
				      const void *, int, const void *, const void *, int, void *,
				      int) = {geam_S, geam_D, geam_C, geam_Z};

typedef struct Shape {
	int m, n, lda, incx, incy;
} Shape;

static const Shape shapes[] = {{1, 1, 1, 1, 1},    {3, 5, 3, 1, 1},  {5, 3, 8, 2, 1},
			       {4, 4, 4, -1, 3},   {7, 2, 9, 1, -2}, {2, 9, 2, -3, -1},
			       {40, 33, 41, 1, 1}, {1, 6, 2, 1, 1},  {6, 1, 6, 2, 2}};
#define SHAPES ((int)(sizeof shapes / sizeof *shapes))

static const double complex betas[] = {0, 1, 0.5 + 0.25 * I};

static void check_gemv(int type, cublasPointerMode_t mode, cublasOperation_t op, const Shape *s,
		       double complex alpha_value, double complex beta_value)
{
	int rows = op == CUBLAS_OP_N ? s->m : s->n, cols = op == CUBLAS_OP_N ? s->n : s->m;
	Buffer a = buffer_make(type, (size_t)s->lda * (size_t)s->n);
	Buffer x = buffer_make(type, span(cols, s->incx));
	Buffer y = buffer_make(type, span(rows, s->incy));
	Scalar alpha, beta;

	scalar_make(&alpha, type, mode, alpha_value);
	scalar_make(&beta, type, mode, beta_value);
	if (beta_value == 0)
		buffer_fill(&y, NAN);
	if (alpha_value == 0)
		buffer_fill(&x, NAN);
	assert_ok(cublasSetPointerMode(handle, mode));
	assert_ok(gemv[type](op, s->m, s->n, alpha.pointer, a.device, s->lda, x.device, s->incx,
			     beta.pointer, y.device, s->incy));
	for (int i = 0; i < rows; i++) {
		double complex sum = 0, *to = &y.host[at(rows, s->incy, i)];
		for (int j = 0; j < cols && alpha_value != 0; j++)
			sum += op_at(&a, op, s->lda, i, j) * x.host[at(cols, s->incx, j)];
		*to = alpha.value * sum + (beta_value == 0 ? 0 : beta.value * *to);
	}
	buffer_check(&a);
	buffer_check(&y);
	scalar_free(&alpha);
	scalar_free(&beta);
	buffer_free(&a);
	buffer_free(&x);
	buffer_free(&y);
}

static void test_gemv(void **state)
{
	(void)state;
	for (int type = 0; type < TYPES; type++)
		for (int op = 0; op < 3; op++)
			for (int s = 0; s < SHAPES; s++)
				for (int b = 0; b < 3; b++)
					check_gemv(type, (cublasPointerMode_t)((s + b) % 2),
						   (cublasOperation_t)op, &shapes[s],
						   1.25 - 0.5 * I, betas[b]);
}

static void test_gemv_alpha_zero(void **state)
{
	(void)state;
	for (int type = 0; type < TYPES; type++)
		for (int b = 0; b < 3; b++)
			check_gemv(type, CUBLAS_POINTER_MODE_HOST, CUBLAS_OP_N, &shapes[2], 0,
				   betas[b]);
}

static cublasStatus_t call_ger(int type, int conjugate, const Shape *s, const void *alpha,
			       const void *x, const void *y, void *a)
{
	switch (type) {
	case S:
		return cublasSger(handle, s->m, s->n, alpha, x, s->incx, y, s->incy, a, s->lda);
	case D:
		return cublasDger(handle, s->m, s->n, alpha, x, s->incx, y, s->incy, a, s->lda);
	case C:
		return (conjugate ? cublasCgerc : cublasCgeru)(handle, s->m, s->n, alpha, x,
							       s->incx, y, s->incy, a, s->lda);
	default:
		return (conjugate ? cublasZgerc : cublasZgeru)(handle, s->m, s->n, alpha, x,
							       s->incx, y, s->incy, a, s->lda);
	}
}

static void test_ger(void **state)
{
	(void)state;
	for (int run = 0; run < TYPES * SHAPES * 2; run++) {
		int type = run % TYPES, conjugate = run / TYPES % 2;
		const Shape *s = &shapes[run / TYPES / 2];
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / 2 % 2);
		Buffer a = buffer_make(type, (size_t)s->lda * (size_t)s->n);
		Buffer x = buffer_make(type, span(s->m, s->incx));
		Buffer y = buffer_make(type, span(s->n, s->incy));
		Scalar alpha;

		scalar_make(&alpha, type, mode, 0.5 + I);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok(
			call_ger(type, conjugate, s, alpha.pointer, x.device, y.device, a.device));
		for (int j = 0; j < s->n; j++)
			for (int i = 0; i < s->m; i++) {
				double complex z = y.host[at(s->n, s->incy, j)];
				a.host[i + j * s->lda] += alpha.value *
							  x.host[at(s->m, s->incx, i)] *
							  (conjugate ? conj(z) : z);
			}
		buffer_check(&a);
		buffer_check(&x);
		buffer_check(&y);
		scalar_free(&alpha);
		buffer_free(&a);
		buffer_free(&x);
		buffer_free(&y);
	}
}

static void test_geam(void **state)
{
	const int m = 5, n = 3, lda = 6, ldb = 7, ldc = 8;
	(void)state;

	for (int run = 0; run < TYPES * 9 * 4; run++) {
		int type = run % TYPES;
		cublasOperation_t opa = (cublasOperation_t)(run / TYPES % 3);
		cublasOperation_t opb = (cublasOperation_t)(run / TYPES / 3 % 3);
		int zero_beta = run / TYPES / 9 % 2;
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / TYPES / 18);
		Buffer a = buffer_make(type, (size_t)lda * 5),
		       b = buffer_make(type, (size_t)ldb * 5);
		Buffer c = buffer_make(type, (size_t)ldc * (size_t)n);
		Scalar alpha, beta;

		scalar_make(&alpha, type, mode, 2 - I);
		scalar_make(&beta, type, mode, zero_beta ? 0 : -0.5 + 0.125 * I);
		if (zero_beta)
			buffer_fill(&b, NAN);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok(geam[type](opa, opb, m, n, alpha.pointer, a.device, lda, beta.pointer,
				     b.device, ldb, c.device, ldc));
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++)
				c.host[i + j * ldc] =
					alpha.value * op_at(&a, opa, lda, i, j) +
					(zero_beta ? 0 : beta.value * op_at(&b, opb, ldb, i, j));
		buffer_check(&c);
		buffer_check(&a);
		scalar_free(&alpha);
		scalar_free(&beta);
		buffer_free(&a);
		buffer_free(&b);
		buffer_free(&c);
	}
}

static void test_geam_in_place(void **state)
{
	Buffer a = buffer_make(D, 12), b = buffer_make(D, 12);
	double one = 1, half = 0.5;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_ok(cublasDgeam(handle, CUBLAS_OP_N, CUBLAS_OP_T, 3, 4, &one, a.device, 3, &half,
			      b.device, 4, a.device, 3));
	for (int j = 0; j < 4; j++)
		for (int i = 0; i < 3; i++)
			a.host[i + j * 3] += 0.5 * b.host[j + i * 4];
	buffer_check(&a);
	assert_status(cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 3, &one, a.device, 3, &half,
				  b.device, 3, a.device, 3),
		      INVALID_VALUE);
	assert_status(cublasDgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, &one, a.device, 4, &half,
				  b.device, 3, a.device, 3),
		      INVALID_VALUE);
	buffer_check(&a);
	buffer_free(&a);
	buffer_free(&b);
}

static void test_empty(void **state)
{
	Buffer a = buffer_make(S, 6);
	float one = 1, zero = 0;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_ok(
		cublasSgemv(handle, CUBLAS_OP_N, 0, 4, &one, NULL, 1, NULL, 1, &zero, a.device, 1));
	assert_ok(
		cublasSgemv(handle, CUBLAS_OP_T, 3, 0, &one, NULL, 3, NULL, 1, &zero, a.device, 1));
	assert_ok(cublasSger(handle, 3, 0, &one, NULL, 1, NULL, 1, NULL, 3));
	assert_ok(cublasSger(handle, 3, 2, &zero, NULL, 1, NULL, 1, a.device, 3));
	assert_ok(cublasSgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, 0, &one, NULL, 1, &one, NULL, 1,
			      NULL, 1));
	buffer_check(&a);
	buffer_free(&a);
}

static void test_refused(void **state)
{
	const cublasOperation_t N = CUBLAS_OP_N;
	Buffer a = buffer_make(S, 36);
	float *p = a.device, one = 1;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_status(cublasSgemv(NULL, N, 2, 2, &one, p, 2, p, 1, &one, p + 9, 1),
		      NOT_INITIALIZED);
	assert_status(
		cublasSgemv(handle, (cublasOperation_t)3, 2, 2, &one, p, 2, p, 1, &one, p + 9, 1),
		INVALID_VALUE);
	assert_status(cublasSgemv(handle, N, -1, 2, &one, p, 2, p, 1, &one, p + 9, 1),
		      INVALID_VALUE);
	assert_status(cublasSgemv(handle, N, 2, -1, &one, p, 2, p, 1, &one, p + 9, 1),
		      INVALID_VALUE);
	assert_status(cublasSgemv(handle, N, 3, 2, &one, p, 2, p, 1, &one, p + 9, 1),
		      INVALID_VALUE);
	assert_status(cublasSgemv(handle, N, 2, 2, &one, p, 2, p, 0, &one, p + 9, 1),
		      INVALID_VALUE);
	assert_status(cublasSgemv(handle, N, 2, 2, &one, p, 2, p, 1, &one, p + 9, 0),
		      INVALID_VALUE);
	assert_status(cublasSgemv(handle, N, 2, 2, NULL, p, 2, p, 1, &one, p + 9, 1),
		      INVALID_VALUE);
	assert_status(cublasSgemv(handle, N, 2, 2, &one, p, 2, p, 1, NULL, p + 9, 1),
		      INVALID_VALUE);
	assert_status(cublasSgemv(handle, N, 2, 2, &one, NULL, 2, p, 1, &one, p + 9, 1),
		      INVALID_VALUE);
	assert_status(cublasSger(handle, 3, 2, &one, p, 1, p, 1, p + 9, 2), INVALID_VALUE);
	assert_status(cublasSger(handle, 3, 2, &one, p, 0, p, 1, p + 9, 3), INVALID_VALUE);
	assert_status(cublasSgeam(handle, N, N, 3, 2, &one, p, 2, &one, p, 3, p + 9, 3),
		      INVALID_VALUE);
	buffer_check(&a);
	buffer_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gemv),    cmocka_unit_test(test_gemv_alpha_zero),
		cmocka_unit_test(test_ger),     cmocka_unit_test(test_geam),
		cmocka_unit_test(test_empty),   cmocka_unit_test(test_geam_in_place),
		cmocka_unit_test(test_refused),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
