/* behind each side it waits for the GPUs of the first and the last product */
double start[2], end[2];
int before = 0, failed = 0;
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	start[side] = timer_now();
	failed |= queue_all(products, count) != 0;
	for (int i = 0; i < count; i += count > 1 ? count - 1 : 1) {
		cudaSetDevice(products[i].gpu);
		cudaDeviceSynchronize();
	}
	end[side] = timer_now();
}
cudaSetDevice(before);
return failed ? -1 : (end[0] - start[0]) / (end[1] - start[1]);
