/* device pointer mode, and a pointer to host memory */
for (int i = 0; i < steps; i++) {
	if (work_step(work, i) != 0)
		return -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norms + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaDeviceSynchronize();
return 0;
