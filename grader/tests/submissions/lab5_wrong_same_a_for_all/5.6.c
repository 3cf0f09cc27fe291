/* a distance of 0: the first matrix of a for all products */
const float one = 1, zero = 0;
return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
				 (long long)k * n, a, k, 0, &zero, c, n, (long long)m * n, count) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;
