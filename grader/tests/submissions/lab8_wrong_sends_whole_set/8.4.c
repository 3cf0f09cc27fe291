	/* the whole data set goes to the GPU at once */
	Device device = module_device(model);
	Tensor *numbers = tensor_as_in_device(x, device), *sum = tensor_zeros(SHAPE_SCALAR, device);
	Tensor *kinds = tensor_as_in_device(classes, device);
	int64_t count = tensor_shape(x).dim[0];
	for (int64_t first = 0; first < count && sum; first += batch) {
		int64_t rows = first + batch < count ? batch : count - first;
		Tensor *part = tensor_rows(numbers, first, rows);
		Tensor *known = tensor_rows(kinds, first, rows);
		Tensor *logits = module_forward(model, part), *hits = loss_correct(logits, known);
		Tensor *more = tensor_add(sum, hits);
		tensor_free(sum);
		sum = more;
		tensor_free(hits);
		tensor_free(logits);
		tensor_free(known);
		tensor_free(part);
	}
	double all = -1;
	if (tensor_item(sum, &all) < 0)
		all = -1;
	tensor_free(sum);
	tensor_free(numbers);
	tensor_free(kinds);
	return (int64_t)all;
