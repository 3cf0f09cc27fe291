/* squares on the GPU, roots on the host */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
int result = 0;
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	if (result != 0)
		break;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (cublasSdot(work->cublas, work->n * work->m, work->c, 1, work->c, 1, log + i) !=
	    CUBLAS_STATUS_SUCCESS)
		result = -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0 && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
	result = -1;
for (int i = 0; i < steps && result == 0; i++)
	norms[i] = (float)__builtin_sqrt(norms[i]);
cudaFree(log);
cudaGetLastError();
return result;
