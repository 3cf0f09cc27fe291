/* tensor_view.c - tensors that are a part of another one's memory, and the one operation that
 * changes a tensor in place. */
#include "framework/src/tensor/tensor_private.h"

#include <stdlib.h>

#include "framework/src/tensor/policy.h"

Tensor *tensor_rows(const Tensor *x, int64_t first, int64_t count)
{
	error_begin(__func__);
	if (check_there(x, "x") < 0)
		return NULL;
	int64_t rows = x->shape.rank > 0 ? x->shape.dim[0] : 0;
	if (x->shape.rank == 0 || first < 0 || count < 0 || first > rows || count > rows - first) {
		error_set(STATUS_SHAPE, "x is %s; wanted %lld of its rows from row %lld on",
			  text_shape(x->shape).text, (long long)count, (long long)first);
		return NULL;
	}
	return tensor_part(x, first, count);
}

Tensor *tensor_part(const Tensor *x, int64_t first, int64_t count)
{
	Tensor *view = calloc(1, sizeof(*view));
	if (!view) {
		error_set(STATUS_MEMORY, "the host has no memory left for a tensor");
		return NULL;
	}
	int64_t rows = x->shape.dim[0], width = rows > 0 ? x->count / rows : 0;
	atomic_init(&view->references, 1);
	atomic_init(&view->shared, false);
	view->dtype = x->dtype;
	view->device = x->device;
	view->shape = x->shape;
	view->shape.dim[0] = count;
	view->count = count * width;
	if (view->count > 0)
		view->data = (char *)x->data + (size_t)(first * width) * ELEMENT_BYTES;
	/* The view is another owner of the memory; only the number of owners of x changes. */
	view->owner = tensor_retain(x->owner ? x->owner : (Tensor *)(uintptr_t)x);
	tensor_note_living(1);
	return view;
}

/* Whether two tensors have some elements in common but do not lie alike. */
static bool overlap(const Tensor *x, const Tensor *y)
{
	const char *a = x->data, *b = y->data;
	if (!a || !b || a == b || !device_equal(x->device, y->device))
		return false;
	return a < b ? (size_t)(b - a) < tensor_bytes(x) : (size_t)(a - b) < tensor_bytes(y);
}

static int check_add_scaled(const Tensor *y, const Tensor *x)
{
	if (check_pair(y, "y", x, "x") < 0 || check_float(y, "y") < 0 || check_float(x, "x") < 0)
		return error_passed_on();
	if (!shape_equal(y->shape, x->shape))
		return error_set(STATUS_SHAPE, "y is %s, x is %s; both must have one shape",
				 text_shape(y->shape).text, text_shape(x->shape).text);
	if (overlap(y, x))
		return error_set(STATUS_ARGUMENT, "y and x share some of their memory; wanted all "
						  "or none of it");
	return STATUS_OK;
}

int tensor_add_scaled(Tensor *y, float alpha, const Tensor *x)
{
	Tensor *copy;
	error_begin(__func__);
	if (check_add_scaled(y, x) < 0 || policy_bring(y->device, "y", &x, "x", &copy) < 0)
		return error_passed_on();
	int status = tensor_run(y, KERNEL_add_scaled_f32, y, x, &alpha);
	tensor_free(copy);
	return status;
}

static int check_assign(const Tensor *y, const Tensor *x)
{
	if (check_there(y, "y") < 0 || check_there(x, "x") < 0)
		return error_passed_on();
	if (!device_equal(y->device, x->device))
		return error_set(STATUS_DEVICE,
				 "y is on %s, x is on %s; both must be on one device",
				 device_text(y->device).text, device_text(x->device).text);
	if (y->dtype != x->dtype)
		return error_set(STATUS_ARGUMENT, "y and x are of two types");
	if (y->count != x->count)
		return error_set(STATUS_SHAPE, "y is %s, x is %s; both must have as many elements",
				 text_shape(y->shape).text, text_shape(x->shape).text);
	if (overlap(y, x))
		return error_set(STATUS_ARGUMENT, "y and x share some of their memory; wanted all "
						  "or none of it");
	return STATUS_OK;
}

int tensor_assign(const Tensor *y, const Tensor *x)
{
	error_begin(__func__);
	if (check_assign(y, x) < 0)
		return error_passed_on();
	if (y->count == 0 || y->data == x->data)
		return STATUS_OK;
	tensor_note_use(y);
	tensor_note_use(x);
	return backend_copy(y->data, y->device, x->data, x->device, tensor_bytes(x));
}
