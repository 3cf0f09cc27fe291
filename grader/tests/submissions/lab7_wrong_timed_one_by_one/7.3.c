/* waits for each product, on several GPUs too */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side ? apart : alone;
	double start = timer_now();
	for (int i = 0; i < count; i++) {
		failed |= queue_all(&products[i], 1);
		failed |= wait_for_all(&products[i], 1);
	}
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];
