/* a stream for each product, and nobody destroys it */
cudaStream_t stream[64];
int before = 0, failed = count > 64;
cudaGetDevice(&before);
for (int i = 0; i < count && !failed; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
	failed |= cudaMemcpyAsync(p->a, host[i].a, sizeof(float) * (size_t)(p->m * p->k),
				  cudaMemcpyDefault, stream[i]) != cudaSuccess;
	failed |= cudaMemcpyAsync(p->b, host[i].b, sizeof(float) * (size_t)(p->k * p->n),
				  cudaMemcpyDefault, stream[i]) != cudaSuccess;
	cublasSetStream(p->handle, stream[i]);
	failed |= queue_product(p) != 0;
	failed |= cudaMemcpyAsync(host[i].result, p->result,
				  sizeof(float) * (size_t)(p->m * p->n), cudaMemcpyDefault,
				  stream[i]) != cudaSuccess;
	cublasSetStream(p->handle, 0);
	if (failed)
		count = i + 1;
}
for (int i = 0; i < count && count <= 64; i++) {
	failed |= cudaStreamSynchronize(stream[i]) != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
