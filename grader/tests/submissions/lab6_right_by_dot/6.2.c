/* device pointer mode and a copy, and the root on the host */
float *squares = NULL;
if (work->cublas == NULL || cudaMalloc((void **)&squares, sizeof *squares) != cudaSuccess)
	return -1;
int result = 0;
for (int i = 0; i < steps && result == 0; i++) {
	float sum;
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSdot(work->cublas, work->n * work->m, work->c, 1, work->c, 1, squares);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaMemcpy(&sum, squares, sizeof sum, cudaMemcpyDeviceToHost);
	report(user, i, (float)__builtin_sqrt(sum));
}
cudaFree(squares);
return result;
