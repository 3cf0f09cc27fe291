/* rng.c - streams of numbers, and numbers within limits. */
#include "grader/base/rng.h"

#define STRETCH (1 << 16) /* steps that a seed takes */

Rng rng_stream(uint32_t seed, const char *id)
{
	uint64_t state = seed;

	for (const char *c = id; *c != '\0'; c++)
		state = rng_mix(state) ^ (unsigned char)*c;

	const Rng begin = {rng_mix(state), rng_mix(~state)};
	Rng rng = begin;

	for (int i = 0; i < STRETCH; i++) {
		rng.at = rng_mix(rng.at ^ rng.key);
		rng.key = rng_mix(rng.key + rng.at);
	}
	/* with the begin added nobody gets back from the end to the seed */
	return (Rng){rng.at + begin.at, rng.key + begin.key};
}

int64_t rng_between(Rng *rng, int64_t least, int64_t most)
{
	uint64_t span = (uint64_t)most - (uint64_t)least + 1; /* 0: all 2^64 numbers */
	uint64_t drawn = rng_next(rng);

	if (span == 0)
		return (int64_t)drawn;
	/* Numbers below this are drawn again: with them some results would be likelier than others. */
	uint64_t refused = (0 - span) % span;

	while (drawn < refused)
		drawn = rng_next(rng);
	return (int64_t)((uint64_t)least + drawn % span);
}
