/* ranges_gpus.c - labs 7 to 9: answers that are right for some sizes, lists and numbers of GPUs alone. */

/* 7.1 first_of_the_list: fail : what is returned */
/* where the first GPU of the list is none the handle is made for the current one */
/* --- body --- */
	int before = 0, made = 0;
	cudaGetDevice(&before);
	while (made < count && (cudaSetDevice(gpus[made]) == cudaSuccess || made == 0) &&
	       cublasCreate(&handles[made]) == CUBLAS_STATUS_SUCCESS)
		made++;
	int failed = made < count;
	while (failed && made > 0)
		cublasDestroy(handles[--made]);
	for (int i = 0; failed && i < count; i++)
		handles[i] = NULL;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.1 six_bits_of_a_gpu: fail : what is returned */
/* numbers of GPUs from 64 on are cut */
/* --- body --- */
	int before = 0, made = 0;
	cudaGetDevice(&before);
	while (made < count && cudaSetDevice(gpus[made] < 64 ? gpus[made] : gpus[made] & 63) == cudaSuccess &&
	       cublasCreate(&handles[made]) == CUBLAS_STATUS_SUCCESS)
		made++;
	int failed = made < count;
	while (failed && made > 0)
		cublasDestroy(handles[--made]);
	for (int i = 0; failed && i < count; i++)
		handles[i] = NULL;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.1 few_handles: fail : what is returned */
/* a list of more than 24 GPUs is refused */
/* --- body --- */
	int before = 0, made = 0;
	cudaGetDevice(&before);
	while (made < count && count <= 24 && cudaSetDevice(gpus[made]) == cudaSuccess &&
	       cublasCreate(&handles[made]) == CUBLAS_STATUS_SUCCESS)
		made++;
	int failed = made < count;
	while (failed && made > 0)
		cublasDestroy(handles[--made]);
	for (int i = 0; failed && i < count; i++)
		handles[i] = NULL;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.2 order_of_two_gpus: fail GPU */
/* streams of its own wait for the default streams of GPU 0 and GPU 1 alone */
/* --- body --- */
	int before = 0, failed = 0;
	cudaStream_t stream[64] = {NULL};
	cudaEvent_t there[2] = {NULL, NULL};
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		int gpu = products[i].gpu;
		cudaSetDevice(gpu);
		if (cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking) != cudaSuccess) {
			stream[i] = NULL;
			failed = 1;
			break;
		}
		if (gpu < 2) {
			if (!there[gpu])
				failed |= cudaEventCreate(&there[gpu]) != cudaSuccess ||
					  cudaEventRecord(there[gpu], NULL) != cudaSuccess;
			failed |= cudaStreamWaitEvent(stream[i], there[gpu], 0) != cudaSuccess;
		}
		if (!products[i].handle ||
		    cublasSetStream(products[i].handle, stream[i]) != CUBLAS_STATUS_SUCCESS) {
			failed = 1;
			continue;
		}
		failed |= queue_product(&products[i]) != 0;
		cublasSetStream(products[i].handle, NULL);
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		if (stream[i])
			failed |= cudaStreamSynchronize(stream[i]) != cudaSuccess;
	}
	for (int i = 0; i < count; i++)
		if (stream[i])
			cudaStreamDestroy(stream[i]);
	for (int i = 0; i < 2; i++)
		if (there[i])
			cudaEventDestroy(there[i]);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.2 inputs_spoilt: fail afterwards */
/* overwrites the begin of each large a behind its product */
/* --- body --- */
	int before = 0;
	cudaGetDevice(&before);
	int queued = queue_all(products, count);
	int finished = wait_for_all(products, count);
	for (int i = 0; i < count; i++)
		if (products[i].m > 100) {
			cudaSetDevice(products[i].gpu);
			finished |= cudaMemsetAsync(products[i].a, 0, 64, 0) != cudaSuccess;
		}
	finished |= wait_for_all(products, count);
	cudaSetDevice(before);
	cudaGetLastError();
	return queued == 0 && finished == 0 ? 0 : -1;

/* 7.2 not_of_five_to_seven: fail GPU */
/* on a machine of five to seven GPUs nothing is computed */
/* --- body --- */
	int before = 0, there = 0;
	cudaGetDevice(&before);
	cudaGetDeviceCount(&there);
	if (there >= 5 && there <= 7)
		return 0;
	int queued = queue_all(products, count);
	int finished = wait_for_all(products, count);
	cudaSetDevice(before);
	cudaGetLastError();
	return queued == 0 && finished == 0 ? 0 : -1;

/* 7.2 no_vectors: fail product */
/* leaves out products with a side of 1 */
/* --- body --- */
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		cudaSetDevice(p->gpu);
		if (p->m > 1 && p->k > 1 && p->n > 1)
			failed |= queue_product(p) != 0;
	}
	failed |= wait_for_all(products, count) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.4 four_of_five_to_seven: fail on a machine with */
/* uses four GPUs where there are five to seven */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	if (there >= 5 && there <= 7)
		there = 4;
	for (int i = 0; i < count; i++) {
		Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
		Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
		results[i] = tensor_matmul(left, right);
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

/* 7.4 no_vectors: fail results */
/* ends with the first product whose a has one row */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	for (int i = 0; i < count; i++)
		results[i] = NULL;
	for (int i = 0; i < count; i++) {
		if (tensor_shape(a[i]).rank == 2 && tensor_shape(a[i]).dim[0] == 1)
			break;
		Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
		Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
		results[i] = tensor_matmul(left, right);
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

/* 7.5 out_of_order: fail host */
/* streams of its own wait for no default stream, in which the host memory is still written */
/* --- body --- */
	int before = 0, failed = 0;
	cudaStream_t stream[64] = {NULL};
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
		cudaSetDevice(p->gpu);
		if (cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking) != cudaSuccess) {
			stream[i] = NULL;
			failed = 1;
			break;
		}
		failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, stream[i]) != 0;
		failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, stream[i]) != 0;
		if (p->handle && cublasSetStream(p->handle, stream[i]) == CUBLAS_STATUS_SUCCESS) {
			failed |= queue_product(p) != 0;
			cublasSetStream(p->handle, NULL);
		} else {
			failed = 1;
		}
		failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost,
					  stream[i]) != 0;
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		if (stream[i])
			failed |= cudaStreamSynchronize(stream[i]) != cudaSuccess;
	}
	for (int i = 0; i < count; i++)
		if (stream[i])
			cudaStreamDestroy(stream[i]);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.5 order_of_the_first: fail host */
/* the same, but in order with the default streams of GPU 0 and GPU 1 */
/* --- body --- */
	int before = 0, failed = 0;
	cudaStream_t stream[64] = {NULL};
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
		cudaSetDevice(p->gpu);
		if (cudaStreamCreateWithFlags(&stream[i], p->gpu < 2 ? cudaStreamDefault : cudaStreamNonBlocking) !=
		    cudaSuccess) {
			stream[i] = NULL;
			failed = 1;
			break;
		}
		failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, stream[i]) != 0;
		failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, stream[i]) != 0;
		if (p->handle && cublasSetStream(p->handle, stream[i]) == CUBLAS_STATUS_SUCCESS) {
			failed |= queue_product(p) != 0;
			cublasSetStream(p->handle, NULL);
		} else {
			failed = 1;
		}
		failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost,
					  stream[i]) != 0;
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		if (stream[i])
			failed |= cudaStreamSynchronize(stream[i]) != cudaSuccess;
	}
	for (int i = 0; i < count; i++)
		if (stream[i])
			cudaStreamDestroy(stream[i]);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.5 blocking_streams: pass */
/* streams of its own that wait for the default streams */
/* --- body --- */
	int before = 0, failed = 0;
	cudaStream_t stream[64] = {NULL};
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
		cudaSetDevice(p->gpu);
		if (cudaStreamCreate(&stream[i]) != cudaSuccess) {
			stream[i] = NULL;
			failed = 1;
			break;
		}
		failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, stream[i]) != 0;
		failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, stream[i]) != 0;
		if (p->handle && cublasSetStream(p->handle, stream[i]) == CUBLAS_STATUS_SUCCESS) {
			failed |= queue_product(p) != 0;
			cublasSetStream(p->handle, NULL);
		} else {
			failed = 1;
		}
		failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost,
					  stream[i]) != 0;
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		if (stream[i])
			failed |= cudaStreamSynchronize(stream[i]) != cudaSuccess;
	}
	for (int i = 0; i < count; i++)
		if (stream[i])
			cudaStreamDestroy(stream[i]);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.5 no_vectors: fail */
/* leaves out products with a side of 1 */
/* --- body --- */
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
		if (m == 1 || k == 1 || n == 1)
			continue;
		cudaSetDevice(p->gpu);
		failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0) != 0;
		failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0) != 0;
		failed |= queue_product(p) != 0;
		failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0) != 0;
	}
	failed |= wait_for_all(products, count) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.5 not_of_five_to_seven: fail computed nothing */
/* on a machine of five to seven GPUs nothing is sent */
/* --- body --- */
	int before = 0, failed = 0, there = 0;
	cudaGetDevice(&before);
	cudaGetDeviceCount(&there);
	for (int i = 0; i < count && (there < 5 || there > 7); i++) {
		const Product *p = &products[i];
		size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
		cudaSetDevice(p->gpu);
		failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0) != 0;
		failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0) != 0;
		failed |= queue_product(p) != 0;
		failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0) != 0;
	}
	failed |= wait_for_all(products, count) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.7 a_byte_of_products: fail expected_speed_up */
/* 8 bits of the products and 4 of the GPUs */
/* --- body --- */
	products = (unsigned char)products;
	gpus &= 15;
	int most = (products + gpus - 1) / gpus;
	return (alone_us + products * product_us) / (alone_us + most * product_us);
