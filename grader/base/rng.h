/* rng.h - the judge's own generator: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
 *
 * The same on every computer. A check's numbers depend on the seed and the check's id alone, so one
 * check repeated by itself draws what it drew among the others. */
#ifndef GRADER_BASE_RNG_H
#define GRADER_BASE_RNG_H

#include <stdint.h>

uint64_t rng_stream(uint32_t seed, const char *id);

/* Here, since judges draw millions. */
static inline uint64_t rng_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* A whole number in [least, most], every one equally likely; least <= most. */
int64_t rng_between(uint64_t *state, int64_t least, int64_t most);

/* In [0, 1), a multiple of 2^-53. */
static inline double rng_unit(uint64_t *state)
{
	return (double)(rng_next(state) >> 11) * 0x1p-53;
}

#endif
