/* cuda_bf16.h - bfloat16 numbers: the upper 16 bits of a float.
 *
 * As with NVIDIA's header, C programs see only the bits. C++ programs and kernels see __nv_bfloat16 and
 * __nv_bfloat162 besides, types of their own, with conversions and arithmetic. */
#ifndef __CUDA_BF16_H__ /* NVIDIA's name: helpers ask by it whether this header is there */
#define __CUDA_BF16_H__

typedef struct __attribute__((aligned(2))) {
	unsigned short x;
} __nv_bfloat16_raw;

typedef struct __attribute__((aligned(4))) {
	unsigned short x, y;
} __nv_bfloat162_raw;

#ifdef __cplusplus
#include "simcuda_small_floats.hpp"
#endif

#endif
