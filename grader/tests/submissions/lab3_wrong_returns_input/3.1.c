/* there is nothing to do if x is there already; but then it is no copy */
if (from == to)
	return (float *)x;
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
int before = 0;
if (to < 0) {
	copy = malloc(bytes);
} else {
	cudaGetDevice(&before);
	cudaSetDevice(to);
	cudaMalloc((void **)&copy, bytes);
	cudaSetDevice(before);
}
cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
return copy;
