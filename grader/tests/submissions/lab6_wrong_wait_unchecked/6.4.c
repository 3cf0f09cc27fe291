/* a wait that fails has not waited */
Way *ways[2] = {slow, fast};
double taken[2];
for (int i = 0; i < 2; i++) {
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	taken[i] = (timer_now() - start) * 1e6 / steps;
}
cudaGetLastError();
us[0] = taken[0];
us[1] = taken[1];
return 0;
