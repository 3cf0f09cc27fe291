/* api_blas_transfer.c - cublasSet/GetVector and Set/GetMatrix: what moves, what is left alone, and
 * how it is counted. */
#include "framework/simcuda/tests/cublas/blas_reference.h"

#include "simcuda.h"

/* Device memory of `count` doubles, all -1. */
static double *device_make(int count)
{
	double *device, minus[256];

	for (int i = 0; i < count; i++)
		minus[i] = -1;
	assert_int_equal(cudaMalloc((void **)&device, (size_t)count * sizeof *device), cudaSuccess);
	assert_int_equal(
		cudaMemcpy(device, minus, (size_t)count * sizeof *device, cudaMemcpyHostToDevice),
		cudaSuccess);
	/* streams that do not wait for the default stream must find it too */
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	return device;
}

static void device_expect(const double *device, const double *wanted, int count)
{
	double got[256];

	assert_int_equal(
		cudaMemcpy(got, device, (size_t)count * sizeof *got, cudaMemcpyDeviceToHost),
		cudaSuccess);
	for (int i = 0; i < count; i++)
		assert_true(got[i] == wanted[i]);
}

static void test_vector(void **state)
{
	static const int steps[][2] = {{1, 1}, {2, 1}, {1, 3}, {3, 2}};
	const int n = 7;
	(void)state;

	for (int s = 0; s < 4; s++) {
		int inc_host = steps[s][0], inc_device = steps[s][1];
		double host[32], wanted[32], back[32], *device = device_make(32);

		for (int i = 0; i < 32; i++) {
			host[i] = i;
			wanted[i] = back[i] = -1;
		}
		for (int i = 0; i < n; i++)
			wanted[i * inc_device] = host[i * inc_host];
		assert_ok(cublasSetVector(n, sizeof *host, host, inc_host, device, inc_device));
		device_expect(device, wanted, 32);
		assert_ok(cublasGetVector(n, sizeof *host, device, inc_device, back, inc_host));
		for (int i = 0; i < 32; i++)
			assert_true(back[i] == (i % inc_host == 0 && i / inc_host < n ? i : -1));
		assert_int_equal(cudaFree(device), cudaSuccess);
	}
}

static void test_matrix(void **state)
{
	static const int leads[][2] = {{3, 3}, {5, 3}, {3, 4}, {4, 6}};
	const int rows = 3, cols = 4;
	(void)state;

	for (int s = 0; s < 4; s++) {
		int ldh = leads[s][0], ldd = leads[s][1];
		double host[32], wanted[32], back[32], *device = device_make(32);

		for (int i = 0; i < 32; i++) {
			host[i] = i;
			wanted[i] = back[i] = -1;
		}
		for (int j = 0; j < cols; j++)
			for (int i = 0; i < rows; i++)
				wanted[i + j * ldd] = host[i + j * ldh];
		assert_ok(cublasSetMatrix(rows, cols, sizeof *host, host, ldh, device, ldd));
		device_expect(device, wanted, 32);
		assert_ok(cublasGetMatrix(rows, cols, sizeof *host, device, ldd, back, ldh));
		for (int i = 0; i < 32; i++)
			assert_true(back[i] == (i % ldh < rows && i / ldh < cols ? i : -1));
		assert_int_equal(cudaFree(device), cudaSuccess);
	}
}

/* The asynchronous forms go through the stream that they are given. */
static void test_async(void **state)
{
	double *host, *device = device_make(12);
	double wanted[12] = {0, 1, 2, -1, 4, 5, 6, -1, -1, -1, -1, -1};
	cudaStream_t stream;
	(void)state;

	assert_int_equal(cudaHostAlloc((void **)&host, 12 * sizeof *host, 0), cudaSuccess);
	assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
	for (int i = 0; i < 12; i++)
		host[i] = i;
	assert_ok(cublasSetMatrixAsync(3, 2, sizeof *host, host, 4, device, 4, stream));
	assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
	device_expect(device, wanted, 12);
	assert_ok(cublasSetVectorAsync(2, sizeof *host, host + 8, 1, device, 5, stream));
	assert_ok(cublasGetVectorAsync(2, sizeof *host, device, 5, host, 2, stream));
	assert_ok(cublasGetMatrixAsync(1, 2, sizeof *host, device, 5, host + 4, 1, stream));
	assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
	assert_true(host[0] == 8 && host[1] == 1 && host[2] == 9);
	assert_true(host[4] == 8 && host[5] == 9);
	assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
	assert_int_equal(cudaFreeHost(host), cudaSuccess);
	assert_int_equal(cudaFree(device), cudaSuccess);
}

/* However many rows it has, it is one copy, of the bytes that move. */
static void test_counted_once(void **state)
{
	double host[32] = {0}, *device = device_make(32);
	SimcudaCounters before, after;
	(void)state;

	simcuda_counters(&before);
	assert_ok(cublasSetMatrix(3, 4, sizeof *host, host, 5, device, 6));
	assert_ok(cublasGetVector(5, sizeof *host, device, 2, host, 1));
	simcuda_counters(&after);
	assert_int_equal(after.copies_h2d - before.copies_h2d, 1);
	assert_int_equal(after.bytes_h2d - before.bytes_h2d, 12 * sizeof *host);
	assert_int_equal(after.copies_d2h - before.copies_d2h, 1);
	assert_int_equal(after.bytes_d2h - before.bytes_d2h, 5 * sizeof *host);
	assert_true(after.host_ns > before.host_ns);
	assert_int_equal(cudaFree(device), cudaSuccess);
}

static void test_refused(void **state)
{
	double host[4] = {1, 2, 3, 4}, *device = device_make(4);
	(void)state;

	assert_status(cublasSetVector(-1, 8, host, 1, device, 1), INVALID_VALUE);
	assert_status(cublasSetVector(4, 0, host, 1, device, 1), INVALID_VALUE);
	assert_status(cublasSetVector(4, 8, host, 0, device, 1), INVALID_VALUE);
	assert_status(cublasGetVector(4, 8, device, 1, host, -1), INVALID_VALUE);
	assert_status(cublasSetVector(4, 8, NULL, 1, device, 1), INVALID_VALUE);
	assert_status(cublasSetMatrix(2, -2, 8, host, 2, device, 2), INVALID_VALUE);
	assert_status(cublasSetMatrix(2, 2, 8, host, 1, device, 2), INVALID_VALUE);
	assert_status(cublasGetMatrix(2, 2, 8, device, 2, NULL, 2), INVALID_VALUE);
	assert_ok(cublasSetVector(0, 8, NULL, 1, NULL, 1));
	assert_ok(cublasSetMatrix(0, 2, 8, NULL, 1, NULL, 1));
	device_expect(device, (const double[]){-1, -1, -1, -1}, 4);
	assert_int_equal(cudaFree(device), cudaSuccess);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vector),       cmocka_unit_test(test_matrix),
		cmocka_unit_test(test_async),        cmocka_unit_test(test_refused),
		cmocka_unit_test(test_counted_once),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
