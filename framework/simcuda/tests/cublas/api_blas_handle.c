/* api_blas_handle.c - cuBLAS handles: life and death, devices, streams, modes, versions, names. */
#include "framework/simcuda/tests/cublas/blas_reference.h"

#define INVALID ((cublasHandle_t)(uintptr_t)0x1234)

static void test_create_destroy(void **state)
{
	cublasHandle_t handle = NULL, other = NULL;
	float one = 1;
	int version = 0;
	(void)state;

	assert_status(cublasCreate(NULL), INVALID_VALUE);
	assert_status(cublasDestroy(NULL), NOT_INITIALIZED);
	assert_status(cublasDestroy(INVALID), NOT_INITIALIZED);
	assert_ok(cublasCreate(&handle));
	assert_ok(cublasCreate(&other));
	assert_ptr_not_equal(handle, other);
	assert_ok(cublasDestroy(other));
	assert_status(cublasDestroy(other), NOT_INITIALIZED);
	assert_status(cublasSscal(other, 1, &one, NULL, 1), NOT_INITIALIZED);
	assert_status(cublasSetStream(other, NULL), NOT_INITIALIZED);
	assert_ok(cublasGetVersion(handle, &version));
	assert_int_equal(version / 10000, 13);
	assert_ok(cublasDestroy(handle));
	assert_status(cublasDestroy(handle), NOT_INITIALIZED);
}

static void test_modes(void **state)
{
	cublasHandle_t handle;
	cublasPointerMode_t pointer = CUBLAS_POINTER_MODE_DEVICE;
	cublasMath_t math = CUBLAS_PEDANTIC_MATH;
	cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_ALLOWED;
	(void)state;

	assert_ok(cublasCreate(&handle));
	assert_ok(cublasGetPointerMode(handle, &pointer));
	assert_int_equal(pointer, CUBLAS_POINTER_MODE_HOST);
	assert_ok(cublasGetMathMode(handle, &math));
	assert_int_equal(math, CUBLAS_DEFAULT_MATH);
	assert_ok(cublasGetAtomicsMode(handle, &atomics));
	assert_int_equal(atomics, CUBLAS_ATOMICS_NOT_ALLOWED);

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	assert_ok(cublasGetPointerMode(handle, &pointer));
	assert_int_equal(pointer, CUBLAS_POINTER_MODE_DEVICE);
	assert_ok(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
	assert_ok(cublasGetMathMode(handle, &math));
	assert_int_equal(math, CUBLAS_TF32_TENSOR_OP_MATH);
	assert_ok(cublasSetMathMode(
		handle, (cublasMath_t)(CUBLAS_PEDANTIC_MATH |
				       CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)));
	assert_ok(cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED));
	assert_ok(cublasGetAtomicsMode(handle, &atomics));
	assert_int_equal(atomics, CUBLAS_ATOMICS_ALLOWED);

	assert_status(cublasSetPointerMode(handle, (cublasPointerMode_t)7), INVALID_VALUE);
	assert_status(cublasSetMathMode(handle, (cublasMath_t)77), INVALID_VALUE);
	assert_status(cublasSetAtomicsMode(handle, (cublasAtomicsMode_t)7), INVALID_VALUE);
	assert_status(cublasGetPointerMode(handle, NULL), INVALID_VALUE);
	assert_status(cublasGetMathMode(INVALID, &math), NOT_INITIALIZED);
	assert_status(cublasSetMathMode(NULL, CUBLAS_DEFAULT_MATH), NOT_INITIALIZED);
	assert_ok(cublasDestroy(handle));
}

static void test_workspace(void **state)
{
	cublasHandle_t handle;
	char *memory;
	(void)state;

	assert_ok(cublasCreate(&handle));
	assert_int_equal(cudaMalloc((void **)&memory, 4096), cudaSuccess);
	assert_ok(cublasSetWorkspace(handle, memory, 4096));
	assert_status(cublasSetWorkspace(handle, memory + 4, 4092), INVALID_VALUE);
	assert_status(cublasSetWorkspace(NULL, memory, 4096), NOT_INITIALIZED);
	assert_int_equal(cudaFree(memory), cudaSuccess);
	assert_ok(cublasDestroy(handle));
}

static void test_stream(void **state)
{
	cublasHandle_t handle;
	cudaStream_t here, there, got = (cudaStream_t)(uintptr_t)1;
	(void)state;

	assert_ok(cublasCreate(&handle));
	assert_ok(cublasGetStream(handle, &got));
	assert_null(got);
	assert_int_equal(cudaStreamCreate(&here), cudaSuccess);
	assert_int_equal(cudaSetDevice(1), cudaSuccess);
	assert_int_equal(cudaStreamCreate(&there), cudaSuccess);
	assert_ok(cublasSetStream(handle, here));
	assert_status(cublasSetStream(handle, there), INVALID_VALUE);
	assert_ok(cublasGetStream(handle, &got));
	assert_ptr_equal(got, here);
	assert_ok(cublasSetStream(handle, cudaStreamPerThread));
	assert_ok(cublasSetStream(handle, NULL));
	assert_status(cublasSetStream(NULL, here), NOT_INITIALIZED);
	assert_status(cublasGetStream(handle, NULL), INVALID_VALUE);
	assert_int_equal(cudaStreamDestroy(there), cudaSuccess);
	assert_int_equal(cudaSetDevice(0), cudaSuccess);
	assert_int_equal(cudaStreamDestroy(here), cudaSuccess);
	assert_status(cublasSetStream(handle, here), INVALID_VALUE);
	assert_ok(cublasDestroy(handle));
}

/* The handle's device counts, not the one that is current; and that one stays current. */
static void test_device(void **state)
{
	cublasHandle_t handle;
	const float host[4] = {1, 2, 3, 4};
	float *x, norm = 0;
	int current = -1;
	(void)state;

	assert_int_equal(cudaSetDevice(1), cudaSuccess);
	assert_ok(cublasCreate(&handle));
	assert_int_equal(cudaMalloc((void **)&x, sizeof host), cudaSuccess);
	assert_int_equal(cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice), cudaSuccess);
	assert_int_equal(cudaSetDevice(0), cudaSuccess);
	assert_ok(cublasSasum(handle, 4, x, 1, &norm));
	assert_true(norm == 10);
	assert_int_equal(cudaGetDevice(&current), cudaSuccess);
	assert_int_equal(current, 0);
	assert_ok(cublasDestroy(handle));
	assert_int_equal(cudaFree(x), cudaSuccess);
}

/* cudaDeviceReset takes the handle's memory away; the handle can still be destroyed. */
static void test_reset(void **state)
{
	cublasHandle_t handle;
	(void)state;

	assert_ok(cublasCreate(&handle));
	assert_int_equal(cudaDeviceReset(), cudaSuccess);
	assert_ok(cublasDestroy(handle));
}

static void test_names(void **state)
{
	static const struct {
		cublasStatus_t status;
		const char *name;
	} names[] = {{CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS"},
		     {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED"},
		     {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED"},
		     {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE"},
		     {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH"},
		     {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR"},
		     {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED"},
		     {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR"},
		     {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED"},
		     {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR"}};
	(void)state;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		assert_string_equal(cublasGetStatusName(names[i].status), names[i].name);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(cublasGetStatusString(names[i].status),
						cublasGetStatusString(names[j].status));
	}
	assert_non_null(cublasGetStatusName((cublasStatus_t)99));
	assert_non_null(cublasGetStatusString((cublasStatus_t)99));
}

static void test_property(void **state)
{
	int major = 0, minor = -1, patch = -1, version = 0;
	(void)state;

	assert_ok(cublasGetProperty(MAJOR_VERSION, &major));
	assert_ok(cublasGetProperty(MINOR_VERSION, &minor));
	assert_ok(cublasGetProperty(PATCH_LEVEL, &patch));
	assert_ok(cublasGetVersion(NULL, &version));
	assert_int_equal(version, major * 10000 + minor * 100 + patch);
	assert_status(cublasGetProperty((libraryPropertyType)5, &major), INVALID_VALUE);
	assert_status(cublasGetProperty(MAJOR_VERSION, NULL), INVALID_VALUE);
	assert_status(cublasGetVersion(NULL, NULL), INVALID_VALUE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_create_destroy), cmocka_unit_test(test_modes),
		cmocka_unit_test(test_workspace),      cmocka_unit_test(test_stream),
		cmocka_unit_test(test_device),         cmocka_unit_test(test_reset),
		cmocka_unit_test(test_names),          cmocka_unit_test(test_property),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
