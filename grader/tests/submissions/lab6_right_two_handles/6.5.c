/* a second stream copies while the first one goes on */
float *log = NULL, *host = NULL;
cudaStream_t side = NULL;
cudaEvent_t ready = NULL;
int result = 0, before = 0, last = 0;
if (cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess ||
    cudaMallocHost((void **)&host, (size_t)steps * sizeof *host) != cudaSuccess ||
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking) != cudaSuccess ||
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (result != 0)
		break;
	if (before > 0) {
		cudaStreamSynchronize(side);
		show(data, host + last, last, before);
	}
	cudaEventRecord(ready, NULL);
	cudaStreamWaitEvent(side, ready, 0);
	cudaMemcpyAsync(host + first, log + first, (size_t)count * sizeof *log,
			cudaMemcpyDeviceToHost, side);
	last = first;
	before = count;
}
if (side)
	cudaStreamSynchronize(side);
if (result == 0)
	show(data, host + last, last, before);
if (ready)
	cudaEventDestroy(ready);
if (side)
	cudaStreamDestroy(side);
cudaFreeHost(host);
cudaFree(log);
cudaGetLastError();
return result;
