/* device memory of its own for the result */
cublasPointerMode_t before;
float *result = NULL;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS ||
    cudaMalloc((void **)&result, sizeof *result) != cudaSuccess)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
cublasSnrm2(cublas, count, x, 1, result);
cublasSetPointerMode(cublas, before);
cudaError_t error = cudaMemcpy(norm, result, sizeof *norm, cudaMemcpyDeviceToHost);
cudaFree(result);
return error == cudaSuccess ? 0 : -1;
