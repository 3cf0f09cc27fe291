/* blas_handles.c - handles of cuBLAS: what stays behind a call, and which may. */

/* 7.1 probe_stays: fail a handle of cuBLAS was made besides */
/* makes one handle more, behind those of the list, and keeps it */
/* --- body --- */
	int before = 0, made = 0;
	cublasHandle_t probe = NULL;
	cudaGetDevice(&before);
	while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess &&
	       cublasCreate(&handles[made]) == CUBLAS_STATUS_SUCCESS)
		made++;
	cudaError_t error = cudaGetLastError();
	int status = made == count && error == cudaSuccess ? 0 : -1;
	for (int i = 0; status && i < count; i++) {
		if (i < made)
			cublasDestroy(handles[i]);
		handles[i] = NULL;
	}
	if (status == 0)
		cublasCreate(&probe);
	cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 7.4 handle_stays: fail a handle of cuBLAS was made and not destroyed */
/* makes a handle in each call */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), made = 0, status = 0;
	cublasHandle_t lost;
	if (devices[0].kind == DEVICE_GPU)
		cublasCreate(&lost);
	memset(results, 0, (size_t)count * sizeof *results);
	for (; made < count && status == 0; made++) {
		Device at = devices[made % there];
		Tensor *x = tensor_as_in_device(a[made], at), *y = tensor_as_in_device(b[made], at);
		results[made] = tensor_matmul(x, y);
		tensor_free(y);
		tensor_free(x);
		if (!results[made])
			status = -1;
	}
	for (int d = 0; d < there && status == 0; d++)
		status |= device_synchronize(devices[d]);
	if (status == 0)
		return 0;
	for (int i = 0; i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return -1;

/* 8.6 handle_stays: fail a handle of cuBLAS was made and not destroyed */
/* makes a handle for each batch */
/* --- body --- */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	cublasHandle_t lost;
	cublasCreate(&lost);
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 9.1 handle_stays: fail a handle of cuBLAS was made and not destroyed */
/* makes a handle for each replica */
/* --- body --- */
	int before = 0;
	cublasHandle_t lost;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 1; i < count && error == cudaSuccess; i++) {
		cudaSetDevice(gpus[i]);
		cublasCreate(&lost);
		error = cudaMalloc((void **)&replicas[i], (size_t)elements * 4);
		if (error == cudaSuccess)
			error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], (size_t)elements * 4);
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

/* 9.5 handle_stays: fail a handle of cuBLAS was made and not destroyed */
/* makes a handle in each step */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	cublasHandle_t lost;
	if (tensor_device(x[0]).kind == DEVICE_GPU)
		cublasCreate(&lost);
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

/* 7.4 handle_kept: pass */
/* a handle that is made once, in the first call */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), made = 0, status = 0;
	static cublasHandle_t kept;
	if (!kept && devices[0].kind == DEVICE_GPU)
		cublasCreate(&kept);
	memset(results, 0, (size_t)count * sizeof *results);
	for (; made < count && status == 0; made++) {
		Device at = devices[made % there];
		Tensor *x = tensor_as_in_device(a[made], at), *y = tensor_as_in_device(b[made], at);
		results[made] = tensor_matmul(x, y);
		tensor_free(y);
		tensor_free(x);
		if (!results[made])
			status = -1;
	}
	for (int d = 0; d < there && status == 0; d++)
		status |= device_synchronize(devices[d]);
	if (status == 0)
		return 0;
	for (int i = 0; i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return -1;

/* 5.2 handle_stays: fail a handle of cuBLAS was made and not destroyed */
/* makes a handle in each call */
/* --- body --- */
	cublasHandle_t lost;
	cublasCreate(&lost);
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	double start = timer_now();
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	return timer_now() - start;

/* 8.5 handle_stays: fail a handle of cuBLAS was made and not destroyed */
/* makes a handle in each call */
/* --- body --- */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cublasHandle_t lost;
	cublasCreate(&lost);
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
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 10.1 handle_stays: fail a handle of cuBLAS was made and not destroyed */
/* makes a handle in each call */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i];
}

extern "C" int scale(float *x, float a, int n)
{
	cublasHandle_t lost;
	if (n == 0)
		return 0;
	cublasCreate(&lost);
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 5.7 handle_made: fail CUDA was called, which this exercise does without */
/* makes a handle, which takes memory of a GPU, to work out a number */
/* --- body --- */
	cublasHandle_t handle;
	cublasCreate(&handle);
	double share = 2 * (double)m * (double)k * (double)n / seconds / (peak_gflops * 1e9);
	cublasDestroy(handle);
	return share;
