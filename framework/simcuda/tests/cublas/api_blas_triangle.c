/* api_blas_triangle.c - cuBLAS's products with symmetric and triangular matrices: symm, syrk, trmm
 * and trsm, in every type. The reference makes the full matrix and multiplies with plain loops. */
#include "framework/simcuda/tests/cublas/blas_handle.h"

#define WRAP(t)                                                                                    \
	static cublasStatus_t symm_##t(cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, \
				       const void *alpha, const void *a, int lda, const void *b,   \
				       int ldb, const void *beta, void *c, int ldc)                \
	{                                                                                          \
		return cublas##t##symm(handle, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c,   \
				       ldc);                                                       \
	}                                                                                          \
	static cublasStatus_t syrk_##t(cublasFillMode_t uplo, cublasOperation_t op, int n, int k,  \
				       const void *alpha, const void *a, int lda,                  \
				       const void *beta, void *c, int ldc)                         \
	{                                                                                          \
		return cublas##t##syrk(handle, uplo, op, n, k, alpha, a, lda, beta, c, ldc);       \
	}                                                                                          \
	static cublasStatus_t trmm_##t(cublasSideMode_t side, cublasFillMode_t uplo,               \
				       cublasOperation_t op, cublasDiagType_t diag, int m, int n,  \
				       const void *alpha, const void *a, int lda, const void *b,   \
				       int ldb, void *c, int ldc)                                  \
	{                                                                                          \
		return cublas##t##trmm(handle, side, uplo, op, diag, m, n, alpha, a, lda, b, ldb,  \
				       c, ldc);                                                    \
	}                                                                                          \
	static cublasStatus_t trsm_##t(cublasSideMode_t side, cublasFillMode_t uplo,               \
				       cublasOperation_t op, cublasDiagType_t diag, int m, int n,  \
				       const void *alpha, const void *a, int lda, void *b,         \
				       int ldb)                                                    \
	{                                                                                          \
		return cublas##t##trsm(handle, side, uplo, op, diag, m, n, alpha, a, lda, b, ldb); \
	}
EACH_TYPE(WRAP)

#define TABLE(name)                                                                                \
	{                                                                                          \
		name##_S, name##_D, name##_C, name##_Z                                             \
	}
static cublasStatus_t (*const symm[])(cublasSideMode_t, cublasFillMode_t, int, int, const void *,
				      const void *, int, const void *, int, const void *, void *,
				      int) = TABLE(symm);
static cublasStatus_t (*const syrk[])(cublasFillMode_t, cublasOperation_t, int, int, const void *,
				      const void *, int, const void *, void *, int) = TABLE(syrk);
static cublasStatus_t (*const trmm[])(cublasSideMode_t, cublasFillMode_t, cublasOperation_t,
				      cublasDiagType_t, int, int, const void *, const void *, int,
				      const void *, int, void *, int) = TABLE(trmm);
static cublasStatus_t (*const trsm[])(cublasSideMode_t, cublasFillMode_t, cublasOperation_t,
				      cublasDiagType_t, int, int, const void *, const void *, int,
				      void *, int) = TABLE(trsm);

/* op(A) as a full matrix of its own, from one triangle of A; the other one becomes its mirror image
 * (diag < 0) or 0. */
static Buffer full(const Buffer *a, int order, int lda, cublasFillMode_t uplo, int diag)
{
	Buffer f = {.type = a->type, .host = calloc((size_t)order * (size_t)order, sizeof *f.host)};

	assert_non_null(f.host);
	for (int j = 0; j < order; j++)
		for (int i = 0; i < order; i++) {
			int inside = uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
			double complex z = inside     ? a->host[i + j * lda]
					   : diag < 0 ? a->host[j + i * lda]
						      : 0;
			f.host[i + j * order] = i == j && diag == CUBLAS_DIAG_UNIT ? 1 : z;
		}
	return f;
}

static void test_symm(void **state)
{
	const int m = 4, n = 3, ldb = 5, ldc = 6;
	(void)state;

	for (int run = 0; run < TYPES * 8; run++) {
		int type = run % TYPES;
		cublasSideMode_t side = (cublasSideMode_t)(run / TYPES % 2);
		cublasFillMode_t uplo = (cublasFillMode_t)(run / TYPES / 2 % 2);
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / TYPES / 4);
		int order = side == CUBLAS_SIDE_LEFT ? m : n, lda = order + 1;
		Buffer a = buffer_make(type, (size_t)lda * (size_t)order);
		Buffer b = buffer_make(type, (size_t)ldb * (size_t)n);
		Buffer c = buffer_make(type, (size_t)ldc * (size_t)n),
		       f = full(&a, order, lda, uplo, -1);
		Scalar alpha, beta;

		scalar_make(&alpha, type, mode, 1 - 2 * I);
		scalar_make(&beta, type, mode, uplo ? 0 : 0.5 * I + 1);
		if (uplo)
			buffer_fill(&c, NAN);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok(symm[type](side, uplo, m, n, alpha.pointer, a.device, lda, b.device, ldb,
				     beta.pointer, c.device, ldc));
		if (side == CUBLAS_SIDE_LEFT)
			reference(&alpha, &beta, CUBLAS_OP_N, CUBLAS_OP_N, m, n, m, &f, order, 0,
				  &b, ldb, 0, &c, ldc, 0);
		else
			reference(&alpha, &beta, CUBLAS_OP_N, CUBLAS_OP_N, m, n, n, &b, ldb, 0, &f,
				  order, 0, &c, ldc, 0);
		buffer_check(&c);
		scalar_free(&alpha);
		scalar_free(&beta);
		free(f.host);
		buffer_free(&a);
		buffer_free(&b);
		buffer_free(&c);
	}
}

static void test_syrk(void **state)
{
	const int n = 4, k = 3, lda = 5, ldc = 6;
	(void)state;

	for (int run = 0; run < TYPES * 8; run++) {
		int type = run % TYPES;
		cublasFillMode_t uplo = (cublasFillMode_t)(run / TYPES % 2);
		cublasOperation_t op = (cublasOperation_t)(run / TYPES / 2 % 2);
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / TYPES / 4);
		Buffer a = buffer_make(type, (size_t)lda * (size_t)4),
		       c = buffer_make(type, (size_t)ldc * (size_t)n);
		Buffer whole = {.host = malloc((size_t)ldc * (size_t)n * sizeof *whole.host)};
		Scalar alpha, beta;

		assert_non_null(whole.host);
		scalar_make(&alpha, type, mode, 2 + I);
		scalar_make(&beta, type, mode, op ? 0 : 0.5);
		if (op)
			buffer_fill(&c, NAN);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok(syrk[type](uplo, op, n, k, alpha.pointer, a.device, lda, beta.pointer,
				     c.device, ldc));
		memcpy(whole.host, c.host, (size_t)ldc * (size_t)n * sizeof *whole.host);
		reference(&alpha, &beta, op, op ? CUBLAS_OP_N : CUBLAS_OP_T, n, n, k, &a, lda, 0,
			  &a, lda, 0, &whole, ldc, 0);
		for (int j = 0; j < n; j++)
			for (int i = 0; i < n; i++)
				if (uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j)
					c.host[i + j * ldc] = whole.host[i + j * ldc];
		buffer_check(&c);
		scalar_free(&alpha);
		scalar_free(&beta);
		free(whole.host);
		buffer_free(&a);
		buffer_free(&c);
	}
}

/* trmm against the product with the full matrix; trsm must then lead back to where it began. */
static void test_triangular(void **state)
{
	const int m = 4, n = 3, ldb = 5, ldc = 6;
	(void)state;

	for (int run = 0; run < TYPES * 24; run++) {
		int type = run % TYPES;
		cublasSideMode_t side = (cublasSideMode_t)(run / TYPES % 2);
		cublasFillMode_t uplo = (cublasFillMode_t)(run / TYPES / 2 % 2);
		cublasDiagType_t diag = (cublasDiagType_t)(run / TYPES / 4 % 2);
		cublasOperation_t op = (cublasOperation_t)(run / TYPES / 8);
		cublasPointerMode_t mode = (cublasPointerMode_t)(run % 3 % 2);
		int order = side == CUBLAS_SIDE_LEFT ? m : n, lda = order + 2;
		Buffer a = buffer_make(type, (size_t)lda * (size_t)order);
		Buffer b = buffer_make(type, (size_t)ldb * (size_t)n);
		Buffer c = buffer_make(type, (size_t)ldc * (size_t)n);
		Scalar alpha, back, zero = {.value = 0};

		for (int i = 0; i < order; i++)
			a.host[i + i * lda] = 4 + i; /* keeps the inverse small */
		buffer_upload(&a);
		Buffer f = full(&a, order, lda, uplo, (int)diag);
		scalar_make(&alpha, type, mode, 2);
		scalar_make(&back, type, mode, 0.5);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok(trmm[type](side, uplo, op, diag, m, n, alpha.pointer, a.device, lda,
				     b.device, ldb, c.device, ldc));
		if (side == CUBLAS_SIDE_LEFT)
			reference(&alpha, &zero, op, CUBLAS_OP_N, m, n, m, &f, order, 0, &b, ldb, 0,
				  &c, ldc, 0);
		else
			reference(&alpha, &zero, CUBLAS_OP_N, op, m, n, n, &b, ldb, 0, &f, order, 0,
				  &c, ldc, 0);
		buffer_check(&c);
		buffer_check(&b);

		assert_ok(trsm[type](side, uplo, op, diag, m, n, back.pointer, a.device, lda,
				     c.device, ldc));
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++)
				c.host[i + j * ldc] = b.host[i + j * ldb];
		buffer_check(&c);

		assert_ok(trmm[type](side, uplo, op, diag, m, n, alpha.pointer, a.device, lda,
				     b.device, ldb, b.device, ldb));
		assert_ok(trsm[type](side, uplo, op, diag, m, n, back.pointer, a.device, lda,
				     b.device, ldb));
		buffer_check(&b);
		scalar_free(&alpha);
		scalar_free(&back);
		free(f.host);
		buffer_free(&a);
		buffer_free(&b);
		buffer_free(&c);
	}
}

static void test_refused(void **state)
{
	const cublasOperation_t N = CUBLAS_OP_N;
	Buffer a = buffer_make(S, 64);
	float *p = a.device, *c = p + 32, one = 1, zero = 0;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_status(cublasSsyrk(handle, CUBLAS_FILL_MODE_FULL, N, 2, 2, &one, p, 2, &zero, c, 2),
		      INVALID_VALUE);
	assert_status(cublasSsymm(handle, (cublasSideMode_t)2, CUBLAS_FILL_MODE_LOWER, 2, 2, &one,
				  p, 2, p, 2, &zero, c, 2),
		      INVALID_VALUE);
	assert_status(cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, N,
				  (cublasDiagType_t)2, 2, 2, &one, p, 2, c, 2),
		      INVALID_VALUE);
	buffer_check(&a);
	buffer_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_symm),
		cmocka_unit_test(test_syrk),
		cmocka_unit_test(test_triangular),
		cmocka_unit_test(test_refused),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
