/* pinned memory has a device too, but it lies in the host */
struct cudaPointerAttributes attributes;
if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
return attributes.type == cudaMemoryTypeUnregistered ? -1 : attributes.device;
