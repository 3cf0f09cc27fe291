/* clears the error of cudaMalloc() alone */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (result == 0 && cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) !=
				   CUBLAS_STATUS_SUCCESS)
		result = -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0 && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
	result = -1;
cudaFree(log);
return result;
