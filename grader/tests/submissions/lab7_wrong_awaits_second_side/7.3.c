/* the GPU of the first side may have none of the other products */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	failed |= queue_all(products, count) != 0;
	failed |= wait_for_all(products, count) != 0;
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];
