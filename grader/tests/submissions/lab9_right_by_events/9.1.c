/* all memory first, then all copies, in the default stream of GPU gpus[0] */
size_t bytes = (size_t)elements * sizeof(float);
int before = 0, bad = 0;
cudaGetDevice(&before);
for (int i = 1; i < count; i++) {
	cudaSetDevice(gpus[i]);
	bad |= cudaMalloc((void **)&replicas[i], bytes) != cudaSuccess;
}
cudaSetDevice(gpus[0]);
for (int i = 1; i < count; i++)
	if (!bad)
		bad = cudaMemcpyPeerAsync(replicas[i], gpus[i], replicas[0], gpus[0], bytes, 0) !=
		      cudaSuccess;
cudaDeviceSynchronize();
for (int i = 1; i < count; i++) {
	if (!bad)
		continue;
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;
