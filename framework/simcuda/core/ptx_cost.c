/* ptx_cost.c - how long a kernel in PTX takes: a roofline over what was counted.
 *
 * Each part of the GPU works for so long as its counts say; the longest counts, behind the time that any
 * kernel takes. Parts that every multiprocessor has are as slow as the multiprocessor with the most
 * blocks. And a warp that waits has to be covered by others: all warps that a multiprocessor holds take
 * their time together, wave after wave.
 *
 * The rates of classes are those of the CUDA C++ Programming Guide, or follow from the machine's peaks.
 * Latencies are estimated: about what microbenchmarks of Volta to Hopper show. PTX is not what the GPU
 * executes, so the result is a guess. Sums, products and quotients of doubles only: the same on every
 * computer. */
#include "framework/simcuda/core/ptx_launch.h"

/* Of a multiprocessor and clock. */
#define SCHEDULERS    4.0  /* each issues an instruction of a warp */
#define SLOW_LANES    16.0 /* lanes of special functions, and of conversions */
#define WHOLE_LANES   64.0 /* of integers and comparisons */
#define MEMORY_LANES  32.0
#define L2_PATH       64.0 /* bytes */
#define LOCAL_SECTORS 4.0

/* Clocks. */
#define AFTER_ANOTHER  4.0 /* an instruction that needs the result of the one before */
#define SHARED_LATENCY 25.0
#define L1_LATENCY     35.0
#define L2_LATENCY     220.0
#define DRAM_LATENCY   480.0
#define BARRIER        30.0

static double most(double a, double b)
{
	return a > b ? a : b;
}

static double share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

static double whole_up(double number)
{
	double whole = (double)(int64_t)number;
	return whole < number ? whole + 1 : whole;
}

/* A rate of nothing means: free of charge. */
static double time_of(double amount, double rate)
{
	return rate > 0 ? amount / rate : 0;
}

/* Clocks of one multiprocessor, had it all of the work. */
static double issue_clocks(const SimMachine *machine, const PtxCounts *counts)
{
	double clock = machine->clock_khz / 1e6, all = machine->multiprocessors;
	double f32 = time_of(machine->peak_f32 / 2, clock * all);
	double f64 = time_of(machine->peak_f64 / 2, clock * all);
	const double lanes[PTX_CLASSES] = {
		[PTX_CLASS_F32] = f32,
		[PTX_CLASS_F64] = f64,
		[PTX_CLASS_HALF] = 2 * f32,
		[PTX_CLASS_SPECIAL] = SLOW_LANES,
		[PTX_CLASS_INTEGER] = WHOLE_LANES,
		[PTX_CLASS_CONVERT] = SLOW_LANES,
		[PTX_CLASS_COMPARE] = WHOLE_LANES,
		[PTX_CLASS_LOAD] = MEMORY_LANES,
		[PTX_CLASS_STORE] = MEMORY_LANES,
		[PTX_CLASS_ATOMIC] = MEMORY_LANES,
		[PTX_CLASS_EXCHANGE] = MEMORY_LANES,
	};
	const uint64_t *number = counts->instructions;
	double issued = (double)(counts->warp_instructions - number[PTX_CLASS_MOVE] -
				 number[PTX_CLASS_PARAM]);
	double longest = issued / SCHEDULERS;
	double memory = (double)(number[PTX_CLASS_LOAD] + number[PTX_CLASS_STORE] +
				 number[PTX_CLASS_ATOMIC] + number[PTX_CLASS_EXCHANGE]);
	for (int i = 0; i < PTX_CLASSES; i++)
		if (lanes[i] > 0)
			longest = most(longest, (double)number[i] * PTX_LANES / lanes[i]);
	return most(longest, memory * PTX_LANES / MEMORY_LANES);
}

static double l1_clocks(const PtxCounts *counts)
{
	double clocks = 0;
	for (int i = 0; i < PTX_ACCESSES; i++)
		clocks += (double)(counts->lines[i] + counts->shared_wavefronts[i]) +
			  (double)counts->local_sectors[i] / LOCAL_SECTORS;
	return clocks;
}

static double l2_bytes(const PtxCounts *counts)
{
	double sectors = 0;
	for (int i = 0; i < PTX_ACCESSES; i++)
		sectors += (double)counts->l2_sectors[i];
	return 32 * sectors;
}

/* How long a warp waits for what it loaded from global memory: for the slowest part of it. Each line that
 * a request needs is one clock more, and so is each wavefront. */
static double global_latency(const SimKernelCounts *of)
{
	const PtxCounts *counts = &of->counts;
	double requests = (double)counts->requests[PTX_LOADS];
	double hit = share((double)counts->l1_hits, (double)counts->sectors[PTX_LOADS]);
	double far = share((double)of->dram_read / 32, requests);
	far = far < 1 - hit ? far : 1 - hit;
	return hit * L1_LATENCY + far * DRAM_LATENCY + (1 - hit - far) * L2_LATENCY +
	       share((double)counts->lines[PTX_LOADS], requests);
}

static double shared_latency(const PtxCounts *counts)
{
	return SHARED_LATENCY + share((double)counts->shared_wavefronts[PTX_LOADS],
				      (double)counts->shared_requests[PTX_LOADS]);
}

/* How long one warp takes from its first instruction to its last, clocks. */
static double warp_clocks(const SimKernelCounts *of)
{
	const PtxCounts *counts = &of->counts;
	double issued = (double)(counts->warp_instructions - counts->instructions[PTX_CLASS_MOVE] -
				 counts->instructions[PTX_CLASS_PARAM]);
	double all = AFTER_ANOTHER * issued + global_latency(of) * (double)counts->global_waits +
		     shared_latency(counts) * (double)counts->shared_waits +
		     BARRIER * (double)counts->barriers;
	return share(all, (double)counts->warps);
}

int64_t ptx_time(const SimMachine *machine, SimKernelCounts *of)
{
	const PtxCounts *counts = &of->counts;
	double clock = machine->clock_khz / 1e6, all = machine->multiprocessors;
	double blocks = (double)counts->blocks;
	/* what the multiprocessor with the most blocks has of all work */
	double busiest = share(whole_up(blocks / all), blocks);
	double l2 = l2_bytes(counts), longest = 0;
	double *bound = of->bound;
	bound[SIM_BOUND_ISSUE] = time_of(issue_clocks(machine, counts) * busiest, clock);
	bound[SIM_BOUND_L1] = time_of(l1_clocks(counts) * busiest, clock);
	bound[SIM_BOUND_L2] =
		most(time_of(l2, machine->l2_rate), time_of(l2 * busiest, L2_PATH * clock));
	bound[SIM_BOUND_DRAM] = time_of((double)(of->dram_read + of->dram_written),
					machine->memory_share * machine->memory_rate);
	bound[SIM_BOUND_ATOMICS] = time_of((double)counts->atomic_hot, clock);
	bound[SIM_BOUND_LATENCY] = time_of(warp_clocks(of) * whole_up(of->occupancy.waves), clock);
	for (int i = 0; i < SIM_BOUNDS; i++)
		longest = most(longest, bound[i]);
	int64_t time = time_ceil(machine->kernel_time + longest);
	return time > 1 ? time : 1;
}
