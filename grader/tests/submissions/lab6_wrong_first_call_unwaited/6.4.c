/* what the first call has queued is measured, too */
Way *ways[2] = {slow, fast};
double found[2];
volatile int count = 2; /* a loop that is unrolled reads the clock in four places */
for (int i = 0; i < count; i++) {
	if (ways[i](data, steps) != 0)
		return -1;
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	found[i] = (timer_now() - start) * 1e6 / steps;
}
us[0] = found[0];
us[1] = found[1];
return 0;
