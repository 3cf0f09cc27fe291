/* limits.c - what a multiprocessor holds at once, by compute capability: the table in NVIDIA's CUDA C++
 * Programming Guide; and what each GPU of a machine is. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

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

/* A GPU has so much less than the one before it; of eight in a row no two are alike. */
enum { UNLIKE = 8 };
#define UNLIKE_BYTES (UINT64_C(1) << 28)

uint64_t machine_gpu_memory(const SimMachine *machine, int gpu)
{
	uint64_t less = machine->unlike ? (uint64_t)(gpu % UNLIKE) * UNLIKE_BYTES : 0;
	return machine->memory_bytes - machine->context_bytes > less ? machine->memory_bytes - less
								     : machine->memory_bytes;
}

MachineGpu machine_gpu(const SimMachine *machine, int gpu)
{
	MachineGpu told = {.capability_major = machine->capability_major,
			   .capability_minor = machine->capability_minor,
			   .multiprocessors = machine->multiprocessors,
			   .memory_bytes = machine_gpu_memory(machine, gpu)};
	if (!machine->unlike) {
		memcpy(told.name, machine->name, sizeof told.name);
		return told;
	}
	snprintf(told.name, sizeof told.name, "GPU %d, %.100s", gpu % UNLIKE, machine->name);
	told.capability_minor = (told.capability_minor + gpu) % UNLIKE;
	told.multiprocessors += gpu % UNLIKE;
	return told;
}
