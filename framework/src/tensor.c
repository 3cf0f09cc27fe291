/* tensor.c - what a tensor is: its shape, its memory, its owners. */
#include "tensor_private.h"

#include <stdlib.h>

int shape_count(Shape shape, int64_t *count)
{
	int64_t product = 1;
	bool empty = false, too_many = false;
	if (shape.rank < 0 || shape.rank > TENSOR_MAX_RANK)
		return error_set(STATUS_SHAPE, "the shape has %d dimensions; wanted 0 to %d",
				 shape.rank, TENSOR_MAX_RANK);
	for (int i = 0; i < shape.rank; i++) {
		if (shape.dim[i] < 0)
			return error_set(STATUS_SHAPE, "dimension %d of the shape %s is negative",
					 i, text_shape(shape).text);
		empty = empty || shape.dim[i] == 0;
		too_many = too_many || __builtin_mul_overflow(product, shape.dim[i], &product);
	}
	if (empty)
		product = 0;
	else if (too_many || product > (int64_t)(PTRDIFF_MAX / ELEMENT_BYTES))
		return error_set(STATUS_MEMORY, "the shape %s has more elements than any memory",
				 text_shape(shape).text);
	*count = product;
	return STATUS_OK;
}

bool shape_equal(Shape a, Shape b)
{
	if (a.rank != b.rank)
		return false;
	for (int i = 0; i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return false;
	return true;
}

Tensor *tensor_create(Shape shape, Dtype dtype, Device device)
{
	int64_t count;
	if (shape_count(shape, &count) < 0 || device_require(device) < 0)
		return NULL;
	if (dtype != DTYPE_FLOAT32 && dtype != DTYPE_INT32) {
		error_set(STATUS_ARGUMENT, "dtype %d is unknown; wanted float32 or int32",
			  (int)dtype);
		return NULL;
	}
	Tensor *tensor = calloc(1, sizeof(*tensor));
	if (!tensor) {
		error_set(STATUS_MEMORY, "the host has no memory left for a tensor");
		return NULL;
	}
	atomic_init(&tensor->references, 1);
	tensor->dtype = dtype;
	tensor->device = device.kind == DEVICE_GPU ? device : device_cpu();
	tensor->count = count;
	tensor->shape.rank = shape.rank;
	for (int i = 0; i < shape.rank; i++)
		tensor->shape.dim[i] = shape.dim[i];
	if (count > 0 && backend_of(device)->allocate(tensor->device.index, tensor_bytes(tensor),
						      &tensor->data) < 0) {
		free(tensor);
		return NULL;
	}
	return tensor;
}

Tensor *tensor_retain(Tensor *tensor)
{
	if (tensor)
		atomic_fetch_add(&tensor->references, 1);
	return tensor;
}

void tensor_free(Tensor *tensor)
{
	if (!tensor || atomic_fetch_sub(&tensor->references, 1) > 1)
		return;
	if (tensor->data)
		backend_of(tensor->device)->release(tensor->device.index, tensor->data);
	free(tensor);
}

Shape tensor_shape(const Tensor *tensor)
{
	return tensor ? tensor->shape : SHAPE_SCALAR;
}

Dtype tensor_dtype(const Tensor *tensor)
{
	return tensor ? tensor->dtype : DTYPE_FLOAT32;
}

Device tensor_device(const Tensor *tensor)
{
	return tensor ? tensor->device : device_cpu();
}

int64_t tensor_count(const Tensor *tensor)
{
	return tensor ? tensor->count : 0;
}

size_t tensor_bytes(const Tensor *tensor)
{
	return tensor ? (size_t)tensor->count * ELEMENT_BYTES : 0;
}

void *tensor_data(const Tensor *tensor)
{
	return tensor ? tensor->data : NULL;
}
