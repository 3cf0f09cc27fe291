/* usage.c - how much of each GPU is in use, for tools that look at a machine from outside. */
#include "framework/simcuda/core/core.h"

/* Adds the operation's time to the engine, whosever GPU's it is. */
static void engine_add(Sim *sim, const int64_t *engine, int64_t time)
{
	for (int i = 0; i < sim->machine.gpus; i++)
		for (int e = 0; e < ENGINES; e++)
			if (engine == &sim->gpu[i].engine[e])
				sim->gpu[i].busy[e] = time_add(sim->gpu[i].busy[e], time);
}

void usage_add(Sim *sim, const OpSpec *spec, const Op *op)
{
	for (int i = 0; i < 2; i++)
		if (spec->engine[i])
			engine_add(sim, spec->engine[i], op->end - op->start);
}

void sim_usage(const Sim *sim, int gpu, SimUsage *usage)
{
	*usage = (SimUsage){0};
	if (gpu < 0 || gpu >= sim->machine.gpus)
		return;
	const Gpu *of = &sim->gpu[gpu];
	usage->attached = of->attached;
	if (of->attached)
		usage->used_bytes =
			machine_gpu_memory(&sim->machine, gpu) - memory_free_bytes(sim, of);
	usage->busy_ns = of->busy[ENGINE_COMPUTE];
	usage->until_ns = of->engine[ENGINE_COMPUTE];
}

uint64_t sim_working(const Sim *sim, int64_t time)
{
	uint64_t working = 0;
	for (int i = 0; i < sim->machine.gpus && i < 64; i++)
		for (int engine = 0; engine < ENGINES; engine++)
			working |= (uint64_t)(sim->gpu[i].engine[engine] > time) << i;
	return working;
}

int64_t sim_over(const Sim *sim)
{
	int64_t over = 0;
	for (int i = 0; i < sim->machine.gpus; i++)
		for (int engine = 0; engine < ENGINES; engine++)
			if (sim->gpu[i].engine[engine] > over)
				over = sim->gpu[i].engine[engine];
	return over;
}

int64_t sim_clock(const Sim *sim, int thread)
{
	return thread >= 0 && thread < sim->threads ? sim->thread[thread].clock : 0;
}
