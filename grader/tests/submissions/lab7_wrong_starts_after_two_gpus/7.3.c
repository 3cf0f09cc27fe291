/* before it begins it waits for GPU 0 and GPU 1, as if no machine had more */
double start[2], end[2];
int before = 0, failed = 0, there = 0;
cudaGetDevice(&before);
wait_for_all(alone, count);
cudaGetDeviceCount(&there);
for (int gpu = 0; gpu < there && gpu < 2; gpu++) {
	cudaSetDevice(gpu);
	cudaDeviceSynchronize();
}
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	start[side] = timer_now();
	failed |= queue_all(products, count) != 0;
	failed |= wait_for_all(products, count) != 0;
	end[side] = timer_now();
}
cudaSetDevice(before);
return failed ? -1 : (end[0] - start[0]) / (end[1] - start[1]);
