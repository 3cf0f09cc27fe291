/* functions.c - functions of the host in a stream, and what stands behind them. */

/* 6.5 shows_in_the_way: fail the GPU stood still */
/* shows by host functions in the steps' own stream, so the next block waits until somebody has looked */
typedef struct Way65 { void (*show)(void *, const float *, int, int); void *data; float *losses; int first, count; } Way65;
static void way_6_5(void *v) { Way65 *s = v; s->show(s->data, s->losses, s->first, s->count); }
/* --- body --- */
	int blocks = (steps + block - 1) / block, status = 0;
	float *gpu = NULL, *host = NULL;
	Way65 *shown = malloc((size_t)blocks * sizeof *shown);
	cudaEvent_t *over = calloc((size_t)blocks, sizeof *over);
	if (!shown || !over || cudaMalloc((void **)&gpu, (size_t)steps * 4) != cudaSuccess ||
	    cudaMallocHost((void **)&host, (size_t)steps * 4) != cudaSuccess)
		status = -1;
	for (int b = 0; b < blocks && !status; b++)
		if (cudaEventCreateWithFlags(&over[b], cudaEventDisableTiming) != cudaSuccess)
			status = -1;
	for (int b = 0; b < blocks && !status; b++) {
		int first = b * block, n = steps - first < block ? steps - first : block;
		if (b >= 2 && cudaEventSynchronize(over[b - 2]) != cudaSuccess) { status = -1; break; }
		for (int i = 0; i < n && !status; i++)
			status = step(data, first + i, gpu + first + i);
		if (status) break;
		shown[b] = (Way65){show, data, host + first, first, n};
		if (cudaMemcpyAsync(host + first, gpu + first, (size_t)n * 4, cudaMemcpyDeviceToHost, 0) != cudaSuccess ||
		    cudaLaunchHostFunc(0, way_6_5, &shown[b]) != cudaSuccess || cudaEventRecord(over[b], 0) != cudaSuccess)
			status = -1;
	}
	if (cudaDeviceSynchronize() != cudaSuccess) status = -1;
	for (int b = 0; over && b < blocks; b++)
		if (over[b]) cudaEventDestroy(over[b]);
	cudaFree(gpu);
	cudaFreeHost(host);
	free(shown); free(over);
	cudaGetLastError();
	return status ? -1 : 0;

/* 6.5 shows_beside: pass */
/* the same in a stream of its own, which waits for a block's steps by an event */
typedef struct Side65 { void (*show)(void *, const float *, int, int); void *data; float *losses; int first, count; } Side65;
static void side_6_5(void *v) { Side65 *s = v; s->show(s->data, s->losses, s->first, s->count); }
/* --- body --- */
	int blocks = (steps + block - 1) / block, status = 0;
	float *gpu = NULL, *host = NULL;
	Side65 *shown = malloc((size_t)blocks * sizeof *shown);
	cudaEvent_t *over = calloc((size_t)blocks, sizeof *over), *ready = calloc((size_t)blocks, sizeof *ready);
	cudaStream_t side = NULL;
	if (!shown || !over || !ready || cudaMalloc((void **)&gpu, (size_t)steps * 4) != cudaSuccess ||
	    cudaMallocHost((void **)&host, (size_t)steps * 4) != cudaSuccess ||
	    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking) != cudaSuccess)
		status = -1;
	for (int b = 0; b < blocks && !status; b++)
		if (cudaEventCreateWithFlags(&over[b], cudaEventDisableTiming) != cudaSuccess ||
		    cudaEventCreateWithFlags(&ready[b], cudaEventDisableTiming) != cudaSuccess)
			status = -1;
	for (int b = 0; b < blocks && !status; b++) {
		int first = b * block, n = steps - first < block ? steps - first : block;
		if (b >= 2 && cudaEventSynchronize(over[b - 2]) != cudaSuccess) { status = -1; break; }
		for (int i = 0; i < n && !status; i++)
			status = step(data, first + i, gpu + first + i);
		if (status) break;
		shown[b] = (Side65){show, data, host + first, first, n};
		if (cudaEventRecord(ready[b], 0) != cudaSuccess || cudaStreamWaitEvent(side, ready[b], 0) != cudaSuccess ||
		    cudaMemcpyAsync(host + first, gpu + first, (size_t)n * 4, cudaMemcpyDeviceToHost, side) != cudaSuccess ||
		    cudaLaunchHostFunc(side, side_6_5, &shown[b]) != cudaSuccess || cudaEventRecord(over[b], side) != cudaSuccess)
			status = -1;
	}
	if (side && cudaStreamSynchronize(side) != cudaSuccess) status = -1;
	if (cudaDeviceSynchronize() != cudaSuccess) status = -1;
	for (int b = 0; over && ready && b < blocks; b++) {
		if (over[b]) cudaEventDestroy(over[b]);
		if (ready[b]) cudaEventDestroy(ready[b]);
	}
	if (side) cudaStreamDestroy(side);
	cudaFree(gpu);
	cudaFreeHost(host);
	free(shown); free(over); free(ready);
	cudaGetLastError();
	return status ? -1 : 0;
