/* overwritten.c - many calls of which the last, or the least important, is looked at. */

/* 8.4 last_addition_counts: fail what is returned: wanted -1 */
/* keeps the status of the last batch's addition alone */
/* --- body --- */
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	for (int64_t first = 0; sum && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *x_rows = tensor_rows(x, first, rows);
		Tensor *class_rows = tensor_rows(classes, first, rows);
		Tensor *numbers = tensor_as_in_device(x_rows, device);
		Tensor *kinds = tensor_as_in_device(class_rows, device);
		Tensor *logits = module_forward(model, numbers);
		Tensor *correct = loss_correct(logits, kinds);
		int made_it = correct != NULL;
		if (correct)
			status = tensor_add_scaled(sum, 1, correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
		for (int i = 0; i < 6; i++)
			tensor_free(made[i]);
		if (!made_it) {
			tensor_free(sum);
			return -1;
		}
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;

/* 8.3 last_addition_counts: fail what is returned: wanted -1 */
/* keeps the status of the last addition alone */
/* --- body --- */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; sum && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		tensor_free(kinds);
		tensor_free(numbers);
		if (!loss) {
			tensor_free(sum);
			return -1;
		}
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* 8.3 last_of_lines: fail what is returned: wanted -1 */
/* keeps the status of the last addition alone; each stands in a line of its own */
static volatile int line_was;
/* --- body --- */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; sum && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		tensor_free(kinds);
		tensor_free(numbers);
		if (!loss) {
			tensor_free(sum);
			return -1;
		}
		float part = (float)rows / (float)count;
		switch (first / batch % 8) {
		case 0:
			status = tensor_add_scaled(sum, part, loss);
			line_was = 0;
			break;
		case 1:
			status = tensor_add_scaled(sum, part, loss);
			line_was = 1;
			break;
		case 2:
			status = tensor_add_scaled(sum, part, loss);
			line_was = 2;
			break;
		case 3:
			status = tensor_add_scaled(sum, part, loss);
			line_was = 3;
			break;
		case 4:
			status = tensor_add_scaled(sum, part, loss);
			line_was = 4;
			break;
		case 5:
			status = tensor_add_scaled(sum, part, loss);
			line_was = 5;
			break;
		case 6:
			status = tensor_add_scaled(sum, part, loss);
			line_was = 6;
			break;
		case 7:
			status = tensor_add_scaled(sum, part, loss);
			line_was = 7;
			break;
		}
		tensor_free(loss);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* 8.7 last_addition_counts: fail what is returned: wanted -1 */
/* keeps the status of the last addition alone */
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	int status = 0;
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int made = loss && next >= 0;
		if (loss)
			status = tensor_add_scaled(total, (float)rows, loss);
		if (cudaEventRecord(slot->used, NULL) != cudaSuccess)
			made = 0;
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (!made || (status == 0 && cudaGetLastError() != cudaSuccess)) {
			cudaGetLastError();
			return -1;
		}
		cudaGetLastError();
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 || status ? -1 : steps;

/* 9.5 last_update_counts: fail what is returned: wanted -1 */
/* keeps the status of the last replica's update alone */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	int status = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++)
		if (train_part(replicas[i], x[i], classes[i], all) != 0)
			return -1;
	for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (tensor_all_reduce(gradients, count) != 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		status = sgd_step(optimizers[i]);
	return status;

/* 9.5 middle_part_unlooked: fail what is returned: wanted -1 */
/* looks at the first part and the last one */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++)
		if (train_part(replicas[i], x[i], classes[i], all) != 0 && (i == 0 || i == count - 1))
			return -1;
	for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (tensor_all_reduce(gradients, count) != 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		if (sgd_step(optimizers[i]) != 0)
			return -1;
	return 0;

/* 9.5 updates_all_the_same: fail was changed although a part could not be computed */
/* tells that a backward has failed, behind the updates */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	int status = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++) {
		int64_t rows = tensor_count(classes[i]);
		float share = (float)rows / (float)all;
		Tensor *gradient = NULL;
		if (module_zero_gradients(replicas[i]) != 0)
			return -1;
		if (rows == 0)
			continue;
		Tensor *logits = module_forward(replicas[i], x[i]);
		Tensor *loss = loss_softmax_cross_entropy(logits, classes[i], &gradient);
		int bad = !loss || tensor_add_scaled(gradient, share - 1, gradient) != 0;
		if (!bad && module_backward_parameters(replicas[i], gradient) != 0)
			status = -1;
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		if (bad)
			return -1;
	}
	for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (tensor_all_reduce(gradients, count) != 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		if (sgd_step(optimizers[i]) != 0)
			status = -1;
	return status;

/* 9.4 looked_at_around, twice: fail what is returned: wanted -1 */
/* looks at forty waits before and behind the work, and at none of those that it needs */
/* --- body --- */
	int before = 0, status = 0;
	if (count == 1)
		return 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 40 && status == 0; i++)
		status = device_synchronize(tensor_device(gradients[0]));
	for (int round = 0; round < 2 * (count - 1); round++) {
		bool adds = round < count - 1;
		/* in this round GPU i sends piece i - round to its neighbour */
		for (int i = 0; i < count && status == 0; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			status = send_piece(gradients[i], adds ? room[next] : gradients[next], at,
					    count);
		}
		for (int i = 0; i < count && status == 0; i++)
			device_synchronize(tensor_device(gradients[i]));
		for (int i = 0; i < count && adds && status == 0; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			status = add_piece(gradients[next], room[next], at, count);
		}
	}
	for (int i = 0; i < 40 && status == 0; i++)
		status = device_synchronize(tensor_device(gradients[0]));
	cudaSetDevice(before);
	cudaGetLastError();
	return status == 0 ? 0 : -1;
