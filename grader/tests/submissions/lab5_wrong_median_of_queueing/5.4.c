/* does not wait for the end */
double times[100], sum = 0;
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
for (int i = 0; i < repeats; i++) {
	double start = timer_now();
	if (work(data) != 0)
		return -1;
	times[i] = timer_now() - start;
	sum += times[i];
}
qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
cudaDeviceSynchronize();
return sum < 0 ? -1 : (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;
