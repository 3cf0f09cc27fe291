/* settings.c - what a handle can be told and asked besides its stream and modes: how emulated
 * arithmetic should work, and how many multiprocessors to use.
 *
 * The settings are checked, kept and handed back. They change nothing that the simulated GPU does:
 * emulation replaces double (or single) precision by many products of lower precision, with at
 * least the same accuracy where the mantissa is controlled dynamically; cuBLAS does so where it
 * finds it faster and falls back to native arithmetic at any time, so native arithmetic, which is
 * what we compute with and charge, is always a permitted answer. The target of multiprocessors is a
 * hint for programs that share a GPU with other kernels, which ours never do. */
#include <stdio.h>

#include "blas.h"
#include "cuda_runtime_api.h"

/* A setting of the handle: set when allowed, handed back when asked for. */
#define SETTING(Name, type, field, allowed)                                                        \
	cublasStatus_t cublasSet##Name(cublasHandle_t handle, type value)                          \
	{                                                                                          \
		struct cublasContext *own = blas_handle(handle);                                   \
                                                                                                   \
		if (!own)                                                                          \
			return CUBLAS_STATUS_NOT_INITIALIZED;                                      \
		if (!(allowed))                                                                    \
			return CUBLAS_STATUS_INVALID_VALUE;                                        \
		own->settings.field = value;                                                       \
		return CUBLAS_STATUS_SUCCESS;                                                      \
	}                                                                                          \
	cublasStatus_t cublasGet##Name(cublasHandle_t handle, type *value)                         \
	{                                                                                          \
		struct cublasContext *own = blas_handle(handle);                                   \
                                                                                                   \
		if (!own)                                                                          \
			return CUBLAS_STATUS_NOT_INITIALIZED;                                      \
		if (!value)                                                                        \
			return CUBLAS_STATUS_INVALID_VALUE;                                        \
		*value = own->settings.field;                                                      \
		return CUBLAS_STATUS_SUCCESS;                                                      \
	}

/* 0 is the default: all of them. */
SETTING(SmCountTarget, int, multiprocessors,
	value >= 0 && value <= simcuda_machine()->multiprocessors)
SETTING(EmulationStrategy, cublasEmulationStrategy_t, strategy,
	(unsigned)value <= CUBLAS_EMULATION_STRATEGY_EAGER)
/* either the default, which is all bits, or some of those that have a meaning */
SETTING(EmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport, special_values,
	value == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT ||
		((unsigned)value & ~3u) == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NONE)
SETTING(FixedPointEmulationMantissaControl, cudaEmulationMantissaControl, mantissa_control,
	(unsigned)value <= CUDA_EMULATION_MANTISSA_CONTROL_FIXED)
SETTING(FixedPointEmulationMaxMantissaBitCount, int, mantissa_bits, value >= 0)
SETTING(FixedPointEmulationMantissaBitOffset, int, mantissa_offset, true)
/* Where cuBLAS would write how many bits it used. We emulate nothing, so nothing would be written.
 */
cublasStatus_t cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
								   int *value)
{
	if (!blas_handle(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!value)
		return CUBLAS_STATUS_SUCCESS;
	fprintf(stderr, "simcuda: %s: nothing is emulated, so no count would be written\n",
		__func__);
	return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
								   int **value)
{
	if (!blas_handle(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!value)
		return CUBLAS_STATUS_INVALID_VALUE;
	*value = NULL;
	return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void)
{
	int version = 0;

	return cudaRuntimeGetVersion(&version) == cudaSuccess ? (size_t)version : 0;
}
