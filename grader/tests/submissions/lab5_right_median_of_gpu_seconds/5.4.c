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
