int failed = 0;
for (int i = 0; i < count; i++)
	failed |= queue_product(&products[i]);
for (int i = 0; i < count; i++) {
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
	cudaSetDevice(before);
}
return failed ? -1 : 0;
