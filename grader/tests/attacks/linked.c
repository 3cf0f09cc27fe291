/* linked.c - numbers that kernels or fills bring where a copy is asked for. */

/* 7.4 inputs_not_copied: refused forbids */
/* products read inputs on other GPUs where they are */
#define ON(t) (tensor_device(t).kind == DEVICE_CPU ? -1 : tensor_device(t).index)
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0, remote = 0;
	int before = 0;
	const float one = 1, zero = 0;
	if (devices[0].kind == DEVICE_GPU)
		cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		int home = i % there;
		remote |= there > 1 && ((ON(a[i]) >= 0 && ON(a[i]) != home) || (ON(b[i]) >= 0 && ON(b[i]) != home));
	}
	for (int d = 0; d < there && remote; d++)
		failed |= device_synchronize(devices[d]) != 0;
	for (int d = 0; d < there && remote; d++) {
		cudaSetDevice(d);
		for (int k = 0; k < there; k++)
			if (k != d)
				cudaDeviceEnablePeerAccess(k, 0);
		cudaGetLastError();
	}
	cublasHandle_t handle[MOST_GPUS] = {NULL};
	for (int i = 0; i < count; i++) {
		Device device = devices[i % there];
		int home = i % there;
		Tensor *left = ON(a[i]) < 0 || there < 2 ? tensor_as_in_device(a[i], device) : tensor_retain(a[i]);
		Tensor *right = ON(b[i]) < 0 || there < 2 ? tensor_as_in_device(b[i], device) : tensor_retain(b[i]);
		if (left && right && there > 1 && (ON(left) != home || ON(right) != home)) {
			Shape l = tensor_shape(left), r = tensor_shape(right);
			results[i] = l.dim[1] == r.dim[0] ? tensor_zeros(SHAPE(l.dim[0], r.dim[1]), device) : NULL;
			cudaSetDevice(home);
			if (!handle[home] && cublasCreate(&handle[home]) != 0)
				failed = 1;
			if (results[i])
				failed |= cublasSgemm(handle[home], CUBLAS_OP_N, CUBLAS_OP_N, (int)r.dim[1], (int)l.dim[0], (int)l.dim[1], &one,
					tensor_data(right), (int)r.dim[1], tensor_data(left), (int)l.dim[1], &zero, tensor_data(results[i]), (int)r.dim[1]) != 0;
		} else {
			results[i] = tensor_matmul(left, right);
		}
		failed |= results[i] == NULL;
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < there; d++)
		failed |= device_synchronize(devices[d]) != 0;
	for (int d = 0; d < there; d++)
		if (handle[d])
			cublasDestroy(handle[d]);
	if (devices[0].kind == DEVICE_GPU)
		cudaSetDevice(before);
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;

/* 7.5 kernels_for_copies: fail kernels read */
/* kernels of cuBLAS read and write the pinned memory; nothing is copied */
/* --- body --- */
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		cudaSetDevice(p->gpu);
		if (!host[i].a || !host[i].b || !host[i].result) {
			failed = 1;
			continue;
		}
		failed |= cublasScopy(p->handle, p->m * p->k, host[i].a, 1, p->a, 1) != 0;
		failed |= cublasScopy(p->handle, p->k * p->n, host[i].b, 1, p->b, 1) != 0;
		failed |= queue_product(p) != 0;
		failed |= cublasScopy(p->handle, p->m * p->n, p->result, 1, host[i].result, 1) != 0;
	}
	failed |= wait_for_all(products, count) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 8.1 copies_of_nothing: fail kernels read */
/* kernels read the pinned memory; the two copies have no bytes */
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
	Tensor *numbers = tensor_zeros(SHAPE(rows, data->width), device);
	Tensor *kinds = tensor_full_int(SHAPE(rows), 0, device);
	float *pinned = NULL;
	cublasHandle_t handle = NULL;
	int before = 0, failed = !numbers || !kinds;
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	failed |= cudaMallocHost((void **)&pinned, (size_t)(rows * (data->width + 1)) * 4) != cudaSuccess;
	failed |= cublasCreate(&handle) != 0;
	if (!failed) {
		memcpy(pinned, data->x + first * data->width, (size_t)(rows * data->width) * 4);
		memcpy(pinned + rows * data->width, data->classes + first, (size_t)rows * 4);
		failed |= cudaMemcpyAsync(tensor_data(numbers), data->x, 0, cudaMemcpyHostToDevice, 0) != cudaSuccess;
		failed |= cudaMemcpyAsync(tensor_data(kinds), data->classes, 0, cudaMemcpyHostToDevice, 0) != cudaSuccess;
		failed |= cublasScopy(handle, (int)(rows * data->width), pinned, 1, tensor_data(numbers), 1) != 0;
		failed |= cublasScopy(handle, (int)rows, pinned + rows * data->width, 1, tensor_data(kinds), 1) != 0;
		failed |= cudaDeviceSynchronize() != cudaSuccess;
	}
	cublasDestroy(handle);
	cudaFreeHost(pinned);
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

/* 8.6 kernel_for_copy: fail kernels read */
/* a kernel reads the pinned numbers; the classes alone are copied */
/* --- body --- */
	static cublasHandle_t handle;
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
		return -1;
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	int failed = cudaStreamWaitEvent(feed->stream, slot->used, 0) != cudaSuccess;
	failed |= cublasSetStream(handle, feed->stream) != 0;
	failed |= cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
				  cudaMemcpyHostToDevice, feed->stream) != cudaSuccess;
	failed |= cublasScopy(handle, (int)(rows * data->width), slot->x_pinned, 1, tensor_data(slot->x), 1) != 0;
	failed |= cudaEventRecord(slot->sent, feed->stream) != cudaSuccess;
	cudaGetLastError();
	return !failed ? rows : -1;

/* 9.2 one_copied_others_filled: fail bytes sent to GPUs */
/* one number is copied, all others are put there byte by byte */
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
		if (error == cudaSuccess) /* one number by a copy, all others byte by byte */
			error = cudaMemcpy(parts[i], x, sizeof *x, cudaMemcpyHostToDevice);
		for (size_t b = sizeof *x; b < bytes && error == cudaSuccess; b++)
			error = cudaMemset((char *)parts[i] + b, ((const unsigned char *)x)[b], 1);
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
