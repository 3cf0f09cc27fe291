/* gives up half-way, and leaves what is there */
size_t bytes = (size_t)elements * sizeof(float);
int before = 0, status = 0;
cudaGetDevice(&before);
for (int i = 1; i < count && status == 0; i++) {
	cudaSetDevice(gpus[i]);
	if (cudaMalloc((void **)&replicas[i], bytes) != cudaSuccess)
		status = -1;
	else
		cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
}
cudaGetLastError();
cudaSetDevice(before);
return status;
