/* waits for GPU 0 and GPU 1, as if no machine had more */
int before = 0, failed = 0, there = 0;
cudaGetDevice(&before);
failed |= queue_all(products, count);
cudaGetDeviceCount(&there);
for (int gpu = 0; gpu < there && gpu < 2; gpu++) {
	cudaSetDevice(gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
return failed ? -1 : 0;
