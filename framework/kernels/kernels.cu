/* kernels.cu - the rows of elementwise.h and rows.h as GPU kernels.
 *
 * Each thread computes the elements (or parts) i, i + threads, i + 2 threads, ..., so that any
 * number of threads does the whole job. The host code, which is C, launches them with
 * cudaLaunchKernel() by the address of the function that nvcc leaves behind on the host side. */
#include "framework/kernels/elementwise.h"
#include "framework/kernels/rows.h"

#define DEFINE_KERNEL(name, T, S, inputs, flops, value)                                            \
	extern "C" __global__ void usegpu_k_##name(T *out, const T *x, const T *y, S s,            \
						   uint64_t n)                                     \
	{                                                                                          \
		uint64_t step = (uint64_t)gridDim.x * blockDim.x;                                  \
		for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;          \
		     i += step)                                                                    \
			out[i] = kernel_value_##name(x, y, s, i);                                  \
	}
USEGPU_KERNELS(DEFINE_KERNEL)

/* Parameters may be left alone without a warning, variables may not. */
#define DEFINE_ROWS_PARTS(name, parts, ...)                                                        \
	__device__ static inline uint64_t parts_##name(uint64_t n, uint64_t m)                     \
	{                                                                                          \
		return parts;                                                                      \
	}
USEGPU_ROWS(DEFINE_ROWS_PARTS)

#define DEFINE_ROWS_KERNEL(name, ...)                                                              \
	extern "C" __global__ void usegpu_k_##name(RowsArguments a)                                \
	{                                                                                          \
		uint64_t parts = parts_##name(a.n, a.m), step = (uint64_t)gridDim.x * blockDim.x;  \
		for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < parts;      \
		     i += step)                                                                    \
			rows_##name(&a, i, i + 1);                                                 \
	}
USEGPU_ROWS(DEFINE_ROWS_KERNEL)
