/* wide.h - numbers of all sizes, for judges of labs with kernels: who takes large or small ones for others is seen. What is
 * asked for of them stays finite, also on the way. */
#ifndef GRADER_LABS_COMMON_WIDE_H
#define GRADER_LABS_COMMON_WIDE_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "grader/labs/common/kernels.h"

/* So far from 1 are the sizes of what is multiplied by something of a few digits, or added up: in powers of two. */
#define WIDE_MOST 100

/* Powers of two of at most 2^most and at least 2^least. */
static inline float *wide_powers(Judge *j, int64_t count, int least, int most)
{
	float *powers = judge_uniform(j, count, least, most + 1);

	for (int64_t i = 0; i < count; i++)
		powers[i] = ldexpf(1, (int)floorf(powers[i]));
	return powers;
}

/* Numbers each of a size of its own, below 2^most. Some are 0 or -0. */
static inline float *wide_numbers(Judge *j, int64_t count, int least, int most)
{
	float *numbers = judge_uniform(j, count, -1, 1);
	const float *powers = judge_uniform(j, count, least, most + 1);

	for (int64_t i = 0; i < count; i++) {
		const float digits = fabsf(numbers[i]) < 1.0F / 64 ? 0 : numbers[i];

		numbers[i] = copysignf(ldexpf(digits, (int)floorf(powers[i])), numbers[i]);
	}
	return numbers;
}

/* Any finite ones, for who moves them alone: also those that are so small that a float has fewer digits of them. */
static inline float *wide_any(Judge *j, int64_t count)
{
	return wide_numbers(j, count, FLT_MIN_EXP - FLT_MANT_DIG, FLT_MAX_EXP - 1);
}

/* A power of two for all numbers of a call: so sums of numbers on a grid stay exact. Large, or small, or one of both;
 * large ones where a launch is refused, too, as in the call that it looks like. */
static inline float wide_power(Judge *j, const Case *c, int most)
{
	const int size = (int)judge_between(j, most / 4, most);
	const bool small = judge_between(j, 0, 1);

	return ldexpf(1, c->kind == LOOKED_THROUGH || c->kind == REFUSED ? size
			 : c->kind == ANY_ORDER || small                 ? -size
									 : size);
}

static inline void wide_scale(float *numbers, int64_t count, float power)
{
	for (int64_t i = 0; i < count; i++)
		numbers[i] *= power;
}

/* Wants these numbers there in the end, each as near as its `room` says: small ones are compared as well. */
static inline void case_near(Judge *j, Run *r, const Case *c, const char *at, const char *name,
			     const float *wanted, const double *room, int64_t count)
{
	int64_t there;
	const float *got = run_get_floats_given(r, name, c->gpu, &there);

	judge_complete(j, count == 0 || (got && there == count));
	if (count == 0 || !got)
		return;
	case_written(j, at, name, got, count);
	for (int64_t i = 0; i < count; i++)
		judge_that_for(j, fabs((double)got[i] - wanted[i]) <= room[i], "wrong-element",
			       "%s: %s: element %lld: wanted %.6g, got %.6g", at, name,
			       (long long)i, wanted[i], got[i]);
}

/* Wants numbers that were moved to have all of their bits: -0 is not 0. */
static inline void case_moved(Judge *j, Run *r, const Case *c, const char *at, const char *name,
			      const float *wanted, int64_t count)
{
	int64_t there;
	const float *got = run_get_floats_given(r, name, c->gpu, &there);

	judge_complete(j, count == 0 || (got && there == count));
	if (count == 0 || !got)
		return;
	case_written(j, at, name, got, count);
	for (int64_t i = 0; i < count; i++)
		judge_that_for(j, memcmp(&got[i], &wanted[i], sizeof *got) == 0, "wrong-element",
			       "%s: %s: element %lld: wanted %.9g, got %.9g", at, name,
			       (long long)i, wanted[i], got[i]);
}

/* Wants the sum of case_summands(). */
static inline void case_sums_up(Judge *j, Run *r, const Case *c, const char *at, const char *name,
				const float *wanted)
{
	const double room = 1e-6 * fabs(*wanted);

	if (c->n == 1)
		case_near(j, r, c, at, name, wanted, &room, 1);
	else
		case_adds_up(j, r, c, at, name, wanted, 1);
}

#endif
