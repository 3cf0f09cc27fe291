/* one wait at the end: for the GPU that happens to be current */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= queue_product(&products[i]);
}
cudaDeviceSynchronize();
cudaSetDevice(before);
return failed ? -1 : 0;
