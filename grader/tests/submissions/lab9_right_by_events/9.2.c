/* the last GPUs get one row more; all copies are under way at once */
int before = 0, bad = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	int64_t first = n * i / count, end = n * (i + 1) / count;
	size_t bytes = (size_t)((end - first) * width) * sizeof *x;
	rows[i] = end - first;
	parts[i] = NULL;
	cudaSetDevice(gpus[i]);
	if (bytes > 0 && (cudaMalloc((void **)&parts[i], bytes) != cudaSuccess ||
			  cudaMemcpyAsync(parts[i], x + first * width, bytes, cudaMemcpyDefault,
					  0) != cudaSuccess))
		bad = 1;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(gpus[i]);
	cudaDeviceSynchronize();
	if (bad && parts[i]) {
		cudaFree(parts[i]);
		parts[i] = NULL;
	}
}
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;
