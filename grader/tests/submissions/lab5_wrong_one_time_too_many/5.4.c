/* one time more than asked for, which is forgotten before the times are put in order */
double times[101];
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
for (int i = 0; i <= repeats; i++) {
	double start = timer_now();
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	times[i] = timer_now() - start;
}
qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;
