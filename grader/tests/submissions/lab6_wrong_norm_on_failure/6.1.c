/* the norm is written before it is known whether there is one */
cublasPointerMode_t before = CUBLAS_POINTER_MODE_HOST;
*norm = 0;
cublasGetPointerMode(cublas, &before);
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, norm);
cublasSetPointerMode(cublas, before);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
