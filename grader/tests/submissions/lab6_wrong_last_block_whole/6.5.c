/* the last block is taken to have as many steps as the others */
size_t bytes = (size_t)(steps + block) * sizeof(float);
float *log = NULL, *host = NULL;
cudaEvent_t fetched[2] = {NULL, NULL};
int result = 0, blocks = (steps + block - 1) / block;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess ||
    cudaEventCreate(&fetched[0]) != cudaSuccess || cudaEventCreate(&fetched[1]) != cudaSuccess)
	result = -1;
for (int b = 0; b <= blocks && result == 0; b++) {
	for (int i = b * block; b < blocks && i < (b + 1) * block && result == 0; i++)
		result = step(data, i, log + i);
	if (b < blocks && result == 0) {
		cudaMemcpyAsync(host + b * block, log + b * block, (size_t)block * sizeof *log,
				cudaMemcpyDeviceToHost, NULL);
		cudaEventRecord(fetched[b % 2], NULL);
	}
	if (b > 0 && result == 0) {
		cudaEventSynchronize(fetched[(b - 1) % 2]);
		show(data, host + (b - 1) * block, (b - 1) * block, block);
	}
}
cudaEventDestroy(fetched[0]);
cudaEventDestroy(fetched[1]);
cudaFreeHost(host);
cudaFree(log);
return result;
