/* only the GPU's memory is given back when the copy fails */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
if (to < 0) {
	copy = malloc(bytes);
} else {
	int before = 0;
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
} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
	cudaGetLastError();
	if (to >= 0)
		cudaFree(copy);
	return NULL;
}
return copy;
