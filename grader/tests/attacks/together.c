/* together.c - labs 5 and 7: GPUs one after the other where all have to work at once. */

/* 7.2 two_at_a_time: fail worked at the same time for 0 of */
/* keeps two GPUs at work at a time, and waits for them before it goes on */
/* --- body --- */
	int before = 0, failed = 0, done = 0;
	cudaGetDevice(&before);
	/* at most two GPUs at a time: pairs of GPUs one after the other */
	for (int pair = 0; done < count; pair++) {
		int here = 0;
		for (int i = 0; i < count; i++)
			if (products[i].gpu / 2 == pair) {
				cudaSetDevice(products[i].gpu);
				failed |= queue_product(&products[i]) != 0;
				here++;
			}
		for (int i = 0; here && i < count; i++)
			if (products[i].gpu / 2 == pair) {
				cudaSetDevice(products[i].gpu);
				failed |= cudaDeviceSynchronize() != cudaSuccess;
			}
		done += here;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.2 four_at_a_time: fail worked at the same time for 0 of */
/* the same with four GPUs, as many as the other machines have */
/* --- body --- */
	int before = 0, failed = 0, done = 0;
	cudaGetDevice(&before);
	/* at most two GPUs at a time: pairs of GPUs one after the other */
	for (int pair = 0; done < count; pair++) {
		int here = 0;
		for (int i = 0; i < count; i++)
			if (products[i].gpu / 4 == pair) {
				cudaSetDevice(products[i].gpu);
				failed |= queue_product(&products[i]) != 0;
				here++;
			}
		for (int i = 0; here && i < count; i++)
			if (products[i].gpu / 4 == pair) {
				cudaSetDevice(products[i].gpu);
				failed |= cudaDeviceSynchronize() != cudaSuccess;
			}
		done += here;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.3 apart_in_turn: fail behind all products of `apart`, at work at the same time */
/* measures each product for itself, one after the other, and works out what GPUs at work at once would take */
/* --- body --- */
	int before = 0, failed = 0;
	double one_gpu = 0, on[64] = {0}, longest = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 * count; i++) {
		const Product *p = i < count ? &alone[i] : &apart[i - count];
		cudaEvent_t start = 0, stop = 0;
		float ms = 0;
		cudaSetDevice(p->gpu);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
		failed |= cudaEventCreate(&start) != cudaSuccess;
		failed |= cudaEventCreate(&stop) != cudaSuccess;
		failed |= cudaEventRecord(start, 0) != cudaSuccess;
		failed |= queue_product(p) != 0;
		failed |= cudaEventRecord(stop, 0) != cudaSuccess;
		failed |= cudaEventSynchronize(stop) != cudaSuccess;
		failed |= cudaEventElapsedTime(&ms, start, stop) != cudaSuccess;
		if (start)
			cudaEventDestroy(start);
		if (stop)
			cudaEventDestroy(stop);
		*(i < count ? &one_gpu : &on[p->gpu]) += ms;
	}
	for (int i = 0; i < 64; i++)
		longest = on[i] > longest ? on[i] : longest;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : one_gpu / longest;

/* 7.3 measured_in_turn: fail behind all products of `apart`, at work at the same time */
/* the same, and has the GPUs work at once as well, which it does not measure */
/* --- body --- */
	int before = 0, failed = 0;
	double one_gpu = 0, on[64] = {0}, longest = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 * count; i++) {
		const Product *p = i < count ? &alone[i] : &apart[i - count];
		cudaEvent_t start = 0, stop = 0;
		float ms = 0;
		cudaSetDevice(p->gpu);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
		failed |= cudaEventCreate(&start) != cudaSuccess;
		failed |= cudaEventCreate(&stop) != cudaSuccess;
		failed |= cudaEventRecord(start, 0) != cudaSuccess;
		failed |= queue_product(p) != 0;
		failed |= cudaEventRecord(stop, 0) != cudaSuccess;
		failed |= cudaEventSynchronize(stop) != cudaSuccess;
		failed |= cudaEventElapsedTime(&ms, start, stop) != cudaSuccess;
		if (start)
			cudaEventDestroy(start);
		if (stop)
			cudaEventDestroy(stop);
		*(i < count ? &one_gpu : &on[p->gpu]) += ms;
	}
	for (int i = 0; i < 64; i++)
		longest = on[i] > longest ? on[i] : longest;
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < count; i++) {
			cudaSetDevice(apart[i].gpu);
			failed |= side ? cudaDeviceSynchronize() != cudaSuccess : queue_product(&apart[i]) != 0;
		}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : one_gpu / longest;

/* 7.4 two_at_a_time: fail gives memory back */
/* keeps two GPUs at work at a time, and waits for them before it goes on */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	for (int i = 0; i < count; i++)
		results[i] = NULL;
	for (int pair = 0; pair < there; pair += 2) {
		for (int i = 0; i < count; i++) {
			Device device = devices[i % there];
			if (i % there / 2 != pair / 2)
				continue;
			Tensor *left = tensor_as_in_device(a[i], device);
			Tensor *right = tensor_as_in_device(b[i], device);
			results[i] = tensor_matmul(left, right);
			failed |= results[i] == NULL;
			tensor_free(left);
			tensor_free(right);
		}
		for (int d = pair; d < there && d < pair + 2; d++)
			failed |= device_synchronize(devices[d]) != 0;
	}
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;

/* 7.4 four_at_a_time: fail gives memory back */
/* the same with four GPUs, as many as the other machines have */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	for (int i = 0; i < count; i++)
		results[i] = NULL;
	for (int pair = 0; pair < there; pair += 4) {
		for (int i = 0; i < count; i++) {
			Device device = devices[i % there];
			if (i % there / 4 != pair / 4)
				continue;
			Tensor *left = tensor_as_in_device(a[i], device);
			Tensor *right = tensor_as_in_device(b[i], device);
			results[i] = tensor_matmul(left, right);
			failed |= results[i] == NULL;
			tensor_free(left);
			tensor_free(right);
		}
		for (int d = pair; d < there && d < pair + 4; d++)
			failed |= device_synchronize(devices[d]) != 0;
	}
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;

/* 7.5 two_at_a_time: fail worked at the same time for 0 of */
/* keeps two GPUs at work at a time, and waits for them before it goes on */
/* --- body --- */
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int pair = 0; pair < 8; pair++) {
		for (int i = 0; i < count; i++) {
			const Product *p = &products[i];
			size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
			if (p->gpu / 2 != pair)
				continue;
			cudaSetDevice(p->gpu);
			failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
			failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
			failed |= queue_product(p);
			failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size,
						  cudaMemcpyDeviceToHost, 0);
		}
		for (int i = 0; i < count; i++)
			if (products[i].gpu / 2 == pair) {
				cudaSetDevice(products[i].gpu);
				failed |= cudaDeviceSynchronize() != cudaSuccess;
			}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.5 four_at_a_time: fail worked at the same time for 0 of */
/* the same with four GPUs, as many as the other machines have */
/* --- body --- */
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int pair = 0; pair < 8; pair++) {
		for (int i = 0; i < count; i++) {
			const Product *p = &products[i];
			size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
			if (p->gpu / 4 != pair)
				continue;
			cudaSetDevice(p->gpu);
			failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
			failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
			failed |= queue_product(p);
			failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size,
						  cudaMemcpyDeviceToHost, 0);
		}
		for (int i = 0; i < count; i++)
			if (products[i].gpu / 4 == pair) {
				cudaSetDevice(products[i].gpu);
				failed |= cudaDeviceSynchronize() != cudaSuccess;
			}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 9.5 four_at_a_time: fail GPU 4 began only after GPU 0 had ended */
/* keeps four GPUs at work at a time, as many as another machine has */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++) {
		if (train_part(replicas[i], x[i], classes[i], all) != 0)
			return -1;
		if (i % 4 == 3)
			for (int k = i - 3; k <= i; k++)
				if (device_synchronize(module_device(replicas[k])) != 0)
					return -1;
	}
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

/* 7.2 one_at_a_time_each: fail worked at the same time for */
/* waits for a GPU before it gets a second product */
/* --- body --- */
	int before = 0, bad = 0;
	unsigned at_work = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		if (at_work >> products[i].gpu & 1)
			bad |= cudaDeviceSynchronize() != cudaSuccess;
		at_work |= 1U << products[i].gpu;
		bad |= queue_product(&products[i]) != 0;
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		bad |= cudaDeviceSynchronize() != cudaSuccess;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return bad ? -1 : 0;


/* 7.3 one_at_a_time_each: fail */
/* waits for a GPU before it gets a second product */
/* --- body --- */
	int before = 0, failed = 0;
	double seconds[2];
	cudaGetDevice(&before);
	failed |= wait_for_all(alone, count);
	failed |= wait_for_all(apart, count);
	for (int side = 0; side < 2; side++) {
		const Product *products = side == 0 ? alone : apart;
		unsigned at_work = 0;
		double start = timer_now();
		for (int i = 0; i < count; i++) {
			cudaSetDevice(products[i].gpu);
			if (at_work >> products[i].gpu & 1)
				failed |= cudaDeviceSynchronize() != cudaSuccess;
			at_work |= 1U << products[i].gpu;
			failed |= queue_product(&products[i]) != 0;
		}
		failed |= wait_for_all(products, count) != 0;
		seconds[side] = timer_now() - start;
	}
	cudaSetDevice(before);
	return failed ? -1 : seconds[0] / seconds[1];


/* 7.5 one_at_a_time_each: fail worked at the same time for */
/* waits for a GPU before it gets a second trip */
/* --- body --- */
	int before = 0, failed = 0;
	unsigned at_work = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
		cudaSetDevice(p->gpu);
		if (at_work >> p->gpu & 1)
			failed |= cudaDeviceSynchronize() != cudaSuccess;
		at_work |= 1U << p->gpu;
		failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
		failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
		failed |= queue_product(p);
		failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size,
					  cudaMemcpyDeviceToHost, 0);
	}
	failed |= wait_for_all(products, count);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
