	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	float *as_floats = malloc((size_t)rows * sizeof *as_floats);
	if (!as_floats)
		return -1;
	for (int64_t i = 0; i < rows; i++)
		as_floats[i] = (float)data->classes[first + i];
	Tensor *a = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
				     data->x + first * data->width, device);
	Tensor *b = tensor_from_host(SHAPE(rows), DTYPE_FLOAT32, as_floats, device);
	free(as_floats);
	if (!a || !b) {
		tensor_free(a);
		tensor_free(b);
		return -1;
	}
	*x = a;
	*classes = b;
	return rows;
