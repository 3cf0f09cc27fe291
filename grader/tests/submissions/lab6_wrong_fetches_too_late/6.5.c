/* the copy comes behind the next block, and the host waits for it */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (first > 0 && result == 0) { /* behind the block that was queued just now */
		cudaMemcpy(host + first - block, log + first - block, (size_t)block * sizeof *log,
			   cudaMemcpyDeviceToHost);
		show(data, host + first - block, first - block, block);
	}
}
int last = (steps - 1) / block * block;
cudaMemcpy(host + last, log + last, (size_t)(steps - last) * sizeof *log, cudaMemcpyDeviceToHost);
if (result == 0)
	show(data, host + last, last, steps - last);
cudaFreeHost(host);
cudaFree(log);
return result;
