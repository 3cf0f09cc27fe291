/* believes that every handle is in host pointer mode */
return cublasSnrm2(cublas, count, x, 1, norm) == CUBLAS_STATUS_SUCCESS ? 0 : -1;
