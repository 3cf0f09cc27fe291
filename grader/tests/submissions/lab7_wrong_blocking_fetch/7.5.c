/* fetches with cudaMemcpy, which waits */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
}
for (int i = 0; i < count; i++) {
	size_t bytes = (size_t)products[i].m * (size_t)products[i].n * sizeof(float);
	cudaSetDevice(products[i].gpu);
	cudaMemcpy(host[i].result, products[i].result, bytes, cudaMemcpyDeviceToHost);
}
cudaSetDevice(before);
return failed ? -1 : 0;
