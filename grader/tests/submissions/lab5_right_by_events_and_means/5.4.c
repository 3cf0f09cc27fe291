/* sorts while it measures */
double *sorted = malloc((size_t)repeats * sizeof *sorted), median;
int status = sorted ? work(data) : -1;
for (int i = 0; i < repeats && status == 0; i++) {
	int at = i;
	cudaDeviceSynchronize();
	double start = timer_now();
	status = work(data);
	cudaDeviceSynchronize();
	double seconds = timer_now() - start;
	for (; at > 0 && sorted[at - 1] > seconds; at--)
		sorted[at] = sorted[at - 1];
	sorted[at] = seconds;
}
median = status != 0       ? -1
	 : repeats % 2 == 1 ? sorted[repeats / 2]
			    : 0.5 * sorted[repeats / 2 - 1] + 0.5 * sorted[repeats / 2];
free(sorted);
return median;
