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
