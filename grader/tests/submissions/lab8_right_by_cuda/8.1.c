	Device device = module_device(model);
	int64_t rows = batch;
	if (first >= data->count)
		return 0;
	if (first + rows > data->count)
		rows = data->count - first;
	Tensor *a = tensor_zeros(SHAPE(rows, data->width), device);
	Tensor *b = a ? tensor_full_int(SHAPE(rows), 0, device) : NULL;
	if (!b) {
		tensor_free(a);
		return -1;
	}
	size_t bytes = tensor_bytes(a);
	if (device.kind == DEVICE_CPU) {
		memcpy(tensor_data(a), data->x + first * data->width, bytes);
		memcpy(tensor_data(b), data->classes + first, tensor_bytes(b));
	} else {
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(device.index);
		cudaMemcpy(tensor_data(a), data->x + first * data->width, bytes,
			   cudaMemcpyHostToDevice);
		cudaMemcpy(tensor_data(b), data->classes + first, tensor_bytes(b),
			   cudaMemcpyHostToDevice);
		cudaSetDevice(before);
	}
	*x = a;
	*classes = b;
	return rows;
