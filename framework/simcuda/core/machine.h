/* machine.h - the figures of a simulated machine, and what follows from them.
 *
 * A machine is a number of equal GPUs, their links and a host. The figures come from
 * machines/MODEL.json, where each has its source; whoever reads that file fills this struct.
 *
 * Units: times in nanoseconds, rates in bytes or floating-point operations per nanosecond (so
 * 1 byte/ns = 1 GB/s and 1 flop/ns = 1 GFLOP/s), sizes in bytes. */
#ifndef SIM_MACHINE_H
#define SIM_MACHINE_H

#include <stdint.h>

#include "simcuda_kernel.h"

/* Time to move n bytes over a link: alpha + n / beta. */
typedef struct SimLink {
	double alpha; /* ns */
	double beta;  /* bytes per ns */
} SimLink;

typedef struct SimMachine {
	/* The GPUs. */
	int gpus;
	char model[32]; /* "a100" */
	char name[128]; /* "NVIDIA A100-SXM4-40GB" */
	int capability_major, capability_minor;
	int multiprocessors;
	int clock_khz, memory_clock_khz, memory_bus_bits;
	uint64_t memory_bytes;  /* what cudaMemGetInfo calls total */
	uint64_t context_bytes; /* what CUDA itself holds of it */
	uint64_t l2_bytes;
	double peak_f32, peak_f64; /* flops per ns */
	double gemm_f32, gemm_f64; /* share of the peak that a large GEMM reaches */
	double gemm_half_work;     /* flops at which a GEMM reaches half of that share */
	double memory_rate;        /* bytes per ns, specified */
	double memory_share;       /* share of it that kernels reach */
	double kernel_time;        /* ns, shortest time of a kernel on the device */

	/* Links. Pinned and pageable host memory, each direction; within a GPU; between GPUs with
	 * and without peer access (without, the copy goes through the host). */
	SimLink h2d_pinned, d2h_pinned, h2d_pageable, d2h_pageable;
	SimLink d2d, peer, peer_through_host;
	int peer_possible; /* whether cudaDeviceEnablePeerAccess succeeds */

	/* What calls cost the host thread, ns. */
	double call_time;      /* any call that does not reach the device */
	double launch_time;    /* queueing a kernel */
	double copy_call_time; /* queueing a copy or a fill */
	double sync_time;      /* returning from a wait, beyond the wait itself */
	double event_time;     /* recording or querying an event */
	double malloc_time, free_time;
	double host_alloc_time; /* pinned memory: fixed part */
	double host_alloc_rate; /* pinned memory: bytes per ns on top */
	double clock_time;      /* reading the clock */

	/* The host's own arithmetic. */
	double host_flops;       /* flops per ns, all cores */
	double host_memory_rate; /* bytes per ns */
} SimMachine;

/* Nanoseconds to move n bytes over the link, in whole nanoseconds, at least 1. */
int64_t machine_copy_time(const SimLink *link, uint64_t bytes);

/* Nanoseconds that a kernel of that cost occupies the device:
 *     kernel_time + max(flops / (e * peak), bytes / (memory_share * memory_rate))
 * with e = gemm_f32 * flops / (flops + gemm_half_work) for a GEMM; other work is bound by the peak
 * itself. The form is a roofline with a floor (Williams et al., CACM 2009). */
int64_t machine_kernel_time(const SimMachine *machine, const SimCost *cost);

/* Nanoseconds that the host needs for arithmetic: the larger of its two bounds. */
int64_t machine_host_time(const SimMachine *machine, double flops, double bytes);

#endif
