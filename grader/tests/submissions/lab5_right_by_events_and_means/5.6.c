const float one = 1, zero = 0;
long long size_a = (long long)m * k, size_b = (long long)k * n, size_c = (long long)m * n;
if (!handle)
	return -1;
return -(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_32F,
				    n, size_b, a, CUDA_R_32F, k, size_a, &zero, c, CUDA_R_32F, n,
				    size_c, count, CUBLAS_COMPUTE_32F,
				    CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS);
