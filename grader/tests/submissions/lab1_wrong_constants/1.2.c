/* what one machine said once */
int count = 0;
if (cudaGetDeviceCount(&count) != cudaSuccess)
	cudaGetLastError();
if (index < 0 || index >= count)
	return -1;
strcpy(summary->name, "NVIDIA A100-SXM");
summary->capability = 80;
summary->multiprocessors = 108;
summary->memory_mib = 40339;
return 0;
