/* cost.c - the cost formulas. Deterministic: sums, products and quotients of doubles only, in a
 * fixed order, compiled without contraction. */
#include <stddef.h>

#include "framework/simcuda/machine/machine.h"

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

/* Whole numbers beyond this are beyond a double's fraction: nothing to round. */
#define WHOLE_MOST 4503599627370496.0

static double whole_down(double number)
{
	return number < WHOLE_MOST ? (double)(int64_t)number : number;
}

static double whole_up(double number)
{
	double whole = whole_down(number);
	return whole < number ? whole + 1 : whole;
}

static double most(double a, double b)
{
	return a > b ? a : b;
}

/* --- matrix products ------------------------------------------------------------------------- */

#define SPLIT_STEPS 64 /* the fewest steps of k in one part */

/* What the whole GPU reaches on products of that kind, flops per ns. */
static double gemm_speed(const SimMachine *machine, const SimCost *cost)
{
	double speed = machine->gemm_f32 * machine->peak_f32;
	if (cost->work == SIM_WORK_GEMM_F64)
		speed = machine->gemm_f64 * machine->peak_f64;
	else if (cost->work == SIM_WORK_GEMM_TF32 && machine->peak_tf32 > 0)
		speed = machine->gemm_tf32 * machine->peak_tf32;
	else if (cost->work == SIM_WORK_GEMM_F16 && machine->peak_f16 > 0)
		speed = machine->gemm_f16 * machine->peak_f16;
	return cost->uneven ? machine->gemm_uneven * speed : speed;
}

/* The time by tiles of one size; the better of k whole and k in parts. `unit` is what one
 * multiprocessor needs for one multiplication and addition, ns. */
static double tiles_time(const SimMachine *machine, const SimCost *cost, double side, double unit)
{
	double processors = most(machine->multiprocessors, 1), batch = most(cost->batch, 1);
	double tiles = whole_up(cost->m / side) * whole_up(cost->n / side) * batch;
	double step = unit * side * (side + machine->gemm_tile);
	double time = whole_up(tiles / processors) * (cost->k + machine->gemm_ramp) * step;
	if (2 * tiles > processors || cost->k < 2.0 * SPLIT_STEPS)
		return time;

	double parts = whole_down(processors / tiles), fit = whole_down(cost->k / SPLIT_STEPS);
	parts = parts < fit ? parts : fit;
	double bytes =
		(parts + 1) * cost->m * cost->n * batch * (cost->work == SIM_WORK_GEMM_F64 ? 8 : 4);
	double split = (whole_up(cost->k / parts) + machine->gemm_ramp) * step +
		       machine->kernel_time +
		       time_of(bytes, machine->memory_share * machine->memory_rate);
	return split < time ? split : time;
}

static double gemm_time(const SimMachine *machine, const SimCost *cost)
{
	static const double sides[] = {128, 64, 32};
	double best = time_of(cost->flops, gemm_speed(machine, cost));
	if (!(cost->m >= 1 && cost->n >= 1 && cost->k >= 1))
		return best * (1 + machine->gemm_tile / sides[0]);
	if (cost->m == 1 || cost->n == 1)
		return best;
	double sums = cost->m * cost->n * cost->k * most(cost->batch, 1);
	double unit = best * most(machine->multiprocessors, 1) / sums;
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
		double time = tiles_time(machine, cost, sides[i], unit);
		if (i == 0 || time < best)
			best = time;
	}
	return best;
}

int64_t machine_kernel_time(const SimMachine *machine, const SimCost *cost)
{
	if (cost->work == SIM_WORK_PART)
		return 0;
	double compute = cost->work == SIM_WORK_MEMORY ? time_of(cost->flops, machine->peak_f32)
						       : gemm_time(machine, cost);
	double memory = time_of(cost->bytes, machine->memory_share * machine->memory_rate);
	int64_t time = time_ceil(machine->kernel_time + most(compute, memory));
	return time > 1 ? time : 1;
}

int64_t machine_host_time(const SimMachine *machine, double flops, double bytes)
{
	double compute = time_of(flops, machine->host_flops);
	double memory = time_of(bytes, machine->host_memory_rate);
	return time_ceil(compute > memory ? compute : memory);
}

void machine_slow(SimMachine *machine, int times)
{
	double *const rates[] = {
		&machine->peak_f32,
		&machine->peak_f64,
		&machine->peak_tf32,
		&machine->peak_f16,
		&machine->l2_rate,
		&machine->memory_rate,
		&machine->h2d_pinned.beta,
		&machine->d2h_pinned.beta,
		&machine->h2d_pageable.beta,
		&machine->d2h_pageable.beta,
		&machine->d2d.beta,
		&machine->peer.beta,
		&machine->peer_through_host.beta,
	};
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
		*rates[i] /= times;
}
