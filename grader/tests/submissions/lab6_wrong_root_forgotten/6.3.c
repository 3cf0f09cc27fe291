/* squares are summed on the GPU, and the roots forgotten */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSdot(work->cublas, work->n * work->m, work->c, 1, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;
