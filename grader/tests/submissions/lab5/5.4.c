/* lab5_right_by_events_and_means: pass */
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

/* lab5_right_in_one_pass: pass */
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

/* lab5_right_median_of_gpu_seconds, calls 5.2: pass */
/* each time is measured by 5.2, which does the work once more before it */
double times[100];
for (int i = 0; i < repeats; i++) {
	times[i] = gpu_seconds(work, data);
	if (times[i] < 0)
		return -1;
}
for (int i = 1; i < repeats; i++)
	for (int k = i; k > 0 && times[k] < times[k - 1]; k--) {
		double kept = times[k];
		times[k] = times[k - 1];
		times[k - 1] = kept;
	}
return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* lab5_wrong_all_at_once: fail that is the mean */
/* measures all times in one */
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double start = timer_now();
for (int i = 0; i < repeats; i++)
	if (work(data) != 0)
		return -1;
cudaDeviceSynchronize();
return (timer_now() - start) / repeats;

/* lab5_wrong_mean: fail that is the mean, in which a few long times count too much */
/* the mean */
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
return sum / repeats;

/* lab5_wrong_median_from_the_first: fail wanted once more, before the first time that counts */
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

/* lab5_wrong_median_of_queueing: fail shorter than the shortest time */
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

/* lab5_wrong_not_sorted: fail are the times in order? */
/* the middle of the list as it was measured */
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
return sum < 0 ? -1 : times[repeats / 2];

/* lab5_wrong_one_of_the_middle: fail one of the two in the middle; wanted their mean */
/* forgets that an even number has two in the middle */
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
return sum < 0 ? -1 : times[repeats / 2];

/* lab5_wrong_one_time_too_many: fail and the last */
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

/* lab5_wrong_shortest: fail that is the shortest time */
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

/* lab5_wrong_off_the_middle: fail that lies between times number */
	double times[100];
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	for (int i = 0; i < repeats; i++) {
		double start = timer_now();
		if (work(data) != 0)
			return -1;
		cudaDeviceSynchronize();
		times[i] = timer_now() - start;
	}
	qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
	return (times[repeats / 2] + times[repeats / 2 + 1]) / 2;

/* lab5_wrong_fifty_at_most: fail 100 times */
/* has room for fifty times */
double times[50];
int count = repeats < 50 ? repeats : 50;
if (work(data) != 0)
	return -1;
for (int i = 0; i < count; i++) {
	cudaDeviceSynchronize();
	double start = timer_now();
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	times[i] = timer_now() - start;
}
for (int i = 1; i < count; i++)
	for (int k = i; k > 0 && times[k] < times[k - 1]; k--) {
		double kept = times[k];
		times[k] = times[k - 1];
		times[k - 1] = kept;
	}
return (times[(count - 1) / 2] + times[count / 2]) / 2;
