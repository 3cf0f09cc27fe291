/* vector_functions.h - make_float2 and its like.
 * Here cuda_runtime.h has that; programs include this name besides, or instead. */
#include "cuda_runtime.h"
