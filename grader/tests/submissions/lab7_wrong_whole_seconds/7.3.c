/* seconds without their fractions */
int before = 0, failed = 0, seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	int start = (int)timer_now();
	failed |= queue_all(side ? apart : alone, count);
	failed |= wait_for_all(side ? apart : alone, count);
	seconds[side] = (int)timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : (double)seconds[0] / seconds[1];
