	Device device = module_device(model);
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int64_t count = tensor_shape(x).dim[0];
	for (int64_t first = 0; first < count && sum; first += batch) {
		int64_t rows = first + batch < count ? batch : count - first;
		Tensor *x_part = tensor_rows(x, first, rows);
		Tensor *part = tensor_as_in_device(x_part, device);
		Tensor *known_part = tensor_rows(classes, first, rows);
		Tensor *known = tensor_as_in_device(known_part, device);
		Tensor *logits = module_forward(model, part), *hits = loss_correct(logits, known);
		Tensor *more = tensor_add(sum, hits);
		tensor_free(sum);
		sum = more;
		tensor_free(hits);
		tensor_free(logits);
		tensor_free(known);
		tensor_free(known_part);
		tensor_free(part);
		tensor_free(x_part);
	}
	double all = -1;
	if (tensor_item(sum, &all) < 0)
		all = -1;
	tensor_free(sum);
	return (int64_t)all;
