/* mix64.h - numbers that look drawn and follow from others: SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, OOPSLA 2014). */
#ifndef MIX64_H
#define MIX64_H

#include <stdint.h>

#define MIX64_STEP UINT64_C(0x9E3779B97F4A7C15)

/* Spreads a number over 64 bits. */
static inline uint64_t mix64(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return z ^ z >> 31;
}

/* The generator's next number. */
static inline uint64_t mix64_next(uint64_t *state)
{
	return mix64(*state += MIX64_STEP);
}

#endif
