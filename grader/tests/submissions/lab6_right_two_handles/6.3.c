/* a handle of its own that is always in device pointer mode */
cublasHandle_t own = NULL;
float *log = NULL;
int result = -1;
if (cublasCreate(&own) == CUBLAS_STATUS_SUCCESS &&
    cudaMalloc((void **)&log, (size_t)steps * sizeof *log) == cudaSuccess) {
	cublasSetPointerMode(own, CUBLAS_POINTER_MODE_DEVICE);
	result = 0;
	for (int i = 0; i < steps && result == 0; i++) {
		result = work_step(work, i);
		if (result == 0 && cublasSnrm2(own, work->n * work->m, work->c, 1, log + i) !=
					   CUBLAS_STATUS_SUCCESS)
			result = -1;
	}
	cudaDeviceSynchronize();
	if (result == 0 && cudaMemcpy(norms, log, (size_t)steps * sizeof *log,
				      cudaMemcpyDeviceToHost) != cudaSuccess)
		result = -1;
}
if (log)
	cudaFree(log);
if (own)
	cublasDestroy(own);
cudaGetLastError();
return result;
