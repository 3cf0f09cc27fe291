/* lab8_right_step_first: pass */
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

/* lab8_wrong_at_the_edges: fail the 1st copy fails: what is returned */
/* what became of the last batch is returned */
Device device = module_device(model);
int64_t count = tensor_shape(x).dim[0];
double right = -1;
int status = -1;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
for (int64_t first = 0; first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *x_rows = tensor_rows(x, first, rows), *class_rows = tensor_rows(classes, first, rows);
	Tensor *numbers = tensor_as_in_device(x_rows, device);
	Tensor *kinds = tensor_as_in_device(class_rows, device);
	Tensor *logits = module_forward(model, numbers);
	Tensor *correct = loss_correct(logits, kinds);
	status = tensor_add_scaled(sum, 1, correct);
	Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
	for (int i = 0; i < 6; i++)
		tensor_free(made[i]);
}
if (status == 0 && tensor_item(sum, &right) < 0)
	right = -1;
tensor_free(sum);
return (int64_t)right;

/* lab8_wrong_compares_on_host: fail compare and add up on the GPU */
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

/* lab8_wrong_copies_what_is_there: fail bytes of copies within the GPU: wanted at most */
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *x_rows = tensor_rows(x, first, rows);
		Tensor *class_rows = tensor_rows(classes, first, rows);
		Tensor *numbers = tensor_copy_to(x_rows, device);
		Tensor *kinds = tensor_copy_to(class_rows, device);
		Tensor *logits = module_forward(model, numbers);
		Tensor *correct = loss_correct(logits, kinds);
		status = tensor_add_scaled(sum, 1, correct);
		tensor_free(correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits};
		for (int i = 0; i < 5; i++)
			tensor_free(made[i]);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;

/* lab8_wrong_count_of_each_batch: fail copies to the host */
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

/* lab8_wrong_sends_whole_set: fail each batch by itself */
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

/* lab8_wrong_sends_whole_set_each_time: fail each batch by itself */
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

/* lab8_wrong_whole_batches_only: fail right answers, got */
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first + batch <= count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *x_rows = tensor_rows(x, first, rows);
		Tensor *class_rows = tensor_rows(classes, first, rows);
		Tensor *numbers = tensor_as_in_device(x_rows, device);
		Tensor *kinds = tensor_as_in_device(class_rows, device);
		Tensor *logits = module_forward(model, numbers);
		Tensor *correct = loss_correct(logits, kinds);
		status = tensor_add_scaled(sum, 1, correct);
		tensor_free(correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits};
		for (int i = 0; i < 5; i++)
			tensor_free(made[i]);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;

/* lab8_wrong_device_left: fail the current device was not put back: it was  */
	cudaSetDevice(0);
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
		status = tensor_add_scaled(sum, 1, correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
		for (int i = 0; i < 6; i++)
			tensor_free(made[i]);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;

/* lab8_wrong_frees_rows: fail count_right: the caller's tensor_free: this tensor was given back before */
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
		status = tensor_add_scaled(sum, 1, correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
		for (int i = 0; i < 6; i++)
			tensor_free(made[i]);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	tensor_free(x);
	return (int64_t)right;
