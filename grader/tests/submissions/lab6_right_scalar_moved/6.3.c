/* one place for the norm, from where it is moved into the log */
float *norm = NULL, *log = NULL;
if (cudaMalloc((void **)&norm, sizeof *norm) != cudaSuccess ||
    cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess) {
	cudaFree(norm);
	cudaGetLastError();
	return -1;
}
int result = 0;
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	if (result != 0)
		break;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasStatus_t status =
		cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norm);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	if (status != CUBLAS_STATUS_SUCCESS ||
	    cudaMemcpyAsync(log + i, norm, sizeof *norm, cudaMemcpyDeviceToDevice, NULL) !=
		    cudaSuccess)
		result = -1;
}
if (cudaDeviceSynchronize() != cudaSuccess)
	result = -1;
if (result == 0 && cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost) !=
			   cudaSuccess)
	result = -1;
cudaFree(log);
cudaFree(norm);
cudaGetLastError();
return result;
