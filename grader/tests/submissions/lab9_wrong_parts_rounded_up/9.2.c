/* all but the last get as many as possible */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	parts[i] = NULL;
for (int i = 0; i < count && error == cudaSuccess; i++) {
	rows[i] = (i + 1) * ((n + count - 1) / count) <= n ? (n + count - 1) / count : (i * ((n + count - 1) / count) < n ? n - i * ((n + count - 1) / count) : 0);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0)
		continue;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpy(parts[i], x + i * ((n + count - 1) / count) * width, bytes, cudaMemcpyHostToDevice);
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;
