/* sim.h - the simulated machine: GPUs with their memory, streams, events, engines and clocks.
 *
 * Theory of operation. The machine is a state machine. Whatever a program asks of CUDA becomes one
 * SimRequest; sim_call() answers it with a SimReply. The machine has no globals and does no input
 * or output, so it can be tested by itself and can live in another process than the program: it
 * touches the program's memory only through the SimHost functions.
 *
 * Time and data are separate. The times of an operation (a copy, a fill, a launch) are fixed when
 * it is issued, from the cost model alone: it starts when its stream, what it waits for and its
 * engine are free, and ends after the modelled duration. Its bytes are produced later, on demand:
 * when the host synchronises with it or with something ordered after it. So a reader that is not
 * ordered after a writer sees the old bytes, on every run.
 *
 * Every host thread has a virtual clock, which only requests move. Times are nanoseconds since the
 * machine was made.
 *
 * Not safe for concurrent calls: whoever owns the machine holds a lock around sim_call(). */
#ifndef SIM_H
#define SIM_H

#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h" /* cudaError_t, cudaMemcpyKind and flag values */
#include "machine.h"
#include "simcuda.h"
#include "simcuda_kernel.h"

typedef struct Sim Sim;

/* How the machine reaches the program. Addresses are the program's. */
typedef struct SimHost {
	void *context;
	void (*read)(void *context, void *to, uint64_t from, size_t bytes);
	void (*write)(void *context, uint64_t to, const void *from, size_t bytes);
	void (*call)(void *context, uint64_t function, uint64_t argument); /* cudaLaunchHostFunc */
} SimHost;

/* A call site: up to this many return addresses, innermost first, 0 where there are fewer. The
 * machine never looks inside; it hands them back in findings. */
#define SIM_SITE_DEPTH 4
typedef struct SimSite {
	uint64_t frame[SIM_SITE_DEPTH];
} SimSite;

/* Streams and events are numbers, tagged so that one is never taken for the other. 0, 1 and 2 are
 * CUDA's own: the legacy default stream (cudaStreamLegacy) and the per-thread one. */
#define SIM_STREAM_DEFAULT    ((uint64_t)0)
#define SIM_STREAM_LEGACY     ((uint64_t)1)
#define SIM_STREAM_PER_THREAD ((uint64_t)2)

typedef enum SimCode {
	SIM_SET_DEVICE,      /* device */
	SIM_GET_DEVICE,      /* -> value[0] */
	SIM_RESET_DEVICE,    /* the current one: destroys its memory, streams, events */
	SIM_SYNC_DEVICE,     /* the current one */
	SIM_MEMORY_INFO,     /* the current one -> value[0] free, value[1] total */
	SIM_CAN_ACCESS_PEER, /* peer.device, peer.peer -> value[0] 0 or 1 */
	SIM_ENABLE_PEER,     /* peer.peer, peer.flags; from the current device */
	SIM_DISABLE_PEER,    /* peer.peer */
	SIM_MALLOC,     /* malloc.bytes, .stream, .ordered (cudaMallocAsync) -> value[0] address */
	SIM_FREE,       /* free.address, .stream, .ordered (cudaFreeAsync) */
	SIM_HOST_ALLOC, /* host.address, .bytes: the program has made this memory pinned */
	SIM_HOST_FREE,  /* host.address */
	SIM_POINTER,    /* pointer.address -> value[0] cudaMemoryType, value[1] device,
			 * value[2] the allocation's base, value[3] its size */
	SIM_COPY,       /* copy: cudaMemcpy and its family */
	SIM_MEMSET,     /* memset */
	SIM_LAUNCH,     /* launch */
	SIM_HOST_FUNCTION,  /* function: cudaLaunchHostFunc */
	SIM_STREAM_CREATE,  /* stream.flags, .priority -> value[0] */
	SIM_STREAM_DESTROY, /* stream.stream */
	SIM_STREAM_SYNC,    /* stream.stream */
	SIM_STREAM_QUERY,   /* stream.stream -> error cudaSuccess or cudaErrorNotReady */
	SIM_STREAM_WAIT,    /* stream.stream, .event */
	SIM_STREAM_INFO,    /* stream.stream -> value[0] device, value[1] flags */
	SIM_EVENT_CREATE,   /* event.flags -> value[0] */
	SIM_EVENT_DESTROY,  /* event.event */
	SIM_EVENT_RECORD,   /* event.event, .stream */
	SIM_EVENT_SYNC,     /* event.event */
	SIM_EVENT_QUERY,    /* event.event -> error cudaSuccess or cudaErrorNotReady */
	SIM_EVENT_ELAPSED,  /* event.event (start), .stop -> value[0] nanoseconds, as int64_t */
	SIM_HOST_WORK,      /* work.flops, .bytes: the thread's clock moves on */
	SIM_CLOCK,      /* the thread's clock, which the reading moves a little -> value[0] ns */
	SIM_THREAD_END, /* the thread ends: its number may be given to another */
	SIM_FINISH,     /* the program ends: looks for leaks */
	SIM_CODES
} SimCode;

typedef struct SimRequest {
	SimCode code;
	int thread;   /* the host thread, 0 upwards; it comes into being with its first request */
	int internal; /* 1: made by a library inside another call; costs the host no time, is not
		       * counted as a call; memory made so is not reported as a leak */
	SimSite site;
	union {
		int device;
		struct {
			int device, peer;
			unsigned flags;
		} peer;
		struct {
			uint64_t bytes, stream;
			int ordered;
		} malloc;
		struct {
			uint64_t address, stream;
			int ordered;
		} free;
		struct {
			uint64_t address, bytes;
		} host;
		struct {
			uint64_t address;
		} pointer;
		struct {
			uint64_t to, from;
			uint64_t width, rows, to_pitch, from_pitch; /* rows = 1: width bytes */
			enum cudaMemcpyKind kind;
			uint64_t stream;
			int async;
			int peer;                   /* 1: cudaMemcpyPeer and its Async form, with */
			int to_device, from_device; /* these */
		} copy;
		struct {
			uint64_t to, bytes, stream;
			int value;
			int async;
		} memset;
		struct {
			const SimKernel *kernel;
			const void *const *arguments; /* copied by the call */
			uint64_t threads;             /* grid times block */
			uint64_t stream;
			int device; /* -1: the current one; cuBLAS passes its handle's */
		} launch;
		struct {
			uint64_t function, argument, stream;
		} function;
		struct {
			uint64_t stream, event;
			unsigned flags;
			int priority;
		} stream;
		struct {
			uint64_t event, stop, stream;
			unsigned flags;
		} event;
		struct {
			double flops, bytes;
		} work;
	} u;
} SimRequest;

typedef struct SimReply {
	cudaError_t error; /* what the CUDA call returns */
	uint64_t value[4];
} SimReply;

/* --- findings: what the program did wrong ----------------------------------------------------- */

typedef enum SimFindingKind {
	SIM_FINDING_RACE,
	SIM_FINDING_OUT_OF_BOUNDS,
	SIM_FINDING_USE_AFTER_FREE,
	SIM_FINDING_DOUBLE_FREE,
	SIM_FINDING_UNINITIALISED_READ,
	SIM_FINDING_WRONG_DEVICE,
	SIM_FINDING_HOST_POINTER,
	SIM_FINDING_DEVICE_POINTER,
	SIM_FINDING_LEAK,
	SIM_FINDING_UNSYNCHRONISED_TIMING,
	SIM_FINDING_KINDS
} SimFindingKind;

/* One finding. The message is one sentence without addresses and without file names, such as
 * "cudaMemcpy writes 4096 bytes at offset 0 of an allocation of 4000 bytes on GPU 0". */
typedef struct SimFinding {
	SimFindingKind kind;
	char message[320];
	int sites;
	SimSite site[2]; /* where it happened, then where the memory was made, freed, or first used
			  */
} SimFinding;

/* "race", "out-of-bounds", ...: the names of the JSON report. */
const char *sim_finding_kind_name(SimFindingKind kind);

/* --- the machine ------------------------------------------------------------------------------ */

/* Makes the machine. `device_base[i]` (one for each GPU) is where GPU i's addresses begin: the
 * program has reserved sim_address_bytes(machine) bytes there, which it cannot touch. The machine's
 * own copy of that memory is committed only as it is used. NULL when there is no memory. */
Sim *sim_create(const SimMachine *machine, const SimHost *host, const uint64_t *device_base);
void sim_free(Sim *sim);

/* How many bytes of addresses one GPU needs: more than it has memory, so that freed addresses are
 * not given out again soon and a use after free is seen. */
uint64_t sim_address_bytes(const SimMachine *machine);

/* Answers one request. Never fails in itself: a bad request gets an error in the reply. */
void sim_call(Sim *sim, const SimRequest *request, SimReply *reply);

/* The counters so far, with the clock of `thread`. */
void sim_counters(const Sim *sim, int thread, SimcudaCounters *counters);

/* The findings so far, in the order in which they were made; identical ones (kind, message and
 * sites) are listed once. Valid until the next sim_call(). */
int sim_findings(const Sim *sim, const SimFinding **findings);

/* Reads `bytes` bytes of device memory as the machine holds them now, without any effect on times
 * or counters. 0, or -1 when the range is not inside one live allocation. For judges and tests. */
int sim_peek(const Sim *sim, uint64_t address, void *to, size_t bytes);

/* Describes where an address lies, for the explanation of a fault: fills *device, *base, *bytes
 * (the live or freed allocation around or just before it) and *made (where it was made).
 * Returns 1 inside a live allocation, 2 inside a freed one, 3 elsewhere in a GPU's addresses,
 * 0 when the address is not a GPU's. Async-signal-safe. */
int sim_describe(const Sim *sim, uint64_t address, int *device, uint64_t *base, uint64_t *bytes,
		 SimSite *made);

#endif
