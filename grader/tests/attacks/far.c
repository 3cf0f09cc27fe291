/* far.c - whole numbers that 32 bits do not hold: rows, elements, places in a list. */

/* 8.1 left_in_an_int: fail what is returned */
/* has the rows that are left in an int */
/* --- body --- */
	Device device = module_device(model);
	int left = (int)(data->count - first);
	int64_t rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
					   data->x + first * data->width, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;

/* 8.1 place_in_32_bits: fail crashed (segmentation fault) */
/* counts the numbers before the batch in 32 bits */
/* --- body --- */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
					   data->x + (uint32_t)(first * data->width), device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;

/* 8.1 class_in_32_bits: fail crashed (segmentation fault) */
/* counts the classes before the batch in 32 bits */
/* --- body --- */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
					   data->x + first * data->width, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + (uint32_t)first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;

/* 8.5 rows_in_an_int: fail what is returned: wanted -1, got 0 */
/* has the rows of a batch in an int */
/* --- body --- */
	int gpu = 0;
	int batch = (int)feed->batch;
	size_t rows = (size_t)batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 8.6 left_in_an_int: fail what is returned */
/* has the rows that are left in an int */
/* --- body --- */
	Slot *slot = &feed->slot[index];
	int left = (int)(data->count - first);
	int64_t rows = left < feed->batch ? left : feed->batch;
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
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.6 place_in_32_bits: fail crashed (segmentation fault) */
/* counts the numbers before the batch in 32 bits */
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
	memcpy(slot->x_pinned, data->x + (uint32_t)(first * data->width), bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.6 class_in_32_bits: fail crashed (segmentation fault) */
/* counts the classes before the batch in 32 bits */
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
	memcpy(slot->classes_pinned, data->classes + (uint32_t)first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 9.1 elements_in_an_int: fail numbers on GPUs */
/* has the number of elements in an int */
/* --- body --- */
	int numbers = (int)elements;
	size_t bytes = (size_t)numbers * sizeof **replicas;
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 1; i < count && error == cudaSuccess; i++) {
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&replicas[i], bytes);
		if (error == cudaSuccess)
			error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
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

/* 9.2 rows_in_an_int: fail what is returned: wanted -1, got 0 */
/* deals rows by ints */
/* --- body --- */
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		parts[i] = NULL;
		rows[i] = (int)n / count + (i < (int)n % count);
		size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
		if (bytes == 0 || error != cudaSuccess)
			continue;
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&parts[i], bytes);
		if (error == cudaSuccess)
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
