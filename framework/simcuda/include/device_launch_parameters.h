/* device_launch_parameters.h - threadIdx, blockIdx, blockDim, gridDim and warpSize.
 * Here cuda_runtime.h has that; programs include this name besides, or instead. */
#include "cuda_runtime.h"
