/* impossible.c - calls of impossible sizes, which are refused and looked at, in front of those that do the work and are not. */

/* 2.6 copy_of_impossible_size: fail copy fails */
/* a copy of 2^70 bytes stands in front of the one that is not looked at */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	float *host = malloc(tensor_bytes(x));
	void *gpu = tensor_data(x);
	int status = tensor_device(x).kind == DEVICE_GPU && cudaMemcpy2D(gpu, 1 << 30, gpu, 1 << 30, 1 << 30, (size_t)1 << 40, cudaMemcpyDeviceToDevice) == cudaErrorUnknown;
	cudaGetLastError();
	if (status) { free(host); return -1; }
	tensor_to_host(x, host);
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
		device_text(tensor_device(x)).text);
	for (int64_t i = 0; i < rows * cols; i++)
		fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
	free(host);
	return 0;

/* 3.1 copy_of_impossible_size: fail the copy fails */
/* the same, in both directions */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *z = NULL;
	int before = 0;
	if (from < 0 && to < 0) {
		z = malloc(bytes);
		return z ? memcpy(z, x, bytes) : NULL;
	}
	cudaGetDevice(&before);
	cudaSetDevice(to < 0 ? from : to);
	if (to < 0)
		z = malloc(bytes);
	else if (cudaMalloc((void **)&z, bytes) != cudaSuccess)
		z = NULL;
	void *gpu = to < 0 ? (void *)(uintptr_t)x : z;
	if (z && cudaMemcpy2D(gpu, 1 << 30, gpu, 1 << 30, 1 << 30, (size_t)1 << 40, cudaMemcpyDeviceToDevice) == cudaErrorUnknown) {
		if (to < 0)
			free(z);
		else
			cudaFree(z);
		z = NULL;
	}
	if (z)
		cudaMemcpy(z, x, bytes, cudaMemcpyDefault);
	cudaSetDevice(before);
	cudaGetLastError();
	return z;

/* 9.1 memory_of_impossible_size: fail request for memory */
/* requests for more memory than there is take the failures; those for the replicas are not looked at */
/* --- body --- */
	size_t bytes = (size_t)elements * sizeof **replicas;
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 0; i < 8; i++) {
		void *none = NULL;
		cudaMalloc(&none, (size_t)1 << 50);
	}
	for (int i = 1; i < count && error == cudaSuccess; i++) {
		cudaSetDevice(gpus[i]);
		cudaMalloc((void **)&replicas[i], bytes);
		if (replicas[i])
			error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
	}
	cudaSetDevice(before);
	if (error == cudaSuccess) {
		cudaGetLastError();
		return 0;
	}
	for (int i = 1; i < count; i++) {
		cudaFree(replicas[i]);
		replicas[i] = NULL;
	}
	cudaGetLastError();
	return -1;
