/* no cudaSetDevice: all handles belong to the current GPU */
for (int i = 0; i < count; i++)
	if (cublasCreate(&handles[i]) != CUBLAS_STATUS_SUCCESS)
		return -1;
return 0;
