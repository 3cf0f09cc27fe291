/* cuda_fp16.h - numbers of half precision: a sign, 5 bits of exponent, 10 of fraction.
 *
 * As with NVIDIA's header, C programs see only the bits. C++ programs and kernels see __half and __half2
 * besides, types of their own, with conversions and arithmetic. */
#ifndef __CUDA_FP16_H__ /* NVIDIA's name: helpers ask by it whether this header is there */
#define __CUDA_FP16_H__

typedef struct __attribute__((aligned(2))) {
	unsigned short x;
} __half_raw;

typedef struct __attribute__((aligned(4))) {
	unsigned short x, y;
} __half2_raw;

#ifdef __cplusplus
#include "simcuda_small_floats.hpp"
#endif

#endif
