/* onwards.c - 6.5: what is still done when a call has failed. */

/* 6.5 shows_what_came: fail losses were shown that are not known */
/* goes on to the end when a wait or a copy has failed, shows what is there, and returns -1 then */
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof(float);
	float *gpu = NULL, *host = NULL;
	cudaEvent_t copied = NULL;
	int bad = 0, before = 0, count = 0;
	if (cudaMalloc((void **)&gpu, bytes) != cudaSuccess || cudaMallocHost((void **)&host, bytes) != cudaSuccess ||
	    cudaEventCreate(&copied) != cudaSuccess) {
		bad = 1;
		goto end;
	}
	for (int first = 0; first < steps; first += count) {
		before = count;
		count = steps - first < block ? steps - first : block;
		for (int i = first; i < first + count; i++)
			if (step(data, i, gpu + i) != 0) {
				bad = 1;
				goto end;
			}
		if (before > 0) {
			bad |= cudaEventSynchronize(copied) != cudaSuccess;
			show(data, host + first - before, first - before, before);
		}
		bad |= cudaMemcpyAsync(host + first, gpu + first, (size_t)count * sizeof(float), cudaMemcpyDeviceToHost, NULL) != cudaSuccess;
		bad |= cudaEventRecord(copied, NULL) != cudaSuccess;
	}
	bad |= cudaEventSynchronize(copied) != cudaSuccess;
	show(data, host + steps - count, steps - count, count);
end:
	if (copied)
		cudaEventDestroy(copied);
	cudaFreeHost(host);
	cudaFree(gpu);
	cudaGetLastError();
	return bad ? -1 : 0;


/* 6.5 trains_on: fail more steps were called behind the call that failed */
/* shows nothing more when a wait or a copy has failed, but trains to the end, and returns -1 then */
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof(float);
	float *gpu = NULL, *host = NULL;
	cudaEvent_t copied = NULL;
	int bad = 0, before = 0, count = 0;
	if (cudaMalloc((void **)&gpu, bytes) != cudaSuccess || cudaMallocHost((void **)&host, bytes) != cudaSuccess ||
	    cudaEventCreate(&copied) != cudaSuccess) {
		bad = 1;
		goto end;
	}
	for (int first = 0; first < steps; first += count) {
		before = count;
		count = steps - first < block ? steps - first : block;
		for (int i = first; i < first + count; i++)
			if (step(data, i, gpu + i) != 0) {
				bad = 1;
				goto end;
			}
		if (before > 0) {
			bad |= cudaEventSynchronize(copied) != cudaSuccess;
			if (!bad)
				show(data, host + first - before, first - before, before);
		}
		bad |= cudaMemcpyAsync(host + first, gpu + first, (size_t)count * sizeof(float), cudaMemcpyDeviceToHost, NULL) != cudaSuccess;
		bad |= cudaEventRecord(copied, NULL) != cudaSuccess;
	}
	bad |= cudaEventSynchronize(copied) != cudaSuccess;
	if (!bad)
		show(data, host + steps - count, steps - count, count);
end:
	if (copied)
		cudaEventDestroy(copied);
	cudaFreeHost(host);
	cudaFree(gpu);
	cudaGetLastError();
	return bad ? -1 : 0;
