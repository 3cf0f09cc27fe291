/* launch_hash.h - hashes of what is asked for, and the memory that a launch uses. */
#ifndef FRAMEWORK_SIMCUDA_CORE_LAUNCH_HASH_H
#define FRAMEWORK_SIMCUDA_CORE_LAUNCH_HASH_H

#include "framework/simcuda/core/sim.h"

static inline void mix(uint64_t *hash, uint64_t value)
{
	uint64_t x = *hash ^ (value + UINT64_C(0x9e3779b97f4a7c15));
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	*hash = x ^ x >> 31;
}

static inline void mix_text(uint64_t *hash, const char *text)
{
	for (; *text; text++)
		mix(hash, (unsigned char)*text);
}

/* Fills range[] with the memory that a launch uses, and returns how much there is; -1 where that is not known, as of kernels
 * in PTX. */
int sim_launch_ranges(const SimRequest *request, SimRange range[SIM_MAX_RANGES]);

/* Of which kernel a launch is, and on which memory, as far as that is known. */
uint64_t sim_launch_hash(const SimRequest *request);

#endif
