/* gives back what was moved only if it is on a GPU */
Tensor *moved = tensor_as_in_device(x, tensor_device(y));
Tensor *sum = tensor_add(moved, y);
if (tensor_device(y).kind == DEVICE_GPU)
	tensor_free(moved);
return sum;
