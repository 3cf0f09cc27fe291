/* kernel_log.c - what the last kernels in PTX did. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_launch.h"

SimKernelCounts *kernel_log_next(Sim *sim)
{
	if (!sim->kernel && !(sim->kernel = calloc(SIM_KERNEL_LOG, sizeof *sim->kernel)))
		return NULL;
	SimKernelCounts *next = &sim->kernel[sim->kernels % SIM_KERNEL_LOG];
	memset(next, 0, sizeof *next);
	next->number = sim->kernels_ever + 1;
	return next;
}

void kernel_log_keep(Sim *sim)
{
	sim->kernels++;
	sim->kernels_ever++;
}

size_t sim_kernels(const Sim *sim, SimKernelCounts *to, size_t room, uint64_t *launched)
{
	uint64_t kept = sim->kernels < SIM_KERNEL_LOG ? sim->kernels : SIM_KERNEL_LOG;
	size_t count = kept < room ? (size_t)kept : room;
	for (size_t i = 0; i < count; i++)
		to[i] = sim->kernel[(sim->kernels - count + i) % SIM_KERNEL_LOG];
	if (launched)
		*launched = sim->kernels;
	return count;
}

void sim_kernels_clear(Sim *sim)
{
	sim->kernels = 0;
}
