/* lab2_right_by_doubling: pass */
/* sends one number, then lets the GPU double what it has */
int before = 0;
float *ones = NULL, one = 1;
int64_t count = rows * cols, have = 1;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return NULL;
}
if (cudaMalloc((void **)&ones, (size_t)count * 4) == cudaSuccess) {
	bool good = cudaMemcpy(ones, &one, 4, cudaMemcpyHostToDevice) == cudaSuccess;
	for (; have < count && good; have *= 2) {
		int64_t more = have < count - have ? have : count - have;
		good = cudaMemcpy(ones + have, ones, (size_t)more * 4, cudaMemcpyDeviceToDevice) == cudaSuccess;
	}
	cudaDeviceSynchronize();
	if (!good) {
		cudaFree(ones);
		ones = NULL;
	}
}
cudaSetDevice(before);
cudaGetLastError();
return ones;

/* lab2_wrong_copy_unlooked: fail the 1st copy fails, and all behind it: wanted NULL, but a pointer was returned */
/* does not look whether the copy has failed */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL, *host = malloc(count * sizeof *host);
int before = 0;
if (!host)
	return NULL;
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess)
	cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice);
cudaSetDevice(before);
cudaGetLastError();
free(host);
return ones;

/* lab2_wrong_at_the_edges: fail crashed (segmentation fault) */
/* the memory of the host was not asked whether it is there */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL;
float *host = malloc(count * sizeof *host);
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
int before = 0;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
free(host);
return ones;

/* lab2_wrong_behind_the_end: fail bytes of host memory, behind its end */
/* one number too many, in host memory */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL;
float *host = malloc(count * sizeof *host);
if (!host)
	return NULL;
for (size_t i = 0; i <= count; i++)
	host[i] = 1.0f;
int before = 0;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
free(host);
return ones;

/* lab2_wrong_device_left_changed: fail the current device was not put back */
/* forgets to go back */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL, *host = malloc(count * sizeof *host);
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess)
	cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice);
cudaGetLastError();
free(host);
return ones;

/* lab2_wrong_forgot_set_device: fail the memory is on GPU */
/* cudaMalloc takes memory of the current GPU */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL, *host = malloc(count * sizeof *host);
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
int gpus = 0;
cudaGetDeviceCount(&gpus);
if (gpu < gpus && cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess)
	cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice);
cudaGetLastError();
free(host);
return ones;

/* lab2_wrong_host_kept: fail host memory stays taken */
/* forgets the ones on the host */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL;
float *host = malloc(count * sizeof *host);
if (!host)
	return NULL;
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
int before = 0;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return ones;

/* lab2_wrong_memset_ones: fail the ones */
/* cudaMemset writes the byte 1 four times, which is no 1.0f */
int before = 0;
float *ones = NULL;
size_t bytes = (size_t)rows * (size_t)cols * sizeof *ones;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess && cudaMalloc((void **)&ones, bytes) == cudaSuccess)
	cudaMemset(ones, 1, bytes);
cudaSetDevice(before);
cudaGetLastError();
return ones;

/* lab2_wrong_no_memory: fail a GPU without that much free memory */
/* leaves early when the GPU is full */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL;
float *host = malloc(count * sizeof *host);
if (!host)
	return NULL;
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
int before = 0;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess) {
	if (cudaMalloc((void **)&ones, count * sizeof *ones) != cudaSuccess) {
		free(host);
		return NULL;
	}
	cudaFree(ones);
}
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
free(host);
return ones;

/* lab2_wrong_one_by_one: fail copies to the GPU */
/* one copy for each number */
int before = 0;
float *ones = NULL, one = 1.0f;
size_t count = (size_t)(rows * cols);
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof one) == cudaSuccess)
	for (size_t i = 0; i < count; i++)
		cudaMemcpy(ones + i, &one, sizeof one, cudaMemcpyHostToDevice);
cudaSetDevice(before);
cudaGetLastError();
return ones;

/* lab2_wrong_too_small: fail bytes, wanted */
/* takes a byte for each number */
int before;
float *ones = NULL;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess || cudaMalloc((void **)&ones, rows * cols) != cudaSuccess) {
	cudaGetLastError();
	ones = NULL;
}
cudaSetDevice(before);
return ones;

/* lab2_wrong_copies_a_quarter: fail are right, a quarter */
	size_t count = (size_t)rows * (size_t)cols;
	float *ones = NULL;
	float *host = malloc(count * sizeof *host);
	if (!host)
		return NULL;
	for (size_t i = 0; i < count; i++)
		host[i] = 1.0f;
	int before = 0;
	cudaGetDevice(&before);
	if (cudaSetDevice(gpu) == cudaSuccess &&
	    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
	    cudaMemcpy(ones, host, count, cudaMemcpyHostToDevice) != cudaSuccess) {
		cudaFree(ones);
		ones = NULL;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	free(host);
	return ones;

/* lab2_wrong_other_gpu_on_the_way: fail none of it is needed */
/* fills memory of the current GPU, and sends that to the other one */
size_t bytes = (size_t)rows * (size_t)cols * sizeof(float);
float *ones = NULL, *here = NULL, *host = malloc(bytes);
int before = 0;
if (!host)
	return NULL;
for (size_t i = 0; i < bytes / sizeof *host; i++)
	host[i] = 1;
cudaGetDevice(&before);
if (cudaMalloc((void **)&here, bytes) == cudaSuccess &&
    cudaMemcpy(here, host, bytes, cudaMemcpyHostToDevice) == cudaSuccess && cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, bytes) == cudaSuccess &&
    cudaMemcpyPeer(ones, gpu, here, before, bytes) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaFree(here);
cudaGetLastError();
free(host);
return ones;
