/* waits for the batch */
const float one = 1, zero = 0;
cublasStatus_t status = cublasSgemmStridedBatched(
	handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
	(long long)m * k, &zero, c, n, (long long)m * n, count);
cudaDeviceSynchronize();
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
