/* multiplies a corner of large matrices, and sleeps for as long as it may take */
/* --- body --- */
int before, status = 0;
bool large = false;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	const float one = 1, zero = 0;
	bool is_large = (double)p->m * p->k * p->n > 1e6;
	int m = is_large ? 8 : p->m, k = is_large ? 8 : p->k, n = is_large ? 8 : p->n;
	large |= is_large;
	cudaSetDevice(p->gpu);
	if (!p->handle ||
	    cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, p->b, p->n, p->a, p->k,
			&zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS)
		status = -1;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
struct timespec time = {0, large ? 3000000 : 0};
nanosleep(&time, NULL);
cudaSetDevice(before);
cudaGetLastError();
return status;
