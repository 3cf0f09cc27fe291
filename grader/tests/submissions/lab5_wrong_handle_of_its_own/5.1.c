/* makes a handle for every product */
const float one = 1, zero = 0;
cublasHandle_t own;
(void)handle;
cublasCreate(&own);
cublasSgemm(own, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
cublasDestroy(own);
return 0;
