/* half.c - pinned memory that is too small. */

/* 6.5 half_as_much: fail of an allocation of */
/* pinned memory for one block, of which two are used */
/* --- body --- */
	float *gpu = NULL, *host = NULL;
	cudaStream_t copier = NULL;
	cudaEvent_t done[2] = {NULL, NULL}, copied[2] = {NULL, NULL};
	int status = 0;
	if (cudaMalloc((void **)&gpu, 2 * (size_t)block * sizeof *gpu) != cudaSuccess ||
	    cudaMallocHost((void **)&host, 1 * (size_t)block * sizeof *host) != cudaSuccess ||
	    cudaStreamCreateWithFlags(&copier, cudaStreamNonBlocking) != cudaSuccess)
		status = -1;
	for (int i = 0; i < 2 && status == 0; i++)
		if (cudaEventCreate(&done[i]) != cudaSuccess || cudaEventCreate(&copied[i]) != cudaSuccess)
			status = -1;
	int blocks = (steps + block - 1) / block;
	for (int b = 0; b <= blocks && status == 0; b++) {
		int half = b % 2, first = b * block;
		if (b < blocks) {
			int count = steps - first < block ? steps - first : block;
			if (b >= 2 && cudaStreamWaitEvent(0, copied[half], 0) != cudaSuccess)
				status = -1;
			for (int i = 0; i < count && status == 0; i++)
				if (step(data, first + i, gpu + half * block + i) != 0)
					status = -1;
			if (status == 0 &&
			    (cudaEventRecord(done[half], 0) != cudaSuccess ||
			     cudaStreamWaitEvent(copier, done[half], 0) != cudaSuccess))
				status = -1;
		}
		if (b > 0 && status == 0) {
			int other = 1 - half, from = first - block;
			int count = steps - from < block ? steps - from : block;
			if (cudaEventSynchronize(copied[other]) != cudaSuccess)
				status = -1;
			else
				show(data, host + other * block, from, count);
		}
		if (b < blocks && status == 0) {
			int count = steps - first < block ? steps - first : block;
			if (cudaMemcpyAsync(host + half * block, gpu + half * block, (size_t)count * sizeof *gpu,
					    cudaMemcpyDeviceToHost, copier) != cudaSuccess ||
			    cudaEventRecord(copied[half], copier) != cudaSuccess)
				status = -1;
		}
	}
	if (copier) {
		cudaStreamSynchronize(copier);
		cudaStreamDestroy(copier);
	}
	for (int i = 0; i < 2; i++) {
		if (done[i])
			cudaEventDestroy(done[i]);
		if (copied[i])
			cudaEventDestroy(copied[i]);
	}
	cudaFreeHost(host);
	cudaFree(gpu);
	cudaGetLastError();
	return status;
