/* the copies are in a stream of cudaStreamCreate(), which waits for the default stream */
float *log = NULL, *host = NULL;
cudaStream_t side = NULL;
cudaEvent_t ready[2] = {NULL, NULL};
int blocks = (steps + block - 1) / block, result = 0;
if (cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess ||
    cudaMallocHost((void **)&host, (size_t)block * sizeof *host) != cudaSuccess ||
    cudaStreamCreate(&side) != cudaSuccess || cudaEventCreate(&ready[0]) != cudaSuccess ||
    cudaEventCreate(&ready[1]) != cudaSuccess)
	result = -1;
for (int b = 0; b <= blocks && result == 0; b++) {
	for (int i = b * block; i < (b + 1) * block && i < steps && result == 0; i++)
		result = step(data, i, log + i);
	cudaEventRecord(ready[b % 2], NULL);
	if (b == 0 || result != 0)
		continue;
	int first = (b - 1) * block, count = steps - first < block ? steps - first : block;
	cudaStreamWaitEvent(side, ready[(b - 1) % 2], 0);
	cudaMemcpyAsync(host, log + first, (size_t)count * sizeof *log, cudaMemcpyDeviceToHost,
			side);
	cudaStreamSynchronize(side);
	show(data, host, first, count);
}
cudaDeviceSynchronize();
for (int i = 0; i < 2; i++)
	if (ready[i])
		cudaEventDestroy(ready[i]);
if (side)
	cudaStreamDestroy(side);
cudaFreeHost(host);
cudaFree(log);
cudaGetLastError();
return result;
