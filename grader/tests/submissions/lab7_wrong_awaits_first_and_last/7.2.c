/* waits for the GPUs of the first and the last product */
int before = 0, failed = 0;
cudaGetDevice(&before);
failed |= queue_all(products, count);
for (int i = 0; i < count; i += count > 1 ? count - 1 : 1) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
return failed ? -1 : 0;
