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

/* 6.3 log_of_thousand: fail */
/* has room for as many norms as the example has steps */
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	bool good = cudaMalloc((void **)&log, 4000) == cudaSuccess;
	for (int i = 0; good && i < steps; i++) {
		good = work_step(work, i) == 0;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
			CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
	cudaFree(log);
	cudaGetLastError();
	return good ? 0 : -1;
