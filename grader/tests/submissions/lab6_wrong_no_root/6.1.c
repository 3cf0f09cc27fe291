/* the sum of the squares, and no root */
cublasPointerMode_t before;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSdot(cublas, count, x, 1, x, 1, norm);
cublasSetPointerMode(cublas, before);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
