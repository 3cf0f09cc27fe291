	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, tensor_device(x));
	for (int64_t first = 0; first < count; first += batch) {
		int64_t rows = first + batch <= count ? batch : count - first;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		Tensor *part = tensor_scale(loss, (float)rows);
		Tensor *next = tensor_add(sum, part);
		tensor_free(sum);
		tensor_free(part);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
		sum = next;
		if (!sum)
			return -1;
	}
	double all;
	device_synchronize(module_device(model));
	int status = tensor_item(sum, &all);
	tensor_free(sum);
	if (status < 0)
		return -1;
	*mean = all / (double)count;
	return 0;
