/* api_blas_rank_k.c - cuBLAS's products of which one triangle is kept, in every type: herk, syr2k,
 * her2k, syrkx, herkx, the forms with types of their own, and hemm. (syrk and symm are in
 * api_blas_triangle.c.) The reference is a plain loop over the triangle. */
#include "framework/simcuda/tests/cublas/blas_handle.h"
#include "framework/simcuda/tests/cublas/blas_stored.h"

/* One shape of arguments for all; what a routine does not take is left out. */
#define RANK_ARGS                                                                                  \
	cublasFillMode_t uplo, cublasOperation_t op, int n, int k, const void *alpha,              \
		const void *a, int lda, const void *b, int ldb, const void *beta, void *c, int ldc
#define RANK(name, ...)                                                                            \
	static cublasStatus_t name(RANK_ARGS)                                                      \
	{                                                                                          \
		(void)b, (void)ldb;                                                                \
		return cublas##name(handle, uplo, op, n, k, alpha, __VA_ARGS__);                   \
	}
#define ONE(name)  RANK(name, a, lda, beta, c, ldc)
#define TWO(name)  RANK(name, a, lda, b, ldb, beta, c, ldc)
#define EX(name)   RANK(name, a, CUDA_C_32F, lda, beta, c, CUDA_C_32F, ldc)
#define SYM_TWO(t) TWO(t##syr2k) TWO(t##syrkx)
#define HER_TWO(t) TWO(t##her2k) TWO(t##herkx)
EACH_TYPE(SYM_TWO)
HER_TWO(C)
HER_TWO(Z)
ONE(Cherk)
ONE(Zherk)
EX(CsyrkEx)
EX(Csyrk3mEx)
EX(CherkEx)
EX(Cherk3mEx)

enum { ONCE, TWICE, MIXED }; /* A with itself, A with B and B with A, A with B */

typedef struct Family {
	int hermitian, form;
	cublasStatus_t (*call[TYPES])(RANK_ARGS);
} Family;

static const Family families[] = {
	{0, TWICE, {Ssyr2k, Dsyr2k, Csyr2k, Zsyr2k}}, {0, MIXED, {Ssyrkx, Dsyrkx, Csyrkx, Zsyrkx}},
	{1, ONCE, {NULL, NULL, Cherk, Zherk}},        {1, TWICE, {NULL, NULL, Cher2k, Zher2k}},
	{1, MIXED, {NULL, NULL, Cherkx, Zherkx}},     {0, ONCE, {NULL, NULL, CsyrkEx, NULL}},
	{0, ONCE, {NULL, NULL, Csyrk3mEx, NULL}},     {1, ONCE, {NULL, NULL, CherkEx, NULL}},
	{1, ONCE, {NULL, NULL, Cherk3mEx, NULL}},
};
#define FAMILIES (sizeof families / sizeof *families)

typedef struct Size {
	int n, k;
} Size;

/* 130 is more than two blocks of columns, the last of them small. */
static const Size sizes[] = {{1, 1}, {4, 3}, {5, 0}, {64, 2}, {130, 5}};
#define SIZES ((int)(sizeof sizes / sizeof *sizes))

/* Element (i, j) of op(A) op(B)' or op(A) op(B)*. */
static double complex product(const Family *family, const Buffer *a, const Buffer *b,
			      cublasOperation_t op, int lda, int k, int i, int j)
{
	double complex sum = 0;

	for (int p = 0; p < k; p++) {
		double complex z = op_at(b, op, lda, j, p);
		sum += op_at(a, op, lda, i, p) * (family->hermitian ? conj(z) : z);
	}
	return sum;
}

static void check(const Family *family, int type, const Size *size, cublasFillMode_t uplo, int turn,
		  cublasPointerMode_t mode, int zero)
{
	int n = size->n, k = size->k, ldc = n + 2;
	cublasOperation_t op = !turn ? CUBLAS_OP_N : family->hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
	int lda = (turn ? k : n) + 3, cols = turn ? n : k;
	int real_alpha = family->hermitian && family->form == ONCE, real_type = type & ~2;
	Buffer a = buffer_make(type, (size_t)lda * (size_t)cols + 1);
	Buffer b = buffer_make(type, (size_t)lda * (size_t)cols + 1);
	Buffer c = buffer_make(type, (size_t)ldc * (size_t)n);
	Scalar alpha, beta;

	scalar_make(&alpha, real_alpha ? real_type : type, mode, 0.5 + 1.5 * I);
	scalar_make(&beta, family->hermitian ? real_type : type, mode, zero ? 0 : 2 - 0.5 * I);
	if (zero)
		buffer_fill(&c, NAN);
	assert_ok(cublasSetPointerMode(handle, mode));
	assert_ok(family->call[type](uplo, op, n, k, alpha.pointer, a.device, lda, b.device, lda,
				     beta.pointer, c.device, ldc));
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
				continue;
			double complex *to = &c.host[i + j * ldc], al = alpha.value;
			const Buffer *second = family->form == ONCE ? &a : &b;
			double complex sum = al * product(family, &a, second, op, lda, k, i, j);
			if (family->form == TWICE)
				sum += (family->hermitian ? conj(al) : al) *
				       product(family, &b, &a, op, lda, k, i, j);
			*to = sum + (zero ? 0 : beta.value * *to);
			if (family->hermitian && i == j)
				*to = creal(*to);
		}
	buffer_check(&c);
	scalar_free(&alpha);
	scalar_free(&beta);
	buffer_free(&a);
	buffer_free(&b);
	buffer_free(&c);
}

static void test_rank_k(void **state)
{
	(void)state;
	for (size_t f = 0; f < FAMILIES; f++)
		for (int run = 0; run < TYPES * SIZES * 16; run++) {
			int type = run % TYPES, flags = run / TYPES / SIZES;
			if (families[f].call[type])
				check(&families[f], type, &sizes[run / TYPES % SIZES],
				      (cublasFillMode_t)(flags & 1), flags >> 1 & 1,
				      (cublasPointerMode_t)(flags >> 2 & 1), flags >> 3);
		}
}

/* --- hemm ------------------------------------------------------------------------------------ */

#define HEMM(t)                                                                                    \
	static cublasStatus_t hemm_##t(cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, \
				       const void *alpha, const void *a, int lda, const void *b,   \
				       int ldb, const void *beta, void *c, int ldc)                \
	{                                                                                          \
		return cublas##t##hemm(handle, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c,   \
				       ldc);                                                       \
	}
HEMM(C)
HEMM(Z)

static void test_hemm(void **state)
{
	const int m = 7, n = 5, ldb = 8, ldc = 9;
	(void)state;

	for (int run = 0; run < 16; run++) {
		int type = run % 2 ? Z : C;
		cublasSideMode_t side = (cublasSideMode_t)(run / 2 % 2);
		cublasFillMode_t uplo = (cublasFillMode_t)(run / 4 % 2);
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / 8);
		int left = side == CUBLAS_SIDE_LEFT, order = left ? m : n;
		Stored a = stored_make(type, FULL, uplo, order, 0);
		Buffer dense = {.host = stored_dense(&a, HERMITIAN, CUBLAS_DIAG_NON_UNIT)};
		Buffer b = buffer_make(type, (size_t)ldb * (size_t)n),
		       c = buffer_make(type, (size_t)ldc * (size_t)n);
		Scalar alpha, beta;

		scalar_make(&alpha, type, mode, 1 - 2 * I);
		scalar_make(&beta, type, mode, uplo ? 0 : 0.5 * I + 1);
		if (uplo)
			buffer_fill(&c, NAN);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok((type == C ? hemm_C : hemm_Z)(side, uplo, m, n, alpha.pointer,
							a.buffer.device, a.ld, b.device, ldb,
							beta.pointer, c.device, ldc));
		reference(&alpha, &beta, CUBLAS_OP_N, CUBLAS_OP_N, m, n, order, left ? &dense : &b,
			  left ? m : ldb, 0, left ? &b : &dense, left ? ldb : n, 0, &c, ldc, 0);
		buffer_check(&c);
		scalar_free(&alpha);
		scalar_free(&beta);
		free(dense.host);
		buffer_free(&a.buffer);
		buffer_free(&b);
		buffer_free(&c);
	}
}

static void test_refused(void **state)
{
	const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER, both = CUBLAS_FILL_MODE_FULL;
	const cublasOperation_t n = CUBLAS_OP_N, t = CUBLAS_OP_T, h = CUBLAS_OP_C;
	Buffer a = buffer_make(C, 16), b = buffer_make(C, 16), c = buffer_make(C, 16);
	float complex one = 1;
	void *pa = a.device, *pb = b.device, *pc = c.device;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (size_t f = 0; f < FAMILIES; f++) {
		cublasStatus_t (*call)(RANK_ARGS) = families[f].call[C];
		cublasOperation_t wrong = families[f].hermitian ? t : h;
		assert_status(call(lower, wrong, 4, 3, &one, pa, 4, pb, 4, &one, pc, 4),
			      INVALID_VALUE);
		assert_status(call(both, n, 4, 3, &one, pa, 4, pb, 4, &one, pc, 4), INVALID_VALUE);
		assert_status(call(lower, n, -1, 3, &one, pa, 4, pb, 4, &one, pc, 4),
			      INVALID_VALUE);
		assert_status(call(lower, n, 4, -1, &one, pa, 4, pb, 4, &one, pc, 4),
			      INVALID_VALUE);
		assert_status(call(lower, n, 4, 3, NULL, pa, 4, pb, 4, &one, pc, 4), INVALID_VALUE);
		assert_status(call(lower, n, 4, 3, &one, pa, 4, pb, 4, NULL, pc, 4), INVALID_VALUE);
		assert_status(call(lower, n, 4, 3, &one, pa, 3, pb, 4, &one, pc, 4), INVALID_VALUE);
		assert_status(call(lower, n, 4, 3, &one, pa, 4, pb, 4, &one, pc, 3), INVALID_VALUE);
		assert_status(call(lower, n, 4, 3, &one, pa, 4, pb, 4, &one, NULL, 4),
			      INVALID_VALUE);
		assert_ok(call(lower, n, 0, 3, &one, NULL, 4, NULL, 4, &one, NULL, 4));
		if (families[f].form != ONCE)
			assert_status(call(lower, n, 4, 3, &one, pa, 4, pb, 3, &one, pc, 4),
				      INVALID_VALUE);
	}
	assert_status(
		cublasCsyrkx(NULL, lower, n, 4, 3, (void *)&one, pa, 4, pb, 4, (void *)&one, pc, 4),
		NOT_INITIALIZED);
	assert_status(cublasCsyrkEx(NULL, lower, n, 4, 3, (void *)&one, pa, CUDA_C_32F, 4,
				    (void *)&one, pc, CUDA_C_32F, 4),
		      NOT_INITIALIZED);
	assert_status(cublasCsyrkEx(handle, lower, n, 4, 3, (void *)&one, pa, CUDA_C_8I, 4,
				    (void *)&one, pc, CUDA_C_32F, 4),
		      NOT_SUPPORTED);
	assert_status(cublasCherk3mEx(handle, lower, n, 4, 3, (void *)&one, pa, CUDA_C_64F, 4,
				      (void *)&one, pc, CUDA_C_64F, 4),
		      NOT_SUPPORTED);
	assert_status(hemm_C((cublasSideMode_t)2, lower, 4, 4, &one, pa, 4, pb, 4, &one, pc, 4),
		      INVALID_VALUE);
	assert_status(hemm_C(CUBLAS_SIDE_LEFT, both, 4, 4, &one, pa, 4, pb, 4, &one, pc, 4),
		      INVALID_VALUE);
	assert_status(hemm_C(CUBLAS_SIDE_LEFT, lower, 4, 4, &one, pa, 3, pb, 4, &one, pc, 4),
		      INVALID_VALUE);
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	buffer_check(&c);
	buffer_free(&a);
	buffer_free(&b);
	buffer_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rank_k),
		cmocka_unit_test(test_hemm),
		cmocka_unit_test(test_refused),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
