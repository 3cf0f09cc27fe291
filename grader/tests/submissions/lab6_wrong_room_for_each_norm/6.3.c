/* memory is taken and given back in every step */
float *log = NULL;
if (cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	float *norm = NULL;
	cudaMalloc((void **)&norm, sizeof *norm);
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norm);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaMemcpyAsync(log + i, norm, sizeof *norm, cudaMemcpyDeviceToDevice, NULL);
	cudaFree(norm);
}
cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;
