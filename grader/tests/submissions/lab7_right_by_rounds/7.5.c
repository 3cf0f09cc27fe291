/* all sends, then all products, then all fetches */
int before = 0, status = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t a = (size_t)p->m * (size_t)p->k, b = (size_t)p->k * (size_t)p->n;
	cudaSetDevice(p->gpu);
	if (cudaMemcpyAsync(p->b, host[i].b, b * sizeof(float), cudaMemcpyHostToDevice, 0) ||
	    cudaMemcpyAsync(p->a, host[i].a, a * sizeof(float), cudaMemcpyHostToDevice, 0))
		status = -1;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (status == 0 && queue_product(&products[i]) != 0)
		status = -1;
}
for (int i = 0; i < count && status == 0; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	if (cudaMemcpyAsync(host[i].result, p->result,
			    (size_t)p->m * (size_t)p->n * sizeof(float), cudaMemcpyDeviceToHost, 0))
		status = -1;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return status;
