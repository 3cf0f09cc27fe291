/* distances in bytes */
const float one = 1, zero = 0;
return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
				 4LL * k * n, a, k, 4LL * m * k, &zero, c, n, 4LL * m * n, count) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;
