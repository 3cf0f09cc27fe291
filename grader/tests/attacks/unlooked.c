/* unlooked.c - answers that do not look whether a question, a mark in a stream, a later wait or a host function fails. */

/* 6.5 show_not_queued: fail cudaLaunchHostFunc number */
/* shows by host functions, and does not look whether they were queued */
typedef struct Shown1 { void (*show)(void *, const float *, int, int); void *data; float *losses; int first, count; } Shown1;
static void show_host(void *v) { Shown1 *s = v; s->show(s->data, s->losses, s->first, s->count); }
/* --- body --- */
	int blocks = (steps + block - 1) / block, status = 0;
	float *gpu = NULL, *host = NULL;
	Shown1 *shown = malloc((size_t)blocks * sizeof *shown);
	cudaEvent_t *copied = calloc((size_t)blocks, sizeof *copied), *ready = calloc((size_t)blocks, sizeof *ready);
	cudaStream_t side = NULL;
	if (!shown || !copied || !ready || cudaMalloc((void **)&gpu, (size_t)steps * 4) != cudaSuccess ||
	    cudaMallocHost((void **)&host, (size_t)steps * 4) != cudaSuccess ||
	    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking) != cudaSuccess)
		status = -1;
	for (int b = 0; b < blocks && !status; b++)
		if (cudaEventCreateWithFlags(&copied[b], cudaEventDisableTiming) != cudaSuccess ||
		    cudaEventCreateWithFlags(&ready[b], cudaEventDisableTiming) != cudaSuccess)
			status = -1;
	for (int b = 0; b < blocks && !status; b++) {
		int first = b * block, n = steps - first < block ? steps - first : block;
		if (b >= 2 && cudaEventSynchronize(copied[b - 2]) != cudaSuccess) { status = -1; break; }
		for (int i = 0; i < n && !status; i++)
			status = step(data, first + i, gpu + first + i);
		if (status) break;
		shown[b] = (Shown1){show, data, host + first, first, n};
		if (cudaEventRecord(ready[b], 0) != cudaSuccess ||
		    cudaStreamWaitEvent(side, ready[b], 0) != cudaSuccess ||
		    cudaMemcpyAsync(host + first, gpu + first, (size_t)n * 4, cudaMemcpyDeviceToHost, side) != cudaSuccess)
			status = -1;
		if (!status) cudaLaunchHostFunc(side, show_host, &shown[b]);
		if (!status && cudaEventRecord(copied[b], side) != cudaSuccess)
			status = -1;
	}
	if (side && cudaStreamSynchronize(side) != cudaSuccess) status = -1;
	if (cudaDeviceSynchronize() != cudaSuccess) status = -1;
	for (int b = 0; copied && ready && b < blocks; b++) {
		if (copied[b]) cudaEventDestroy(copied[b]);
		if (ready[b]) cudaEventDestroy(ready[b]);
	}
	if (side) cudaStreamDestroy(side);
	cudaFree(gpu);
	cudaFreeHost(host);
	free(shown); free(copied); free(ready);
	cudaGetLastError();
	return status ? -1 : 0;
