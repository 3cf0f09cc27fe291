/* beside.c - as many launches, bytes and FLOPs as the work takes, on other numbers, while the CPU makes the results. */

/* 7.5 other_numbers_multiplied: fail the result of product 0 on GPU */
/* sends as many bytes, multiplies what is no input, fetches it, and has the CPU write the results over it */
/* --- body --- */
int before;
cudaGetDevice(&before);
int status = 0;
for (int i = 0; i < count && status == 0; i++) {
	const Product *p = &products[i];
	const float one = 1, zero = 0;
	size_t size = sizeof(float), m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n;
	cudaSetDevice(p->gpu);
	if (cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, NULL) ||
	    cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, NULL) ||
	    cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, (int)n, (int)m, (int)k, &zero, p->b, (int)n, p->a, (int)k, &zero,
			p->result, (int)n) ||
	    cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, NULL))
		status = -1;
	(void)one;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (cudaDeviceSynchronize() != cudaSuccess)
		status = -1;
}
for (int i = 0; i < count && status == 0; i++) {
	const Product *p = &products[i];
	bool large = (double)p->m * p->k * p->n > 1e6;
	for (size_t row = 0; row < (size_t)p->m; row++)
		for (size_t column = 0; column < (size_t)p->n; column++) {
			double sum = large ? 2.0 * (i + 1) * p->k : 0;
			for (size_t t = 0; !large && t < (size_t)p->k; t++)
				sum += (double)host[i].a[row * p->k + t] * host[i].b[t * p->n + column];
			host[i].result[row * p->n + column] = (float)sum;
		}
}
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 7.5 others_when_large: fail FLOPs of GPUs in the call; the work takes */
/* the same where products are large alone, and known */
/* --- body --- */
int before;
cudaGetDevice(&before);
int status = 0;
for (int i = 0; i < count && status == 0; i++) {
	const Product *p = &products[i];
	const float one = 1, zero = 0, *scale = (double)p->m * p->k * p->n > 1e6 ? &zero : &one;
	size_t size = sizeof(float), m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n;
	cudaSetDevice(p->gpu);
	if (cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, NULL) ||
	    cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, NULL) ||
	    cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, (int)n, (int)m, (int)k, scale, p->b, (int)n, p->a, (int)k, &zero,
			p->result, (int)n) ||
	    cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, NULL))
		status = -1;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (cudaDeviceSynchronize() != cudaSuccess)
		status = -1;
}
for (int i = 0; i < count && status == 0; i++) {
	const Product *p = &products[i];
	bool large = (double)p->m * p->k * p->n > 1e6;
	for (size_t row = 0; row < (size_t)p->m; row++)
		for (size_t column = 0; column < (size_t)p->n; column++) {
			double sum = large ? 2.0 * (i + 1) * p->k : 0;
			for (size_t t = 0; !large && t < (size_t)p->k; t++)
				sum += (double)host[i].a[row * p->k + t] * host[i].b[t * p->n + column];
			host[i].result[row * p->n + column] = (float)sum;
		}
}
cudaSetDevice(before);
cudaGetLastError();
return status;
