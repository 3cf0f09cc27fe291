/* api_blas_batched.c - batches whose matrices are where arrays of pointers in device memory say:
 * the results, wherever the matrices lie; that nothing waits and no time passes; what is reported.
 */
#include "framework/simcuda/tests/cublas/blas_batches.h"
#include "framework/simcuda/tests/cublas/blas_handle.h"

#include <sys/wait.h>
#include <unistd.h>

#include "simcuda.h"

static cublasStatus_t gemm(int type, cublasOperation_t op, int n, const void *alpha, void **a,
			   void **b, const void *beta, void **c, int count)
{
#define CALL(t)                                                                                    \
	cublas##t##gemmBatched(handle, op, CUBLAS_OP_N, n, n, n, alpha, (void *)a, n, (void *)b,   \
			       n, beta, (void *)c, n, count)
	return type == S ? CALL(S) : type == D ? CALL(D) : type == C ? CALL(C) : CALL(Z);
#undef CALL
}

static void test_gemm(void **state)
{
	enum { N = 5 };
	(void)state;

	for (int run = 0; run < TYPES * 4 * 3 * 2; run++) {
		int type = run % TYPES, layout = run / TYPES % 4;
		cublasOperation_t op = (cublasOperation_t)(run / TYPES / 4 % 3);
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / TYPES / 12);
		Set a, b, c;
		Data blocks[3];
		Scalar alpha, beta;

		set_make(&a, types[type], N * N, layout, &blocks[0]);
		set_make(&b, types[type], N * N, layout == MIXED ? APART : layout, &blocks[1]);
		set_make(&c, types[type], N * N, layout, &blocks[2]);
		scalar_make(&alpha, type, mode, 2 - I);
		scalar_make(&beta, type, mode, run % 5 ? 0.5 : 0);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok(gemm(type, op, N, alpha.pointer, a.pointers, b.pointers, beta.pointer,
			       c.pointers, BATCH));
		for (int i = 0; i < BATCH; i++) {
			product(&a.data[i], op, &b.data[i], &c.data[i], N, alpha.value, beta.value);
			check(&c.data[i], N * N);
			check(&a.data[i], N * N);
		}
		scalar_free(&alpha);
		scalar_free(&beta);
		set_free(&a, layout, &blocks[0]);
		set_free(&b, layout == MIXED ? APART : layout, &blocks[1]);
		set_free(&c, layout, &blocks[2]);
	}
}

/* One launch, no copy, no wait; the host's clock moves by a launch; and scattered matrices take the
 * same time on the GPU as a batch in one piece. */
static void test_costs(void **state)
{
	enum { N = 6 };
	int64_t spent[2];
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int apart = 0; apart < 2; apart++) {
		Set a, b, c;
		Data blocks[3];
		float one = 1, zero = 0;
		SimcudaCounters before, after, done;

		set_make(&a, CUDA_R_32F, N * N, apart ? APART : TOGETHER, &blocks[0]);
		set_make(&b, CUDA_R_32F, N * N, apart ? APART : TOGETHER, &blocks[1]);
		set_make(&c, CUDA_R_32F, N * N, apart ? MIXED : TOGETHER, &blocks[2]);
		assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
		simcuda_counters(&before);
		assert_ok(gemm(S, CUBLAS_OP_N, N, &one, a.pointers, b.pointers, &zero, c.pointers,
			       BATCH));
		simcuda_counters(&after);
		assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
		simcuda_counters(&done);
		assert_int_equal(after.api_calls - before.api_calls, 1);
		assert_int_equal(after.launches - before.launches, 1);
		assert_int_equal(after.copies_d2h, before.copies_d2h);
		assert_int_equal(after.synchronizes, before.synchronizes);
		spent[apart] = done.host_ns - before.host_ns;
		set_free(&a, apart ? APART : TOGETHER, &blocks[0]);
		set_free(&b, apart ? APART : TOGETHER, &blocks[1]);
		set_free(&c, apart ? MIXED : TOGETHER, &blocks[2]);
	}
	assert_int_equal(spent[0], spent[1]);
}

/* The arrays may still be on their way: what is ordered before the call is seen, and the host does
 * not wait for it; what comes after is not. */
static void test_pending_arrays(void **state)
{
	enum { N = 4 };
	Data m[4];
	void *first[3], *second[3], **arrays, **pinned;
	float one = 1, zero = 0;
	cudaStream_t stream;
	SimcudaCounters before, after;
	(void)state;

	for (int i = 0; i < 4; i++)
		m[i] = data_make(CUDA_R_32F, N * N);
	for (int i = 0; i < 3; i++)
		first[i] = second[i] = m[i].device;
	second[2] = m[3].device;
	assert_int_equal(cudaMalloc((void **)&arrays, sizeof first), cudaSuccess);
	assert_int_equal(cudaMallocHost((void **)&pinned, sizeof first), cudaSuccess);
	assert_int_equal(cudaMemcpy(arrays, second, sizeof second, cudaMemcpyHostToDevice),
			 cudaSuccess);
	memcpy(pinned, first, sizeof first);
	assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
	assert_ok(cublasSetStream(handle, stream));
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	assert_int_equal(
		cudaMemcpyAsync(arrays, pinned, sizeof first, cudaMemcpyHostToDevice, stream),
		cudaSuccess);
	simcuda_counters(&before);
	assert_ok(gemm(S, CUBLAS_OP_T, N, &one, arrays, arrays + 1, &zero, arrays + 2, 1));
	simcuda_counters(&after);
	assert_int_equal(after.synchronizes, before.synchronizes);
	assert_int_equal(cudaStreamQuery(stream), cudaErrorNotReady);
	assert_int_equal(
		cudaMemcpyAsync(arrays, second, sizeof second, cudaMemcpyHostToDevice, stream),
		cudaSuccess);
	assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
	product(&m[0], CUBLAS_OP_T, &m[1], &m[2], N, 1, 0);
	for (int i = 0; i < 4; i++) {
		check(&m[i], N * N);
		data_free(&m[i]);
	}
	assert_ok(cublasSetStream(handle, NULL));
	assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
	assert_int_equal(cudaFree(arrays), cudaSuccess);
	assert_int_equal(cudaFreeHost(pinned), cudaSuccess);
}

static void test_refused(void **state)
{
	float one = 1;
	void **p;
	(void)state;

	assert_int_equal(cudaMalloc((void **)&p, 64), cudaSuccess);
	assert_int_equal(cudaMemset(p, 0, 64), cudaSuccess);
	assert_status(gemm(S, CUBLAS_OP_N, 2, &one, NULL, p, &one, p, 1), INVALID_VALUE);
	assert_status(gemm(S, CUBLAS_OP_N, 2, &one, p, p, &one, NULL, 1), INVALID_VALUE);
	assert_status(gemm(S, CUBLAS_OP_N, 2, NULL, p, p, &one, p, 1), INVALID_VALUE);
	assert_status(gemm(S, CUBLAS_OP_N, -2, &one, p, p, &one, p, 1), INVALID_VALUE);
	assert_status(gemm(S, CUBLAS_OP_N, 2, &one, p, p, &one, p, -1), INVALID_VALUE);
	assert_ok(gemm(S, CUBLAS_OP_N, 2, &one, NULL, NULL, &one, NULL, 0));
	assert_int_equal(cudaFree(p), cudaSuccess);
}

/* What a bad array or a bad pointer in it leads to, in a process of its own: the call succeeds, and
 * the GPU answers an illegal access from then on, as on hardware. */
static void illegal(int which)
{
	cublasHandle_t own;
	void **arrays, *host[3];
	float one = 1, *matrix;

	handle = NULL;
	if (cublasCreate(&own) || cudaMalloc((void **)&arrays, 3 * sizeof *arrays) ||
	    cudaMalloc((void **)&matrix, 2 * 2 * sizeof *matrix) ||
	    cudaMemset(matrix, 0, 2 * 2 * sizeof *matrix))
		_exit(2);
	for (int i = 0; i < 3; i++)
		host[i] = matrix;
	if (which == 0)
		host[1] = &one; /* the host's */
	else if (which == 1)
		host[2] = matrix + 2; /* the last column is beyond the end */
	else if (which == 2)
		host[0] = NULL;
	if (cudaMemcpy(arrays, host, sizeof host, cudaMemcpyHostToDevice))
		_exit(2);
	void **a = which == 3 ? host : arrays; /* the array itself is the host's */
	cublasStatus_t status =
		cublasSgemmBatched(own, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, (void *)a, 2,
				   (void *)(arrays + 1), 2, &one, (void *)(arrays + 2), 2, 1);
	if (status != CUBLAS_STATUS_SUCCESS || cudaDeviceSynchronize() != cudaErrorIllegalAddress ||
	    simcuda_finish() < 1)
		_exit(1);
	_exit(0);
}

static void test_illegal(void **state)
{
	(void)state;

	for (int which = 0; which < 4; which++) {
		int status;
		char name[12];
		pid_t child = fork();
		if (child == 0) {
			snprintf(name, sizeof name, "%d", which);
			execl("/proc/self/exe", "api_blas_batched", name, (char *)NULL);
			_exit(3);
		}
		assert_true(child > 0);
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_int_equal(status, 0);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gemm),           cmocka_unit_test(test_costs),
		cmocka_unit_test(test_pending_arrays), cmocka_unit_test(test_refused),
		cmocka_unit_test(test_illegal),
	};

	if (argc > 1)
		illegal(atoi(argv[1]));
	return cmocka_run_group_tests(tests, setup, teardown);
}
