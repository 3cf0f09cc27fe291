/* clears the output before it knows whether there is anything to write */
struct cudaDeviceProp properties;
memset(summary, 0, sizeof *summary);
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
memcpy(summary->name, properties.name, sizeof summary->name - 1);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;
