/* CUDA copies from CPU to CPU as well, but not on a machine without a GPU */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
int before = 0;
if (to < 0) {
	copy = calloc(1, bytes);
} else {
	cudaGetDevice(&before);
	cudaSetDevice(to);
	cudaMalloc((void **)&copy, bytes);
	cudaSetDevice(before);
}
cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
return copy;
