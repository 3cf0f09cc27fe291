/* what became of the last GPU is returned */
size_t bytes = (size_t)elements * sizeof **replicas;
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 1; i < count; i++) {
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&replicas[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
}
cudaSetDevice(before);
if (error == cudaSuccess) {
	cudaGetLastError();
	return 0;
}
for (int i = 1; i < count; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
return -1;
