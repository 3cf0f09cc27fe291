/* first_gpu.c - answers that ask about the GPU that is meant, and tell what the first one is. */

/* 1.2 figures_of_the_first: fail wanted */
/* asks about the GPU that is meant, and tells the figures of GPU 0 */
/* --- body --- */
	struct cudaDeviceProp meant, first;
	if (cudaGetDeviceProperties(&meant, index) != cudaSuccess || cudaGetDeviceProperties(&first, 0) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	snprintf(summary->name, sizeof summary->name, "%.15s", first.name);
	summary->capability = 10 * first.major + first.minor;
	summary->multiprocessors = first.multiProcessorCount;
	summary->memory_mib = (int)(first.totalGlobalMem >> 20);
	return 0;

/* 2.4 total_of_the_first: fail the used bytes */
/* what is free is that of the GPU that is meant, and how much there is in all that of GPU 0 */
/* --- body --- */
	int before = 0;
	size_t total;
	struct cudaDeviceProp first;
	cudaGetDevice(&before);
	if (cudaSetDevice(gpu) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cudaMemGetInfo(available, &total);
	cudaGetDeviceProperties(&first, 0);
	*used = first.totalGlobalMem - *available;
	cudaSetDevice(before);
	return 0;
