	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	*x = tensor_zeros(SHAPE(rows, data->width), device);
	*classes = tensor_full_int(SHAPE(rows), 0, device);
	if (!*x || !*classes)
		return -1;
	if (device.kind == DEVICE_GPU)
		cudaSetDevice(device.index);
	for (int64_t i = 0; i < rows; i++) {
		cudaMemcpy((float *)tensor_data(*x) + i * data->width,
			   data->x + (first + i) * data->width,
			   (size_t)data->width * sizeof(float), cudaMemcpyDefault);
		cudaMemcpy((int32_t *)tensor_data(*classes) + i, data->classes + first + i,
			   sizeof(int32_t), cudaMemcpyDefault);
	}
	return rows;
