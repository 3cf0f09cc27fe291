/* one_place.c - answers that look at what calls return everywhere but in one place, or give back what they make but where
 * one call fails. */

/* 3.1 wait_within_unread: fail from gpu:1 to gpu:1, and the 1st wait fails */
/* waits behind a copy within one GPU, and looks at none of these waits */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(to);
		if (cudaMalloc((void **)&copy, bytes) != cudaSuccess) {
			cudaGetLastError();
			copy = NULL;
		}
		cudaSetDevice(before);
	}
	if (!copy)
		return NULL;
	if (from < 0 && to < 0) {
		memcpy(copy, x, bytes);
	} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
		cudaGetLastError();
		if (to < 0)
			free(copy);
		else
			cudaFree(copy);
		return NULL;
	}
	if (from >= 0 && from == to) {
		int b = 0;
		cudaGetDevice(&b);
		cudaSetDevice(to);
		cudaDeviceSynchronize();
		cudaGetLastError();
		cudaSetDevice(b);
	}
	return copy;

/* 3.4 question_unread: fail cudaStreamQuery fails */
/* asks whether the sum is there, and takes any other answer than not yet for yes */
/* --- body --- */
	Tensor *moved = tensor_as_in_device(x, tensor_device(y));
	Tensor *sum = tensor_add(moved, y);
	while (cudaStreamQuery(0) == cudaErrorNotReady)
		;
	cudaGetLastError();
	tensor_free(moved);
	return sum;

/* 3.7 second_question_unread: fail cudaStreamQuery fails */
/* asks about both streams of the lane, and takes any other answer than not yet for yes about the second one */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	memcpy(lane->going, x, bytes);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    false) {
		cudaGetLastError();
		return -1;
	}
	cudaError_t asked;
	while ((asked = cudaStreamQuery(lane->go_stream)) == cudaErrorNotReady)
		;
	if (asked != cudaSuccess) { cudaGetLastError(); return -1; }
	while (cudaStreamQuery(lane->come_stream) == cudaErrorNotReady)
		;
	cudaGetLastError();
	memcpy(y, lane->coming, bytes);
	return 0;

/* 3.7 both_questions_read: pass */
/* asks about both, and looks at all answers */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	memcpy(lane->going, x, bytes);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    false) {
		cudaGetLastError();
		return -1;
	}
	cudaError_t asked;
	while ((asked = cudaStreamQuery(lane->go_stream)) == cudaErrorNotReady)
		;
	if (asked != cudaSuccess) { cudaGetLastError(); return -1; }
	while ((asked = cudaStreamQuery(lane->come_stream)) == cudaErrorNotReady)
		;
	cudaGetLastError();
	if (asked != cudaSuccess)
		return -1;
	memcpy(y, lane->coming, bytes);
	return 0;

/* 3.7 event_left_by_failure: fail wanted the two streams of the lane alone */
/* makes an event that it destroys where all copies go well alone */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	cudaEvent_t e;
	if (cudaEventCreate(&e) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(lane->going, x, bytes);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cudaEventDestroy(e);
	memcpy(y, lane->coming, bytes);
	return 0;

/* 4.1 wait_unread: fail wait fails */
/* waits for the GPU in the end, and does not look whether that fails */
/* --- body --- */
	bool whole = true;
	for (int i = 0; i < layers; i++) {
		Shape shape = SHAPE(sizes[i], sizes[i + 1]);
		parameters[2 * i] = uniform_within(shape, range, seed + (uint64_t)i, device);
		parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
		whole = whole && parameters[2 * i] && parameters[2 * i + 1];
	}
	for (int k = 0; k < 2 * layers && !whole; k++) {
		tensor_free(parameters[k]);
		parameters[k] = NULL;
	}
	device_synchronize(device);
	cudaGetLastError();
	return whole ? 0 : -1;

/* 4.4 order_unread: fail cudaEventRecord fails */
/* puts the network behind what makes the parameters, and does not look whether that fails */
/* --- body --- */
	Device home = tensor_device(parameters[0]);
	cudaStream_t own = NULL;
	int before = 0;
	if (home.kind == DEVICE_GPU) {
		cudaEvent_t e = NULL;
		cudaGetDevice(&before);
		cudaSetDevice(home.index);
		cudaEventCreate(&e);
		cudaEventRecord(e, 0);
		cudaStreamWaitEvent(0, e, 0);
		cudaEventDestroy(e);
		cudaGetLastError();
		cudaSetDevice(before);
	}
	(void)own;
	Tensor *y = tensor_as_in_device(x, home);
	for (int i = 0; i < layers; i++) {
		Tensor *product = tensor_matmul(y, parameters[2 * i]);
		Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
		tensor_free(product);
		tensor_free(y);
		y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
		tensor_free(sum);
	}
	return y;

/* 12.2 first_record_unread: fail cudaEventRecord fails */
/* orders the streams in two places, and does not look at the record of an event in one of them */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	{
		cudaEvent_t e;
		cudaSetDevice(gpu[1 - i]);
		if (cudaEventCreateWithFlags(&e, cudaEventDisableTiming) != cudaSuccess) { failed = 1; break; }
		cudaEventRecord(e, 0);
		cudaSetDevice(gpu[i]);
		failed = failed || cudaStreamWaitEvent(stream[i], e, 0) != cudaSuccess;
		cudaEventDestroy(e);
	}
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		/* the other's gradients are here, and its own have been sent */
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 event_left_by_failure: fail never destroyed */
/* an event stays where it cannot be recorded */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	cudaEvent_t own;
	if (cudaEventCreate(&own) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	if (cudaEventRecord(own, 0) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		/* the other's gradients are here, and its own have been sent */
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaEventDestroy(own);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
