/* tensor.h - arrays of numbers that live on a device.
 *
 * A tensor is row-major, contiguous, of float32 or int32, with 0 to 4 dimensions (0: a single
 * number). An operation runs where its inputs are, and its result lives there. Inputs on two
 * devices are an error that names both: nothing is ever copied behind the caller's back, because
 * copies are slow and should be seen (device_set_policy() can change that, to show how slow).
 *
 * Ownership: every function that returns a Tensor * gives the caller one reference, to be given
 * back with tensor_free(). Inputs are borrowed and never changed (but for the y of
 * tensor_add_scaled() and of tensor_assign()). A function that fails returns
 * NULL (or a negative Status) and leaves error_message(); it accepts NULL inputs and reports them,
 * so calls can be nested and checked once at the end.
 *
 * Time: work on a GPU is queued and the call returns early. tensor_to_host(), tensor_item(),
 * tensor_print(), tensor_save() and a copy to the CPU wait for it. */
#ifndef USEGPU_TENSOR_H
#define USEGPU_TENSOR_H

#include <stdint.h>
#include <stdio.h>

#include "usegpu/device.h"

#define TENSOR_MAX_RANK 4

typedef struct Tensor Tensor;

typedef enum Dtype { DTYPE_FLOAT32, DTYPE_INT32 } Dtype; /* both 4 bytes an element */

typedef struct Shape {
	int rank;                     /* 0 to TENSOR_MAX_RANK */
	int64_t dim[TENSOR_MAX_RANK]; /* dim[0] to dim[rank - 1]; the others are 0 in a tensor */
} Shape;

/* SHAPE(2, 3) is the shape of 2 rows and 3 columns; SHAPE_SCALAR that of a single number. */
#define SHAPE(...)                                                                                 \
	((Shape){(int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), {__VA_ARGS__}})
#define SHAPE_SCALAR ((Shape){0, {0}})

/* --- making tensors --------------------------------------------------------------------------- */

/* float32 tensors filled with 0, with 1, with `value`; int32 filled with `value`. */
Tensor *tensor_zeros(Shape shape, Device device);
Tensor *tensor_ones(Shape shape, Device device);
Tensor *tensor_full(Shape shape, float value, Device device);
Tensor *tensor_full_int(Shape shape, int32_t value, Device device);

/* float32, uniform in [0, 1). One generator for all devices (Philox 4x32-10, Salmon et al., SC'11,
 * element i is word i % 4 of block i / 4): the same seed gives the same bits everywhere. */
Tensor *tensor_uniform(Shape shape, uint64_t seed, Device device);

/* float32, normal with mean 0 and deviation 1; drawn on the CPU (Box-Muller over the same
 * generator), then copied to the device, so that the bits agree too. */
Tensor *tensor_normal(Shape shape, uint64_t seed, Device device);

/* A copy of the `count of shape` elements at `data`, which is host memory in row-major order. */
Tensor *tensor_from_host(Shape shape, Dtype dtype, const void *data, Device device);

/* One more reference to the same tensor; returns it. NULL gives NULL. */
Tensor *tensor_retain(Tensor *tensor);

/* Gives a reference back; the last one frees the memory. NULL is allowed. Of the last tensors that
 * a thread freed it is known that they are gone: functions that are given one fail and say where it
 * was freed, and freeing it again ends the program with that message. */
void tensor_free(Tensor *tensor);

/* Forgets which tensors were freed by this thread: a program has no need of it, unless it counts
 * its memory. */
void tensor_forget_freed(void);

/* How many tensors and views there are of those that were made since the first call, which begins to count, in all
 * threads: for who looks for tensors that nobody gives back. A tensor is one, however many references it has. */
int64_t tensor_living(void);

/* --- asking ----------------------------------------------------------------------------------- */

/* None of these fails for a tensor; for NULL they answer rank 0, the CPU, float32, 0 and NULL. */
Shape tensor_shape(const Tensor *tensor);
Dtype tensor_dtype(const Tensor *tensor);
Device tensor_device(const Tensor *tensor);
int64_t tensor_count(const Tensor *tensor); /* number of elements */
size_t tensor_bytes(const Tensor *tensor);

/* The elements, on the tensor's device: a host pointer for the CPU, a device pointer for a GPU,
 * to hand to CUDA calls. Valid as long as the tensor. NULL for a tensor without elements. */
void *tensor_data(const Tensor *tensor);

/* Copies all elements to `out` (tensor_bytes() bytes of host memory). */
int tensor_to_host(const Tensor *tensor, void *out);

/* The value of a tensor of one element, whatever its rank, as a number of the host. */
int tensor_item(const Tensor *tensor, double *value);

/* --- moving ----------------------------------------------------------------------------------- */

/* Always new storage on `device`, also when the tensor is there already. Between two GPUs the copy
 * goes directly, not through the host. */
Tensor *tensor_copy_to(const Tensor *tensor, Device device);

/* The very same tensor (one more reference) when it lives on `device` already, else a copy. */
Tensor *tensor_as_in_device(Tensor *tensor, Device device);

/* Copies x's elements to those of y, which has as many of the same type, whatever the shapes: a number
 * of rank 0 into its place in a log, tensor_rows(log, step, 1). Both are on one device; there nobody
 * waits. 0, or a negative Status. */
int tensor_assign(const Tensor *y, const Tensor *x);

/* Rows first to first + count - 1 of x (its first dimension, so of a vector its elements), as a
 * view: a tensor that shares x's memory and keeps it alive, so nothing is copied, and a change of
 * the one is seen in the other. tensor_copy_to() makes a copy of it as of any tensor. */
Tensor *tensor_rows(const Tensor *x, int64_t first, int64_t count);

/* --- computing -------------------------------------------------------------------------------- */

/* Element by element; x and y have one shape, one dtype and one device. */
Tensor *tensor_add(const Tensor *x, const Tensor *y);
Tensor *tensor_sub(const Tensor *x, const Tensor *y);
Tensor *tensor_mul(const Tensor *x, const Tensor *y);

/* x times `factor`; float32. */
Tensor *tensor_scale(const Tensor *x, float factor);

/* a (n, k) times b (k, m) is (n, m); float32. An empty k gives zeros. */
Tensor *tensor_matmul(const Tensor *a, const Tensor *b);

/* The same with a, b or both transposed first: a may lie as (k, n), b as (m, k). Nothing is moved
 * for it. */
Tensor *tensor_matmul_with(const Tensor *a, bool transpose_a, const Tensor *b, bool transpose_b);

/* x where it is positive or NaN, else 0; float32. */
Tensor *tensor_relu(const Tensor *x);

/* x (n, m) with row (m) added to each of its rows; float32. */
Tensor *tensor_add_row(const Tensor *x, const Tensor *row);

/* The sum of the rows of x (n, m), as (m); float32, added up in double precision. No rows give
 * zeros. */
Tensor *tensor_sum_rows(const Tensor *x);

/* The sum and the mean of all elements, as a tensor of rank 0 on x's device; float32. There is no
 * mean of no elements. */
Tensor *tensor_sum(const Tensor *x);
Tensor *tensor_mean(const Tensor *x);

/* y += alpha x, in place: y is changed for all who hold it. float32, of one shape. x may be y, but
 * they may not share a part of their memory. 0, or a negative Status. */
int tensor_add_scaled(Tensor *y, float alpha, const Tensor *x);

/* The Frobenius norm, the root of the sum of all squares, as a tensor of rank 0 on x's device:
 * nothing is sent to the host, so it can be kept in a log on the GPU. float32. */
Tensor *tensor_norm(const Tensor *x);

/* --- reading and writing ---------------------------------------------------------------------- */

/* Prints the elements in nested brackets, then shape, dtype and device:
 *     [[1, 1, 1],
 *      [1, 1, 1]] (2, 3) float32 gpu:0
 * floats with at most 4 significant digits. Tensors of more than 1000 elements are shortened with
 * "...", as NumPy does. One copy to the host. */
int tensor_print(FILE *out, const Tensor *tensor);

/* .npy files (NumPy format versions 1.0 to 3.0; '<f4' and '<i4', C order; anything else is refused
 * with what was found). Saving writes a temporary file and renames it, so that a failure leaves the
 * old file whole. */
int tensor_save(const char *path, const Tensor *tensor);
Tensor *tensor_load(const char *path, Device device);

#ifndef USEGPU_INTERNAL
#define tensor_zeros(...)        (USEGPU_HERE, tensor_zeros(__VA_ARGS__))
#define tensor_ones(...)         (USEGPU_HERE, tensor_ones(__VA_ARGS__))
#define tensor_full(...)         (USEGPU_HERE, tensor_full(__VA_ARGS__))
#define tensor_full_int(...)     (USEGPU_HERE, tensor_full_int(__VA_ARGS__))
#define tensor_uniform(...)      (USEGPU_HERE, tensor_uniform(__VA_ARGS__))
#define tensor_normal(...)       (USEGPU_HERE, tensor_normal(__VA_ARGS__))
#define tensor_from_host(...)    (USEGPU_HERE, tensor_from_host(__VA_ARGS__))
#define tensor_free(...)         (USEGPU_HERE, tensor_free(__VA_ARGS__))
#define tensor_to_host(...)      (USEGPU_HERE, tensor_to_host(__VA_ARGS__))
#define tensor_item(...)         (USEGPU_HERE, tensor_item(__VA_ARGS__))
#define tensor_copy_to(...)      (USEGPU_HERE, tensor_copy_to(__VA_ARGS__))
#define tensor_as_in_device(...) (USEGPU_HERE, tensor_as_in_device(__VA_ARGS__))
#define tensor_add(...)          (USEGPU_HERE, tensor_add(__VA_ARGS__))
#define tensor_sub(...)          (USEGPU_HERE, tensor_sub(__VA_ARGS__))
#define tensor_mul(...)          (USEGPU_HERE, tensor_mul(__VA_ARGS__))
#define tensor_scale(...)        (USEGPU_HERE, tensor_scale(__VA_ARGS__))
#define tensor_matmul(...)       (USEGPU_HERE, tensor_matmul(__VA_ARGS__))
#define tensor_matmul_with(...)  (USEGPU_HERE, tensor_matmul_with(__VA_ARGS__))
#define tensor_relu(...)         (USEGPU_HERE, tensor_relu(__VA_ARGS__))
#define tensor_add_row(...)      (USEGPU_HERE, tensor_add_row(__VA_ARGS__))
#define tensor_sum_rows(...)     (USEGPU_HERE, tensor_sum_rows(__VA_ARGS__))
#define tensor_sum(...)          (USEGPU_HERE, tensor_sum(__VA_ARGS__))
#define tensor_mean(...)         (USEGPU_HERE, tensor_mean(__VA_ARGS__))
#define tensor_assign(...)       (USEGPU_HERE, tensor_assign(__VA_ARGS__))
#define tensor_add_scaled(...)   (USEGPU_HERE, tensor_add_scaled(__VA_ARGS__))
#define tensor_rows(...)         (USEGPU_HERE, tensor_rows(__VA_ARGS__))
#define tensor_norm(...)         (USEGPU_HERE, tensor_norm(__VA_ARGS__))
#define tensor_print(...)        (USEGPU_HERE, tensor_print(__VA_ARGS__))
#define tensor_save(...)         (USEGPU_HERE, tensor_save(__VA_ARGS__))
#define tensor_load(...)         (USEGPU_HERE, tensor_load(__VA_ARGS__))
#endif

#endif
