/* host_defines.h - __global__, __device__, __host__ and the other words of CUDA.
 * Here cuda_runtime.h has that; programs include this name besides, or instead. */
#include "cuda_runtime.h"
