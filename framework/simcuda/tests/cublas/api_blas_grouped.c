/* api_blas_grouped.c - batches in groups, each with a shape of its own. */
#include "framework/simcuda/tests/cublas/blas_batches.h"
#include "framework/simcuda/tests/cublas/blas_handle.h"

/* Groups of different shapes, types by name and by argument. */
static void test_grouped(void **state)
{
	static const int n[] = {2, 5, 3}, size[] = {4, 0, 5}, first[] = {0, 4, 4};
	const cublasOperation_t opa[] = {CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_T};
	const cublasOperation_t opb[] = {CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_N};
	static const struct {
		cudaDataType type;
		cublasComputeType_t compute;
	} kinds[] = {{CUDA_R_32F, CUBLAS_COMPUTE_32F},
		     {CUDA_R_64F, CUBLAS_COMPUTE_64F},
		     {CUDA_R_16F, CUBLAS_COMPUTE_32F},
		     {CUDA_R_16BF, CUBLAS_COMPUTE_32F},
		     {CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32},
		     {CUDA_R_32F, CUBLAS_COMPUTE_32F},
		     {CUDA_R_64F, CUBLAS_COMPUTE_64F}};
	float alpha[] = {1, 2, 3}, beta[] = {0.5, 0, -1};
	double dalpha[] = {1, 2, 3}, dbeta[] = {0.5, 0, -1};
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int run = 0; run < 7; run++) {
		cudaDataType type = kinds[run].type;
		Data block[3];
		Set s[3];
		void **p[3];

		for (int i = 0; i < 3; i++) {
			set_make(&s[i], type, 25, MIXED, &block[i]);
			p[i] = s[i].pointers;
		}
		if (run == 5)
			assert_ok(cublasSgemmGroupedBatched(handle, opa, opb, n, n, n, alpha,
							    (void *)p[0], n, (void *)p[1], n, beta,
							    (void *)p[2], n, 3, size));
		else if (run == 6)
			assert_ok(cublasDgemmGroupedBatched(handle, opa, opb, n, n, n, dalpha,
							    (void *)p[0], n, (void *)p[1], n, dbeta,
							    (void *)p[2], n, 3, size));
		else
			assert_ok(cublasGemmGroupedBatchedEx(
				handle, opa, opb, n, n, n,
				type == CUDA_R_64F ? (void *)dalpha : (void *)alpha, (void *)p[0],
				type, n, (void *)p[1], type, n,
				type == CUDA_R_64F ? (void *)dbeta : (void *)beta, (void *)p[2],
				type, n, 3, size, kinds[run].compute));
		for (int g = 0; g < 3; g++)
			for (int i = first[g]; i < first[g] + size[g]; i++)
				product(&s[0].data[i], opa[g], &s[1].data[i], &s[2].data[i], n[g],
					alpha[g], beta[g]);
		for (int i = 0; i < BATCH; i++)
			check(&s[2].data[i], 25);
		for (int i = 0; i < 3; i++)
			set_free(&s[i], MIXED, &block[i]);
	}
}

static void test_grouped_refused(void **state)
{
	const cublasOperation_t op[] = {CUBLAS_OP_N};
	int n[] = {1}, one_group[] = {1}, minus[] = {-1};
	float alpha[] = {1};
	void **arrays;
	(void)state;

	assert_int_equal(cudaMalloc((void **)&arrays, 64), cudaSuccess);
#define GROUPED(h, transa, m, al, count, size)                                                     \
	cublasSgemmGroupedBatched(h, transa, op, m, n, n, al, (void *)arrays, n, (void *)arrays,   \
				  n, alpha, (void *)arrays, n, count, size)
#define GROUPED_EX(type, compute)                                                                  \
	cublasGemmGroupedBatchedEx(handle, op, op, n, n, n, alpha, (void *)arrays, type, n,        \
				   (void *)arrays, type, n, alpha, (void *)arrays, type, n, 0, n,  \
				   compute)
	assert_ok(GROUPED(handle, op, n, alpha, 0, one_group));
	assert_ok(GROUPED(handle, NULL, NULL, NULL, 0, NULL));
	assert_status(GROUPED(NULL, op, n, alpha, 1, one_group), NOT_INITIALIZED);
	assert_status(GROUPED(handle, NULL, n, alpha, 1, one_group), INVALID_VALUE);
	assert_status(GROUPED(handle, op, NULL, alpha, 1, one_group), INVALID_VALUE);
	assert_status(GROUPED(handle, op, n, NULL, 1, one_group), INVALID_VALUE);
	assert_status(GROUPED(handle, op, minus, alpha, 1, one_group), INVALID_VALUE);
	assert_status(GROUPED(handle, op, n, alpha, 1, minus), INVALID_VALUE);
	assert_status(GROUPED(handle, op, n, alpha, -1, one_group), INVALID_VALUE);
	assert_ok(GROUPED_EX(CUDA_R_16BF, CUBLAS_COMPUTE_32F));
	assert_status(GROUPED_EX(CUDA_R_16F, CUBLAS_COMPUTE_16F), NOT_SUPPORTED);
	assert_status(GROUPED_EX(CUDA_R_16F, CUBLAS_COMPUTE_32F_PEDANTIC), NOT_SUPPORTED);
	assert_status(GROUPED_EX(CUDA_C_32F, CUBLAS_COMPUTE_32F), NOT_SUPPORTED);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	assert_status(GROUPED(handle, op, n, alpha, 1, one_group), NOT_SUPPORTED);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_int_equal(cudaFree(arrays), cudaSuccess);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_grouped),
		cmocka_unit_test(test_grouped_refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
