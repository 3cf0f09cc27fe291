/* goes on when a step fails */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count; i++)
		step(data, i, log + i);
	if (first > 0)
		show(data, host + first - block, first - block, block);
	cudaMemcpy(host + first, log + first, (size_t)count * sizeof *log, cudaMemcpyDeviceToHost);
}
int last = (steps - 1) / block * block;
show(data, host + last, last, steps - last);
cudaFreeHost(host);
cudaFree(log);
return result;
