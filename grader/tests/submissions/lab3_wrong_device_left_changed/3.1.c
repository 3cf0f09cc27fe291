/* forgets to go back */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
if (to < 0) {
	copy = malloc(bytes);
} else {
	cudaSetDevice(to);
	cudaMalloc((void **)&copy, bytes);
}
if (from < 0 && to < 0)
	memcpy(copy, x, bytes);
else
	cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
return copy;
