/* figures.c - the table of the figures that a machine file holds. */
#include <string.h>

#include "framework/simcuda/machine/file.h"

#define FIELD(field) offsetof(SimMachine, field)
#define MIB          1048576.0

/* clang-format off */
#define PLAIN(name, least, most) {#name, "1", MACHINE_INT, FIELD(name), 1, least, most}
#define TIME(name)  {#name, "ns", MACHINE_DOUBLE, FIELD(name), 1, 0, 1e9}
#define RATE(name)  {#name, "GB/s", MACHINE_DOUBLE, FIELD(name), 1, 1e-3, 1e6}
#define FLOPS(name, least) {#name, "GFLOP/s", MACHINE_DOUBLE, FIELD(name), 1, least, 1e9}
#define SHARE(name) {#name, "1", MACHINE_DOUBLE, FIELD(name), 1, 1e-3, 1}
#define COUNT(name) {#name, "1", MACHINE_DOUBLE, FIELD(name), 1, 0, 1e5}
#define BYTES(name) {#name, "MiB", MACHINE_UINT64, FIELD(name), MIB, 0, 4194304}
#define LINK(name) \
	{#name "_alpha", "ns", MACHINE_DOUBLE, FIELD(name.alpha), 1, 0, 1e9}, \
	{#name "_beta", "GB/s", MACHINE_DOUBLE, FIELD(name.beta), 1, 1e-3, 1e6}

const MachineFigure machine_figures[] = {
	PLAIN(capability_major, 1, 99),
	PLAIN(capability_minor, 0, 9),
	PLAIN(multiprocessors, 1, 10000),
	{"clock", "MHz", MACHINE_INT, FIELD(clock_khz), 1000, 1, 1e5},
	{"memory_clock", "MHz", MACHINE_INT, FIELD(memory_clock_khz), 1000, 1, 1e5},
	{"memory_bus", "bit", MACHINE_INT, FIELD(memory_bus_bits), 1, 1, 1e5},
	BYTES(memory_bytes), BYTES(context_bytes), BYTES(l2_bytes),
	FLOPS(peak_f32, 1e-3), FLOPS(peak_f64, 1e-3), FLOPS(peak_tf32, 0), FLOPS(peak_f16, 0),
	SHARE(gemm_f32), SHARE(gemm_f64), SHARE(gemm_tf32), SHARE(gemm_f16),
	COUNT(gemm_tile), COUNT(gemm_ramp), SHARE(gemm_uneven),
	RATE(l2_rate), RATE(memory_rate), SHARE(memory_share), TIME(kernel_time),
	LINK(h2d_pinned), LINK(d2h_pinned), LINK(h2d_pageable), LINK(d2h_pageable),
	LINK(d2d), LINK(peer), LINK(peer_through_host),
	PLAIN(peer_possible, 0, 2), PLAIN(peer_atomics, 0, 1), PLAIN(unlike, 0, 1),
	TIME(call_time), TIME(launch_time), TIME(copy_call_time), TIME(sync_time), TIME(event_time),
	TIME(malloc_time), TIME(free_time), TIME(host_alloc_time), RATE(host_alloc_rate),
	TIME(clock_time),
	FLOPS(host_flops, 1e-3), RATE(host_memory_rate),
};
/* clang-format on */

const size_t machine_figure_count = sizeof machine_figures / sizeof *machine_figures;

const MachineFigure *machine_figure(const char *name)
{
	for (size_t i = 0; i < machine_figure_count; i++)
		if (strcmp(machine_figures[i].name, name) == 0)
			return &machine_figures[i];
	return NULL;
}
