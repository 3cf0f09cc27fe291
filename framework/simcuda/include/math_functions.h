/* math_functions.h - the functions of math.h in kernels.
 * Here cuda_runtime.h has that; programs include this name besides, or instead. */
#include "cuda_runtime.h"
