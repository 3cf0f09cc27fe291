/* the log is pinned memory of the host, and the GPU writes to it over the link */
float *log;
int result = 0;
if (cudaMallocHost((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (result == 0)
		cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaDeviceSynchronize();
if (result == 0)
	memcpy(norms, log, (size_t)steps * sizeof *log);
cudaFreeHost(log);
return result;
