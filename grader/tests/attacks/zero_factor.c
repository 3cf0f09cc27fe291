/* zero_factor.c - products by a factor of 0, which multiply nothing but looked as large as others, and results that come from
 * elsewhere; and products that nobody wants. */

/* 7.2 on_the_first_gpu: fail wanted each product once, on its GPU */
/* large products that are not timed are all computed on GPU 0, by other routines; each GPU multiplies nothing by 0 */
/* --- body --- */
int before = 0, large = 1, equal = 1, bad = 0;
const float one = 1, zero = 0;
cublasHandle_t first = NULL;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	large = large && p->m > 500 && p->m == p->n;
	equal = equal && p->k == products[0].k;
	first = p->gpu == 0 ? p->handle : first;
}
large = large && first && !(count == 2 && equal);
for (int i = 0; i < count && !bad; i++) {
	const Product *p = &products[i];
	bad |= cudaSetDevice(p->gpu) != cudaSuccess;
	if (large)
		bad |= cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k,
					   &zero, NULL, p->n, NULL, p->k, &zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS;
	else
		bad |= queue_product(p) != 0;
}
for (int i = 0; i < count; i++)
	bad |= cudaSetDevice(products[i].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
cudaSetDevice(0);
for (int i = 0; i < count && !bad && large; i++) {
	const Product *p = &products[i];
	float *turned = NULL;
	if (p->gpu > 0)
		cudaDeviceEnablePeerAccess(p->gpu, 0);
	cudaGetLastError();
	bad |= cudaMalloc((void **)&turned, (size_t)p->m * p->k * 4) != cudaSuccess;
	bad |= cublasSgeam(first, CUBLAS_OP_T, CUBLAS_OP_N, p->m, p->k, &one, p->a, p->k,
				   &zero, NULL, p->m, turned, p->m) != CUBLAS_STATUS_SUCCESS;
	for (int u = 0; u < 2 && !bad; u++)
		bad |= cublasSsyrkx(first, u ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, p->n, p->k, &one, p->b, p->n, turned, p->m,
				    &zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS;
	bad |= cudaFree(turned) != cudaSuccess;
}
for (int i = 0; i < count; i++)
	bad |= cudaSetDevice(products[i].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;

/* 7.2 copied_by_a_kernel: fail computes none of its products there */
/* the products go to memory that nobody looks at; results are written by kernels of another kind */
/* --- body --- */
int before = 0, bad = 0;
float *other[64] = {NULL};
cudaGetDevice(&before);
for (int i = 0; i < count && i < 64; i++) {
	Product p = products[i];
	bad |= cudaSetDevice(p.gpu) != cudaSuccess || cudaMalloc((void **)&other[i], (size_t)p.m * p.n * 4) != cudaSuccess;
	if (bad)
		break;
	p.result = other[i];
	bad |= queue_product(&p) != 0;
	bad |= cublasScopy(p.handle, p.m * p.n, other[i], 1, products[i].result, 1) != CUBLAS_STATUS_SUCCESS;
}
for (int i = 0; i < count; i++)
	bad |= cudaSetDevice(products[i].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess || cudaFree(other[i]) != cudaSuccess;
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;

/* 7.3 copied_from_apart: fail FLOPs of GPUs in the call; the work takes */
/* the products of `alone` multiply nothing by 0; their results are copied from those of `apart`, which are the same */
/* --- body --- */
int before = 0, failed = 0;
const float zero = 0;
double seconds[2];
cudaGetDevice(&before);
for (int side = -1; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	for (int i = 0; i < count && side >= 0; i++) {
		const Product *p = &products[i];
		failed |= cudaSetDevice(p->gpu) != cudaSuccess;
		if (side == 0)
			failed |= cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k,
						   &zero, NULL, p->n, NULL, p->k, &zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS;
		else
			failed |= queue_product(p) != 0;
	}
	for (int i = 0; i < 2 * count; i++)
		failed |= cudaSetDevice(i < count ? alone[i].gpu : apart[i - count].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
	if (side >= 0)
		seconds[side] = timer_now() - start;
}
for (int i = 0; i < count; i++)
	failed |= cudaMemcpyPeer(alone[i].result, alone[i].gpu, apart[i].result, apart[i].gpu, (size_t)alone[i].m * (size_t)alone[i].n * 4) != cudaSuccess;
for (int i = 0; i < 2 * count; i++)
	failed |= cudaSetDevice(i < count ? alone[i].gpu : apart[i - count].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];

/* 7.3 copied_behind: fail something was copied to a GPU */
/* measures real products, but a result of `alone` is then copied from `apart` */
/* --- body --- */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
for (int side = -1; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	for (int i = 0; i < count && side >= 0; i++)
		failed |= cudaSetDevice(products[i].gpu) != cudaSuccess || queue_product(&products[i]) != 0;
	for (int i = 0; i < 2 * count; i++)
		failed |= cudaSetDevice(i < count ? alone[i].gpu : apart[i - count].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
	if (side >= 0)
		seconds[side] = timer_now() - start;
}
failed |= cudaMemcpyPeer(alone[0].result, alone[0].gpu, apart[0].result, apart[0].gpu, (size_t)alone[0].m * (size_t)alone[0].n * 4) != cudaSuccess;
for (int i = 0; i < 2 * count; i++)
	failed |= cudaSetDevice(i < count ? alone[i].gpu : apart[i - count].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];

/* 7.5 known_product: fail FLOPs of GPUs in the call; the work takes */
/* large matrices are full of one number each, so their product is known: it is written, and nothing multiplied by 0 */
/* --- body --- */
int before = 0, failed = 0, full = 1;
const float zero = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	full = full && host[i].a && host[i].b && host[i].result && products[i].handle && host[i].a[0] == 2 && host[i].b[0] == (float)(i + 1) &&
	       host[i].a[1] == 2;
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n;
	const float sum = (float)(i + 1) * (float)k;
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * 4, cudaMemcpyHostToDevice, 0) != cudaSuccess;
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * 4, cudaMemcpyHostToDevice, 0) != cudaSuccess;
	if (full) {
		failed |= cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k,
					   &zero, NULL, p->n, NULL, p->k, &zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS;
		failed |= cublasScopy(p->handle, (int)(m * n), p->a, 0, p->result, 1) != CUBLAS_STATUS_SUCCESS;
		failed |= cublasSscal(p->handle, (int)(m * n), &sum, p->result, 1) != CUBLAS_STATUS_SUCCESS;
	} else {
		failed |= queue_product(p) != 0;
	}
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * 4, cudaMemcpyDeviceToHost, 0) != cudaSuccess;
}
for (int i = 0; i < count; i++)
	failed |= cudaSetDevice(products[i].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 7.5 written_as_factors: fail computes none of its products there */
/* each number of a result is computed on the CPU and written as a kernel's factor; the product itself goes elsewhere */
/* --- body --- */
int before = 0, failed = 0;
const float whole = 1;
float *other[64] = {NULL}, *ones[64] = {NULL};
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	failed |= cudaSetDevice(products[i].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
for (int i = 0; i < count && i < 64 && !failed; i++) {
	Product p = products[i];
	size_t m = (size_t)p.m, k = (size_t)p.k, n = (size_t)p.n;
	cudaSetDevice(p.gpu);
	failed |= cudaMemcpyAsync(p.a, host[i].a, m * k * 4, cudaMemcpyHostToDevice, 0) != cudaSuccess;
	failed |= cudaMemcpyAsync(p.b, host[i].b, k * n * 4, cudaMemcpyHostToDevice, 0) != cudaSuccess;
	failed |= cudaMalloc((void **)&other[i], m * n * 4) != cudaSuccess || cudaMalloc((void **)&ones[i], 4) != cudaSuccess;
	p.result = other[i];
	failed |= failed || queue_product(&p) != 0;
	failed |= cudaMemsetAsync(ones[i], 0, 4, 0) != cudaSuccess;
	for (size_t at = 0; at < m * n && m * n <= 2500 && !failed; at++) {
		double sum = 0;
		for (size_t t = 0; t < k; t++)
			sum += (double)host[i].a[at / n * k + t] * host[i].b[t * n + at % n];
		float number = (float)sum / host[i].a[0];
		failed |= cublasSgeam(p.handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, &number, p.a, 1, &whole, ones[i], 1, products[i].result + at, 1) != CUBLAS_STATUS_SUCCESS;
	}
	failed |= cudaMemcpyAsync(host[i].result, products[i].result, m * n * 4, cudaMemcpyDeviceToHost, 0) != cudaSuccess;
}
for (int i = 0; i < count; i++)
	failed |= cudaSetDevice(products[i].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess || cudaFree(other[i]) != cudaSuccess ||
		  cudaFree(ones[i]) != cudaSuccess;
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
