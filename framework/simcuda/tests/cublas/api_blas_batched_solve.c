/* api_blas_batched_solve.c - batches of matrices times vectors, and of triangles to be solved. */
#include "framework/simcuda/tests/cublas/blas_batches.h"
#include "framework/simcuda/tests/cublas/blas_handle.h"

static void test_gemv(void **state)
{
	enum { N = 6 };
	(void)state;

	for (int run = 0; run < TYPES * 4 * 3 * 2; run++) {
		int type = run % TYPES, layout = run / TYPES % 4, strided = run / TYPES / 12;
		cublasOperation_t op = (cublasOperation_t)(run / TYPES / 4 % 3);
		int incx = run % 3 ? 1 : -2, incy = run % 2 ? 2 : -1;
		Set a, x, y;
		Data blocks[3];
		Scalar alpha, beta;

		set_make(&a, types[type], N * N, strided ? TOGETHER : layout, &blocks[0]);
		set_make(&x, types[type], 16, strided ? TOGETHER : layout, &blocks[1]);
		set_make(&y, types[type], 16, strided ? TOGETHER : layout, &blocks[2]);
		scalar_make(&alpha, type, CUBLAS_POINTER_MODE_HOST, 1 + I);
		scalar_make(&beta, type, CUBLAS_POINTER_MODE_HOST, run % 5 ? 2 : 0);
		assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
#define CALL(t)                                                                                    \
	(strided ? cublas##t##gemvStridedBatched(handle, op, N, N, alpha.pointer,                  \
						 a.data[0].device, N, N * N, x.data[0].device,     \
						 incx, 16, beta.pointer, y.data[0].device, incy,   \
						 16, BATCH)                                        \
		 : cublas##t##gemvBatched(handle, op, N, N, alpha.pointer, (void *)a.pointers, N,  \
					  (void *)x.pointers, incx, beta.pointer,                  \
					  (void *)y.pointers, incy, BATCH))
		assert_ok(type == S   ? CALL(S)
			  : type == D ? CALL(D)
			  : type == C ? CALL(C)
				      : CALL(Z));
#undef CALL
		for (int p = 0; p < BATCH; p++) {
			for (int i = 0; i < N; i++) {
				double complex sum = 0, *to = &y.data[p].host[at(N, incy, i)];
				for (int k = 0; k < N; k++)
					sum += conjugate_if(op == CUBLAS_OP_C,
							    a.data[p].host[op == CUBLAS_OP_N
										   ? i + k * N
										   : k + i * N]) *
					       x.data[p].host[at(N, incx, k)];
				*to = alpha.value * sum + (beta.value == 0 ? 0 : beta.value * *to);
			}
			check(&y.data[p], 16);
		}
		scalar_free(&alpha);
		scalar_free(&beta);
		set_free(&a, strided ? TOGETHER : layout, &blocks[0]);
		set_free(&x, strided ? TOGETHER : layout, &blocks[1]);
		set_free(&y, strided ? TOGETHER : layout, &blocks[2]);
	}
}

/* C programs have no declaration of these. */
#define MIXED_GEMV(name)                                                                           \
	cublasStatus_t cublas##name##gemvStridedBatched(                                           \
		cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float *alpha,  \
		const void *A, int lda, long long int strideA, const void *x, int incx,            \
		long long int stridex, const float *beta, void *y, int incy,                       \
		long long int stridey, int batchCount);
MIXED_GEMV(HSH)
MIXED_GEMV(HSS)
MIXED_GEMV(TST)
MIXED_GEMV(TSS)

static void test_gemv_mixed(void **state)
{
	enum { M = 5, N = 7, COUNT = 3 };
	static const struct {
		cublasStatus_t (*call)(cublasHandle_t, cublasOperation_t, int, int, const float *,
				       const void *, int, long long int, const void *, int,
				       long long int, const float *, void *, int, long long int,
				       int);
		cudaDataType in, out;
	} kinds[] = {{cublasHSHgemvStridedBatched, CUDA_R_16F, CUDA_R_16F},
		     {cublasHSSgemvStridedBatched, CUDA_R_16F, CUDA_R_32F},
		     {cublasTSTgemvStridedBatched, CUDA_R_16BF, CUDA_R_16BF},
		     {cublasTSSgemvStridedBatched, CUDA_R_16BF, CUDA_R_32F}};
	float alpha = 1.5f, beta = 0.25f;
	(void)state;

	for (int run = 0; run < 8; run++) {
		int trans = run / 4, rows = trans ? N : M, cols = trans ? M : N;
		Data a = data_make(kinds[run % 4].in, M * N * COUNT);
		Data x = data_make(kinds[run % 4].in, 8 * COUNT);
		Data y = data_make(kinds[run % 4].out, 8 * COUNT);
		double bound[8 * COUNT];

		assert_ok(kinds[run % 4].call(handle, trans ? CUBLAS_OP_C : CUBLAS_OP_N, M, N,
					      &alpha, a.device, M, M * N, x.device, 1, 8, &beta,
					      y.device, -1, 8, COUNT));
		for (int p = 0; p < COUNT; p++)
			for (int i = 0; i < rows; i++) {
				double sum = 0;
				size_t to = (size_t)(p * 8 + rows - 1 - i);
				for (int k = 0; k < cols; k++)
					sum += creal(a.host[p * M * N +
							    (trans ? k + i * M : i + k * M)]) *
					       creal(x.host[p * 8 + k]);
				y.host[to] = alpha * sum + beta * y.host[to];
			}
		for (int i = 0; i < 8 * COUNT; i++)
			bound[i] = 500;
		data_check(&y, bound);
		data_free(&a);
		data_free(&x);
		data_free(&y);
	}
}

/* op(A) X = alpha B or X op(A) = alpha B, put back into its equation. */
static void test_trsm(void **state)
{
	enum { N = 4, M = 3 };
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int run = 0; run < TYPES * 4 * 12; run++) {
		int type = run % TYPES, layout = run / TYPES % 4, how = run / TYPES / 4;
		int left = how % 2, lower = how / 2 % 2, unit = run % 2;
		cublasOperation_t op = (cublasOperation_t)(how / 4);
		int order = left ? N : M, rows = N, cols = M;
		Set a, b;
		Data blocks[2];
		Scalar alpha;
		double complex old[BATCH][N * M];

		set_make(&a, types[type], order * order, layout, &blocks[0]);
		set_make(&b, types[type], N * M, layout, &blocks[1]);
		for (int p = 0; p < BATCH; p++) {
			for (int i = 0; i < order; i++)
				a.data[p].host[i + i * order] = 9 + i; /* well conditioned */
			data_upload(&a.data[p]);
			memcpy(old[p], b.data[p].host, sizeof old[p]);
		}
		scalar_make(&alpha, type, CUBLAS_POINTER_MODE_HOST, 2 + I);
#define CALL(t)                                                                                    \
	cublas##t##trsmBatched(handle, left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT,                \
			       lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER, op,        \
			       unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, N, M,               \
			       alpha.pointer, (void *)a.pointers, order, (void *)b.pointers, N,    \
			       BATCH)
		assert_ok(type == S   ? CALL(S)
			  : type == D ? CALL(D)
			  : type == C ? CALL(C)
				      : CALL(Z));
#undef CALL
		for (int p = 0; p < BATCH; p++) {
			double complex full[N * N], *x = data_download(&b.data[p]);
			double largest = 1;
			for (int j = 0; j < order; j++) /* op(A) as a full matrix */
				for (int i = 0; i < order; i++) {
					int r = op == CUBLAS_OP_N ? i : j;
					int c = op == CUBLAS_OP_N ? j : i;
					double complex z = a.data[p].host[r + c * order];
					if (r == c && unit)
						z = 1;
					else if (lower ? r < c : r > c)
						z = 0;
					full[i + j * order] = conjugate_if(op == CUBLAS_OP_C, z);
				}
			for (int i = 0; i < N * M; i++)
				largest = fmax(largest, cabs(x[i]));
			for (int j = 0; j < cols; j++)
				for (int i = 0; i < rows; i++) {
					double complex sum = 0;
					for (int k = 0; k < order; k++)
						sum += left ? full[i + k * order] * x[k + j * N]
							    : x[i + k * N] * full[k + j * order];
					double complex wanted = alpha.value * old[p][i + j * N];
					assert_true(cabs(sum - wanted) <=
						    type_tolerance(type) * 40 * largest);
				}
			free(x);
		}
		scalar_free(&alpha);
		set_free(&a, layout, &blocks[0]);
		set_free(&b, layout, &blocks[1]);
	}
}

static void test_refused(void **state)
{
	float one = 1;
	void **p;
	(void)state;

	assert_int_equal(cudaMalloc((void **)&p, 64), cudaSuccess);
	assert_int_equal(cudaMemset(p, 0, 64), cudaSuccess);
#define TRSM(h, side, m, lda, batch)                                                               \
	cublasStrsmBatched(h, side, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, m, 2,   \
			   &one, (void *)p, lda, (void *)p, 2, batch)
	assert_ok(TRSM(handle, CUBLAS_SIDE_LEFT, 2, 2, 0));
	assert_status(TRSM(NULL, CUBLAS_SIDE_LEFT, 2, 2, 1), NOT_INITIALIZED);
	assert_status(TRSM(handle, (cublasSideMode_t)7, 2, 2, 1), INVALID_VALUE);
	assert_status(TRSM(handle, CUBLAS_SIDE_LEFT, -1, 2, 1), INVALID_VALUE);
	assert_status(TRSM(handle, CUBLAS_SIDE_LEFT, 2, 1, 1), INVALID_VALUE);
	assert_status(TRSM(handle, CUBLAS_SIDE_LEFT, 2, 2, -1), INVALID_VALUE);
#define GEMV(h, lda, incx, incy, batch)                                                            \
	cublasSgemvBatched(h, CUBLAS_OP_N, 2, 2, &one, (void *)p, lda, (void *)p, incx, &one,      \
			   (void *)p, incy, batch)
	assert_ok(GEMV(handle, 2, 1, 1, 0));
	assert_status(GEMV(NULL, 2, 1, 1, 1), NOT_INITIALIZED);
	assert_status(GEMV(handle, 1, 1, 1, 1), INVALID_VALUE);
	assert_status(GEMV(handle, 2, 0, 1, 1), INVALID_VALUE);
	assert_status(GEMV(handle, 2, 1, 0, 1), INVALID_VALUE);
	assert_status(GEMV(handle, 2, 1, 1, -1), INVALID_VALUE);
	assert_int_equal(cudaFree(p), cudaSuccess);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gemv),
		cmocka_unit_test(test_gemv_mixed),
		cmocka_unit_test(test_trsm),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
