/* waits for the product */
const float one = 1, zero = 0;
cublasStatus_t status =
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
cudaDeviceSynchronize();
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
