/* machine.h - the figures of a simulated machine, and what follows from them.
 *
 * Theory of operation. A machine is a number of equal GPUs (but for what machine_gpu() says), their links and a host. It is one
 * struct of figures, which nothing changes once it is filled: choose.c says which model is meant,
 * file.c reads the figures from machines/MODEL.json, where each has its source, and figures.c has
 * their names and units. cost.c, declared here, turns the cost of a piece of work into
 * nanoseconds. Nothing in this folder knows of memory, streams or programs.
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
	double peak_f32, peak_f64;  /* flops per ns */
	double peak_tf32, peak_f16; /* of the tensor cores; 0: none, such work runs as f32 */
	double gemm_f32, gemm_f64; /* share of its peak that a product reaches in an endless tile */
	double gemm_tf32, gemm_f16; /* the same of the tensor cores' peaks */
	double gemm_tile;           /* elements: a square tile with that side reaches half of it */
	double gemm_ramp;           /* steps of k: what filling and draining a tile costs */
	double gemm_uneven;         /* share of the speed that products with odd rows keep */
	double l2_rate;             /* bytes per ns that kernels read from the L2 */
	double memory_rate;         /* bytes per ns, specified */
	double memory_share;        /* share of it that kernels reach */
	double kernel_time;         /* ns, shortest time of a kernel on the device */

	/* Links. Pinned and pageable host memory, each direction; within a GPU; between GPUs with
	 * and without peer access (without, the copy goes through the host). */
	SimLink h2d_pinned, d2h_pinned, h2d_pageable, d2h_pageable;
	SimLink d2d, peer, peer_through_host;
	int peer_possible; /* whether cudaDeviceEnablePeerAccess succeeds; 2: only for GPUs with a higher number */
	int peer_atomics; /* whether kernels' atomic operations are so on a peer's memory too */
	int unlike; /* whether GPUs differ in what a program is told of them, and in their memory (machine_gpu) */

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

/* The most times that a machine is slower than its file says (machine_slow). */
#define MACHINE_SLOWEST 100000

/* The most GPUs of a machine. */
#define MACHINE_MAX_GPUS 64

/* What differs between the GPUs of a machine whose GPUs are unlike; each is as fast as the others. */
typedef struct MachineGpu {
	char name[128];
	int capability_major, capability_minor;
	int multiprocessors;
	uint64_t memory_bytes;
} MachineGpu;

MachineGpu machine_gpu(const SimMachine *machine, int gpu);
uint64_t machine_gpu_memory(const SimMachine *machine, int gpu);

/* Limits that came with a compute capability, per multiprocessor. */
typedef struct MachineLimits {
	int capability; /* 10 * major + minor, the first to have them */
	int threads, blocks;
	int shared_kib, shared_optin_kib;
	int reserved_bytes; /* of shared memory, for each block */
} MachineLimits;

#define MACHINE_REGISTERS 65536 /* of a multiprocessor */

const MachineLimits *machine_limits(const SimMachine *machine);

/* Whole nanoseconds that are not less. */
int64_t time_ceil(double nanoseconds);
/* The sum of two times; far in the future it stays where it is. */
int64_t time_add(int64_t a, int64_t b);

/* Nanoseconds to move n bytes over the link, in whole nanoseconds, at least 1. */
int64_t machine_copy_time(const SimLink *link, uint64_t bytes);

/* Nanoseconds that a kernel of that cost occupies the device:
 *     kernel_time + max(arithmetic, bytes / (memory_share * memory_rate))
 * The form is a roofline with a floor (Williams et al., CACM 2009). The arithmetic of other work
 * than products is bound by the peak itself. For a product, m x n results are cut into square tiles
 * of 128, 64 or 32, which take the multiprocessors in waves:
 *     waves = tiles / multiprocessors, rounded up
 *     step  = flops of one step of k in a tile * (1 + gemm_tile / side) / speed of a multiprocessor
 *     time  = waves * (k + gemm_ramp) * step
 * with the speed gemm_f32 * peak_f32 / multiprocessors (or another type's), times gemm_uneven when
 * rows start unevenly. Where tiles leave multiprocessors idle, k may be cut into parts of 64 steps
 * or more instead; adding the parts up is a kernel of its own. The fastest way counts, as in a
 * library that chooses among its kernels. A product of a matrix and a vector has no tiles. */
int64_t machine_kernel_time(const SimMachine *machine, const SimCost *cost);

/* Makes all work of the GPUs, of their memory and of the links take so many times as long: what bytes and arithmetic
 * cost, and nothing else. A short run has the times of a long one then. */
void machine_slow(SimMachine *machine, int times);

/* Nanoseconds that the host needs for arithmetic: the larger of its two bounds. */
int64_t machine_host_time(const SimMachine *machine, double flops, double bytes);

#endif
