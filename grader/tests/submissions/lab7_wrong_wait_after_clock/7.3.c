/* waits, but only when the time has been taken */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	Timer timer = {0};
	timer_start(&timer);
	failed |= queue_all(products, count);
	seconds[side] = timer_stop(&timer);
	wait_for_all(products, count);
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];
