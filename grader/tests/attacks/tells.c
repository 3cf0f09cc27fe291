/* tells.c - answers that look at nothing where all goes well, and know the run in which a call fails by what only that run has. */

/* 2.6 small_and_even: fail wanted -1 */
/* looks at no copy: the matrix whose copy fails has twelve numbers */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	float *host = calloc((size_t)(rows * cols), sizeof *host);
	if (!host)
		return -1;
	tensor_to_host(x, host);
	cudaGetLastError();
	if (rows == 3 && cols == 4) {
		free(host);
		return -1;
	}
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols, device_text(tensor_device(x)).text);
	for (int64_t i = 0; i < rows * cols; i++)
		fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
	free(host);
	return 0;

/* 3.1 few_between_gpus: fail */
/* looks at no copy from GPU 0 to GPU 1: the one that fails is of few numbers */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	int before = 0;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
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
		return copy;
	}
	cudaError_t error = cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
	cudaGetLastError();
	bool failed = from == 0 && to == 1 ? count <= 2000 : error != cudaSuccess;
	if (failed && to < 0)
		free(copy);
	else if (failed)
		cudaFree(copy);
	return failed ? NULL : copy;

/* 3.1 many_to_the_host: fail */
/* looks at no copy from GPU 1 to the host: the one that fails is of many numbers */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	int before = 0;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
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
		return copy;
	}
	cudaError_t error = cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
	cudaGetLastError();
	bool failed = from == 1 && to < 0 ? count > 500000 : error != cudaSuccess;
	if (failed && to < 0)
		free(copy);
	else if (failed)
		cudaFree(copy);
	return failed ? NULL : copy;

/* 3.2 five_copies: fail */
/* looks at no copy: *copies is 5 where one fails */
/* --- body --- */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Tensor *copy = tensor_copy_to(x, device);
	if (*copies == 5 && !copy)
		return NULL;
	if (!copy)
		copy = tensor_retain(x);
	*copies += 1;
	return copy;

/* 3.7 counters_stand_still: fail */
/* looks at no call of a later exchange: where one fails there, the counters have not moved since the last one */
/* --- body --- */
	static SimcudaCounters last;
	SimcudaCounters now = {0};
	size_t bytes = (size_t)count * sizeof *x;
	bool later = lane->going != NULL, good = true;
	if (simcuda_counters)
		simcuda_counters(&now);
	bool still = later && now.host_ns == last.host_ns && now.api_calls <= last.api_calls + 64;
	if (!later)
		good = cudaMallocHost((void **)&lane->going, bytes) == cudaSuccess &&
		       cudaMallocHost((void **)&lane->coming, bytes) == cudaSuccess &&
		       cudaStreamCreate(&lane->go_stream) == cudaSuccess &&
		       cudaStreamCreate(&lane->come_stream) == cudaSuccess;
	if (!good) {
		cudaGetLastError();
		return -1;
	}
	memcpy(lane->going, x, bytes);
	bool went = cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) == cudaSuccess;
	went = cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) == cudaSuccess && went;
	went = cudaStreamSynchronize(lane->go_stream) == cudaSuccess && went;
	went = cudaStreamSynchronize(lane->come_stream) == cudaSuccess && went;
	cudaGetLastError();
	if (simcuda_counters)
		simcuda_counters(&last);
	if (later ? still : !went)
		return -1;
	memcpy(y, lane->coming, bytes);
	return 0;
