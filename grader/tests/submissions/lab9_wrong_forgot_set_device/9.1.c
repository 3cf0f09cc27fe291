/* all replicas on the GPU that happens to be current */
size_t bytes = (size_t)elements * sizeof(float);
for (int i = 1; i < count; i++) {
	if (cudaMalloc((void **)&replicas[i], bytes) != cudaSuccess)
		return -1;
	cudaMemcpy(replicas[i], replicas[0], bytes, cudaMemcpyDefault);
}
(void)gpus;
return 0;
