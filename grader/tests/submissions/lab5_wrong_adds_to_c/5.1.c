/* beta is 1, so what was in c is added */
const float one = 1;
return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &one, c, n) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;
