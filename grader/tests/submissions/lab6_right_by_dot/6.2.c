/* device pointer mode and a copy, and the root on the host */
float *squares = NULL;
int result = cudaMalloc((void **)&squares, sizeof *squares) == cudaSuccess ? 0 : -1;
for (int i = 0; i < steps && result == 0; i++) {
	float sum;
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (result == 0 && cublasSdot(work->cublas, work->n * work->m, work->c, 1, work->c, 1,
				      squares) != CUBLAS_STATUS_SUCCESS)
		result = -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	if (result == 0 &&
	    cudaMemcpy(&sum, squares, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess)
		result = -1;
	if (result == 0)
		report(user, i, (float)__builtin_sqrt(sum));
}
cudaFree(squares);
cudaGetLastError();
return result;
