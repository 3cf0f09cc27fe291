/* the sum of the squares, and its root on the host */
cublasPointerMode_t before;
float squares = 0;
if (cublas == NULL)
	return -1;
cublasGetPointerMode(cublas, &before);
if (before != CUBLAS_POINTER_MODE_HOST)
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSdot(cublas, count, x, 1, x, 1, &squares);
cublasSetPointerMode(cublas, before);
cudaGetLastError();
if (status != CUBLAS_STATUS_SUCCESS)
	return -1;
*norm = (float)__builtin_sqrt(squares);
return 0;
