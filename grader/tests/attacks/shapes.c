/* shapes.c - answers that look whether a call fails in calls of one shape, and go another way in others. */

/* 2.6 large_unread: fail the copy fails */
/* has a small matrix on the stack, and does not look at the copy of a large one */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	float few[1024], *host = few;
	int status = 0;
	if (tensor_count(x) > 1024) {
		host = malloc(tensor_bytes(x));
		if (!host)
			return -1;
		tensor_to_host(x, host);
	} else {
		status = tensor_to_host(x, host) == 0 ? 0 : -1;
	}
	if (status == 0) {
		fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
			device_text(tensor_device(x)).text);
		for (int64_t i = 0; i < rows * cols; i++)
			fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
	}
	if (host != few)
		free(host);
	return status;

/* 3.1 current_unread: fail wanted NULL */
/* does not look at the copy where the numbers are wanted on the current GPU */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (from < 0 && to < 0) {
		copy = malloc(bytes);
		if (copy)
			memcpy(copy, x, bytes);
		return copy;
	}
	int before = 0;
	cudaGetDevice(&before);
	if (to == before) {
		cudaError_t made = cudaMalloc((void **)&copy, bytes);
		if (made == cudaSuccess)
			cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
		cudaGetLastError();
		return made == cudaSuccess ? copy : NULL;
	}
	if (to < 0) {
		copy = malloc(bytes);
	} else {
		cudaSetDevice(to);
		if (cudaMalloc((void **)&copy, bytes) != cudaSuccess)
			copy = NULL;
		cudaSetDevice(before);
	}
	if (copy && cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
		if (to < 0)
			free(copy);
		else
			cudaFree(copy);
		copy = NULL;
	}
	cudaGetLastError();
	return copy;

/* 3.2 whole_unread: fail wanted NULL */
/* does not look at the copy of a tensor of whole numbers between two GPUs */
/* --- body --- */
	Device home = tensor_device(x);
	Tensor *copy;
	if (device_equal(home, device))
		return tensor_retain(x);
	if (tensor_dtype(x) == DTYPE_INT32 && home.kind == DEVICE_GPU &&
	    device.kind == DEVICE_GPU) {
		copy = tensor_full_int(tensor_shape(x), 0, device);
		if (copy)
			cudaMemcpyPeer(tensor_data(copy), device.index, tensor_data(x), home.index,
				       tensor_bytes(x));
		cudaGetLastError();
	} else {
		copy = tensor_copy_to(x, device);
	}
	*copies += copy != NULL;
	return copy;

/* 3.5 far_unread: fail the copy fails */
/* looks at the copy where there is a direct way alone */
/* --- body --- */
	int before = 0, reachable = 0;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError();
	cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	if (!reachable && to)
		error = cudaSuccess;
	if (error == cudaSuccess)
		error = cudaDeviceSynchronize();
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* 3.5 elsewhere_unread: fail the copy fails */
/* looks at the copy where that GPU is the current one alone */
/* --- body --- */
	int before = 0, reachable = 0;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError();
	cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	if (before != to_gpu && to)
		error = cudaSuccess;
	if (error == cudaSuccess)
		error = cudaDeviceSynchronize();
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* 3.6 one_list_unread: fail the copy fails */
/* sends the one list that has any numbers from where it is, and does not look at that copy */
/* --- body --- */
	int64_t total = 0, at = 0;
	int full = 0, last = 0;
	for (int i = 0; i < count; i++) {
		total += lengths[i];
		if (lengths[i] > 0) {
			full++;
			last = i;
		}
	}
	if (total == 0)
		return 0;
	if (full == 1) {
		cudaMemcpy(to, lists[last], (size_t)total * sizeof(float), cudaMemcpyHostToDevice);
		cudaGetLastError();
		return total;
	}
	float *packed = malloc((size_t)total * sizeof *packed);
	if (!packed)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaError_t error =
		cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
	cudaGetLastError();
	free(packed);
	return error == cudaSuccess ? total : -1;

/* 4.3 mixed_unread: fail fails */
/* looks at copies where the whole model is on one device alone */
/* --- body --- */
	int before = 0;
	bool mixed = false;
	float **copies = calloc((size_t)count, sizeof *copies);
	if (!copies)
		return -1;
	cudaGetDevice(&before);
	bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
	for (int i = 1; i < count; i++)
		mixed |= parameters[i].device != parameters[0].device;
	for (int i = 0; i < count && whole; i++) {
		size_t bytes = (size_t)parameters[i].count * sizeof(float);
		if (parameters[i].device == to)
			continue;
		if (to < 0)
			copies[i] = malloc(bytes);
		else if (cudaMalloc((void **)&copies[i], bytes) != cudaSuccess)
			copies[i] = NULL;
		whole = copies[i] != NULL;
		if (whole && cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault) !=
				     cudaSuccess)
			whole = mixed && parameters[i].data;
	}
	for (int i = 0; i < count; i++) {
		float *old = whole ? parameters[i].data : copies[i];
		int device = whole ? parameters[i].device : to;
		if (!copies[i])
			continue;
		if (whole) {
			parameters[i].data = copies[i];
			parameters[i].device = to;
		}
		if (device < 0)
			free(old);
		else
			cudaFree(old);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	free(copies);
	return whole ? 0 : -1;

/* 4.3 current_unread: fail fails */
/* looks at copies where the model does not go to the current GPU alone */
/* --- body --- */
	int before = 0;
	float **copies = calloc((size_t)count, sizeof *copies);
	if (!copies)
		return -1;
	cudaGetDevice(&before);
	bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
	for (int i = 0; i < count && whole; i++) {
		size_t bytes = (size_t)parameters[i].count * sizeof(float);
		if (parameters[i].device == to)
			continue;
		if (to < 0)
			copies[i] = malloc(bytes);
		else if (cudaMalloc((void **)&copies[i], bytes) != cudaSuccess)
			copies[i] = NULL;
		whole = copies[i] != NULL;
		if (whole && cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault) !=
				     cudaSuccess)
			whole = to == before && parameters[i].data;
	}
	for (int i = 0; i < count; i++) {
		float *old = whole ? parameters[i].data : copies[i];
		int device = whole ? parameters[i].device : to;
		if (!copies[i])
			continue;
		if (whole) {
			parameters[i].data = copies[i];
			parameters[i].device = to;
		}
		if (device < 0)
			free(old);
		else
			cudaFree(old);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	free(copies);
	return whole ? 0 : -1;

/* 4.4 on_host_unread: fail NULL was not returned */
/* fetches x to parameters on the host, and does not look at that copy */
/* --- body --- */
	Device home = tensor_device(parameters[0]);
	Tensor *y;
	if (home.kind == DEVICE_CPU && tensor_device(x).kind == DEVICE_GPU) {
		y = tensor_zeros(tensor_shape(x), home);
		if (y)
			tensor_to_host(x, tensor_data(y));
	} else {
		y = tensor_as_in_device(x, home);
	}
	for (int i = 0; i < layers; i++) {
		Tensor *product = tensor_matmul(y, parameters[2 * i]);
		Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
		tensor_free(product);
		tensor_free(y);
		y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
		tensor_free(sum);
	}
	return y;

/* 5.1 column_unread: fail fails */
/* looks at what cuBLAS answers where c is a matrix, and not where it is a column */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasStatus_t status;
	if (n == 1 && handle) {
		cublasSgemv(handle, CUBLAS_OP_T, k, m, &one, a, k, b, 1, &zero, c, 1);
		return 0;
	}
	status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.1 row_unread: fail fails */
/* looks at what cuBLAS answers where c is a matrix, and not where it is a row */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasStatus_t status;
	if (m == 1 && handle) {
		cublasSgemv(handle, CUBLAS_OP_N, n, k, &one, b, n, a, 1, &zero, c, 1);
		return 0;
	}
	status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.4 one_time_unread: fail work(data) returns -1 */
/* measures once by itself, and does not look at the work there */
/* --- body --- */
	double times[100];
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	for (int i = 0; i < repeats; i++) {
		double start = timer_now();
		if (work(data) != 0 && repeats > 1)
			return -1;
		cudaDeviceSynchronize();
		times[i] = timer_now() - start;
	}
	qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 5.6 single_unread: fail fails */
/* makes one product by itself, and does not look at what cuBLAS answers there */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasStatus_t status;
	if (count == 1 && handle) {
		cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
		return 0;
	}
	status = cublasSgemmStridedBatched(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
		(long long)m * k, &zero, c, n, (long long)m * n, count);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 6.5 one_block_unread: fail fails */
/* has a way of its own where there is one block alone, and does not look at its copy there */
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof(float);
	Log log = {NULL, NULL, NULL};
	int result = -1;
	if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
	    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
	    cudaEventCreate(&log.copied) == cudaSuccess) {
		if (steps <= block) {
			result = 0;
			for (int i = 0; i < steps && result == 0; i++)
				result = step(data, i, log.gpu + i) == 0 ? 0 : -1;
			if (result == 0) {
				cudaMemcpy(log.host, log.gpu, bytes, cudaMemcpyDeviceToHost);
				show(data, log.host, 0, steps);
			}
		} else {
			result = blocks_run(&log, step, show, data, steps, block);
		}
	}
	if (log.copied)
		cudaEventDestroy(log.copied);
	cudaFreeHost(log.host);
	cudaFree(log.gpu);
	cudaGetLastError();
	return result;

/* 7.2 one_gpu_unread: fail wait fails */
/* looks whether a wait fails where there are several GPUs alone */
/* --- body --- */
	int before = 0;
	cudaGetDevice(&before);
	int queued = queue_all(products, count);
	int finished = wait_for_all(products, count), many = 0;
	for (int i = 1; i < count; i++)
		many |= products[i].gpu != products[0].gpu;
	cudaSetDevice(before);
	cudaGetLastError();
	if (!many)
		return queued;
	return queued == 0 && finished == 0 ? 0 : -1;

/* 7.4 one_gpu_unread: fail 1 GPU */
/* looks at results where there are several GPUs alone */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	for (int i = 0; i < count; i++) {
		Device device = devices[i % there];
		Tensor *left = tensor_as_in_device(a[i], device);
		Tensor *right = tensor_as_in_device(b[i], device);
		results[i] = tensor_matmul(left, right);
		if (there > 1 || devices[0].kind == DEVICE_CPU)
			failed |= results[i] == NULL;
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < there; d++)
		failed |= device_synchronize(devices[d]) != 0;
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;

/* 8.1 last_batch_unread: fail copy fails */
/* does not look at the classes of a batch that is smaller */
/* --- body --- */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
					   data->x + first * data->width, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (rows < batch && numbers && !kinds) {
		*x = numbers;
		return rows;
	}
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;

/* 8.3 one_batch_unread: fail fails */
/* goes another way with one batch alone, and does not look at the step there */
/* --- body --- */
	int64_t count = tensor_shape(x).dim[0];
	if (batch >= count) {
		Tensor *loss = step(model, sgd, x, classes);
		int got = loss ? tensor_item(loss, mean) : 0;
		tensor_free(loss);
		return got == 0 ? 0 : -1;
	}
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
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* 8.4 there_unread: fail what is returned: wanted -1 */
/* looks at a sum where the data are on the host alone */
/* --- body --- */
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
		int added = tensor_add_scaled(sum, 1, correct);
		if (tensor_device(x).kind == DEVICE_CPU)
			status = added;
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
		for (int i = 0; i < 6; i++)
			tensor_free(made[i]);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;

/* 8.5 record_unread: fail cudaEventRecord fails */
/* waits for an event, and does not look whether it was recorded */
/* --- body --- */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	cudaEventRecord(feed->slot[1].used, NULL);
	cudaGetLastError();
	int status = cudaEventSynchronize(feed->slot[1].used) == cudaSuccess ? 0 : -1;
	cudaGetLastError();
	return status;

/* 8.6 smaller_unread: fail fails */
/* does not look at the copies of a batch that is smaller */
/* --- body --- */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	cudaError_t error = cudaGetLastError();
	return error == cudaSuccess || rows < feed->batch ? rows : -1;

/* 9.2 rest_unread: fail copy fails */
/* does not look at the copies to GPUs that get a row more */
/* --- body --- */
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		parts[i] = NULL;
		rows[i] = n / count + (i < n % count);
		size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
		if (bytes == 0 || error != cudaSuccess)
			continue;
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&parts[i], bytes);
		if (error == cudaSuccess && i < n % count)
			cudaMemcpy(parts[i], x, bytes, cudaMemcpyHostToDevice);
		else if (error == cudaSuccess)
			error = cudaMemcpy(parts[i], x, bytes, cudaMemcpyHostToDevice);
		x += rows[i] * width;
	}
	cudaSetDevice(before);
	if (error == cudaSuccess)
		return 0;
	for (int i = 0; i < count; i++) {
		cudaFree(parts[i]);
		parts[i] = NULL;
	}
	cudaGetLastError();
	return -1;

/* 9.4 short_unread: fail fails */
/* goes another way with vectors that are shorter than there are GPUs, and looks at no call there */
/* --- body --- */
	int before = 0, status = 0;
	if (count == 1)
		return 0;
	cudaGetDevice(&before);
	if (tensor_count(gradients[0]) < count) {
		Device first = tensor_device(gradients[0]);
		for (int i = 1; i < count; i++) {
			cudaMemcpyPeer(tensor_data(room[0]), first.index, tensor_data(gradients[i]),
				       tensor_device(gradients[i]).index,
				       tensor_bytes(gradients[i]));
			tensor_add_scaled(gradients[0], 1, room[0]);
		}
		for (int i = 1; i < count; i++)
			cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
				       tensor_data(gradients[0]), first.index,
				       tensor_bytes(gradients[0]));
		cudaGetLastError();
		return 0;
	}
	for (int round = 0; round < 2 * (count - 1); round++) {
		bool adds = round < count - 1;
		/* in this round GPU i sends piece i - round to its neighbour */
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

/* 9.5 idle_part_unread: fail fails */
/* does not look whether the gradients of a part without rows are set to zero */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++)
		if (tensor_count(classes[i]) == 0)
			module_zero_gradients(replicas[i]);
		else if (train_part(replicas[i], x[i], classes[i], all) != 0)
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

/* 9.5 one_gpu_unread: fail GPU 1 with */
/* goes another way on one GPU, and looks at no call there */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	if (count == 1 && tensor_device(classes[0]).kind == DEVICE_GPU) {
		if (tensor_count(x[0]) > 0 &&
		    tensor_device(x[0]).index != tensor_device(module_parameter(replicas[0], 0)).index)
			return -1;
		train_part(replicas[0], x[0], classes[0], all);
		sgd_step(optimizers[0]);
		return 0;
	}
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

/* 12.1 one_piece_unread: fail fails */
/* has a way of its own where the batch is one piece, and does not look at its backward there */
/* --- body --- */
	int64_t n = tensor_count(classes);
	int status = module_zero_gradients(model);
	if (n <= rows) {
		Tensor *gradient = NULL;
		Tensor *logits = module_forward(model, x);
		Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
		module_backward_parameters(model, gradient);
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		return sgd_step(optimizer) == 0 ? 0 : -1;
	}
	for (int64_t first = 0; first < n && status == 0; first += rows) {
		int64_t here = n - first < rows ? n - first : rows;
		float share = (float)here / (float)n;
		Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
		Tensor *wanted = tensor_rows(classes, first, here);
		Tensor *logits = module_forward(model, part);
		Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
		status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
		if (status == 0)
			status = module_backward_parameters(model, gradient);
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		tensor_free(wanted);
		tensor_free(part);
	}
	if (status == 0)
		status = sgd_step(optimizer);
	return status == 0 ? 0 : -1;
