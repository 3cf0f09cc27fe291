/* lab8_right_by_cuda: pass */
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
	int status = device_synchronize(module_device(model));
	if (status == 0)
		status = tensor_item(sum, &all);
	tensor_free(sum);
	if (status < 0)
		return -1;
	*mean = all / (double)count;
	return 0;

/* lab8_wrong_at_the_edges: fail step was called */
/* there is always a smaller batch at the end, if only of no rows */
int64_t count = tensor_shape(x).dim[0], batches = count / batch + 1;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
int status = sum ? 0 : -1;
for (int64_t i = 0; status == 0 && i < batches; i++) {
	int64_t rows = i + 1 < batches ? batch : count % batch;
	Tensor *numbers = tensor_rows(x, i * batch, rows);
	Tensor *kinds = tensor_rows(classes, i * batch, rows);
	Tensor *loss = step(model, sgd, numbers, kinds);
	status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
	tensor_free(loss);
	tensor_free(kinds);
	tensor_free(numbers);
}
if (status == 0)
	status = tensor_item(sum, mean);
tensor_free(sum);
return status == 0 ? 0 : -1;

/* lab8_wrong_batches_copied: fail wanted one copy in all, of the sum */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *view = tensor_rows(x, first, rows), *numbers = tensor_copy_to(view, module_device(model));
		tensor_free(view);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_given_back_early: fail tensor_add_scaled: x is a tensor that was given back before, by tensor_free (lab8_training.c: */
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

/* lab8_wrong_last_batch_counts_full: fail *mean: wanted */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)batch / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_last_batch_forgotten: fail the last, smaller batch was left out */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first + batch <= count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_last_loss_only: fail the loss of the last batch alone */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		tensor_free(sum);
		sum = loss;
		status = loss ? 0 : -1;
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_losses_leaked: fail never freed */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_mean_of_batches: fail the mean over batches */
	int steps = 0;
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, 1, loss);
		steps++;
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	double all = 0;
	if (status == 0 && (status = tensor_item(sum, &all)) == 0)
		*mean = all / steps;
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_mean_on_failure: fail *mean, which was -1 before */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (sum)
		status |= tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_reports_each_loss: fail copies to the host in an epoch of */
	double total = 0;
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		double value = 0;
		status = tensor_item(loss, &value);
		total += value * (double)rows / (double)count;
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		*mean = total;
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_synchronises_each_batch: fail the host waited for the GPU */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		device_synchronize(module_device(model));
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_own_step, calls 8.2: fail `step` was never called; it is handed over */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = train_step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_steps_again: fail each batch changed the parameters twice */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		if (loss)
			sgd_step(sgd);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_last_batch_moved_back: fail began with row */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		int64_t begin = first;
		if (count >= batch && rows < batch) {
			begin = count - batch;
			rows = batch;
		}
		Tensor *numbers = tensor_rows(x, begin, rows);
		Tensor *kinds = tensor_rows(classes, begin, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_classes_from_the_top: fail the classes of batch 1 began with row 0, wanted row */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, 0, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_a_batch_too_many: fail more often than there are batches */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first <= count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_fetch_unchecked: fail the 1st copy fails: what is returned: wanted -1, got 0 */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_loss_kept_on_failure: fail of a kernel fails) */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		if (loss)
			tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_weights_kept: fail from malloc(), of  */
	int64_t count = tensor_shape(x).dim[0];
	float *weights = malloc((size_t)((count + batch - 1) / batch) * sizeof *weights);
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum && weights ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		weights[first / batch] = (float)rows / (float)count;
		status = tensor_add_scaled(sum, weights[first / batch], loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_loss_of_step_kept: fail what `step` returned is yours to give back */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* lab8_wrong_step_arguments: fail module_forward: x is int32; wanted float32 (in `step`) */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, kinds, numbers);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;
