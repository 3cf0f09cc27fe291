/* no copy at all in the first case, one in the second */
if (device_equal(tensor_device(x), tensor_device(y)))
	return tensor_add(x, y);
Tensor *copy = tensor_copy_to(x, tensor_device(y));
Tensor *sum = copy ? tensor_add(copy, y) : NULL;
if (copy)
	tensor_free(copy);
return sum;
