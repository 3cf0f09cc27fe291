/* the last answer is kept together with all that it depends on */
static int64_t last_m, last_k, last_n;
static double last_seconds, last_peak, last;
if (m != last_m || k != last_k || n != last_n || seconds != last_seconds || peak_gflops != last_peak)
	last = 2.0 * (double)m * (double)k * (double)n / seconds / (peak_gflops * 1e9);
last_m = m;
last_k = k;
last_n = n;
last_seconds = seconds;
last_peak = peak_gflops;
return last;
