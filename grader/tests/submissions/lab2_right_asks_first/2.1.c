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
