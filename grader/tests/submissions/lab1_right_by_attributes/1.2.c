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
