/* api_blas_rearrange.c - cuBLAS's dgmm, tpttr, trttp and gemm3m, in every type, against plain
 * loops. */
#include "framework/simcuda/tests/cublas/blas_handle.h"
#include "framework/simcuda/tests/cublas/blas_stored.h"

#include "simcuda.h"

#define WRAP(t)                                                                                    \
	static cublasStatus_t dgmm_##t(cublasSideMode_t side, int m, int n, const void *a,         \
				       int lda, const void *x, int incx, void *c, int ldc)         \
	{                                                                                          \
		return cublas##t##dgmm(handle, side, m, n, a, lda, x, incx, c, ldc);               \
	}                                                                                          \
	static cublasStatus_t tpttr_##t(cublasFillMode_t uplo, int n, const void *ap, void *a,     \
					int lda)                                                   \
	{                                                                                          \
		return cublas##t##tpttr(handle, uplo, n, ap, a, lda);                              \
	}                                                                                          \
	static cublasStatus_t trttp_##t(cublasFillMode_t uplo, int n, const void *a, int lda,      \
					void *ap)                                                  \
	{                                                                                          \
		return cublas##t##trttp(handle, uplo, n, a, lda, ap);                              \
	}
EACH_TYPE(WRAP)
static cublasStatus_t (*const dgmm[])(cublasSideMode_t, int, int, const void *, int, const void *,
				      int, void *, int) = {dgmm_S, dgmm_D, dgmm_C, dgmm_Z};
static cublasStatus_t (*const tpttr[])(cublasFillMode_t, int, const void *, void *,
				       int) = {tpttr_S, tpttr_D, tpttr_C, tpttr_Z};
static cublasStatus_t (*const trttp[])(cublasFillMode_t, int, const void *, int,
				       void *) = {trttp_S, trttp_D, trttp_C, trttp_Z};

/* With increments of either sign, one for all, and in place. */
static void test_dgmm(void **state)
{
	static const int increments[] = {1, 2, -1, -3, 0};
	const int m = 5, n = 4, lda = 7, ldc = 6;
	(void)state;

	for (int run = 0; run < TYPES * 20; run++) {
		int type = run % TYPES, incx = increments[run / TYPES % 5];
		int left = run / TYPES / 5 % 2, in_place = run / TYPES / 10, count = left ? m : n;
		Buffer a = buffer_make(type, (size_t)lda * (size_t)n);
		Buffer other = buffer_make(type, (size_t)ldc * (size_t)n),
		       *c = in_place ? &a : &other;
		Buffer x = incx ? vector_make(type, count, incx) : buffer_make(type, 1);
		int ld = in_place ? lda : ldc;

		assert_ok(dgmm[type](left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT, m, n, a.device,
				     lda, x.device, incx, c->device, ld));
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++)
				c->host[i + j * ld] =
					a.host[i + j * lda] *
					x.host[incx ? at(count, incx, left ? i : j) : 0];
		buffer_check(&a);
		buffer_check(&x);
		buffer_check(&other);
		buffer_free(&a);
		buffer_free(&x);
		buffer_free(&other);
	}
}

static void test_packed(void **state)
{
	const int n = 6;
	(void)state;

	for (int run = 0; run < TYPES * 2; run++) {
		int type = run / 2;
		cublasFillMode_t uplo = (cublasFillMode_t)(run % 2);
		Stored packed = stored_make(type, PACKED, uplo, n, 0);
		Stored full = stored_make(type, FULL, uplo, n, 0);
		Stored again = stored_make(type, PACKED, uplo, n, 0);

		assert_ok(tpttr[type](uplo, n, packed.buffer.device, full.buffer.device, full.ld));
		assert_ok(trttp[type](uplo, n, full.buffer.device, full.ld, again.buffer.device));
		for (int j = 0; j < n; j++)
			for (int i = 0; i < n; i++)
				if (stored_at(&full, i, j) >= 0)
					full.buffer.host[stored_at(&full, i, j)] =
						packed.buffer.host[stored_at(&packed, i, j)];
		buffer_check(&full.buffer);
		memcpy(again.buffer.host, packed.buffer.host,
		       packed.buffer.count * sizeof *packed.buffer.host);
		buffer_check(&again.buffer);
		buffer_check(&packed.buffer);
		buffer_free(&packed.buffer);
		buffer_free(&full.buffer);
		buffer_free(&again.buffer);
	}
}

static cublasStatus_t gemm3m(int type, int batch, cublasOperation_t opa, cublasOperation_t opb,
			     const Scalar *alpha, const Buffer *a, const Buffer *b,
			     const Scalar *beta, const Buffer *c)
{
	if (type == Z)
		return cublasZgemm3m(handle, opa, opb, 4, 3, 5, alpha->pointer, a->device, 6,
				     b->device, 7, beta->pointer, c->device, 8);
	if (batch == 1)
		return cublasCgemm3m(handle, opa, opb, 4, 3, 5, alpha->pointer, a->device, 6,
				     b->device, 7, beta->pointer, c->device, 8);
	return cublasCgemm3mStridedBatched(handle, opa, opb, 4, 3, 5, alpha->pointer, a->device, 6,
					   36, b->device, 7, 42, beta->pointer, c->device, 8, 24,
					   batch);
}

static void test_gemm3m(void **state)
{
	(void)state;
	for (int run = 0; run < 27; run++) {
		int type = run / 9 == 0 ? Z : C, batch = run / 9 == 2 ? 3 : 1;
		cublasOperation_t opa = (cublasOperation_t)(run % 3),
				  opb = (cublasOperation_t)(run / 3 % 3);
		cublasPointerMode_t mode = (cublasPointerMode_t)(run % 2);
		Buffer a = buffer_make(type, 36 * 3), b = buffer_make(type, 42 * 3);
		Buffer c = buffer_make(type, 24 * 3);
		Scalar alpha, beta;

		scalar_make(&alpha, type, mode, 1 - 2 * I);
		scalar_make(&beta, type, mode, 0.5 * I);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok(gemm3m(type, batch, opa, opb, &alpha, &a, &b, &beta, &c));
		for (size_t i = 0; i < (size_t)batch; i++)
			reference(&alpha, &beta, opa, opb, 4, 3, 5, &a, 6, 36 * i, &b, 7, 42 * i,
				  &c, 8, 24 * i);
		buffer_check(&c);
		scalar_free(&alpha);
		scalar_free(&beta);
		buffer_free(&a);
		buffer_free(&b);
		buffer_free(&c);
	}
}

static int64_t time_of(int three, int n, const cuComplex *memory)
{
	const cuComplex one = {1, 0}, zero = {0, 0};
	SimcudaCounters before, after;

	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	simcuda_counters(&before);
	assert_ok((three ? cublasCgemm3m : cublasCgemm)(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n,
							&one, memory, n, memory, n, &zero,
							(cuComplex *)memory + n * n, n));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	simcuda_counters(&after);
	return after.host_ns - before.host_ns;
}

/* Three products take less time than four. */
static void test_time(void **state)
{
	const int n = 256;
	cuComplex *memory;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_int_equal(cudaMalloc((void **)&memory, 2 * n * n * sizeof *memory), cudaSuccess);
	assert_int_equal(cudaMemset(memory, 0, n * n * sizeof *memory), cudaSuccess);
	assert_true(time_of(1, n, memory) < time_of(0, n, memory));
	assert_int_equal(cudaFree(memory), cudaSuccess);
}

static void test_refused(void **state)
{
	const cublasSideMode_t left = CUBLAS_SIDE_LEFT;
	const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER, both = CUBLAS_FILL_MODE_FULL;
	Buffer a = buffer_make(D, 16), c = buffer_make(D, 16);
	void *pa = a.device, *pc = c.device;
	(void)state;

	assert_status(cublasDdgmm(NULL, left, 4, 4, pa, 4, pa, 1, pc, 4), NOT_INITIALIZED);
	assert_status(dgmm_D((cublasSideMode_t)2, 4, 4, pa, 4, pa, 1, pc, 4), INVALID_VALUE);
	assert_status(dgmm_D(left, -1, 4, pa, 4, pa, 1, pc, 4), INVALID_VALUE);
	assert_status(dgmm_D(left, 4, -1, pa, 4, pa, 1, pc, 4), INVALID_VALUE);
	assert_status(dgmm_D(left, 4, 4, pa, 3, pa, 1, pc, 4), INVALID_VALUE);
	assert_status(dgmm_D(left, 4, 4, pa, 4, pa, 1, pc, 3), INVALID_VALUE);
	assert_status(dgmm_D(left, 2, 2, pa, 4, pa, 1, pa, 3), INVALID_VALUE);
	assert_status(dgmm_D(left, 4, 4, NULL, 4, pa, 1, pc, 4), INVALID_VALUE);
	assert_ok(dgmm_D(left, 0, 4, NULL, 4, NULL, 1, NULL, 4));
	assert_status(cublasDtpttr(NULL, lower, 4, pa, pc, 4), NOT_INITIALIZED);
	assert_status(tpttr_D(both, 4, pa, pc, 4), INVALID_VALUE);
	assert_status(tpttr_D(lower, -1, pa, pc, 4), INVALID_VALUE);
	assert_status(tpttr_D(lower, 4, pa, pc, 3), INVALID_VALUE);
	assert_status(trttp_D(lower, 4, pa, 3, pc), INVALID_VALUE);
	assert_status(trttp_D(lower, 4, pa, 4, NULL), INVALID_VALUE);
	assert_ok(trttp_D(lower, 0, NULL, 1, NULL));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	buffer_check(&a);
	buffer_check(&c);
	buffer_free(&a);
	buffer_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dgmm),    cmocka_unit_test(test_packed),
		cmocka_unit_test(test_gemm3m),  cmocka_unit_test(test_time),
		cmocka_unit_test(test_refused),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
