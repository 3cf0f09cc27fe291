/* column by column */
const float one = 1, zero = 0;
return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m,
				 (long long)m * k, b, k, (long long)k * n, &zero, c, m,
				 (long long)m * n, count) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;
