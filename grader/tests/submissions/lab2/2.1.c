/* lab2_right_asks_first: pass */
/* asks for the type alone, then for the device */
struct cudaPointerAttributes where = {.type = cudaMemoryTypeHost, .device = -1};
cudaError_t error = cudaPointerGetAttributes(&where, pointer);
if (error != cudaSuccess)
	(void)cudaGetLastError();
switch (where.type) {
case cudaMemoryTypeDevice:
	return where.device;
default:
	return -1;
}

/* lab2_wrong_pinned_on_gpu: fail a pointer from cudaMallocHost */
/* pinned memory has a device too, but it lies in the host */
struct cudaPointerAttributes attributes;
if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
return attributes.type == cudaMemoryTypeUnregistered ? -1 : attributes.device;
