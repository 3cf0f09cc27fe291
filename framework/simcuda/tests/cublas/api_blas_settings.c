/* api_blas_settings.c - what a cuBLAS handle can be told about emulation and multiprocessors, the
 * log, and what the math mode costs. */
#include "framework/simcuda/tests/cublas/blas_handle.h"

#include <unistd.h>

#include "simcuda.h"

/* Each setting: its default, two values that are kept, one that is refused and leaves the old. */
#define KEEPS(Name, T, first, one, other, refused)                                                 \
	do {                                                                                       \
		T got = (T)77;                                                                     \
		assert_ok(cublasGet##Name(handle, &got));                                          \
		assert_int_equal(got, first);                                                      \
		assert_ok(cublasSet##Name(handle, (T)(one)));                                      \
		assert_ok(cublasGet##Name(handle, &got));                                          \
		assert_int_equal(got, one);                                                        \
		assert_ok(cublasSet##Name(handle, (T)(other)));                                    \
		assert_status(cublasSet##Name(handle, (T)(refused)), INVALID_VALUE);               \
		assert_ok(cublasGet##Name(handle, &got));                                          \
		assert_int_equal(got, other);                                                      \
		assert_status(cublasGet##Name(handle, NULL), INVALID_VALUE);                       \
		assert_status(cublasGet##Name(NULL, &got), NOT_INITIALIZED);                       \
		assert_status(cublasSet##Name(NULL, (T)(one)), NOT_INITIALIZED);                   \
	} while (0)

static void test_settings(void **state)
{
	struct cudaDeviceProp p;
	(void)state;

	assert_int_equal(cudaGetDeviceProperties(&p, 0), cudaSuccess);
	KEEPS(SmCountTarget, int, 0, 1, p.multiProcessorCount, p.multiProcessorCount + 1);
	assert_status(cublasSetSmCountTarget(handle, -1), INVALID_VALUE);
	KEEPS(EmulationStrategy, cublasEmulationStrategy_t, 0, 2, 1, 3);
	KEEPS(EmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport, 0xFFFF, 3, 0, 4);
	KEEPS(FixedPointEmulationMantissaControl, cudaEmulationMantissaControl, 0, 1, 0, 2);
	KEEPS(FixedPointEmulationMaxMantissaBitCount, int, 0, 55, 79, -1);
	assert_ok(cublasSetFixedPointEmulationMantissaBitOffset(handle, -8));
	int offset = 0;
	assert_ok(cublasGetFixedPointEmulationMantissaBitOffset(handle, &offset));
	assert_int_equal(offset, -8);
	assert_ok(cublasSetEmulationSpecialValuesSupport(
		handle, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT));
}

/* A count of bits would never be written: refused, and said so. */
static void test_bit_count_pointer(void **state)
{
	int *device, *got = (int *)1;
	(void)state;

	assert_int_equal(cudaMalloc((void **)&device, sizeof *device), cudaSuccess);
	assert_ok(cublasSetFixedPointEmulationMantissaBitCountPointer(handle, NULL));
	assert_status(cublasSetFixedPointEmulationMantissaBitCountPointer(handle, device),
		      NOT_SUPPORTED);
	assert_ok(cublasGetFixedPointEmulationMantissaBitCountPointer(handle, &got));
	assert_null(got);
	assert_status(cublasGetFixedPointEmulationMantissaBitCountPointer(handle, NULL),
		      INVALID_VALUE);
	assert_status(cublasSetFixedPointEmulationMantissaBitCountPointer(NULL, NULL),
		      NOT_INITIALIZED);
	assert_int_equal(cudaFree(device), cudaSuccess);
}

static void test_versions(void **state)
{
	int runtime = 0;
	(void)state;

	assert_int_equal(cudaRuntimeGetVersion(&runtime), cudaSuccess);
	assert_true(runtime >= 13000);
	assert_int_equal(cublasGetCudartVersion(), runtime);
}

/* --- the log ---------------------------------------------------------------------------------- */

static char last[128];
static int lines;

static void remember(const char *message)
{
	snprintf(last, sizeof last, "%s", message);
	lines++;
}

static void test_log(void **state)
{
	char name[] = "/tmp/blas_log_XXXXXX", text[256] = "";
	int fd = mkstemp(name);
	cublasLogCallback callback = NULL;
	float alpha = 2, *x;
	(void)state;

	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(cudaMalloc((void **)&x, 4 * sizeof *x), cudaSuccess);
	assert_int_equal(cudaMemset(x, 0, 4 * sizeof *x), cudaSuccess);
	assert_ok(cublasSetLoggerCallback(remember));
	assert_ok(cublasGetLoggerCallback(&callback));
	assert_true(callback == remember);
	assert_status(cublasGetLoggerCallback(NULL), INVALID_VALUE);
	assert_ok(cublasSscal(handle, 4, &alpha, x, 1));
	assert_int_equal(lines, 0); /* off until it is turned on */
	assert_ok(cublasLoggerConfigure(1, 0, 0, name));
	assert_ok(cublasSscal(handle, 4, &alpha, x, 1));
	assert_int_equal(lines, 1);
	assert_non_null(strstr(last, "cublasSscal"));
	assert_status(cublasSscal(handle, 4, NULL, x, 1), INVALID_VALUE);
	assert_int_equal(lines, 1); /* not queued */
	assert_status(cublasLoggerConfigure(1, 0, 0, "/no such folder/log"), INVALID_VALUE);
	assert_ok(cublasLoggerConfigure(0, 0, 0, NULL));
	assert_ok(cublasSscal(handle, 4, &alpha, x, 1));
	assert_int_equal(lines, 1);
	assert_ok(cublasSetLoggerCallback(NULL));
	FILE *file = fopen(name, "r");
	assert_non_null(file);
	size_t bytes = fread(text, 1, sizeof text - 1, file);
	fclose(file);
	text[bytes] = '\0';
	assert_string_equal(text, "[cuBLAS] cublasSscal\n");
	assert_int_equal(unlink(name), 0);
	assert_int_equal(cudaFree(x), cudaSuccess);
}

/* --- what a product costs -------------------------------------------------------------------- */

static int64_t time_of(cublasMath_t mode, cublasComputeType_t compute, cudaDataType type)
{
	enum { N = 1024 };
	SimcudaCounters before, after;
	float one = 1, zero = 0, *c;

	assert_ok(cublasSetMathMode(handle, mode));
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_int_equal(cudaMalloc((void **)&c, sizeof *c * N * N * 3), cudaSuccess);
	assert_int_equal(cudaMemset(c, 0, sizeof *c * N * N * 3), cudaSuccess);
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	simcuda_counters(&before);
	if (compute == 0)
		assert_ok(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, c, N,
				      c + N * N, N, &zero, c + 2 * N * N, N));
	else
		assert_ok(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, c, type, N,
				       c + N * N, type, N, &zero, c + 2 * N * N, type, N, compute,
				       CUBLAS_GEMM_DEFAULT));
	cudaEvent_t done;
	assert_int_equal(cudaEventCreate(&done), cudaSuccess);
	assert_int_equal(cudaEventRecord(done, NULL), cudaSuccess);
	assert_int_equal(cudaEventSynchronize(done), cudaSuccess);
	simcuda_counters(&after);
	assert_int_equal(cudaEventDestroy(done), cudaSuccess);
	assert_int_equal(cudaFree(c), cudaSuccess);
	assert_ok(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
	return after.host_ns - before.host_ns;
}

/* On an A100 the tensor cores are faster, with halves most. Pedantic work does not use them. */
static void test_tensor_core_times(void **state)
{
	const cublasComputeType_t single = CUBLAS_COMPUTE_32F;
	const cudaDataType s = CUDA_R_32F, h = CUDA_R_16F;
	int64_t plain = time_of(CUBLAS_DEFAULT_MATH, 0, s);
	int64_t tf32 = time_of(CUBLAS_TF32_TENSOR_OP_MATH, 0, s);
	int64_t half = time_of(CUBLAS_DEFAULT_MATH, single, h);
	(void)state;

	assert_true(tf32 < plain);
	assert_true(half < tf32);
	assert_int_equal(time_of(CUBLAS_DEFAULT_MATH, single, s), plain);
	assert_int_equal(time_of(CUBLAS_TF32_TENSOR_OP_MATH, single, s), tf32);
	assert_int_equal(time_of(CUBLAS_DEFAULT_MATH, CUBLAS_COMPUTE_32F_FAST_TF32, s), tf32);
	assert_int_equal(time_of(CUBLAS_PEDANTIC_MATH, 0, s), plain);
	assert_int_equal(time_of(CUBLAS_TF32_TENSOR_OP_MATH, CUBLAS_COMPUTE_32F_PEDANTIC, s),
			 plain);
	assert_true(time_of(CUBLAS_DEFAULT_MATH, CUBLAS_COMPUTE_32F_PEDANTIC, h) > half);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_settings),          cmocka_unit_test(test_bit_count_pointer),
		cmocka_unit_test(test_versions),          cmocka_unit_test(test_log),
		cmocka_unit_test(test_tensor_core_times),
	};

	setenv("SIMCUDA_MACHINE", "1xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
