/* the log is on the GPU, but the host waits for every step */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaDeviceSynchronize();
}
cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;
