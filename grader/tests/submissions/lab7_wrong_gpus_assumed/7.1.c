/* every number is taken to be that of a GPU */
int before = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(gpus[i]);
	if (cublasCreate(&handles[i]) != CUBLAS_STATUS_SUCCESS)
		return -1;
}
cudaSetDevice(before);
return 0;
