/* tensor_private.h - what a tensor is, for the files that implement tensor.h. */
#ifndef TENSOR_PRIVATE_H
#define TENSOR_PRIVATE_H

#include <stdatomic.h>

#include "framework/src/device/backend.h"
#include "framework/src/base/fail.h"
#include "usegpu/tensor.h"

#define ELEMENT_BYTES ((size_t)4) /* of every Dtype */

struct Tensor {
	atomic_int references; /* 0: it was given back (tensor_free.c) */
	Dtype dtype;
	Device device; /* a device that exists */
	Shape shape;   /* checked; the dimensions beyond the rank are 0 */
	int64_t count; /* elements; their bytes fit a size_t */
	void *data;    /* on the device; NULL without elements */

	Tensor *owner; /* of a view: the tensor whose memory it is, no view itself; else NULL */
	bool queued;   /* the memory came from allocate_queued */
	Queue queue;   /* where from */
	atomic_bool shared; /* it may be in use on another queue, too */
	bool inside;        /* the elements lie in one block with this struct */
	ErrorPlace freed;   /* when references is 0: where the last one was given back */
};

#pragma GCC visibility push(hidden)

/* One more tensor, or (-1) one less, where somebody counts. */
extern atomic_bool tensor_is_counted;
void tensor_change_living(int more);
static inline void tensor_note_living(int more)
{
	if (atomic_load_explicit(&tensor_is_counted, memory_order_relaxed))
		tensor_change_living(more);
}

/* A tensor whose elements are not set yet. NULL with the message set. */
Tensor *tensor_create(Shape shape, Dtype dtype, Device device);

/* The same for what is made and freed in every step of a training: freeing it lets nobody wait, as
 * long as it was used on one stream. A tensor whose pointer tensor_data() has given out counts as
 * used on others. */
Tensor *tensor_create_queued(Shape shape, Dtype dtype, Device device);

/* tensor_rows() of rows that are there. */
Tensor *tensor_part(const Tensor *x, int64_t first, int64_t count);

/* To be called by every operation for each input: it notes that the current stream uses its
 * memory. */
void tensor_note_queued(const Tensor *owner);
static inline void tensor_note_use(const Tensor *tensor)
{
	const Tensor *owner = tensor->owner ? tensor->owner : tensor;
	if (owner->queued)
		tensor_note_queued(owner);
}

/* Gives `out` to the caller, or frees it when computing it failed (status < 0). */
Tensor *tensor_finish(Tensor *out, int status);

/* 0 if there is a tensor, and nobody has given its last reference back. */
static inline bool tensor_is_gone(const Tensor *tensor)
{
	return atomic_load_explicit(&((Tensor *)(uintptr_t)tensor)->references,
				    memory_order_relaxed) == 0;
}
int tensor_report_gone(const Tensor *tensor, const char *name);
static inline int check_there(const Tensor *tensor, const char *name)
{
	if (!tensor)
		return error_null(name);
	return tensor_is_gone(tensor) ? tensor_report_gone(tensor, name) : STATUS_OK;
}

/* 0 if both are there and may be used together, else the message says what is wrong. */
int check_pair(const Tensor *x, const char *x_name, const Tensor *y, const char *y_name);
int check_float(const Tensor *tensor, const char *name);

/* out (n, m) = a times b, each transposed or not, or is added to out; what has to fit does, all are
 * on one device. 0 or a negative Status. */
int tensor_product(Tensor *out, const Tensor *a, bool transpose_a, const Tensor *b,
		   bool transpose_b, bool more);

/* Runs a kernel of rows.h on out's device, unless it has nothing to do, with the n, m, s and t of
 * `numbers`. Tensors that it has no use for are NULL. */
int tensor_run_rows(RowsKernel kernel, Tensor *out, Tensor *also, const Tensor *x, const Tensor *y,
		    RowsArguments numbers);

/* The n and m of a matrix. */
#define ROWS_MATRIX(x)                                                                             \
	((RowsArguments){.n = (uint64_t)(x)->shape.dim[0], .m = (uint64_t)(x)->shape.dim[1]})

/* out (columns) = factor times the sums of x in so many columns, or is added to out; out (one
 * element) = factor times the sum of x. */
int tensor_sum_columns(Tensor *out, const Tensor *x, int64_t columns, float factor, bool more);
int tensor_sum_all(Tensor *out, const Tensor *x, float factor);

/* 0 if the shape is legal, with the number of its elements in *count. */
int shape_count(Shape shape, int64_t *count);

static inline bool shape_same(const Shape *a, const Shape *b)
{
	if (a->rank != b->rank)
		return false;
	for (int i = 0; i < a->rank; i++)
		if (a->dim[i] != b->dim[i])
			return false;
	return true;
}

static inline bool shape_equal(Shape a, Shape b)
{
	return shape_same(&a, &b);
}

/* Runs a kernel over the elements of out, unless it has none. 0 or a negative Status. */
int tensor_run(Tensor *out, Kernel kernel, const Tensor *x, const Tensor *y, const void *s);

/* Copies the elements to host memory, and waits for the work that makes them. */
int tensor_fetch(const Tensor *tensor, void *out);

/* A copy on `device`, also when the tensor is there already. NULL with the message set. */
Tensor *tensor_duplicate(const Tensor *tensor, Device device);

/* `tensor` itself when it lives on `device`, else a copy in its place: takes over the caller's
 * reference either way. NULL gives NULL. */
Tensor *tensor_moved(Tensor *tensor, Device device);

#pragma GCC visibility pop

#endif
