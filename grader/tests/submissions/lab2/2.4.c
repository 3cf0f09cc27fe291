/* lab2_right_asks_first: pass */
/* checks the number against the count, and takes the total from the properties */
int count = 0, before;
size_t unused;
struct cudaDeviceProp properties;
if (cudaGetDeviceCount(&count) != cudaSuccess || gpu < 0 || gpu >= count) {
	cudaGetLastError();
	return -1;
}
cudaGetDevice(&before);
cudaGetDeviceProperties(&properties, gpu);
cudaSetDevice(gpu);
cudaMemGetInfo(available, &unused);
cudaSetDevice(before);
*used = properties.totalGlobalMem - *available;
return 0;

/* lab2_wrong_memory_of_current: fail the free bytes */
/* cudaMemGetInfo speaks about the current GPU */
size_t total;
int gpus = 0;
cudaGetDeviceCount(&gpus);
if (gpu >= gpus)
	return -1;
cudaMemGetInfo(available, &total);
*used = total - *available;
return 0;

/* lab2_wrong_free_as_used: fail which is what is free */
	int before = 0;
	size_t total;
	cudaGetDevice(&before);
	if (cudaSetDevice(gpu) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cudaMemGetInfo(available, &total);
	*used = *available;
	cudaSetDevice(before);
	return 0;
