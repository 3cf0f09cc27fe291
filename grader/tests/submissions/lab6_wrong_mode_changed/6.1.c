/* the mode is not put back */
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
return cublasSnrm2(cublas, count, x, 1, norm) == CUBLAS_STATUS_SUCCESS ? 0 : -1;
