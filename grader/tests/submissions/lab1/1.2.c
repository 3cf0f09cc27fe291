/* lab1_right_by_attributes: pass */
/* counts first, then asks for single attributes and for the memory of the current device */
int count = 0, major = 0, minor = 0, before = 0;
size_t available = 0, total = 0;
struct cudaDeviceProp properties;
if (cudaGetDeviceCount(&count) != cudaSuccess)
	cudaGetLastError();
if (index < 0 || index >= count)
	return -1;
cudaGetDeviceProperties(&properties, index);
for (int i = 0; i < 16; i++)
	summary->name[i] = (char)(i < 15 ? properties.name[i] : 0);
cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, index);
cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, index);
cudaDeviceGetAttribute(&summary->multiprocessors, cudaDevAttrMultiProcessorCount, index);
summary->capability = major * 10 + minor;
cudaGetDevice(&before);
cudaSetDevice(index);
cudaMemGetInfo(&available, &total);
cudaSetDevice(before);
summary->memory_mib = (int)(total / 1024 / 1024);
return 0;

/* lab1_wrong_cleared_first: fail there is no such GPU, yet the summary was changed */
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

/* lab1_wrong_constants: fail the name */
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

/* lab1_wrong_name_overflow: fail the name is not closed */
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

/* lab1_wrong_first_gpu: fail GPU 3 of 8: the name: wanted "GPU 3, Mixed GP", got "GPU 0, Mixed GP" */
/* asks about the first GPU, whichever is wanted: on most machines they are all alike */
int count = 0;
struct cudaDeviceProp properties;
if (cudaGetDeviceCount(&count) != cudaSuccess || index < 0 || index >= count ||
    cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;
