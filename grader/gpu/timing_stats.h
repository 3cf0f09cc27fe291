/* timing_stats.h - what times of a real GPU say.
 *
 * A program and the kit's own program for the same work (grader/reference/) are run in turn, so
 * that whatever slows the machine down slows both. Of each side the middle of its times is looked
 * at, not a single one: from the second shortest to the second longest. Either every ratio of two
 * times out of the two middles lies within the limits, or none does, or the times cannot tell. */
#ifndef GRADER_GPU_TIMING_STATS_H
#define GRADER_GPU_TIMING_STATS_H

#define TIMING_ROUNDS 7 /* the fewest whose second and last but one leave out a quarter */

/* An honest time is that of the reference, give or take what the calls around the work cost, which
 * the simulator judges more closely. Who does not wait for the GPU measures a tenth of it or less;
 * who measures the first time as well, twice as much or more. */
#define MEASURED_LEAST 0.7
#define MEASURED_MOST  1.5

/* Times that are spread more than that, as a share of their median, say nothing at all. */
#define MEASURED_SPREAD 0.4

typedef enum TimingVerdict {
	TIMING_FITS,
	TIMING_SHORT,
	TIMING_LONG,
	TIMING_NOISY,
} TimingVerdict;

typedef struct TimingStats {
	double median;
	double low, high; /* the ends of the middle */
	double spread;    /* (high - low) / median */
} TimingStats;

/* Of TIMING_ROUNDS times in any unit, which stay in their order. */
TimingStats timing_stats_of(const double *times);

/* What the program's times say beside those of the reference. */
TimingVerdict timing_decide(const TimingStats *program, const TimingStats *reference);

#endif
