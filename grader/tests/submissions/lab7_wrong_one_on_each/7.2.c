/* takes product i to be on GPU i */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(i);
	failed |= queue_product(&products[i]);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(i);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
