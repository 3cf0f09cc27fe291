	int64_t count = tensor_shape(x).dim[0];
	int status = 0;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		tensor_free(loss);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;
