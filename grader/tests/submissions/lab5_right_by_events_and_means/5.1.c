const float one = 1, zero = 0;
cublasStatus_t status =
	cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_32F, n, a,
		     CUDA_R_32F, k, &zero, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
