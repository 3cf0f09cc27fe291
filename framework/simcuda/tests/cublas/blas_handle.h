/* blas_handle.h - the one handle of a test program that needs no other, made and destroyed with its
 * group of tests. */
#ifndef BLAS_HANDLE_H
#define BLAS_HANDLE_H

#include "framework/simcuda/tests/cublas/blas_reference.h"

static cublasHandle_t handle;

static int setup(void **state)
{
	(void)state;
	return cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS;
}

static int teardown(void **state)
{
	(void)state;
	return cublasDestroy(handle) != CUBLAS_STATUS_SUCCESS;
}

#endif
