/* rng.c - streams of numbers, and numbers within limits. */
#include "grader/base/rng.h"

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
