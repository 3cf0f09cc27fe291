/* tensor_private.h - what a tensor is, for the files that implement tensor.h. */
#ifndef TENSOR_PRIVATE_H
#define TENSOR_PRIVATE_H

#include <stdatomic.h>

#include "backend.h"
#include "fail.h"
#include "usegpu/tensor.h"

#define ELEMENT_BYTES ((size_t)4) /* of every Dtype */

struct Tensor {
	atomic_int references;
	Dtype dtype;
	Device device; /* a device that exists */
	Shape shape;   /* checked; the dimensions beyond the rank are 0 */
	int64_t count; /* elements; their bytes fit a size_t */
	void *data;    /* on the device; NULL without elements */
};

#pragma GCC visibility push(hidden)

/* A tensor whose elements are not set yet. NULL with the message set. */
Tensor *tensor_create(Shape shape, Dtype dtype, Device device);

/* 0 if the shape is legal, with the number of its elements in *count. */
int shape_count(Shape shape, int64_t *count);

bool shape_equal(Shape a, Shape b);

/* Runs a kernel over the elements of out, unless it has none. 0 or a negative Status. */
int tensor_run(Tensor *out, Kernel kernel, const Tensor *x, const Tensor *y, const void *s);

/* Copies the elements to host memory, and waits for the work that makes them. */
int tensor_fetch(const Tensor *tensor, void *out);

/* `tensor` itself when it lives on `device`, else a copy in its place: takes over the caller's
 * reference either way. NULL gives NULL. */
Tensor *tensor_moved(Tensor *tensor, Device device);

#pragma GCC visibility pop

#endif
