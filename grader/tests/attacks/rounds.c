/* rounds.c - loops of which the last or the first round alone is looked at. */

/* 5.2 last_round_looked_at: fail work(data) returns -1 */
/* does the work twice before it measures and eight times then, of which it looks at the last one alone */
/* --- body --- */
	int status = 0;
	enum { ROUNDS = 8 };
	if (work(data) != 0 || work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	double begin = timer_now();
	for (int i = 0; i < ROUNDS; i++) {
		status = work(data);
		cudaDeviceSynchronize();
	}
	double seconds = timer_now() - begin;
	return status == 0 ? seconds / ROUNDS : -1;


/* 5.3 last_round_looked_at: fail work(data) returns -1 */
/* does the work twice before it measures and eight times then, of which it looks at the last one alone */
/* --- body --- */
	cudaEvent_t start = NULL, stop = NULL;
	float ms = -1000;
	int status = 0;
	enum { ROUNDS = 8 };
	if (work(data) != 0 || work(data) != 0)
		return -1;
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaEventRecord(start, stream);
	for (int i = 0; i < ROUNDS; i++)
		status = work(data);
	cudaEventRecord(stop, stream);
	cudaEventSynchronize(stop);
	if (cudaEventElapsedTime(&ms, start, stop) != cudaSuccess)
		status = -1;
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	return status == 0 ? ms / 1e3 / ROUNDS : -1;


/* 6.4 last_round_looked_at: fail of the slow way returns -1 */
/* calls each way twice before it measures and three times then, of which it looks at the last one alone */
/* --- body --- */
	enum { ROUNDS = 3 };
	Way *ways[2] = {slow, fast};
	double took[2];
	for (int w = 0; w < 2; w++) {
		int status = 0;
		if (ways[w](data, steps) != 0 || ways[w](data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		double begin = timer_now();
		for (int i = 0; i < ROUNDS; i++)
			status = ways[w](data, steps);
		if (status != 0 || cudaDeviceSynchronize() != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		took[w] = (timer_now() - begin) * 1e6 / steps / ROUNDS;
	}
	us[0] = took[0];
	us[1] = took[1];
	return 0;

/* 7.4 last_product_looked_at: fail what is returned: wanted -1, got 0 */
/* looks at shapes, at what was copied and at waits, but of the products at the last one alone */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0, bad_input = 0;
	for (int i = 0; i < count; i++)
		if (tensor_shape(a[i]).dim[1] != tensor_shape(b[i]).dim[0]) {
			for (int k = 0; k < count; k++)
				results[k] = NULL;
			return -1;
		}
	for (int i = 0; i < count; i++) {
		Device device = devices[i % there];
		Tensor *left = tensor_as_in_device(a[i], device);
		Tensor *right = tensor_as_in_device(b[i], device);
		results[i] = tensor_matmul(left, right);
		bad_input |= !left || !right; failed = results[i] == NULL;
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < there; d++)
		bad_input |= device_synchronize(devices[d]) != 0;
	for (int i = 0; (failed |= bad_input) && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;
