/* fetches the parameters once and sends them to everyone */
size_t bytes = (size_t)elements * sizeof(float);
int before = 0, status = 0;
float *host = malloc(bytes);
cudaGetDevice(&before);
cudaMemcpy(host, replicas[0], bytes, cudaMemcpyDeviceToHost);
for (int i = 1; i < count && status == 0; i++) {
	cudaSetDevice(gpus[i]);
	if (cudaMalloc((void **)&replicas[i], bytes) != cudaSuccess ||
	    cudaMemcpy(replicas[i], host, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
		status = -1;
}
free(host);
for (int i = 1; i < count && status != 0; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
cudaSetDevice(before);
return status;
