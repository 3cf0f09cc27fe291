/* 5.1 default_stream: fail works in another stream afterwards */
/* puts the handle into the default stream, wherever it was */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasSetStream(handle, NULL);
	return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n) == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.6 default_stream: fail works in another stream afterwards */
/* puts the handle into the default stream, wherever it was */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasSetStream(handle, NULL);
	return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
					 (long long)m * k, &zero, c, n, (long long)m * n, count) == CUBLAS_STATUS_SUCCESS
		       ? 0
		       : -1;

/* 6.1 default_stream: fail works in another stream afterwards */
/* puts the handle into the default stream, wherever it was */
/* --- body --- */
	cublasPointerMode_t before;
	float result;
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetStream(cublas, NULL);
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
	cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
	cublasSetPointerMode(cublas, before);
	if (status != CUBLAS_STATUS_SUCCESS)
		return -1;
	*norm = result;
	return 0;
