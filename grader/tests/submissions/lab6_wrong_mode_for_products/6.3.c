/* device pointer mode holds for the products, too: their one and zero are on the host */
cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
}
cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
cudaFree(log);
return 0;
