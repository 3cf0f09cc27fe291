/* rng.h - the judge's own generator.
 *
 * The same on every computer. A check's numbers depend on the seed and the check's id alone, so one
 * check repeated by itself draws what it drew among the others.
 *
 * A program is given some of these numbers, and must not work out others from them: which call is to fail, by how much
 * a GPU is slow. SplitMix64 alone tells its state by a few numbers, and there are only 2^31 seeds to be tried. So its
 * state is mixed with a key that nobody sees, and to make both of a seed takes a while: too long to be done for all
 * seeds in a run, and next to nothing for one. */
#ifndef GRADER_BASE_RNG_H
#define GRADER_BASE_RNG_H

#include <stdint.h>

typedef struct Rng {
	uint64_t at, key;
} Rng;

Rng rng_stream(uint32_t seed, const char *id);

/* The next number of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) for a generator in that state. */
static inline uint64_t rng_mix(uint64_t state)
{
	uint64_t z = state + UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* Here, since judges draw millions. */
static inline uint64_t rng_next(Rng *rng)
{
	rng->at += UINT64_C(0x9e3779b97f4a7c15);
	return rng_mix(rng_mix(rng->at) ^ rng->key);
}

/* Another generator, of whose numbers those of this one tell nothing. */
static inline Rng rng_split(Rng *rng)
{
	const uint64_t at = rng_next(rng);

	return (Rng){at, rng_next(rng)};
}

/* A whole number in [least, most], every one equally likely; least <= most. */
int64_t rng_between(Rng *rng, int64_t least, int64_t most);

/* In [0, 1), a multiple of 2^-53. */
static inline double rng_unit(Rng *rng)
{
	return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

#endif
