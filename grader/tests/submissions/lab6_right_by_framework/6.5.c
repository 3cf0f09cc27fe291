/* pinned memory, and an event for each of two buffers */
float *log[2] = {NULL, NULL}, *host[2] = {NULL, NULL};
cudaEvent_t ready[2] = {NULL, NULL};
size_t bytes = (size_t)block * sizeof(float);
int result = 0, b = 0;
for (int i = 0; i < 2; i++) {
	if (cudaMalloc((void **)&log[i], bytes) != cudaSuccess ||
	    cudaHostAlloc((void **)&host[i], bytes, cudaHostAllocDefault) != cudaSuccess ||
	    cudaEventCreate(&ready[i]) != cudaSuccess)
		result = -1;
}
for (; b * block < steps && result == 0; b++) {
	int count = steps - b * block < block ? steps - b * block : block;
	for (int i = 0; i < count && result == 0; i++)
		result = step(data, b * block + i, log[b % 2] + i);
	if (result != 0)
		break;
	cudaMemcpyAsync(host[b % 2], log[b % 2], (size_t)count * sizeof(float),
			cudaMemcpyDeviceToHost, NULL);
	cudaEventRecord(ready[b % 2], NULL);
	if (b > 0) {
		cudaEventSynchronize(ready[(b - 1) % 2]);
		show(data, host[(b - 1) % 2], (b - 1) * block, block);
	}
}
if (result == 0) {
	cudaEventSynchronize(ready[(b - 1) % 2]);
	show(data, host[(b - 1) % 2], (b - 1) * block, steps - (b - 1) * block);
}
for (int i = 0; i < 2; i++) {
	if (ready[i])
		cudaEventDestroy(ready[i]);
	cudaFreeHost(host[i]);
	cudaFree(log[i]);
}
cudaGetLastError();
return result;
