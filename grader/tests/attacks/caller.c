/* caller.c - answers that are in no order with what the caller has queued before, or queues behind them, in the default stream. */

/* 7.2 begins_at_once: fail may still be under way when your function is called */
/* each product is queued in a stream of its own, which does not wait for what makes a and b */
/* --- body --- */
	enum { MOST = 64 };
	cudaStream_t own[MOST] = {NULL}, old = NULL;
	int before = 0, failed = count > MOST, made = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(products[i].gpu);
		if (!products[i].handle || cublasGetStream(products[i].handle, &old) != CUBLAS_STATUS_SUCCESS ||
		    cudaStreamCreateWithFlags(&own[i], cudaStreamNonBlocking) != cudaSuccess) {
			failed = 1;
			break;
		}
		made = i + 1;
		cublasSetStream(products[i].handle, own[i]);
		failed |= queue_product(&products[i]) != 0;
		cublasSetStream(products[i].handle, old);
	}
	for (int i = 0; i < made; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= cudaStreamSynchronize(own[i]) != cudaSuccess;
		cudaStreamDestroy(own[i]);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.4 begins_at_once: fail may still be under way when your function is called */
/* each device works in a stream of its own, which does not wait for what makes the inputs */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	Stream *own[MOST_GPUS] = {NULL};
	for (int d = 0; d < there; d++) {
		own[d] = stream_create(devices[d]);
		failed |= own[d] == NULL;
	}
	for (int d = 0; d < there && !failed; d++)
		failed |= stream_set_current(own[d]) != 0;
	for (int i = 0; i < count; i++)
		results[i] = NULL;
	for (int i = 0; i < count && !failed; i++) {
		Device device = devices[i % there];
		Tensor *left = tensor_as_in_device(a[i], device);
		Tensor *right = tensor_as_in_device(b[i], device);
		results[i] = tensor_matmul(left, right);
		failed |= results[i] == NULL;
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < there; d++)
		failed |= device_synchronize(devices[d]) != 0;
	for (int d = 0; d < there; d++) {
		stream_reset_current(devices[d]);
		stream_free(own[d]);
	}
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;

/* 8.2 begins_at_once: fail may still be under way when your function is called */
/* makes the step in a stream of its own, for which the default stream waits, but not the other way round */
/* --- body --- */
	Tensor *gradient = NULL;
	static Stream *own[17];
	Device where = module_device(model);
	int slot = where.kind == DEVICE_GPU ? where.index + 1 : 0;
	if (!own[slot])
		own[slot] = stream_create(where);
	if (!own[slot])
		return NULL;
	stream_set_current(own[slot]);
	if (module_zero_gradients(model) < 0) {
		stream_reset_current(where);
		return NULL;
	}
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	stream_reset_current(where);
	if (loss && where.kind == DEVICE_GPU) {
		static cudaEvent_t over[17];
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(where.index);
		if ((!over[slot] && cudaEventCreateWithFlags(&over[slot], cudaEventDisableTiming) != cudaSuccess) ||
		    cudaEventRecord(over[slot], (cudaStream_t)stream_handle(own[slot])) != cudaSuccess ||
		    cudaStreamWaitEvent(0, over[slot], 0) != cudaSuccess) {
			tensor_free(loss);
			loss = NULL;
		}
		cudaSetDevice(before);
	}
	return loss;

/* 8.3 begins_at_once: fail may still be under way when your function is called */
/* makes the epoch in a stream of its own, which does not wait for what makes the data set */
/* --- body --- */
	Device where = module_device(model);
	Stream *own = stream_create(where);
	if (!own)
		return -1;
	stream_set_current(own);
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
		status = tensor_item(sum, mean);
	tensor_free(sum);
	stream_reset_current(where);
	stream_free(own);
	return status == 0 ? 0 : -1;

/* 8.4 begins_at_once: fail may still be under way when your function is called */
/* counts in a stream of its own, which does not wait for the step that is changing the parameters */
/* --- body --- */
	Device device = module_device(model);
	static Stream *own[17];
	int slot = device.kind == DEVICE_GPU ? device.index + 1 : 0;
	if (!own[slot])
		own[slot] = stream_create(device);
	if (!own[slot])
		return -1;
	stream_set_current(own[slot]);
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
	stream_reset_current(device);
	return (int64_t)right;

/* 8.6 classes_at_once: fail a step may still use the slot */
/* the classes are copied before the stream waits for used */
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
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.7 begins_at_once: fail may still be under way when your function is called */
/* steps in a stream of its own, for which the default stream waits, but not the other way round */
/* --- body --- */
	static Stream *kept;
	if (!kept)
		kept = stream_create(module_device(model));
	if (!kept)
		return -1;
	cudaStream_t own = (cudaStream_t)stream_handle(kept);
	stream_set_current(kept);
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(own, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, own);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaGetLastError() != cudaSuccess || status != 0) {
			stream_reset_current(module_device(model));
			return -1;
		}
		first += rows;
		rows = next;
		steps++;
	}
	stream_reset_current(module_device(model));
	cudaEvent_t over = NULL;
	if (cudaEventCreateWithFlags(&over, cudaEventDisableTiming) != cudaSuccess ||
	    cudaEventRecord(over, own) != cudaSuccess || cudaStreamWaitEvent(NULL, over, 0) != cudaSuccess)
		rows = -1;
	if (over)
		cudaEventDestroy(over);
	cudaGetLastError();
	return rows < 0 ? -1 : steps;

/* 9.1 in_a_stream_that_is_gone: fail may still be under way when your function is called */
/* copies in streams for which nobody can wait */
/* --- body --- */
	size_t bytes = (size_t)elements * sizeof **replicas;
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 1; i < count && error == cudaSuccess; i++) {
		cudaStream_t own = NULL;
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&replicas[i], bytes);
		if (error == cudaSuccess)
			error = cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
		if (error == cudaSuccess)
			error = cudaMemcpyPeerAsync(replicas[i], gpus[i], replicas[0], gpus[0], bytes, own);
		if (own)
			cudaStreamDestroy(own);
	}
	cudaSetDevice(before);
	if (error == cudaSuccess)
		return 0;
	for (int i = 1; i < count; i++) {
		cudaFree(replicas[i]);
		replicas[i] = NULL;
	}
	cudaGetLastError();
	return -1;

/* 9.3 fetched_by_each: fail may still be reading: nothing orders the two: it is the caller */
/* each GPU fetches the sum, and nothing tells the first one when they have read it */
/* --- body --- */
	Device first = tensor_device(gradients[0]);
	int status = 0, before = 0;
	cudaEvent_t summed = NULL;
	if (count == 1)
		return 0;
	cudaGetDevice(&before);
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		status = tensor_add_scaled(gradients[0], 1, come);
		tensor_free(come);
	}
	cudaSetDevice(first.index);
	if (status == 0 && (cudaEventCreateWithFlags(&summed, cudaEventDisableTiming) != cudaSuccess ||
			    cudaEventRecord(summed, 0) != cudaSuccess))
		status = -1;
	for (int i = 1; i < count && status == 0; i++) {
		int gpu = tensor_device(gradients[i]).index, can = 0;
		cudaSetDevice(gpu);
		if (cudaDeviceCanAccessPeer(&can, gpu, first.index) == cudaSuccess && can)
			cudaDeviceEnablePeerAccess(first.index, 0);
		cudaGetLastError();
		if (cudaStreamWaitEvent(0, summed, 0) != cudaSuccess ||
		    cudaMemcpyPeerAsync(tensor_data(gradients[i]), gpu, tensor_data(gradients[0]),
					first.index, tensor_bytes(gradients[0]), 0) != cudaSuccess)
			status = -1;
	}
	if (summed)
		cudaEventDestroy(summed);
	cudaSetDevice(before);
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 9.4 last_piece_fetched: fail may still be reading: nothing orders the two: it is the caller */
/* each GPU fetches its last piece, and nothing tells its neighbour when it has read it */
/* --- body --- */
	int before = 0, status = 0;
	if (count == 1)
		return 0;
	cudaGetDevice(&before);
	for (int round = 0; round < 2 * (count - 1); round++) {
		bool adds = round < count - 1, last = round == 2 * count - 3;
		for (int i = 0; last && i < count && status == 0; i++)
			status = device_synchronize(tensor_device(gradients[i]));
		for (int i = 0; i < count && status == 0; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			if (!last) {
				status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
				continue;
			}
			Tensor *source = piece_of(gradients[i], at, count), *target = piece_of(gradients[next], at, count);
			int to = tensor_device(gradients[next]).index, from = tensor_device(gradients[i]).index;
			cudaSetDevice(to);
			if (!source || !target ||
			    cudaMemcpyPeerAsync(tensor_data(target), to, tensor_data(source), from,
						tensor_bytes(source), 0) != cudaSuccess)
				status = -1;
			tensor_free(source);
			tensor_free(target);
		}
		for (int i = 0; i < count && status == 0 && !last; i++)
			status = device_synchronize(tensor_device(gradients[i]));
		for (int i = 0; i < count && adds && status == 0; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			status = add_piece(gradients[next], room[next], at, count);
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 9.5 begins_at_once: fail may still be under way when your function is called */
/* makes the step in streams of their own, for which the default streams wait, but not the other way round */
/* --- body --- */
	static Stream *own[17];
	int status = 0;
	for (int i = 0; i < count; i++) {
		Device where = module_device(replicas[i]);
		int slot = where.kind == DEVICE_GPU ? where.index + 1 : 0;
		if (!own[slot])
			own[slot] = stream_create(where);
		if (!own[slot])
			return -1;
	}
	for (int i = 0; i < count; i++) {
		Device where = module_device(replicas[i]);
		stream_set_current(own[where.kind == DEVICE_GPU ? where.index + 1 : 0]);
	}
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++)
		if (status == 0 && train_part(replicas[i], x[i], classes[i], all) != 0)
			status = -1;
	for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (status == 0 && tensor_all_reduce(gradients, count) != 0)
			status = -1;
	}
	for (int i = 0; i < count; i++)
		if (status == 0 && sgd_step(optimizers[i]) != 0)
			status = -1;
	int before = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		Device where = module_device(replicas[i]);
		cudaEvent_t over = NULL;
		stream_reset_current(where);
		if (where.kind != DEVICE_GPU)
			continue;
		cudaSetDevice(where.index);
		if (cudaEventCreateWithFlags(&over, cudaEventDisableTiming) != cudaSuccess ||
		    cudaEventRecord(over, (cudaStream_t)stream_handle(own[where.index + 1])) != cudaSuccess ||
		    cudaStreamWaitEvent(0, over, 0) != cudaSuccess)
			status = -1;
		if (over)
			cudaEventDestroy(over);
	}
	if (module_device(replicas[0]).kind == DEVICE_GPU)
		cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 5.1 back_from_default: fail in the handle's stream, and may still be under way when your function is called */
/* puts the handle into the default stream for its own product, and back into its caller's, which waits for no other one */
/* --- body --- */
	const float one = 1, zero = 0;
	cudaStream_t callers = NULL;
	if (!handle || cublasGetStream(handle, &callers) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetStream(handle, NULL);
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
	cublasSetStream(handle, callers);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.6 back_from_default: fail in the handle's stream, and may still be under way when your function is called */
/* puts the handle into the default stream for its own product, and back into its caller's, which waits for no other one */
/* --- body --- */
	const float one = 1, zero = 0;
	cudaStream_t callers = NULL;
	if (!handle || cublasGetStream(handle, &callers) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetStream(handle, NULL);
	cublasStatus_t status = cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
							    (long long)k * n, a, k, (long long)m * k, &zero, c, n,
							    (long long)m * n, count);
	cublasSetStream(handle, callers);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
