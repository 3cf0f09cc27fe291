/* packs into pinned memory while it counts */
int64_t total = 0;
float *packed = NULL;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total > 0) {
	float *at;
	if (cudaMallocHost((void **)&packed, (size_t)total * 4) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	at = packed;
	for (int i = 0; i < count; i++)
		for (int64_t k = 0; k < lengths[i]; k++)
			*at++ = lists[i][k];
	cudaError_t error =
		cudaMemcpyAsync(to, packed, (size_t)total * 4, cudaMemcpyHostToDevice, NULL);
	cudaStreamSynchronize(NULL);
	cudaFreeHost(packed);
	cudaGetLastError();
	if (error != cudaSuccess)
		return -1;
}
return total;
