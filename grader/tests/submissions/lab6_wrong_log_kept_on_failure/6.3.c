/* when a step fails, the log stays in memory */
float *log;
if (cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	if (work_step(work, i) != 0)
		return -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;
