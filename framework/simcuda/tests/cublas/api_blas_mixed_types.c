/* api_blas_mixed_types.c - products whose element types are arguments: which combinations there
 * are, and what is refused. */
#include "framework/simcuda/tests/cublas/blas_handle.h"

static int is_known(cublasComputeType_t compute, cudaDataType a, cudaDataType b, cudaDataType c)
{
	int single = compute == CUBLAS_COMPUTE_32F || compute == CUBLAS_COMPUTE_32F_PEDANTIC;
	int fast = compute == CUBLAS_COMPUTE_32F_FAST_16F ||
		   compute == CUBLAS_COMPUTE_32F_FAST_16BF ||
		   compute == CUBLAS_COMPUTE_32F_FAST_TF32 ||
		   compute == CUBLAS_COMPUTE_32F_EMULATED_16BFX9;
	int wide = compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC ||
		   compute == CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT;
	int half = compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
	int whole = compute == CUBLAS_COMPUTE_32I || compute == CUBLAS_COMPUTE_32I_PEDANTIC;

	if (a != b)
		return 0;
	if (a == CUDA_R_32F || a == CUDA_C_32F)
		return a == c && (single || fast);
	if (a == CUDA_R_64F || a == CUDA_C_64F)
		return a == c && wide;
	if (a == CUDA_R_16F)
		return (half && c == a) || (single && (c == a || c == CUDA_R_32F));
	if (a == CUDA_R_16BF)
		return single && (c == a || c == CUDA_R_32F);
	if (a == CUDA_R_8I)
		return (whole && c == CUDA_R_32I) || (single && c == CUDA_R_32F);
	return a == CUDA_C_8I && single && c == CUDA_C_32F;
}

/* All of the table and nothing else: k = 0, so that nothing is read. */
static void test_every_combination(void **state)
{
	char zero[16] = {0};
	void *c;
	int known = 0, asked = 0;
	(void)state;

	assert_int_equal(cudaMalloc(&c, 1024), cudaSuccess);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int compute = 60; compute < 84; compute++)
		for (int in = -1; in < 34; in++)
			for (int out = -1; out < 34; out++)
				for (int other = 0; other < 2; other++) {
					cudaDataType a = (cudaDataType)in, b = a;
					if (other)
						b = in == 2 ? CUDA_R_16BF : CUDA_R_16F;
					int want = is_known((cublasComputeType_t)compute, a, b,
							    (cudaDataType)out);
					cublasStatus_t status = cublasGemmEx(
						handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 0, zero, c,
						a, 4, c, b, 4, zero, c, (cudaDataType)out, 4,
						(cublasComputeType_t)compute, CUBLAS_GEMM_DEFAULT);
					assert_int_equal(status,
							 want ? CUBLAS_STATUS_SUCCESS
							      : CUBLAS_STATUS_NOT_SUPPORTED);
					known += want;
					asked++;
				}
	assert_int_equal(known, 2 + 2 + 2 * 8 + 4 * 2 + 3 * 2);
	assert_int_equal(asked, 24 * 35 * 35 * 2);
	assert_int_equal(cudaFree(c), cudaSuccess);
}

static void test_refused(void **state)
{
	const cudaDataType H = CUDA_R_16F;
	float one = 1;
	char *p;
	(void)state;

	assert_int_equal(cudaMalloc((void **)&p, 256), cudaSuccess);
	assert_int_equal(cudaMemset(p, 0, 256), cudaSuccess);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
#define EX(h, opa, m, n, k, alpha, a, lda, ldb, beta, ldc, algo)                                   \
	cublasGemmEx(h, opa, CUBLAS_OP_N, m, n, k, alpha, a, H, lda, p, H, ldb, beta, p + 128, H,  \
		     ldc, CUBLAS_COMPUTE_32F, (cublasGemmAlgo_t)(algo))
	assert_ok(EX(handle, CUBLAS_OP_N, 2, 2, 2, &one, p, 2, 2, &one, 2, -1));
	assert_ok(EX(handle, CUBLAS_OP_N, 2, 2, 2, &one, p, 2, 2, &one, 2, 115));
	assert_ok(EX(handle, CUBLAS_OP_N, 0, 2, 2, &one, NULL, 1, 2, &one, 1, 23));
	assert_status(EX(NULL, CUBLAS_OP_N, 2, 2, 2, &one, p, 2, 2, &one, 2, -1), NOT_INITIALIZED);
	assert_status(EX(handle, CUBLAS_OP_N, 2, 2, 2, &one, p, 2, 2, &one, 2, 24), NOT_SUPPORTED);
	assert_status(EX(handle, CUBLAS_OP_N, 2, 2, 2, &one, p, 2, 2, &one, 2, 116), NOT_SUPPORTED);
	assert_status(EX(handle, CUBLAS_OP_CONJG, 2, 2, 2, &one, p, 2, 2, &one, 2, -1),
		      INVALID_VALUE);
	assert_status(EX(handle, CUBLAS_OP_N, -1, 2, 2, &one, p, 2, 2, &one, 2, -1), INVALID_VALUE);
	assert_status(EX(handle, CUBLAS_OP_N, 2, 2, -1, &one, p, 2, 2, &one, 2, -1), INVALID_VALUE);
	assert_status(EX(handle, CUBLAS_OP_N, 2, 2, 2, NULL, p, 2, 2, &one, 2, -1), INVALID_VALUE);
	assert_status(EX(handle, CUBLAS_OP_N, 2, 2, 2, &one, p, 2, 2, NULL, 2, -1), INVALID_VALUE);
	assert_status(EX(handle, CUBLAS_OP_N, 2, 2, 2, &one, NULL, 2, 2, &one, 2, -1),
		      INVALID_VALUE);
	assert_status(EX(handle, CUBLAS_OP_N, 2, 2, 2, &one, p, 1, 2, &one, 2, -1), INVALID_VALUE);
	assert_status(EX(handle, CUBLAS_OP_N, 2, 2, 2, &one, p, 2, 1, &one, 2, -1), INVALID_VALUE);
	assert_status(EX(handle, CUBLAS_OP_N, 2, 2, 2, &one, p, 2, 2, &one, 1, -1), INVALID_VALUE);
	/* 8-bit factors of 32-bit sums: leading dimensions and places in fours */
	int whole = 1;
#define INTEGER(a, lda)                                                                            \
	cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &whole, a, CUDA_R_8I, lda, p,      \
		     CUDA_R_8I, 4, &whole, p + 128, CUDA_R_32I, 4, CUBLAS_COMPUTE_32I,             \
		     CUBLAS_GEMM_DEFAULT)
	assert_ok(INTEGER(p, 4));
	assert_status(INTEGER(p, 5), NOT_SUPPORTED);
	assert_status(INTEGER(p + 2, 4), NOT_SUPPORTED);
	assert_int_equal(cudaFree(p), cudaSuccess);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_combination),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
