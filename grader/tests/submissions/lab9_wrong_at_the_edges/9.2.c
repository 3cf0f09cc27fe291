/* one GPU too many is cleared */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 0; i <= count; i++) {
	parts[i] = NULL;
	rows[i] = 0;
}
for (int i = 0; i < count && error == cudaSuccess; i++) {
	rows[i] = n / count + (i < n % count);
	if (rows[i] == 0)
		continue;
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpy(parts[i], x, bytes, cudaMemcpyHostToDevice);
	x += rows[i] * width;
}
cudaSetDevice(before);
for (int i = 0; i < count && error != cudaSuccess; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;
