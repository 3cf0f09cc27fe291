/* rounded.c - products of factors that are rounded, and handles that round for whoever uses them next. */

/* 5.1 math_mode_left: fail : c: element */
/* leaves the handle in a mode in which all products are rounded */
/* --- body --- */
	const float one = 1, zero = 0;
	if (!handle)
		return -1;
	cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.1 half_factors: fail : c: element */
/* a product of 16-bit factors */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasStatus_t status = cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_32F, n,
					    a, CUDA_R_32F, k, &zero, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F_FAST_16F, CUBLAS_GEMM_DEFAULT);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.6 half_factors: fail : c: element */
/* products of 16-bit factors */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasStatus_t status = cublasGemmStridedBatchedEx(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_32F, n, (long long)k * n, a, CUDA_R_32F, k,
		(long long)m * k, &zero, c, CUDA_R_32F, n, (long long)m * n, count, CUBLAS_COMPUTE_32F_FAST_16F, CUBLAS_GEMM_DEFAULT);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.1 math_mode_set_behind: fail in another math mode */
/* all digits, but the handle is left in a mode in which all products are rounded */
/* --- body --- */
	const float one = 1, zero = 0;
	if (!handle)
		return -1;
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.6 math_mode_set_behind: fail in another math mode */
/* all digits, but the handle is left in a mode in which all products are rounded */
/* --- body --- */
	const float one = 1, zero = 0;
	if (!handle)
		return -1;
	cublasStatus_t status = cublasSgemmStridedBatched(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
		(long long)m * k, &zero, c, n, (long long)m * n, count);
	cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.1 atomics_mode_set_behind: fail in another atomics mode */
/* the handle is left in a mode in which sums need not be the same twice */
/* --- body --- */
	const float one = 1, zero = 0;
	if (!handle)
		return -1;
	cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED);
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
