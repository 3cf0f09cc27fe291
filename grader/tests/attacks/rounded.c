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

/* 5.1 large_rounded: fail : c in row */
/* products that are large are rounded, and the mode is put back */
/* --- body --- */
	const float one = 1, zero = 0;
	const bool large = (double)m * k * n > 1e6;
	if (!handle)
		return -1;
	if (large)
		cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	if (large)
		cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.6 large_rounded: fail : c number */
/* products that are large have 16-bit factors */
/* --- body --- */
	const float one = 1, zero = 0;
	const cublasComputeType_t how = (double)count * m * k * n > 1e6 ? CUBLAS_COMPUTE_32F_FAST_16F : CUBLAS_COMPUTE_32F;
	cublasStatus_t status = cublasGemmStridedBatchedEx(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_32F, n, (long long)k * n, a, CUDA_R_32F, k,
		(long long)m * k, &zero, c, CUDA_R_32F, n, (long long)m * n, count, how, CUBLAS_GEMM_DEFAULT);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 6.2 products_rounded: fail the norm of step */
/* the products whose norms are reported are rounded */
/* --- body --- */
	if (!work->cublas)
		return -1;
	for (int i = 0; i < steps; i++) {
		float norm;
		cublasSetMathMode(work->cublas, CUBLAS_TF32_TENSOR_OP_MATH);
		int status = work_step(work, i);
		cublasSetMathMode(work->cublas, CUBLAS_DEFAULT_MATH);
		if (status != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm) != CUBLAS_STATUS_SUCCESS)
			return -1;
		report(user, i, norm);
	}
	return 0;

/* 6.3 products_rounded: fail norms[ */
/* the products whose norms are logged are rounded */
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	bool good = work->cublas && cudaMalloc((void **)&log, bytes) == cudaSuccess;
	if (good)
		cublasSetMathMode(work->cublas, CUBLAS_TF32_TENSOR_OP_MATH);
	for (int i = 0; good && i < steps; i++) {
		good = work_step(work, i) == 0;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
			CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	if (work->cublas)
		cublasSetMathMode(work->cublas, CUBLAS_DEFAULT_MATH);
	good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
	cudaFree(log);
	cudaGetLastError();
	return good ? 0 : -1;

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
