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
