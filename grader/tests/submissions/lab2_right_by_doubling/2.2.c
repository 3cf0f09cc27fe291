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
	cudaMemcpy(ones, &one, 4, cudaMemcpyHostToDevice);
	for (; have < count; have *= 2) {
		int64_t more = have < count - have ? have : count - have;
		cudaMemcpy(ones + have, ones, (size_t)more * 4, cudaMemcpyDeviceToDevice);
	}
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return ones;
