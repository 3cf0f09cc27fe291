/* rng.c - SplitMix64, and numbers within limits made from it. */
#include "grader/base/rng.h"

uint64_t rng_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

uint64_t rng_stream(uint32_t seed, const char *id)
{
	uint64_t state = seed;

	for (const char *c = id; *c != '\0'; c++)
		state = rng_next(&state) ^ (unsigned char)*c;
	return rng_next(&state);
}

int64_t rng_between(uint64_t *state, int64_t least, int64_t most)
{
	uint64_t span = (uint64_t)most - (uint64_t)least + 1; /* 0: all 2^64 numbers */
	uint64_t drawn = rng_next(state);

	if (span == 0)
		return (int64_t)drawn;
	/* Numbers below this are drawn again: with them some results would be likelier than others. */
	uint64_t refused = (0 - span) % span;

	while (drawn < refused)
		drawn = rng_next(state);
	return (int64_t)((uint64_t)least + drawn % span);
}

double rng_unit(uint64_t *state)
{
	return (double)(rng_next(state) >> 11) * 0x1p-53;
}
