/* by the exercise before; one run of each that is not timed comes first */
double at[3];
int gpus = 0, before = 0;
if (multiply_at_once(alone, count) != 0 || multiply_at_once(apart, count) != 0)
	return -1;
cudaGetDevice(&before);
cudaGetDeviceCount(&gpus);
for (int gpu = 0; gpu < gpus; gpu++) {
	cudaSetDevice(gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
at[0] = timer_now();
multiply_at_once(alone, count);
at[1] = timer_now();
multiply_at_once(apart, count);
at[2] = timer_now();
return (at[1] - at[0]) / (at[2] - at[1]);
