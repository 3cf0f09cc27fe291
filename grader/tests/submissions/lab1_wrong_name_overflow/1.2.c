/* the name of the card is longer than the field */
struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
strncpy(summary->name, properties.name, sizeof summary->name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;
