/* elementwise.h - the framework's own kernels: one row each (rows.h has those of another form).
 *
 * An elementwise kernel computes out[i] for every i below n. All have the same five parameters, so
 * that one launcher serves them all; a kernel leaves alone what it has no use for:
 *
 *     out   where the result goes, n elements; it may be x or y itself
 *     x, y  the inputs, n elements each, NULL where the kernel has fewer inputs
 *     s     a number
 *     n     how many elements
 *
 * From the table below come: the GPU kernels (kernels.cu, compiled by nvcc), the loops of the CPU
 * backend, and the plugin with which the simulated GPU runs them (bodies.c). To add a kernel, add
 * a row.
 *
 * ROW(name, T, S, inputs, flops, value)
 *     name    the kernel's symbol is usegpu_k_<name>
 *     T       the type of an element
 *     S       the type of s
 *     inputs  how many of x and y are read, n elements each
 *     flops   operations an element
 *     value   what out[i] becomes, in terms of x, y, s and i
 *
 * Sums and products of int32 wrap around, on every device. Philox needs about 160 operations for
 * the four numbers of a block. */
#ifndef ELEMENTWISE_H
#define ELEMENTWISE_H

#include "framework/kernels/philox.h"

#define USEGPU_KERNELS(ROW)                                                                        \
	ROW(fill_f32, float, float, 0, 0, s)                                                       \
	ROW(fill_i32, int32_t, int32_t, 0, 0, s)                                                   \
	ROW(add_f32, float, float, 2, 1, x[i] + y[i])                                              \
	ROW(sub_f32, float, float, 2, 1, x[i] - y[i])                                              \
	ROW(mul_f32, float, float, 2, 1, x[i] * y[i])                                              \
	ROW(add_i32, int32_t, int32_t, 2, 1, (int32_t)((uint32_t)x[i] + (uint32_t)y[i]))           \
	ROW(sub_i32, int32_t, int32_t, 2, 1, (int32_t)((uint32_t)x[i] - (uint32_t)y[i]))           \
	ROW(mul_i32, int32_t, int32_t, 2, 1, (int32_t)((uint32_t)x[i] * (uint32_t)y[i]))           \
	ROW(scale_f32, float, float, 1, 1, x[i] * s)                                               \
	ROW(add_scaled_f32, float, float, 2, 2, x[i] + s * y[i])                                   \
	ROW(spread_f32, float, float, 1, 3, s *(2 * x[i] - 1))                                     \
	ROW(relu_f32, float, float, 1, 1, x[i] < 0 ? 0 : x[i])                                     \
	ROW(relu_gradient_f32, float, float, 2, 1, x[i] > 0 ? y[i] : 0)                            \
	ROW(uniform_f32, float, uint64_t, 0, 40, philox_uniform(s, i))

/* kernel_value_<name>(): out[i] of that kernel. */
#define USEGPU_DEFINE_VALUE(name, T, S, inputs, flops, value)                                      \
	USEGPU_BOTH static inline T kernel_value_##name(const T *x, const T *y, S s, uint64_t i)   \
	{                                                                                          \
		(void)x;                                                                           \
		(void)y;                                                                           \
		(void)s;                                                                           \
		(void)i;                                                                           \
		return value;                                                                      \
	}
USEGPU_KERNELS(USEGPU_DEFINE_VALUE)

/* KERNEL_<name>: the kernel's row number. */
#define USEGPU_NUMBER_ROW(name, T, S, inputs, flops, value) KERNEL_##name,
typedef enum Kernel { USEGPU_KERNELS(USEGPU_NUMBER_ROW) KERNELS } Kernel;

#endif
