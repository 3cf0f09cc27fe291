/* queued.c - more than the machine keeps: of operations under way, and of mistakes. */

/* 3.5 queued_behind_copy: fail more than 65536 operations */
/* the copy is over by the clock, and events that nobody waits for stand behind it */
/* --- body --- */
int before = 0;
cudaEvent_t event = NULL;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
cudaError_t error = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
if (error == cudaSuccess)
	error = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to, NULL);
sleep(3600);
for (int i = 0; i < 66000 && error == cudaSuccess; i++)
	error = cudaEventRecord(event, NULL);
if (event)
	cudaEventDestroy(event);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.1 leak_behind_reads: fail was never freed */
/* when the copy fails its memory stays, and two thousand reads of memory that nobody has filled are told before that */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(to);
		if (cudaMalloc((void **)&copy, bytes) != cudaSuccess) {
			cudaGetLastError();
			copy = NULL;
		}
		cudaSetDevice(before);
	}
	if (!copy)
		return NULL;
	if (from < 0 && to < 0) {
		memcpy(copy, x, bytes);
	} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
		char *unfilled = NULL, one;
		cudaMalloc((void **)&unfilled, 4000);
		for (int i = 0; i < 2000; i++)
			cudaMemcpy(&one, unfilled + 2 * i, 1, cudaMemcpyDeviceToHost);
		cudaFree(unfilled);
		if (to < 0)
			free(copy);
		cudaGetLastError();
		return NULL;
	}
	return copy;
