/* does not ask whether there was memory */
float *log = NULL;
cudaMalloc((void **)&log, (size_t)steps * sizeof *log);
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;
