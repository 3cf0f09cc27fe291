/* api_blas_gemm.c - cuBLAS's general products of matrices, alone and in batches, against plain
 * loops, in every type. */
#include "framework/simcuda/tests/cublas/blas_handle.h"

#define WRAP(t)                                                                                    \
	static cublasStatus_t gemm_##t(cublasOperation_t opa, cublasOperation_t opb, int m, int n, \
				       int k, const void *alpha, const void *a, int lda,           \
				       const void *b, int ldb, const void *beta, void *c, int ldc) \
	{                                                                                          \
		return cublas##t##gemm(handle, opa, opb, m, n, k, alpha, a, lda, b, ldb, beta, c,  \
				       ldc);                                                       \
	}                                                                                          \
	static cublasStatus_t strided_##t(cublasOperation_t op, int m, int n, int k,               \
					  const void *alpha, const void *a, int lda, int stridea,  \
					  const void *b, int ldb, int strideb, const void *beta,   \
					  void *c, int ldc, int stridec, int batch)                \
	{                                                                                          \
		return cublas##t##gemmStridedBatched(handle, op, CUBLAS_OP_N, m, n, k, alpha, a,   \
						     lda, stridea, b, ldb, strideb, beta, c, ldc,  \
						     stridec, batch);                              \
	}
EACH_TYPE(WRAP)

#define TABLE(name)                                                                                \
	{                                                                                          \
		name##_S, name##_D, name##_C, name##_Z                                             \
	}
static cublasStatus_t (*const gemm[])(cublasOperation_t, cublasOperation_t, int, int, int,
				      const void *, const void *, int, const void *, int,
				      const void *, void *, int) = TABLE(gemm);
static cublasStatus_t (*const strided[])(cublasOperation_t, int, int, int, const void *,
					 const void *, int, int, const void *, int, int,
					 const void *, void *, int, int, int) = TABLE(strided);

typedef struct Shape {
	int m, n, k, gap; /* gap: how much more each leading dimension is than it must be */
} Shape;

static void check_gemm(int type, cublasPointerMode_t mode, cublasOperation_t opa,
		       cublasOperation_t opb, const Shape *s, double complex alpha_value,
		       double complex beta_value)
{
	int rows_a = opa == CUBLAS_OP_N ? s->m : s->k, cols_a = s->m + s->k - rows_a;
	int rows_b = opb == CUBLAS_OP_N ? s->k : s->n, cols_b = s->k + s->n - rows_b;
	int lda = rows_a + s->gap + !rows_a, ldb = rows_b + s->gap + !rows_b, ldc = s->m + s->gap;
	Buffer a = buffer_make(type, (size_t)lda * (size_t)cols_a);
	Buffer b = buffer_make(type, (size_t)ldb * (size_t)cols_b);
	Buffer c = buffer_make(type, (size_t)ldc * (size_t)s->n);
	Scalar alpha, beta;

	scalar_make(&alpha, type, mode, alpha_value);
	scalar_make(&beta, type, mode, beta_value);
	if (beta_value == 0)
		buffer_fill(&c, NAN);
	if (alpha_value == 0)
		buffer_fill(&b, NAN);
	assert_ok(cublasSetPointerMode(handle, mode));
	assert_ok(gemm[type](opa, opb, s->m, s->n, s->k, alpha.pointer, a.device, lda, b.device,
			     ldb, beta.pointer, c.device, ldc));
	reference(&alpha, &beta, opa, opb, s->m, s->n, s->k, &a, lda, 0, &b, ldb, 0, &c, ldc, 0);
	buffer_check(&a);
	buffer_check(&b);
	buffer_check(&c);
	scalar_free(&alpha);
	scalar_free(&beta);
	buffer_free(&a);
	buffer_free(&b);
	buffer_free(&c);
}

static void test_gemm(void **state)
{
	static const Shape shapes[] = {{1, 1, 1, 0}, {3, 4, 5, 0},    {5, 2, 7, 2}, {1, 6, 4, 0},
				       {6, 1, 4, 0}, {1, 6, 4, 3},    {6, 1, 4, 3}, {1, 1, 9, 1},
				       {4, 3, 0, 0}, {33, 29, 41, 1}, {3, 3, 1, 0}};
	static const double complex betas[] = {0, 1, -0.5 + 0.25 * I};
	(void)state;

	for (int run = 0; run < TYPES * 9 * 11 * 3; run++) {
		int type = run % TYPES, ops = run / TYPES % 9;
		const Shape *s = &shapes[run / TYPES / 9 % 11];
		int b = run / TYPES / 99;
		check_gemm(type, (cublasPointerMode_t)((ops + b) % 2), (cublasOperation_t)(ops % 3),
			   (cublasOperation_t)(ops / 3), s, 0.75 - I, betas[b]);
	}
}

static void test_gemm_alpha_zero(void **state)
{
	static const Shape shapes[] = {{3, 4, 5, 1}, {1, 4, 5, 0}, {4, 1, 5, 0}};
	(void)state;

	for (int run = 0; run < TYPES * 3 * 4; run++)
		check_gemm(run % TYPES, (cublasPointerMode_t)(run / TYPES % 2), CUBLAS_OP_N,
			   CUBLAS_OP_T, &shapes[run / TYPES / 4], 0, run / TYPES / 2 % 2 ? 2 : 0);
}

/* Batches that lie close together, apart, with gaps inside, and that share A. */
static void test_gemm_strided(void **state)
{
	static const struct {
		int gap, stridea, strideb, stridec, batch;
	} batches[] = {{0, 12, 8, 6, 3},  {0, 20, 11, 9, 3}, {2, 40, 30, 20, 2}, {0, 0, 8, 6, 4},
		       {1, 20, 10, 8, 3}, {0, 4, 8, 6, 3},   {0, 12, 8, 6, 0}};
	const int m = 3, n = 2, k = 4;
	(void)state;

	for (int run = 0; run < TYPES * 7 * 2; run++) {
		int type = run % TYPES, w = run / TYPES % 7, gap = batches[w].gap;
		cublasOperation_t op = run / TYPES / 7 ? CUBLAS_OP_C : CUBLAS_OP_N;
		int lda = (op == CUBLAS_OP_N ? m : k) + gap, ldb = k + gap, ldc = m + gap;
		Buffer a = buffer_make(type, 160), b = buffer_make(type, 160);
		Buffer c = buffer_make(type, 160);
		Scalar alpha, beta;

		scalar_make(&alpha, type, CUBLAS_POINTER_MODE_HOST, 1 + I);
		scalar_make(&beta, type, CUBLAS_POINTER_MODE_HOST, run % 3 ? 0.5 : 0);
		assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
		assert_ok(strided[type](op, m, n, k, alpha.pointer, a.device, lda,
					batches[w].stridea, b.device, ldb, batches[w].strideb,
					beta.pointer, c.device, ldc, batches[w].stridec,
					batches[w].batch));
		for (int i = 0; i < batches[w].batch; i++)
			reference(&alpha, &beta, op, CUBLAS_OP_N, m, n, k, &a, lda,
				  (size_t)i * (size_t)batches[w].stridea, &b, ldb,
				  (size_t)i * (size_t)batches[w].strideb, &c, ldc,
				  (size_t)i * (size_t)batches[w].stridec);
		buffer_check(&a);
		buffer_check(&b);
		buffer_check(&c);
		scalar_free(&alpha);
		scalar_free(&beta);
		buffer_free(&a);
		buffer_free(&b);
		buffer_free(&c);
	}
}

/* Pointers in order and equally spaced, and in any order. */
static void test_gemm_pointers(void **state)
{
	static const int orders[][3] = {{0, 1, 2}, {2, 0, 1}, {1, 1, 0}};
	const int n = 3, area = n * n;
	(void)state;

	for (int run = 0; run < 3; run++) {
		Buffer a = buffer_make(D, 27), b = buffer_make(D, 27), c = buffer_make(D, 27);
		Scalar alpha, beta;
		double *host[9], **device;

		for (int i = 0; i < 3; i++) {
			host[i] = (double *)a.device + orders[run][i] * area;
			host[3 + i] = (double *)b.device + i * area;
			host[6 + i] = (double *)c.device + (run == 1 ? 2 - i : i) * area;
		}
		assert_int_equal(cudaMalloc((void **)&device, sizeof host), cudaSuccess);
		assert_int_equal(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice),
				 cudaSuccess);
		scalar_make(&alpha, D, CUBLAS_POINTER_MODE_HOST, 1);
		scalar_make(&beta, D, CUBLAS_POINTER_MODE_HOST, -1);
		assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
		assert_ok(cublasDgemmBatched(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n,
					     alpha.pointer, (const double *const *)device, n,
					     (const double *const *)(device + 3), n, beta.pointer,
					     device + 6, n, 3));
		for (int i = 0; i < 3; i++)
			reference(&alpha, &beta, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &a, n,
				  (size_t)orders[run][i] * (size_t)area, &b, n,
				  (size_t)i * (size_t)area, &c, n,
				  (size_t)(run == 1 ? 2 - i : i) * (size_t)area);
		buffer_check(&c);
		assert_int_equal(cudaFree(device), cudaSuccess);
		scalar_free(&alpha);
		scalar_free(&beta);
		buffer_free(&a);
		buffer_free(&b);
		buffer_free(&c);
	}
	double one = 1;
	assert_status(cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, NULL, 2,
					 NULL, 2, &one, NULL, 2, 2),
		      INVALID_VALUE);
}

static void test_refused(void **state)
{
	const cublasOperation_t N = CUBLAS_OP_N, T = CUBLAS_OP_T;
	Buffer a = buffer_make(S, 64);
	float *p = a.device, *c = p + 32, one = 1, zero = 0;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
#define GEMM(h, opa, opb, m, n, k, alpha, A, lda, B, ldb, beta, ldc)                               \
	cublasSgemm(h, opa, opb, m, n, k, alpha, A, lda, B, ldb, beta, c, ldc)
	assert_status(GEMM(NULL, N, N, 2, 2, 2, &one, p, 2, p, 2, &zero, 2), NOT_INITIALIZED);
	assert_status(GEMM(handle, (cublasOperation_t)9, N, 2, 2, 2, &one, p, 2, p, 2, &zero, 2),
		      INVALID_VALUE);
	assert_status(GEMM(handle, N, N, -2, 2, 2, &one, p, 2, p, 2, &zero, 2), INVALID_VALUE);
	assert_status(GEMM(handle, N, N, 2, -2, 2, &one, p, 2, p, 2, &zero, 2), INVALID_VALUE);
	assert_status(GEMM(handle, N, N, 2, 2, -2, &one, p, 2, p, 2, &zero, 2), INVALID_VALUE);
	assert_status(GEMM(handle, N, N, 3, 2, 2, &one, p, 2, p, 2, &zero, 3), INVALID_VALUE);
	assert_status(GEMM(handle, T, N, 2, 2, 3, &one, p, 2, p, 3, &zero, 2), INVALID_VALUE);
	assert_status(GEMM(handle, N, T, 2, 3, 2, &one, p, 2, p, 2, &zero, 2), INVALID_VALUE);
	assert_status(GEMM(handle, N, N, 3, 2, 2, &one, p, 3, p, 2, &zero, 2), INVALID_VALUE);
	assert_status(GEMM(handle, N, N, 2, 2, 2, NULL, p, 2, p, 2, &zero, 2), INVALID_VALUE);
	assert_status(GEMM(handle, N, N, 2, 2, 2, &one, p, 2, p, 2, NULL, 2), INVALID_VALUE);
	assert_status(GEMM(handle, N, N, 2, 2, 2, &one, NULL, 2, p, 2, &zero, 2), INVALID_VALUE);
	assert_ok(GEMM(handle, N, N, 0, 2, 2, &one, NULL, 1, NULL, 2, &zero, 1));
	buffer_check(&a);
	buffer_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gemm),         cmocka_unit_test(test_gemm_alpha_zero),
		cmocka_unit_test(test_gemm_strided), cmocka_unit_test(test_gemm_pointers),
		cmocka_unit_test(test_refused),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
