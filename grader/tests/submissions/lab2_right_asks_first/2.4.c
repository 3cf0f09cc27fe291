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
