/* as if the matrices lay column by column */
const float one = 1, zero = 0;
return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m, b, k, &zero, c, m) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;
