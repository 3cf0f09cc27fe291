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

#include "framework/simcuda/api/cublas/base/blas.h"
#include "cuda_runtime_api.h"

/* 0 is the default: all of them. */
BLAS_KEPT(SmCountTarget, int, settings.multiprocessors,
	  value >= 0 && value <= simcuda_machine()->multiprocessors)
BLAS_KEPT(EmulationStrategy, cublasEmulationStrategy_t, settings.strategy,
	  (unsigned)value <= CUBLAS_EMULATION_STRATEGY_EAGER)
/* either the default, which is all bits, or some of those that have a meaning */
BLAS_KEPT(EmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport, settings.special_values,
	  value == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT ||
		  ((unsigned)value & ~3u) == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NONE)
BLAS_KEPT(FixedPointEmulationMantissaControl, cudaEmulationMantissaControl,
	  settings.mantissa_control, (unsigned)value <= CUDA_EMULATION_MANTISSA_CONTROL_FIXED)
BLAS_KEPT(FixedPointEmulationMaxMantissaBitCount, int, settings.mantissa_bits, value >= 0)
BLAS_KEPT(FixedPointEmulationMantissaBitOffset, int, settings.mantissa_offset, true)
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
