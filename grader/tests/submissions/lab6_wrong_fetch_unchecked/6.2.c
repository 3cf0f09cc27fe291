/* the copy of the norm may fail, too */
float *norm = NULL;
int result = -1;
if (cudaMalloc((void **)&norm, sizeof *norm) == cudaSuccess)
	result = 0;
for (int i = 0; i < steps && result == 0; i++) {
	float value = 0;
	result = work_step(work, i);
	if (result != 0)
		break;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norm) != CUBLAS_STATUS_SUCCESS)
		result = -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaMemcpy(&value, norm, sizeof value, cudaMemcpyDeviceToHost);
	if (result == 0)
		report(user, i, value);
}
cudaFree(norm);
cudaGetLastError();
return result;
