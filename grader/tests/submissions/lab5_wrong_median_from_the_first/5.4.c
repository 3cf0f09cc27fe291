/* the first time counts too */
double times[100], sum = 0;
for (int i = 0; i < repeats; i++) {
	double start = timer_now();
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	times[i] = timer_now() - start;
	sum += times[i];
}
qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
return sum < 0 ? -1 : (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;
