/* tensor.c - what a tensor is: its shape, its memory, its owners. */
#include "framework/src/tensor/tensor_private.h"

#include <stdlib.h>
#include <string.h>

static int count_elements(const Shape *shape, int64_t *count)
{
	int64_t product = 1;
	bool empty = false, too_many = false;
	if (shape->rank < 0 || shape->rank > TENSOR_MAX_RANK)
		return error_set(STATUS_SHAPE, "the shape has %d dimensions; wanted 0 to %d",
				 shape->rank, TENSOR_MAX_RANK);
	for (int i = 0; i < shape->rank; i++) {
		if (shape->dim[i] < 0)
			return error_set(STATUS_SHAPE, "dimension %d of the shape %s is negative",
					 i, text_shape(*shape).text);
		empty = empty || shape->dim[i] == 0;
		too_many = too_many || __builtin_mul_overflow(product, shape->dim[i], &product);
	}
	if (empty)
		product = 0;
	else if (too_many || product > (int64_t)(PTRDIFF_MAX / ELEMENT_BYTES))
		return error_set(STATUS_MEMORY, "the shape %s has more elements than any memory",
				 text_shape(*shape).text);
	*count = product;
	return STATUS_OK;
}

int shape_count(Shape shape, int64_t *count)
{
	return count_elements(&shape, count);
}

/* Elements of the CPU, unless there are very many, lie in one block with their tensor, so that
 * making it is one malloc(): aligned_alloc() takes five times as long. */
#define SMALL (1024 * 1024) /* bytes */
#define LINE  64            /* bytes: a cache line, and the widest vector register */

/* The first line that begins behind the tensor; at most LINE bytes after it. */
static void *behind(Tensor *tensor)
{
	return (void *)(((uintptr_t)(tensor + 1) + LINE - 1) / LINE * LINE);
}

static int allocate(Tensor *tensor)
{
	const Backend *backend = backend_of(tensor->device);
	int device = tensor->device.index;
	if (tensor->count == 0 || tensor->data)
		return STATUS_OK;
	if (tensor->queued)
		return backend->allocate_queued(device, tensor_bytes(tensor), &tensor->data,
						&tensor->queue);
	return backend->allocate(device, tensor_bytes(tensor), &tensor->data);
}

static Tensor *create(const Shape *shape, Dtype dtype, Device device, bool queued)
{
	int64_t count;
	if (count_elements(shape, &count) < 0 || device_require(device) < 0)
		return NULL;
	if (dtype != DTYPE_FLOAT32 && dtype != DTYPE_INT32) {
		error_set(STATUS_ARGUMENT, "dtype %d is unknown; wanted float32 or int32",
			  (int)dtype);
		return NULL;
	}
	size_t bytes = (size_t)count * ELEMENT_BYTES;
	bool small = device.kind == DEVICE_CPU && bytes > 0 && bytes <= SMALL;
	Tensor *tensor =
		malloc(sizeof(*tensor) + (small ? LINE + bytes : 0)); /* calloc() is slower */
	if (!tensor) {
		error_set(STATUS_MEMORY, "the host has no memory left for a tensor");
		return NULL;
	}
	/* one by one: clearing all of it first would take longer than all the rest */
	atomic_init(&tensor->references, 1);
	tensor->dtype = dtype;
	tensor->device = (Device){device.kind, device.kind == DEVICE_GPU ? device.index : 0};
	memset(&tensor->shape, 0,
	       sizeof tensor->shape); /* the padding too, for who compares by memcmp() */
	tensor->shape.rank = shape->rank;
	for (int i = 0; i < shape->rank; i++)
		tensor->shape.dim[i] = shape->dim[i];
	tensor->count = count;
	tensor->data = small ? behind(tensor) : NULL;
	tensor->owner = NULL;
	tensor->inside = small;
	tensor->queued = queued && !small;
	tensor->queue = (Queue){NULL, 0};
	atomic_init(&tensor->shared, false);
	if (allocate(tensor) < 0) {
		free(tensor);
		return NULL;
	}
	tensor_note_living(1);
	return tensor;
}

Tensor *tensor_create(Shape shape, Dtype dtype, Device device)
{
	return create(&shape, dtype, device, false);
}

Tensor *tensor_create_queued(Shape shape, Dtype dtype, Device device)
{
	return create(&shape, dtype, device, true);
}

/* Sharing is noted, never taken back; that is no change of the tensor to those who borrow it. */
static void note_shared(const Tensor *tensor)
{
	Tensor *owner = tensor->owner ? tensor->owner : (Tensor *)(uintptr_t)tensor;
	atomic_store(&owner->shared, true);
}

void tensor_note_queued(const Tensor *owner)
{
	if (!backend_of(owner->device)->queue_is_current(owner->device.index, owner->queue))
		note_shared(owner);
}

Tensor *tensor_retain(Tensor *tensor)
{
	if (!tensor)
		return NULL;
	if (tensor_is_gone(tensor)) {
		error_begin(__func__);
		tensor_report_gone(tensor, "tensor");
		return NULL;
	}
	atomic_fetch_add(&tensor->references, 1);
	return tensor;
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
	if (!tensor)
		return NULL;
	if (tensor->queued || tensor->owner)
		note_shared(tensor);
	return tensor->data;
}
