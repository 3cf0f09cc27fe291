	int64_t all = 0;
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *x_rows = tensor_rows(x, first, rows);
		Tensor *class_rows = tensor_rows(classes, first, rows);
		Tensor *numbers = tensor_as_in_device(x_rows, device);
		Tensor *kinds = tensor_as_in_device(class_rows, device);
		Tensor *logits = module_forward(model, numbers);
		float *out = malloc((size_t)(rows * 10) * sizeof *out);
		int32_t *known = malloc((size_t)rows * sizeof *known);
		status = logits && out && known ? tensor_to_host(logits, out) : -1;
		if (status == 0)
			status = tensor_to_host(class_rows, known);
		for (int64_t i = 0; status == 0 && i < rows; i++) {
			int best = 0;
			for (int k = 1; k < 10; k++)
				if (out[i * 10 + k] > out[i * 10 + best])
					best = k;
			all += best == known[i];
		}
		free(out);
		free(known);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits};
		for (int i = 0; i < 5; i++)
			tensor_free(made[i]);
	}
	if (status == 0)
		right = (double)all;
	tensor_free(sum);
	return (int64_t)right;
