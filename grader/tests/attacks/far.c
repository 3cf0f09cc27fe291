/* far.c - whole numbers that 32 bits do not hold: rows, elements, places in a list. */

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
