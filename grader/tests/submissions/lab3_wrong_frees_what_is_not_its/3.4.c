	Tensor *here = tensor_as_in_device(x, tensor_device(y));
	Tensor *sum = tensor_add(here, y);
	tensor_free(here);
	tensor_free(x);
	return sum;
