/* only a handle that is none is noticed */
cublasPointerMode_t before;
float result = 0;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasSnrm2(cublas, count, x, 1, &result);
cublasSetPointerMode(cublas, before);
*norm = result;
return 0;
