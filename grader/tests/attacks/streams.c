/* streams.c - work and handles left in another stream than was asked for. */

/* 5.1 other_stream: fail works in another stream afterwards */
/* leaves the handle in a stream of its own, which is destroyed by then */
/* --- body --- */
	const float one = 1, zero = 0;
	cudaStream_t s;
	if (handle) {
		cudaStreamCreate(&s);
		cublasSetStream(handle, s);
	}
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	if (handle)
		cudaStreamDestroy(s);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.6 other_stream: fail that an earlier cudaMemcpyAsync may still be writing */
/* leaves the handle in a stream of its own, which is destroyed by then */
/* --- body --- */
	const float one = 1, zero = 0;
	cudaStream_t s;
	if (!handle)
		return -1;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cublasSetStream(handle, s);
	cublasStatus_t status = cublasSgemmStridedBatched(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
		(long long)m * k, &zero, c, n, (long long)m * n, count);
	cudaStreamDestroy(s);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 6.1 other_stream: fail works in another stream afterwards */
/* leaves the handle in a stream of its own, which is destroyed by then */
/* --- body --- */
	cublasPointerMode_t before;
	float result;
	cudaStream_t s = 0;
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
		return -1;
	if (cudaStreamCreate(&s) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cublasSetStream(cublas, s);
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
	cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
	cublasSetPointerMode(cublas, before);
	cudaStreamDestroy(s);
	if (status != CUBLAS_STATUS_SUCCESS)
		return -1;
	*norm = result;
	return 0;

/* 6.2 other_stream: fail works in another stream afterwards */
/* leaves the handle in a stream of its own, which is destroyed by then */
/* --- body --- */
	cudaStream_t s = 0;
	int failed = 0;
	if (cudaStreamCreate(&s) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	if (work->cublas)
		cublasSetStream(work->cublas, s);
	for (int i = 0; i < steps && !failed; i++) {
		float norm;
		if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c,
							   1, &norm) != CUBLAS_STATUS_SUCCESS)
			failed = 1;
		else
			report(user, i, norm);
	}
	cudaStreamDestroy(s);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 6.3 other_stream: fail works in another stream afterwards */
/* leaves the handle in a stream of its own, which is destroyed by then */
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	cudaStream_t s = 0;
	bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
	good = good && cudaStreamCreate(&s) == cudaSuccess;
	if (good && work->cublas)
		cublasSetStream(work->cublas, s);
	for (int i = 0; good && i < steps; i++) {
		good = work_step(work, i) == 0;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
			CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
	if (s)
		cudaStreamDestroy(s);
	cudaFree(log);
	cudaGetLastError();
	return good ? 0 : -1;

/* 7.2 other_stream: fail works in another stream afterwards */
/* leaves the handle in a stream of its own, which is destroyed by then */
/* --- body --- */
	int before = 0, failed = 0;
	cudaStream_t streams[16] = {0};
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= cudaStreamCreate(&streams[i]) != cudaSuccess;
		failed |= cublasSetStream(products[i].handle, streams[i]) != CUBLAS_STATUS_SUCCESS;
		failed |= queue_product(&products[i]) != 0;
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= cudaStreamSynchronize(streams[i]) != cudaSuccess;
		cudaStreamDestroy(streams[i]);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.5 other_stream: fail works in another stream afterwards */
/* leaves the handle in a stream of its own, which is destroyed by then */
/* --- body --- */
	int before = 0, failed = 0;
	cudaStream_t streams[16] = {0};
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
		cudaSetDevice(p->gpu);
		failed |= cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking) != cudaSuccess;
		failed |= cublasSetStream(p->handle, streams[i]) != CUBLAS_STATUS_SUCCESS;
		failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, streams[i]) != cudaSuccess;
		failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, streams[i]) != cudaSuccess;
		failed |= queue_product(p) != 0;
		failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size,
					  cudaMemcpyDeviceToHost, streams[i]) != cudaSuccess;
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		if (streams[i]) {
			failed |= cudaStreamSynchronize(streams[i]) != cudaSuccess;
			cudaStreamDestroy(streams[i]);
		} else {
			failed |= cudaDeviceSynchronize() != cudaSuccess;
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 6.1 own_handle: fail a handle of cuBLAS was made and not destroyed */
/* makes a handle of its own, once, and keeps it for later calls */
/* --- body --- */
	static cublasHandle_t own[64];
	float result;
	int gpu = 0;
	if (!cublas)
		return -1;
	cudaGetDevice(&gpu);
	if (!own[gpu] && cublasCreate(&own[gpu]) != CUBLAS_STATUS_SUCCESS) {
		cudaGetLastError();
		return -1;
	}
	cublasStatus_t status = cublasSnrm2(own[gpu], count, x, 1, &result);
	if (status != CUBLAS_STATUS_SUCCESS) {
		cudaGetLastError();
		return -1;
	}
	*norm = result;
	return 0;

/* 5.1 before_unordered: fail that an earlier cudaMemcpyAsync may still be writing */
/* computes in a stream of its own, which does not wait for the work that the caller has queued */
/* --- body --- */
	const float one = 1, zero = 0;
	cudaStream_t s;
	cudaEvent_t done;
	if (!handle)
		return -1;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaEventCreate(&done);
	cublasSetStream(handle, s);
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	cublasSetStream(handle, NULL);
	cudaEventRecord(done, s);
	cudaStreamWaitEvent(NULL, done, 0);
	cudaEventDestroy(done);
	cudaStreamDestroy(s);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.1 behind_unordered: fail it is the caller */
/* computes in a stream of its own, for which the work that the caller queues next does not wait */
/* --- body --- */
	const float one = 1, zero = 0;
	cudaStream_t s;
	cudaEvent_t before;
	if (!handle)
		return -1;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaEventCreate(&before);
	cudaEventRecord(before, NULL);
	cudaStreamWaitEvent(s, before, 0);
	cublasSetStream(handle, s);
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	cublasSetStream(handle, NULL);
	cudaEventDestroy(before);
	cudaStreamDestroy(s);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.6 behind_unordered: fail it is the caller */
/* computes in a stream of its own, for which the work that the caller queues next does not wait */
/* --- body --- */
	const float one = 1, zero = 0;
	cudaStream_t s;
	cudaEvent_t before;
	if (!handle)
		return -1;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaEventCreate(&before);
	cudaEventRecord(before, NULL);
	cudaStreamWaitEvent(s, before, 0);
	cublasSetStream(handle, s);
	cublasStatus_t status = cublasSgemmStridedBatched(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
		(long long)m * k, &zero, c, n, (long long)m * n, count);
	cublasSetStream(handle, NULL);
	cudaEventDestroy(before);
	cudaStreamDestroy(s);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 8.1 behind_unordered: fail it is the caller */
/* sends in a stream of its own, for which the work that the caller queues next does not wait */
/* --- body --- */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	if (device.kind == DEVICE_CPU) {
		*x = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first * data->width, device);
		*classes = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
		return rows;
	}
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	Tensor *numbers = tensor_zeros(SHAPE(rows, data->width), device);
	Tensor *kinds = tensor_full_int(SHAPE(rows), 0, device);
	device_synchronize(device);
	cudaStream_t s = NULL;
	if (!numbers || !kinds)
		failed = 1;
	cudaSetDevice(device.index);
	failed = failed || cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) != cudaSuccess;
	if (!failed) {
		failed |= cudaMemcpyAsync(tensor_data(numbers), data->x + first * data->width, (size_t)(rows * data->width) * 4, cudaMemcpyHostToDevice, s) != cudaSuccess;
		failed |= cudaMemcpyAsync(tensor_data(kinds), data->classes + first, (size_t)rows * 4, cudaMemcpyHostToDevice, s) != cudaSuccess;
		cudaStreamDestroy(s);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	if (failed) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;

/* 9.2 behind_unordered: fail it is the caller */
/* sends in a stream of its own, for which the work that the caller queues next does not wait */
/* --- body --- */
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		cudaStream_t s = NULL;
		parts[i] = NULL;
		rows[i] = n / count + (i < n % count);
		size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
		if (bytes == 0 || error != cudaSuccess)
			continue;
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&parts[i], bytes);
		if (error == cudaSuccess)
			error = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
		if (error == cudaSuccess)
			error = cudaMemcpyAsync(parts[i], x, bytes, cudaMemcpyHostToDevice, s);
		if (s)
			cudaStreamDestroy(s);
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

/* 7.2 lines_of_its_own: fail streams, events or pools were never destroyed */
/* makes streams in another line from call to call, and destroys none */
/* --- body --- */
	static int calls;
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	calls++;
	for (int i = 0; i < count; i++) {
		cudaStream_t stream = NULL;
		cudaSetDevice(products[i].gpu);
		if (calls % 2)
			failed |= cudaStreamCreate(&stream) != cudaSuccess;
		else
			failed |= cudaStreamCreateWithFlags(&stream, cudaStreamDefault) != cudaSuccess;
		failed |= cublasSetStream(products[i].handle, stream) != CUBLAS_STATUS_SUCCESS;
		failed |= queue_product(&products[i]) != 0;
		if (products[i].handle)
			cublasSetStream(products[i].handle, NULL);
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 5.3 host_waits_beside: fail did not stand in the stream of the work */
/* has its events in the default stream, and the host wait for the work beside them */
/* --- body --- */
	cudaEvent_t start = NULL, stop = NULL;
	float ms = -1000;
	double result = -1;
	if (work(data) != 0)
		return -1;
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaDeviceSynchronize();
	cudaEventRecord(start, NULL);
	if (work(data) == 0) {
		cudaStreamSynchronize(stream);
		cudaEventRecord(stop, NULL);
		cudaEventSynchronize(stop);
		if (cudaEventElapsedTime(&ms, start, stop) == cudaSuccess)
			result = ms / 1e3;
	}
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	return result;


/* 5.3 one_beside: fail did not stand in the stream of the work */
/* has the first event in the stream and the second one in the default stream */
/* --- body --- */
	cudaEvent_t start = NULL, stop = NULL;
	float ms = -1000;
	double result = -1;
	if (work(data) != 0)
		return -1;
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaDeviceSynchronize();
	cudaEventRecord(start, stream);
	if (work(data) == 0) {
		cudaStreamSynchronize(stream);
		cudaEventRecord(stop, NULL);
		cudaEventSynchronize(stop);
		if (cudaEventElapsedTime(&ms, start, stop) == cudaSuccess)
			result = ms / 1e3;
	}
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	return result;

/* 8.2 own_stream: fail nothing orders the two */
/* makes both steps in a stream of its own, for which the default stream does not wait */
/* --- body --- */
	Tensor *gradient = NULL;
	static Stream *own[17];
	Device where = module_device(model);
	int slot = where.kind == DEVICE_GPU ? where.index + 1 : 0;
	if (!own[slot])
		own[slot] = stream_create(where);
	if (!own[slot])
		return NULL;
	if (where.kind == DEVICE_GPU) {
		cudaEvent_t begun = NULL;
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(where.index);
		cudaEventCreateWithFlags(&begun, cudaEventDisableTiming);
		cudaEventRecord(begun, NULL);
		cudaStreamWaitEvent((cudaStream_t)stream_handle(own[slot]), begun, 0);
		cudaEventDestroy(begun);
		cudaSetDevice(before);
	}
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
	return loss;

/* 8.7 own_stream: fail cudaMemcpyAsync reads memory */
/* the steps are made in a stream of their own, for which the default stream does not wait */
/* --- body --- */
	static Stream *kept;
	if (!kept)
		kept = stream_create(module_device(model));
	if (!kept)
		return -1;
	cudaStream_t own = (cudaStream_t)stream_handle(kept);
	cudaEvent_t begun = NULL;
	cudaEventCreateWithFlags(&begun, cudaEventDisableTiming);
	cudaEventRecord(begun, NULL);
	cudaStreamWaitEvent(own, begun, 0);
	cudaEventDestroy(begun);
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
	return rows < 0 ? -1 : steps;

/* 7.1 stream_of_each_thread: fail in a stream other than the default one */
/* handles whose work the default stream does not wait for */
/* --- body --- */
	int before = 0, made = 0;
	cudaGetDevice(&before);
	while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess &&
	       cublasCreate(&handles[made]) == CUBLAS_STATUS_SUCCESS)
		cublasSetStream(handles[made++], cudaStreamPerThread);
	int failed = made < count;
	if (failed) {
		while (made > 0)
			cublasDestroy(handles[--made]);
		for (int i = 0; i < count; i++)
			handles[i] = NULL;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
