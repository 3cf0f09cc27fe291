/* device memory of its own for the result */
cublasPointerMode_t before;
float *result = NULL;
int good = 0;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
if (cudaMalloc((void **)&result, sizeof *result) == cudaSuccess) {
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
	good = cublasSnrm2(cublas, count, x, 1, result) == CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(cublas, before);
	good = good &&
	       cudaMemcpy(norm, result, sizeof *norm, cudaMemcpyDeviceToHost) == cudaSuccess;
	cudaFree(result);
}
cudaGetLastError();
return good ? 0 : -1;
