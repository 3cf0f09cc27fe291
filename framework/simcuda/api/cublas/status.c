/* status.c - what a status is called and means, and which version this is. */
#include "blas.h"

#define STATUSES(X)                                                                                \
	X(SUCCESS, "no error")                                                                     \
	X(NOT_INITIALIZED, "the handle is not one, or there is no GPU")                            \
	X(ALLOC_FAILED, "out of memory")                                                           \
	X(INVALID_VALUE, "an argument is not allowed")                                             \
	X(ARCH_MISMATCH, "the GPU cannot do this")                                                 \
	X(MAPPING_ERROR, "GPU memory could not be accessed")                                       \
	X(EXECUTION_FAILED, "the work could not be run on the GPU")                                \
	X(INTERNAL_ERROR, "cuBLAS itself failed")                                                  \
	X(NOT_SUPPORTED, "this combination of arguments is not supported")                         \
	X(LICENSE_ERROR, "a licence is missing")

const char *cublasGetStatusName(cublasStatus_t status)
{
#define NAME(name, text)                                                                           \
	case CUBLAS_STATUS_##name:                                                                 \
		return "CUBLAS_STATUS_" #name;
	switch (status) {
		STATUSES(NAME)
	}
	return "unknown cuBLAS status";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
#define TEXT(name, text)                                                                           \
	case CUBLAS_STATUS_##name:                                                                 \
		return text;
	switch (status) {
		STATUSES(TEXT)
	}
	return "unknown cuBLAS status";
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
