/* asynchronous, but to ordinary memory, and one for each norm */
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
	cudaMemcpyAsync(norms + i, log + i, sizeof *log, cudaMemcpyDeviceToHost, NULL);
}
cudaDeviceSynchronize();
cudaFree(log);
return 0;
