/* leaves the loop from between the two modes */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
int result = cudaMalloc((void **)&log, bytes) == cudaSuccess ? 0 : -1;
for (int i = 0; i < steps && result == 0; i++) {
	if (work_step(work, i) != 0) {
		result = -1;
		break;
	}
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) != CUBLAS_STATUS_SUCCESS) {
		result = -1;
		break;
	}
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0 && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
	result = -1;
cudaFree(log);
cudaGetLastError();
return result;
