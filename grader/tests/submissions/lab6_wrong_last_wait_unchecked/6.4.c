/* all waits but the last one are looked at */
Way *ways[2] = {slow, fast};
double taken[2];
cudaError_t error = cudaSuccess;
for (int i = 0; i < 2; i++) {
	if (error != cudaSuccess || ways[i](data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	error = cudaDeviceSynchronize();
	taken[i] = (timer_now() - start) * 1e6 / steps;
}
cudaGetLastError();
us[0] = taken[0];
us[1] = taken[1];
return 0;
