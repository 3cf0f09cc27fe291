/* trace.h - what happened on a machine, record by record, for whoever owns it.
 *
 * The machine does no input or output, so a trace is a list in memory: after sim_trace_start()
 * every request and every operation adds a record, and the owner reads the list and drops it from
 * time to time. A machine without a trace only tests a pointer.
 *
 * Order: the records of the operations that a call issues stand before the record of that call,
 * which has the same number. A list that is dropped between two requests never tears them apart. */
#ifndef SIM_TRACE_H
#define SIM_TRACE_H

#include "framework/simcuda/core/sim.h"

/* The parts of a GPU that work at the same time, each on one operation after the other. */
typedef enum SimEngine {
	SIM_ENGINE_COMPUTE, /* kernels, fills, copies within the GPU */
	SIM_ENGINE_IN,      /* copies to it, from the host or another GPU */
	SIM_ENGINE_OUT,     /* copies from it */
	SIM_ENGINES
} SimEngine;

typedef enum SimTraceKind {
	SIM_TRACE_CALL, /* one request: the host thread was busy, or waited, that long */
	SIM_TRACE_COPY, /* operations, from when they began on the GPU until they were over */
	SIM_TRACE_FILL,
	SIM_TRACE_KERNEL,
	SIM_TRACE_FUNCTION, /* cudaLaunchHostFunc */
	SIM_TRACE_MARK,     /* event recorded, event waited for, memory freed in stream order */
	SIM_TRACE_MEMORY,   /* the memory in use on a GPU has changed */
	SIM_TRACE_KINDS
} SimTraceKind;

#define SIM_TRACE_HOST (-1) /* the place of a copy's end that is not on a GPU */

typedef struct SimTraceRecord {
	SimTraceKind kind;
	SimCode code;       /* the request: this one, or the one that issued the operation */
	uint64_t call;      /* its number, 1 upwards in the order of arrival */
	int thread;         /* the host thread that made it, 0 upwards; each has its own number */
	int internal;       /* 1: made by a library inside another call, or a further part of one */
	SimSite site;       /* where the program called */
	const char *name;   /* of the call or the kernel; lives as long as the library it is from */
	int64_t start, end; /* ns; equal for a mark and for MEMORY */
	double flops;       /* of a kernel or declared host work; 0: not known */
	double bytes;       /* copied, filled, moved by a kernel or host work; MEMORY: in use, in
			     * whole pages as the GPU gives them out, without CUDA's own */

	/* CALL */
	int64_t waited; /* ns of it during which the host waited for work */
	cudaError_t error;

	/* operations; MEMORY has only the gpu */
	uint64_t op;       /* number, 1 upwards in the order of issue */
	uint64_t after;    /* MARK of cudaStreamWaitEvent: the mark waited for; else 0 */
	int gpu;           /* of the stream */
	unsigned stream;   /* 0: the default stream; then 1 upwards for each stream made there */
	int stream_thread; /* whose per-thread default stream it is, or -1 */
	int engines;       /* how many it occupies */
	struct {
		int gpu;
		SimEngine engine;
	} on[2];
	int to, from;        /* COPY: GPUs or SIM_TRACE_HOST */
	int pinned;          /* COPY with one end in host memory: whether that is pinned */
	SimProfile *profile; /* KERNEL in PTX; else NULL. Who takes the record frees it */
} SimTraceRecord;

/* Begins a trace of what happens from now on. At most `limit` records are kept until they are
 * dropped; what does not fit is lost and counted. 0, or -1 when there is no memory or a trace has
 * begun already. */
int sim_trace_start(Sim *sim, size_t limit);

/* The records since the last drop, in order; *records is valid until the next sim_call(). */
size_t sim_trace(const Sim *sim, const SimTraceRecord **records);

/* Forgets them. */
void sim_trace_drop(Sim *sim);

/* How many records were lost, ever. */
uint64_t sim_trace_lost(const Sim *sim);

#endif
