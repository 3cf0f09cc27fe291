/* measured.c - medians, middles, and a decision that nobody has to guess at. */
#include "measured.h"

#include <math.h>

/* A time goes before all that are longer. */
static void time_insert(double *sorted, int count, double time)
{
	for (; count > 0 && sorted[count - 1] > time; count--)
		sorted[count] = sorted[count - 1];
	sorted[count] = time;
}

Measured measured_of(const double *times)
{
	double sorted[MEASURED_ROUNDS] = {0};
	Measured m;

	for (int i = 0; i < MEASURED_ROUNDS; i++)
		time_insert(sorted, i, times[i]);
	m.median = sorted[MEASURED_ROUNDS / 2];
	m.low = sorted[1];
	m.high = sorted[MEASURED_ROUNDS - 2];
	m.spread = m.median > 0 ? (m.high - m.low) / m.median : INFINITY;
	return m;
}

MeasuredKind measured_decide(const Measured *program, const Measured *reference)
{
	double low = program->low / reference->high, high = program->high / reference->low;

	if (!(reference->low > 0) || !(reference->spread <= MEASURED_SPREAD))
		return MEASURED_NOISY;
	if (high < MEASURED_LEAST) /* also times of 0 and less, whose spread means nothing */
		return MEASURED_SHORT;
	if (!(program->spread <= MEASURED_SPREAD))
		return MEASURED_NOISY;
	if (low > MEASURED_MOST)
		return MEASURED_LONG;
	return low >= MEASURED_LEAST && high <= MEASURED_MOST ? MEASURED_FITS : MEASURED_NOISY;
}
