// expect: silent
// What programs of courses include besides, and constants in a kernel.

#include <cuda.h>
#include <cuda_runtime.h>
#include "device_launch_parameters.h"
#include <math_constants.h>

#include "case.hpp"

#ifndef __CUDA_RUNTIME_H__
#error "helper_cuda.h leaves out findCudaDevice where this is not defined"
#endif

__global__ void smallest(int *x, int *y)
{
	__shared__ float least[32];

	least[threadIdx.x] = CUDART_INF_F;
	__syncthreads();
	least[threadIdx.x] = fminf(least[threadIdx.x], (float)x[threadIdx.x] * CUDART_PI_F);
	__syncthreads();
	y[threadIdx.x] = (int)least[31 - threadIdx.x];
}

CASE(smallest, 1, 32)
