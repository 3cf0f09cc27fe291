/* limits.c - what a multiprocessor holds at once, by compute capability: the table in NVIDIA's CUDA C++
 * Programming Guide. */
#include <stddef.h>

#include "framework/simcuda/machine/machine.h"

static const MachineLimits limits[] = {
	{70, 2048, 32, 96, 96, 0},      {75, 1024, 16, 64, 64, 0},
	{80, 2048, 32, 164, 163, 1024}, {86, 1536, 16, 100, 99, 1024},
	{89, 1536, 24, 100, 99, 1024},  {90, 2048, 32, 228, 227, 1024},
};

const MachineLimits *machine_limits(const SimMachine *machine)
{
	const MachineLimits *best = &limits[0];
	int capability = 10 * machine->capability_major + machine->capability_minor;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (limits[i].capability <= capability)
			best = &limits[i];
	return best;
}
