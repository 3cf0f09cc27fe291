/* one place for the norm, from where it is moved into the log */
float *norm = NULL, *log = NULL;
if (cudaMalloc((void **)&norm, sizeof *norm) != cudaSuccess ||
    cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess) {
	cudaFree(norm);
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norm);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaMemcpyAsync(log + i, norm, sizeof *norm, cudaMemcpyDeviceToDevice, NULL);
}
cudaDeviceSynchronize();
cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost);
cudaFree(log);
cudaFree(norm);
return 0;
