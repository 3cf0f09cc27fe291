int there = 0;
cudaGetDeviceCount(&there);
for (int i = 0; i < count; i++)
	if (gpus[i] < 0 || gpus[i] >= there) {
		for (int k = 0; k < count; k++)
			handles[k] = NULL;
		return -1;
	}
for (int i = 0; i < count; i++) {
	cudaSetDevice(gpus[i]);
	cublasCreate(&handles[i]);
}
return 0;
