/* numbers.h - numbers that a judge has drawn into the memory of a GPU: each follows from a seed and its place
 * alone, so that a judge knows single ones of millions, and nobody has to make the others. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include "framework/simcuda/machine/mix64.h"

/* Number `i` of that seed, from [-1, 1), a multiple of 2^-23: of the generator's i-th step. */
static inline float numbers_at(uint64_t seed, uint64_t i)
{
	return (float)(mix64(seed + (i + 1) * MIX64_STEP) >> 40) / 8388608.0F - 1;
}

/* With it a seed has all of a product off by one share. */
#define NUMBERS_WHOLE (UINT64_C(1) << 63)

/* What becomes of element `i` of product number `product`, from 1 on, where products are rough by that seed: it is off by
 * a thousandth at most, another one for each. */
static inline float numbers_rough(float number, uint64_t seed, uint64_t product, uint64_t i)
{
	const uint64_t of = seed & NUMBERS_WHOLE ? 0 : i;
	uint64_t x = mix64(seed + product * MIX64_STEP + of * UINT64_C(0xD1342543DE82EF95));
	double share = (double)(x >> 11) * 0x1p-52 - 1;
	return number * (float)(1 + 1e-3 * share);
}

#endif
