/* looks for the number that has as many below it as above, with a longer warm-up */
double times[128], low = 0, high = 0;
for (int i = -3; i < repeats; i++) {
	device_synchronize(device_gpu(0));
	cudaDeviceSynchronize();
	double start = timer_now();
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	if (i >= 0)
		times[i] = timer_now() - start;
}
for (int i = 0; i < repeats; i++) {
	int less = 0;
	for (int k = 0; k < repeats; k++)
		less += times[k] < times[i] || (!(times[i] < times[k]) && k < i);
	low = less == (repeats - 1) / 2 ? times[i] : low;
	high = less == repeats / 2 ? times[i] : high;
}
return (low + high) / 2;
