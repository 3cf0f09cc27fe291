/* asks first what there is */
int there = 0, before = 0, failed = 0;
if (cudaGetDeviceCount(&there) != cudaSuccess || cudaGetDevice(&before) != cudaSuccess)
	cudaGetLastError();
for (int i = 0; i < count; i++) {
	handles[i] = NULL;
	if (gpus[i] < 0 || gpus[i] >= there)
		failed = -1;
}
for (int i = 0; i < count && !failed; i++) {
	cudaSetDevice(gpus[i]);
	if (cublasCreate(&handles[i]) != CUBLAS_STATUS_SUCCESS) {
		handles[i] = NULL;
		failed = -1;
	}
}
for (int i = 0; i < count && failed; i++)
	if (handles[i]) {
		cublasDestroy(handles[i]);
		handles[i] = NULL;
	}
if (there > 0)
	cudaSetDevice(before);
return failed;
