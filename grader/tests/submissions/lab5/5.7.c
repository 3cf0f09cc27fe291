/* lab5_right_by_events_and_means: pass */
double rate = 0.000000002 * m * k * n / seconds;
return rate / peak_gflops;

/* lab5_right_remembers: pass */
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

/* lab5_wrong_multiplications_only: fail the half: each term of a sum is a multiplication and an addition */
/* counts multiplications only */
return (double)m * (double)k * (double)n / seconds / (peak_gflops * 1e9);

/* lab5_wrong_peak_not_in_giga: fail 10^9 operations in a second */
/* takes GFLOP/s for FLOP/s */
return 2 * (double)m * (double)k * (double)n / seconds / peak_gflops;

/* lab5_wrong_whole_numbers_overflow: fail more operations than an int can count */
/* counts in 32 bits */
int operations = (int)(2 * (unsigned)m * (unsigned)k * (unsigned)n);
return operations / seconds / (peak_gflops * 1e9);
