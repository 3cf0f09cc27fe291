/* rng.h - the judge's own generator: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
 *
 * The same on every computer. A check's numbers depend on the seed and the check's id alone, so one
 * check repeated by itself draws what it drew among the others. */
#ifndef GRADER_BASE_RNG_H
#define GRADER_BASE_RNG_H

#include <stdint.h>

uint64_t rng_stream(uint32_t seed, const char *id);
uint64_t rng_next(uint64_t *state);

/* A whole number in [least, most], every one equally likely; least <= most. */
int64_t rng_between(uint64_t *state, int64_t least, int64_t most);

/* In [0, 1), a multiple of 2^-53. */
double rng_unit(uint64_t *state);

#endif
