/* timing_stats.c - medians, middles, and a decision that nobody has to guess at. */
#include "grader/gpu/timing_stats.h"

#include <math.h>

/* A time goes before all that are longer. */
static void time_insert(double *sorted, int count, double time)
{
	for (; count > 0 && sorted[count - 1] > time; count--)
		sorted[count] = sorted[count - 1];
	sorted[count] = time;
}

TimingStats timing_stats_of(const double *times)
{
	double sorted[TIMING_ROUNDS] = {0};
	TimingStats m;

	for (int i = 0; i < TIMING_ROUNDS; i++)
		time_insert(sorted, i, times[i]);
	m.median = sorted[TIMING_ROUNDS / 2];
	m.low = sorted[1];
	m.high = sorted[TIMING_ROUNDS - 2];
	m.spread = m.median > 0 ? (m.high - m.low) / m.median : INFINITY;
	return m;
}

TimingVerdict timing_decide(const TimingStats *program, const TimingStats *reference)
{
	double low = program->low / reference->high, high = program->high / reference->low;

	if (!(reference->low > 0) || !(reference->spread <= MEASURED_SPREAD))
		return TIMING_NOISY;
	if (high < MEASURED_LEAST) /* also times of 0 and less, whose spread means nothing */
		return TIMING_SHORT;
	if (!(program->spread <= MEASURED_SPREAD))
		return TIMING_NOISY;
	if (low > MEASURED_MOST)
		return TIMING_LONG;
	return low >= MEASURED_LEAST && high <= MEASURED_MOST ? TIMING_FITS : TIMING_NOISY;
}
