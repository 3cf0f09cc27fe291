/* few.c - answers for as many GPUs, layers and steps as examples have, and no more. */

/* 9.3 vectors_alone: fail the sum on */
/* sends back as many numbers as a vector has; of a matrix the first column's length */
/* --- body --- */
	Device first = tensor_device(gradients[0]);
	int status = 0;
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		status = tensor_add_scaled(gradients[0], 1, come);
		tensor_free(come);
	}
	for (int i = 1; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
				   tensor_data(gradients[0]), first.index,
				   (size_t)tensor_shape(gradients[0]).dim[0] * 4) != cudaSuccess)
			status = -1;
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 9.3 four_gpus: fail GPUs */
/* is right for four GPUs at most, as many as other machines have */
/* --- body --- */
	if (count > 4)
		return -1;
	Device first = tensor_device(gradients[0]);
	int status = 0;
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		status = tensor_add_scaled(gradients[0], 1, come);
		tensor_free(come);
	}
	for (int i = 1; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
				   tensor_data(gradients[0]), first.index,
				   tensor_bytes(gradients[0])) != cudaSuccess)
			status = -1;
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 9.4 four_gpus: fail GPUs */
/* is right for four GPUs at most, as many as other machines have */
/* --- body --- */
	int before = 0, status = 0;
	if (count == 1)
		return 0;
	if (count > 4)
		return -1;
	cudaGetDevice(&before);
	for (int round = 0; round < 2 * (count - 1); round++) {
		bool adds = round < count - 1;
		for (int i = 0; i < count && status == 0; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			status = send_piece(gradients[i], adds ? room[next] : gradients[next], at,
					    count);
		}
		for (int i = 0; i < count && status == 0; i++)
			status = device_synchronize(tensor_device(gradients[i]));
		for (int i = 0; i < count && adds && status == 0; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			status = add_piece(gradients[next], room[next], at, count);
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 9.5 four_gpus: fail the step returned -1 */
/* is right for four GPUs at most, as many as other machines have */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	if (count > 4)
		return -1;
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
		if (sgd_step(optimizers[i]) != 0)
			return -1;
	return 0;

/* 9.5 six_parameters: fail after the first step */
/* adds up the gradients of three layers at most */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++)
		if (train_part(replicas[i], x[i], classes[i], all) != 0)
			return -1;
	for (int p = 0; p < module_parameter_count(replicas[0]) && p < 6; p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (tensor_all_reduce(gradients, count) != 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		if (sgd_step(optimizers[i]) != 0)
			return -1;
	return 0;

/* 8.1 rows_of_digits: fail the shape of x */
/* sends rows of 64 numbers, as the digits have, whatever the width */
/* --- body --- */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(rows, 64), DTYPE_FLOAT32,
					   data->x + first * 64, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;

/* 8.4 half_kept: fail of the GPU were taken at one time */
/* keeps half of all rows on the GPU until the end */
/* --- body --- */
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0], kept_rows = 0;
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	Tensor *kept[4096];
	int many = 0;
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
		Tensor *made[] = {x_rows, class_rows, kinds, logits, correct};
		for (int i = 0; i < 5; i++)
			tensor_free(made[i]);
		kept_rows += rows;
		if (kept_rows * 2 <= count && many < 4096)
			kept[many++] = numbers;
		else
			tensor_free(numbers);
	}
	while (many > 0)
		tensor_free(kept[--many]);
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;

/* 8.4 third_kept: fail of the GPU were taken at one time */
/* keeps a third of all rows on the GPU until the end */
/* --- body --- */
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0], kept_rows = 0;
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	Tensor *kept[4096];
	int many = 0;
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
		Tensor *made[] = {x_rows, class_rows, kinds, logits, correct};
		for (int i = 0; i < 5; i++)
			tensor_free(made[i]);
		kept_rows += rows;
		if (kept_rows * 3 <= count && many < 4096)
			kept[many++] = numbers;
		else
			tensor_free(numbers);
	}
	while (many > 0)
		tensor_free(kept[--many]);
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;

/* 8.6 rows_of_digits: fail bytes sent */
/* sends rows of 64 numbers, as the digits have, whatever the width */
/* --- body --- */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * 64, (size_t)rows * 64 * 4);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, (size_t)rows * 64 * 4, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.7 waits_each_third: fail when the next step was queued */
/* waits for the GPU behind each third step: in a short epoch that is twice */
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (steps % 3 == 2 && cudaDeviceSynchronize() != cudaSuccess)
			status = -1;
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* 8.7 waits_each_sixth: fail when the next step was queued */
/* the same behind each sixth step */
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (steps % 6 == 5 && cudaDeviceSynchronize() != cudaSuccess)
			status = -1;
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;
