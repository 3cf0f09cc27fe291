/* reads both factors right, but writes the result column by column */
const float one = 1, zero = 0;
return cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, m, n, k, &one, a, k, b, n, &zero, c, m) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;
