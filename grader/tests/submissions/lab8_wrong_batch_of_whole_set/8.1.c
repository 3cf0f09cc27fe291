	/* sends all rows and takes the batch from them */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *all = tensor_from_host(SHAPE(data->count, data->width), DTYPE_FLOAT32, data->x, device);
	Tensor *kinds = tensor_from_host(SHAPE(data->count), DTYPE_INT32, data->classes, device);
	Tensor *part = tensor_rows(all, first, rows), *known = tensor_rows(kinds, first, rows);
	tensor_free(all);
	tensor_free(kinds);
	if (!part || !known) {
		tensor_free(part);
		tensor_free(known);
		return -1;
	}
	*x = part;
	*classes = known;
	return rows;
