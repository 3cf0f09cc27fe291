/* status.c - what a status is called and means, in NVIDIA's words, and which version this is. */
#include "framework/simcuda/api/cublas/base/blas.h"

#define STATUSES(X)                                                                                \
	X(SUCCESS, "success")                                                                      \
	X(NOT_INITIALIZED, "the library was not initialized")                                      \
	X(ALLOC_FAILED, "the resource allocation failed")                                          \
	X(INVALID_VALUE, "an unsupported value or parameter was passed to the function")           \
	X(ARCH_MISMATCH, "the function requires an architectural feature absent from the device")  \
	X(MAPPING_ERROR, "an access to GPU memory space failed")                                   \
	X(EXECUTION_FAILED, "the function failed to launch on the GPU")                            \
	X(INTERNAL_ERROR, "an internal operation failed")                                          \
	X(NOT_SUPPORTED, "the requested functionality is not supported")                           \
	X(LICENSE_ERROR, "the license check failed")

const char *cublasGetStatusName(cublasStatus_t status)
{
#define NAME(name, text)                                                                           \
	case CUBLAS_STATUS_##name:                                                                 \
		return "CUBLAS_STATUS_" #name;
	switch (status) {
		STATUSES(NAME)
	}
	return "unrecognized status";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
#define TEXT(name, text)                                                                           \
	case CUBLAS_STATUS_##name:                                                                 \
		return text;
	switch (status) {
		STATUSES(TEXT)
	}
	return "unrecognized status";
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
	(void)handle; /* may be NULL: every handle has the one version */
	if (!version)
		return CUBLAS_STATUS_INVALID_VALUE;
	*version = CUBLAS_VERSION;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
	static const int parts[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};

	if (!value || (unsigned)type > PATCH_LEVEL)
		return CUBLAS_STATUS_INVALID_VALUE;
	*value = parts[type];
	return CUBLAS_STATUS_SUCCESS;
}
