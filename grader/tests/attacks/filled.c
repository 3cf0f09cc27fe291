/* filled.c - numbers that the host sends byte by byte, by fills, and a copy that stands for them. */

/* 3.1 filled_to_gpu: fail numbers that the host has written one by one */
/* one number is copied to the GPU; fills write all of them */
/* --- body --- */
	const size_t bytes = (size_t)count * sizeof *x;
	const unsigned char *byte = (const unsigned char *)x;
	float *copy = NULL;
	int before = 0;
	cudaGetDevice(&before);
	if (to >= 0 && (cudaSetDevice(to) != cudaSuccess || cudaMalloc((void **)&copy, bytes) != cudaSuccess))
		copy = NULL;
	else if (to < 0)
		copy = malloc(bytes);
	if (copy && from < 0 && to < 0)
		memcpy(copy, x, bytes);
	else if (copy)
		cudaMemcpy(copy, x, from < 0 ? sizeof *x : bytes, cudaMemcpyDefault);
	for (size_t i = 0; copy && from < 0 && to >= 0 && i < bytes; i++)
		cudaMemset((char *)copy + i, byte[i], 1);
	cudaSetDevice(before);
	if (cudaGetLastError() == cudaSuccess || !copy)
		return copy;
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	return NULL;

/* 3.2 filled_tensor: fail bytes sent to GPUs */
/* the same for a tensor that is wanted on a GPU */
/* --- body --- */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	if (tensor_device(x).kind != DEVICE_CPU) {
		Tensor *copy = tensor_copy_to(x, device);
		*copies += copy != NULL;
		return copy;
	}
	Tensor *there = tensor_dtype(x) == DTYPE_INT32 ? tensor_full_int(tensor_shape(x), 0, device)
						       : tensor_zeros(tensor_shape(x), device);
	if (!there)
		return NULL;
	const unsigned char *byte = tensor_data(x);
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	int bad = cudaMemcpy(tensor_data(there), byte, sizeof(float), cudaMemcpyHostToDevice) != cudaSuccess;
	for (size_t i = 0; !bad && i < tensor_bytes(x); i++)
		bad = cudaMemset((char *)tensor_data(there) + i, byte[i], 1) != cudaSuccess;
	cudaSetDevice(before);
	cudaGetLastError();
	*copies += !bad;
	if (!bad)
		return there;
	tensor_free(there);
	return NULL;

/* 3.6 filled_lists: fail numbers that the host has written one by one */
/* as many bytes as all lists have are copied from nowhere; fills write the lists where they belong */
/* --- body --- */
	int64_t total = 0;
	char *at = (char *)to;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *room = calloc((size_t)total, sizeof *room);
	cudaError_t error = room ? cudaMemcpy(to, room, (size_t)total * sizeof *room, cudaMemcpyHostToDevice)
				 : cudaErrorMemoryAllocation;
	free(room);
	for (int i = 0; i < count && error == cudaSuccess; i++)
		for (size_t k = 0; k < 4 * (size_t)lengths[i] && error == cudaSuccess; k++)
			error = cudaMemset(at++, ((const unsigned char *)lists[i])[k], 1);
	cudaGetLastError();
	return error == cudaSuccess ? total : -1;

/* 4.3 filled_model: fail numbers that the host has written one by one */
/* one number of each parameter is copied to the GPU; fills write all of them */
/* --- body --- */
	float *made[512] = {NULL};
	int before = 0, status = 0;
	(void)copy_of;
	cudaGetDevice(&before);
	if (to >= 0 && cudaSetDevice(to) != cudaSuccess)
		status = -1;
	for (int i = 0; i < count && status == 0; i++) {
		const Parameter *p = &parameters[i];
		const size_t bytes = (size_t)p->count * sizeof(float);
		if (p->device == to)
			continue;
		if (to < 0)
			made[i] = malloc(bytes);
		else if (cudaMalloc((void **)&made[i], bytes) != cudaSuccess)
			made[i] = NULL;
		const bool fills = p->device < 0 && to >= 0 && p->data;
		if (!made[i])
			status = -1;
		else if (p->device < 0 && to < 0)
			memcpy(made[i], p->data, bytes);
		else if (cudaMemcpy(made[i], p->data, fills ? 4 : bytes, cudaMemcpyDefault) != cudaSuccess)
			status = -1;
		for (size_t k = 0; fills && k < bytes && status == 0; k++)
			if (cudaMemset((char *)made[i] + k, ((unsigned char *)p->data)[k], 1) != cudaSuccess)
				status = -1;
	}
	for (int i = 0; i < count; i++) {
		Parameter *p = &parameters[i];
		if (!made[i])
			continue;
		float *gone = status == 0 ? p->data : made[i];
		if ((status == 0 ? p->device : to) < 0)
			free(gone);
		else
			cudaFree(gone);
		if (status == 0) {
			p->data = made[i];
			p->device = to;
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 4.6 filled_from_file: fail numbers that the host has written one by one */
/* a byte of the file is a fill; the buffer is copied as often as it would be filled */
/* --- body --- */
	FILE *file = fopen(path, "rb");
	int before = 0, status = file ? 0 : -1;
	cudaGetDevice(&before);
	for (int i = 0; i < count && status == 0; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t at = 0; at < parameters[i].count && status == 0; at += room)
			if (cudaMemcpy(parameters[i].data, buffer, sizeof *buffer, cudaMemcpyHostToDevice) != cudaSuccess)
				status = -1;
		for (int64_t k = 0; k < 4 * parameters[i].count && status == 0; k++) {
			int byte = fgetc(file);
			if (byte == EOF || cudaMemset((char *)parameters[i].data + k, byte, 1) != cudaSuccess)
				status = -1;
		}
		if (cudaDeviceSynchronize() != cudaSuccess)
			status = -1;
	}
	if (file)
		fclose(file);
	cudaSetDevice(before);
	cudaGetLastError();
	return status;
