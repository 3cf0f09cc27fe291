/* machine.c - the cost formulas. Deterministic: sums, products and quotients of doubles only, in a
 * fixed order, compiled without contraction. */
#include "core.h"

/* Times beyond about 146 years are cut off, so that sums of them stay in range. */
#define TIME_MOST 4611686018427387904.0

int64_t time_ceil(double nanoseconds)
{
	if (!(nanoseconds > 0))
		return 0;
	if (nanoseconds >= TIME_MOST)
		return (int64_t)TIME_MOST;
	int64_t whole = (int64_t)nanoseconds;
	return (double)whole < nanoseconds ? whole + 1 : whole;
}

int64_t time_add(int64_t a, int64_t b)
{
	int64_t sum;
	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/* A rate of nothing means: free of charge. */
static double time_of(double amount, double rate)
{
	return rate > 0 ? amount / rate : 0;
}

int64_t machine_copy_time(const SimLink *link, uint64_t bytes)
{
	int64_t time = time_ceil(link->alpha + time_of((double)bytes, link->beta));
	return time > 1 ? time : 1;
}

int64_t machine_kernel_time(const SimMachine *machine, const SimCost *cost)
{
	double peak = cost->work == SIM_WORK_GEMM_F64 ? machine->peak_f64 : machine->peak_f32;
	double share = 1;
	if (cost->work != SIM_WORK_MEMORY && cost->flops > 0) {
		double most =
			cost->work == SIM_WORK_GEMM_F64 ? machine->gemm_f64 : machine->gemm_f32;
		share = most * (cost->flops / (cost->flops + machine->gemm_half_work));
	}
	double compute = time_of(cost->flops, share * peak);
	double memory = time_of(cost->bytes, machine->memory_share * machine->memory_rate);
	int64_t time = time_ceil(machine->kernel_time + (compute > memory ? compute : memory));
	return time > 1 ? time : 1;
}

int64_t machine_host_time(const SimMachine *machine, double flops, double bytes)
{
	double compute = time_of(flops, machine->host_flops);
	double memory = time_of(bytes, machine->host_memory_rate);
	return time_ceil(compute > memory ? compute : memory);
}
