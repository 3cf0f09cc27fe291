	Device device = module_device(model);
	if (first + batch > data->count)
		return 0;
	Tensor *a = tensor_from_host(SHAPE(batch, data->width), DTYPE_FLOAT32,
				     data->x + first * data->width, device);
	Tensor *b = tensor_from_host(SHAPE(batch), DTYPE_INT32, data->classes + first, device);
	if (!a || !b) {
		tensor_free(a);
		tensor_free(b);
		return -1;
	}
	*x = a;
	*classes = b;
	return batch;
