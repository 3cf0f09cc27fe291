/* device_functions.h - barriers, shuffles, atomics and the other functions of kernels.
 * Here cuda_runtime.h has that; programs include this name besides, or instead. */
#include "cuda_runtime.h"
