/* one call for each product */
const float one = 1, zero = 0;
for (int i = 0; i < count; i++)
	if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b + (size_t)i * k * n, n,
			a + (size_t)i * m * k, k, &zero, c + (size_t)i * m * n,
			n) != CUBLAS_STATUS_SUCCESS)
		return -1;
return 0;
