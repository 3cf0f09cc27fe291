/* the last block is fetched, and never shown */
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
	if (first > 0 && result == 0)
		show(data, host + first - block, first - block, block);
	if (result == 0)
		cudaMemcpy(host + first, log + first, (size_t)count * sizeof *log,
			   cudaMemcpyDeviceToHost);
}
cudaFreeHost(host);
cudaFree(log);
return result;
