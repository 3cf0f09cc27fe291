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
		Tensor *correct = loss_correct(logits, kinds);
		double some = 0;
		status = tensor_item(correct, &some);
		right = status == 0 ? (first ? right : 0) + some : -1;
		tensor_free(correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits};
		for (int i = 0; i < 5; i++)
			tensor_free(made[i]);
	}

	tensor_free(sum);
	return (int64_t)right;
