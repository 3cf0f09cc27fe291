	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *a = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first,
				     device);
	Tensor *b = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!a || !b) {
		tensor_free(a);
		tensor_free(b);
		return -1;
	}
	*x = a;
	*classes = b;
	return rows;
