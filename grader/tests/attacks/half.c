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

/* 3.7 halves_of_buffers: fail of pinned memory: wanted two buffers */
/* each buffer has room for half of the numbers, which go in two pieces */
/* --- body --- */
int64_t most = (count + 1) / 2;
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, most * sizeof *x) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, most * sizeof *x) != cudaSuccess ||
	    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
	    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
}
for (int64_t first = 0; first < count; first += most) {
	size_t bytes = (size_t)(count - first < most ? count - first : most) * sizeof *x;
	memcpy(lane->going, x + first, bytes);
	if (cudaMemcpyAsync(to ? to + first : NULL, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from + first, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y + first, lane->coming, bytes);
}
return 0;
