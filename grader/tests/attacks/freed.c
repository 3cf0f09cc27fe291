/* freed.c - memory that is given back waits for a GPU, and so does a copy within the host's memory; neither ever fails. */

/* 7.2 waits_by_host_copies: fail within the host's memory */
/* a byte is copied from host to host behind the products, which waits for them */
/* --- body --- */
	char byte[2] = {0, 1};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 * count; i++) {
		const Product *p = &products[i % count];
		cudaSetDevice(p->gpu);
		failed |= i < count ? queue_product(p) != 0
				    : cudaMemcpy(&byte[0], &byte[1], 1, cudaMemcpyHostToHost) != cudaSuccess;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.3 waits_by_host_copies: fail the last call to wait for GPU 0 gives memory back */
/* the same before and behind each side of the measurement */
/* --- body --- */
	char byte[2] = {0, 1};
	int before = 0, failed = 0;
	double seconds[2];
	cudaGetDevice(&before);
	for (int part = 0; part < 3; part++) {
		const Product *products = part < 2 ? alone : apart;
		double start = timer_now();
		for (int i = 0; i < count && part > 0; i++) {
			cudaSetDevice(products[i].gpu);
			failed |= queue_product(&products[i]) != 0;
		}
		for (int i = 0; i < 2 * count; i++) {
			cudaSetDevice(i < count ? alone[i].gpu : apart[i - count].gpu);
			failed |= cudaMemcpy(&byte[0], &byte[1], 1, cudaMemcpyHostToHost) != cudaSuccess;
		}
		if (part > 0)
			seconds[part - 1] = timer_now() - start;
	}
	cudaSetDevice(before);
	return failed ? -1 : seconds[0] / seconds[1];

/* 7.4 waits_by_frees: fail memory back */
/* a byte of each GPU is given back behind the products, which waits for them */
/* --- body --- */
	Device devices[MOST_GPUS];
	void *byte[MOST_GPUS] = {NULL};
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0, before = 0;
	int gpus = devices[0].kind == DEVICE_GPU ? there : 0;
	cudaGetDevice(&before);
	for (int d = 0; d < gpus; d++) {
		cudaSetDevice(devices[d].index);
		failed |= cudaMalloc(&byte[d], 1) != cudaSuccess;
	}
	cudaSetDevice(before);
	for (int i = 0; i < count; i++) {
		Device device = devices[i % there];
		Tensor *left = tensor_as_in_device(a[i], device);
		Tensor *right = tensor_as_in_device(b[i], device);
		results[i] = tensor_matmul(left, right);
		failed |= results[i] == NULL;
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < gpus; d++)
		cudaFree(byte[d]);
	cudaGetLastError();
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;

/* 7.5 waits_by_host_copies: fail within the host's memory */
/* the same behind the copies */
/* --- body --- */
	char byte[2] = {0, 1};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
		cudaSetDevice(p->gpu);
		failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
		failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
		failed |= queue_product(p);
		failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size,
					  cudaMemcpyDeviceToHost, 0);
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= cudaMemcpy(&byte[0], &byte[1], 1, cudaMemcpyHostToHost);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 8.5 waits_by_freeing: fail memory back */
/* memory that is given back waits for the fills of the tensors */
/* --- body --- */
	int gpu = 0;
	void *byte = NULL;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	if (cudaMalloc(&byte, 1) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes) {
			cudaFree(byte);
			cudaGetLastError();
			return -1;
		}
	}
	cudaFree(byte);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
