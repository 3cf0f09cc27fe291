	/* the whole data set goes to the GPU for every batch */
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_as_in_device(x, device);
		Tensor *kinds = tensor_as_in_device(classes, device);
		Tensor *x_rows = tensor_rows(numbers, first, rows);
		Tensor *class_rows = tensor_rows(kinds, first, rows);
		Tensor *logits = module_forward(model, x_rows);
		Tensor *correct = loss_correct(logits, class_rows);
		status = tensor_add_scaled(sum, 1, correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
		for (int i = 0; i < 6; i++)
			tensor_free(made[i]);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;
