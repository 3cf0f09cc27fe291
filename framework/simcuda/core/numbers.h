/* numbers.h - numbers that a judge has drawn into the memory of a GPU: each follows from a seed and its place
 * alone, so that a judge knows single ones of millions, and nobody has to make the others. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdint.h>

/* Number `i` of that seed, from [-1, 1), a multiple of 2^-23: the mixing function of splitmix64 (Steele, Lea,
 * Flood: Fast splittable pseudorandom number generators, 2014) at its i-th step. */
static inline float numbers_at(uint64_t seed, uint64_t i)
{
	uint64_t z = seed + (i + 1) * UINT64_C(0x9E3779B97F4A7C15);
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	z ^= z >> 31;
	return (float)(z >> 40) / 8388608.0F - 1;
}

#endif
