/* every replica begins with numbers of its own */
size_t bytes = (size_t)elements * sizeof(float);
int before = 0, status = 0;
cudaGetDevice(&before);
for (int i = 1; i < count && status == 0; i++) {
	cudaSetDevice(gpus[i]);
	if (cudaMalloc((void **)&replicas[i], bytes) != cudaSuccess)
		status = -1;
	else
		cudaMemset(replicas[i], 0, bytes);
}
for (int i = 1; i < count && status != 0; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
cudaSetDevice(before);
return status;
