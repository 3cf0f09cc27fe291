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
