/* tensor_copy.c - moving elements between the host and the devices, and between devices. */
#include "framework/src/tensor/tensor_private.h"

Tensor *tensor_from_host(Shape shape, Dtype dtype, const void *data, Device device)
{
	error_begin(__func__);
	Tensor *out = tensor_create_queued(shape, dtype, device);
	if (!out || out->count == 0)
		return out;
	if (data ? backend_copy(out->data, out->device, data, device_cpu(), tensor_bytes(out)) < 0
		 : error_null("data") < 0) {
		tensor_free(out);
		return NULL;
	}
	return out;
}

int tensor_fetch(const Tensor *tensor, void *out)
{
	if (tensor->count == 0)
		return STATUS_OK;
	tensor_note_use(tensor);
	return backend_copy(out, device_cpu(), tensor->data, tensor->device, tensor_bytes(tensor));
}

int tensor_to_host(const Tensor *tensor, void *out)
{
	error_begin(__func__);
	if (check_there(tensor, "tensor") < 0)
		return error_passed_on();
	if (!out && tensor->count > 0)
		return error_null("out");
	return tensor_fetch(tensor, out);
}

int tensor_item(const Tensor *tensor, double *value)
{
	union {
		float f;
		int32_t i;
	} element;

	error_begin(__func__);
	if (check_there(tensor, "tensor") < 0)
		return error_passed_on();
	if (!value)
		return error_null("value");
	if (tensor->count != 1)
		return error_set(STATUS_SHAPE,
				 "the shape is %s, %lld elements; only a tensor of one element is "
				 "a number",
				 text_shape(tensor->shape).text, (long long)tensor->count);
	if (tensor_fetch(tensor, &element) < 0)
		return error_passed_on();
	*value = tensor->dtype == DTYPE_INT32 ? element.i : (double)element.f;
	return STATUS_OK;
}

/* A copy between GPUs is in the source's stream, which knows nothing of what was queued on the other
 * GPU. */
static bool is_between_gpus(Device a, Device b)
{
	return a.kind == DEVICE_GPU && b.kind == DEVICE_GPU && a.index != b.index;
}

Tensor *tensor_duplicate(const Tensor *tensor, Device device)
{
	Tensor *out = (is_between_gpus(tensor->device, device)
			       ? tensor_create
			       : tensor_create_queued)(tensor->shape, tensor->dtype, device);
	tensor_note_use(tensor);
	if (out && out->count > 0 &&
	    backend_copy(out->data, out->device, tensor->data, tensor->device,
			 tensor_bytes(tensor)) < 0) {
		tensor_free(out);
		return NULL;
	}
	return out;
}

Tensor *tensor_moved(Tensor *tensor, Device device)
{
	if (!tensor || device_equal(tensor->device, device))
		return tensor;
	Tensor *out = tensor_duplicate(tensor, device);
	tensor_free(tensor);
	return out;
}

Tensor *tensor_copy_to(const Tensor *tensor, Device device)
{
	error_begin(__func__);
	if (check_there(tensor, "tensor") < 0)
		return NULL;
	return tensor_duplicate(tensor, device);
}

Tensor *tensor_as_in_device(Tensor *tensor, Device device)
{
	error_begin(__func__);
	if (check_there(tensor, "tensor") < 0)
		return NULL;
	return device_equal(tensor->device, device) ? tensor_retain(tensor)
						    : tensor_duplicate(tensor, device);
}
