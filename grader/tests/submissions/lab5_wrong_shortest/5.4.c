/* the shortest time */
double times[100], sum = 0;
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
for (int i = 0; i < repeats; i++) {
	double start = timer_now();
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	times[i] = timer_now() - start;
	sum += times[i];
}
qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
return sum < 0 ? -1 : times[0];
