/* the block before is shown while this one runs, then this one is fetched: one buffer will do */
float *log = NULL, *host = malloc((size_t)block * sizeof *host);
int result = cudaMalloc((void **)&log, (size_t)block * sizeof *log) == cudaSuccess ? 0 : -1;
int first = 0, count = 0;
while (first < steps && result == 0) {
	int before = count;
	count = steps - first < block ? steps - first : block;
	for (int i = 0; i < count && result == 0; i++)
		result = step(data, first + i, log + i);
	if (before > 0 && result == 0)
		show(data, host, first - before, before);
	if (result == 0)
		cudaMemcpy(host, log, (size_t)count * sizeof *log, cudaMemcpyDeviceToHost);
	first += count;
}
if (result == 0)
	show(data, host, steps - count, count);
cudaFree(log);
free(host);
cudaGetLastError();
return result;
