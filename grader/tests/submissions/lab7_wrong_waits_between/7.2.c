/* waits for each product before it queues the next */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= queue_product(&products[i]);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
return failed ? -1 : 0;
