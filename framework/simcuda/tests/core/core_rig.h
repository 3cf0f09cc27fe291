/* core_rig.h - a small machine with round figures, and one function for each request.
 *
 * The program's memory is the test's own. Device addresses are made up: the machine never touches
 * them, since its own copy of device memory lies elsewhere. Every request's call site is the
 * `where` of the rig, which a test sets to tell sites apart. */
#ifndef CORE_RIG_H
#define CORE_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "framework/simcuda/core/sim_judge.h"

#define RIG_GPUS 4
#define MIB      (UINT64_C(1) << 20)
#define POISON   UINT32_C(0xFFF5FFF5)

/* Figures of the rig's machine, in ns; the tests add them up by hand. */
enum {
	CALL_NS = 10,
	LAUNCH_NS = 20,
	COPY_NS = 30,
	SYNC_NS = 40,
	EVENT_NS = 5,
	MALLOC_NS = 100,
	FREE_NS = 50,
	PIN_NS = 200,
	CLOCK_NS = 7,
	KERNEL_NS = 1000,
};

typedef struct Rig {
	SimMachine machine;
	Sim *sim;
	SimReply reply;
	uint64_t where; /* the call site of the next requests */
	int thread;
	int internal;
	int called; /* host functions that ran */
	uint64_t call_arguments[16];
	cudaError_t inside;    /* what a request inside a host function got */
	int64_t sleeps;        /* ns that each of them sleeps */
	unsigned char *writes; /* where each of them writes a byte; or NULL */
	int holds;
	uint64_t held;     /* the last that is to stay as it is, */
	size_t held_bytes; /* and how many bytes */
} Rig;

static inline void rig_read(void *context, void *to, uint64_t from, size_t bytes)
{
	(void)context;
	memcpy(to, (const void *)(uintptr_t)from, bytes);
}

static inline void rig_hold(void *context, uint64_t from, size_t bytes)
{
	Rig *rig = context;
	rig->holds++;
	rig->held = from;
	rig->held_bytes = bytes;
}

static inline void rig_write(void *context, uint64_t to, const void *from, size_t bytes)
{
	(void)context;
	memcpy((void *)(uintptr_t)to, from, bytes);
}

static inline void rig_call(void *context, uint64_t function, uint64_t argument)
{
	Rig *rig = context;
	SimRequest request = {.code = SIM_SYNC_DEVICE};
	SimReply reply;
	assert_int_equal(function, 77);
	rig->call_arguments[rig->called++ % 16] = argument;
	sim_call(rig->sim, &request, &reply);
	rig->inside = reply.error;
	if (rig->writes)
		*rig->writes = 7;
	if (rig->sleeps > 0)
		sim_slept(rig->sim, 0, rig->sleeps);
}

static inline SimMachine rig_machine(int gpus)
{
	return (SimMachine){
		.gpus = gpus,
		.memory_bytes = 64 * MIB,
		.context_bytes = 2 * MIB,
		.peak_f32 = 1000,
		.peak_f64 = 100,
		.gemm_f32 = 0.5,
		.gemm_f64 = 0.25,
		.gemm_uneven = 0.5,
		.multiprocessors = 4,
		.memory_rate = 100,
		.memory_share = 0.5,
		.kernel_time = KERNEL_NS,
		.h2d_pinned = {100, 1},
		.d2h_pinned = {200, 2},
		.h2d_pageable = {300, 0.5},
		.d2h_pageable = {400, 0.25},
		.d2d = {50, 10},
		.peer = {500, 4},
		.peer_through_host = {1000, 1},
		.peer_possible = 1,
		.call_time = CALL_NS,
		.launch_time = LAUNCH_NS,
		.copy_call_time = COPY_NS,
		.sync_time = SYNC_NS,
		.event_time = EVENT_NS,
		.malloc_time = MALLOC_NS,
		.free_time = FREE_NS,
		.host_alloc_time = PIN_NS,
		.clock_time = CLOCK_NS,
		.host_flops = 2,
		.host_memory_rate = 4,
	};
}

static inline uint64_t rig_base(int gpu)
{
	return UINT64_C(0x600000000000) + (uint64_t)gpu * UINT64_C(0x10000000000);
}

static inline void rig_open_with(Rig *rig, const SimMachine *machine)
{
	uint64_t base[RIG_GPUS];
	for (int i = 0; i < RIG_GPUS; i++)
		base[i] = rig_base(i);
	*rig = (Rig){.machine = *machine, .where = 1};
	SimHost host = {rig, rig_read, rig_write, rig_call, NULL, 0, rig_hold};
	rig->sim = sim_create(&rig->machine, &host, base);
	assert_non_null(rig->sim);
}

static inline void rig_open(Rig *rig, int gpus)
{
	SimMachine machine = rig_machine(gpus);
	rig_open_with(rig, &machine);
}

static inline void rig_close(Rig *rig)
{
	sim_free(rig->sim);
	rig->sim = NULL;
}

/* --- requests --------------------------------------------------------------------------------- */

static inline cudaError_t ask(Rig *rig, SimRequest request)
{
	request.thread = rig->thread;
	request.internal = rig->internal;
	request.site.frame[0] = rig->where;
	sim_call(rig->sim, &request, &rig->reply);
	return rig->reply.error;
}

#define ASK(rig, ...) ask(rig, (SimRequest){__VA_ARGS__})

static inline void set_device(Rig *rig, int device)
{
	assert_int_equal(ASK(rig, .code = SIM_SET_DEVICE, .u.device = device), cudaSuccess);
}

static inline uint64_t dev_malloc(Rig *rig, uint64_t bytes)
{
	assert_int_equal(ASK(rig, .code = SIM_MALLOC, .u.malloc.bytes = bytes), cudaSuccess);
	return rig->reply.value[0];
}

static inline cudaError_t dev_free(Rig *rig, uint64_t address)
{
	return ASK(rig, .code = SIM_FREE, .u.free.address = address);
}

static inline uint64_t address_of(const void *pointer)
{
	return (uint64_t)(uintptr_t)pointer;
}

static inline void pin(Rig *rig, const void *memory, uint64_t bytes)
{
	assert_int_equal(ASK(rig, .code = SIM_HOST_ALLOC, .u.host.address = address_of(memory),
			     .u.host.bytes = bytes),
			 cudaSuccess);
}

static inline cudaError_t copy_on(Rig *rig, uint64_t to, uint64_t from, uint64_t bytes,
				  enum cudaMemcpyKind kind, int async, uint64_t stream)
{
	SimRequest request = {.code = SIM_COPY};
	request.u.copy.to = to;
	request.u.copy.from = from;
	request.u.copy.width = bytes;
	request.u.copy.rows = 1;
	request.u.copy.kind = kind;
	request.u.copy.async = async;
	request.u.copy.stream = stream;
	return ask(rig, request);
}

static inline cudaError_t copy_now(Rig *rig, uint64_t to, uint64_t from, uint64_t bytes)
{
	return copy_on(rig, to, from, bytes, cudaMemcpyDefault, 0, 0);
}

static inline cudaError_t copy_later(Rig *rig, uint64_t to, uint64_t from, uint64_t bytes,
				     uint64_t stream)
{
	return copy_on(rig, to, from, bytes, cudaMemcpyDefault, 1, stream);
}

static inline cudaError_t copy_peer(Rig *rig, uint64_t to, int to_device, uint64_t from,
				    int from_device, uint64_t bytes, int async, uint64_t stream)
{
	SimRequest request = {.code = SIM_COPY};
	request.u.copy.to = to;
	request.u.copy.from = from;
	request.u.copy.width = bytes;
	request.u.copy.rows = 1;
	request.u.copy.peer = 1;
	request.u.copy.to_device = to_device;
	request.u.copy.from_device = from_device;
	request.u.copy.async = async;
	request.u.copy.stream = stream;
	return ask(rig, request);
}

static inline cudaError_t fill_later(Rig *rig, uint64_t to, int value, uint64_t bytes,
				     uint64_t stream)
{
	SimRequest request = {.code = SIM_MEMSET};
	request.u.memset.to = to;
	request.u.memset.value = value;
	request.u.memset.bytes = bytes;
	request.u.memset.async = 1;
	request.u.memset.stream = stream;
	return ask(rig, request);
}

static inline cudaError_t launch_on(Rig *rig, const SimKernel *kernel, const void *const *arguments,
				    uint64_t threads, uint64_t stream)
{
	SimRequest request = {.code = SIM_LAUNCH};
	request.u.launch.kernel = kernel;
	request.u.launch.arguments = arguments;
	request.u.launch.threads = threads;
	request.u.launch.stream = stream;
	request.u.launch.device = -1;
	return ask(rig, request);
}

static inline uint64_t stream_new(Rig *rig, unsigned flags)
{
	assert_int_equal(ASK(rig, .code = SIM_STREAM_CREATE, .u.stream.flags = flags), cudaSuccess);
	return rig->reply.value[0];
}

static inline cudaError_t stream_ask(Rig *rig, SimCode code, uint64_t stream)
{
	return ASK(rig, .code = code, .u.stream.stream = stream);
}

static inline cudaError_t stream_wait_event(Rig *rig, uint64_t stream, uint64_t event)
{
	return ASK(rig, .code = SIM_STREAM_WAIT, .u.stream.stream = stream,
		   .u.stream.event = event);
}

static inline uint64_t event_new(Rig *rig, unsigned flags)
{
	assert_int_equal(ASK(rig, .code = SIM_EVENT_CREATE, .u.event.flags = flags), cudaSuccess);
	return rig->reply.value[0];
}

static inline cudaError_t event_ask(Rig *rig, SimCode code, uint64_t event, uint64_t stream)
{
	return ASK(rig, .code = code, .u.event.event = event, .u.event.stream = stream);
}

static inline cudaError_t event_between(Rig *rig, uint64_t start, uint64_t stop)
{
	return ASK(rig, .code = SIM_EVENT_ELAPSED, .u.event.event = start, .u.event.stop = stop);
}

static inline cudaError_t sync_device(Rig *rig)
{
	return ASK(rig, .code = SIM_SYNC_DEVICE);
}

static inline cudaError_t enable_peer(Rig *rig, int peer, unsigned flags)
{
	return ASK(rig, .code = SIM_ENABLE_PEER, .u.peer.peer = peer, .u.peer.flags = flags);
}

/* --- looking ---------------------------------------------------------------------------------- */

static inline SimcudaCounters counters(const Rig *rig)
{
	SimcudaCounters result;
	sim_counters(rig->sim, rig->thread, &result);
	return result;
}

static inline int64_t now(const Rig *rig)
{
	return counters(rig).host_ns;
}

static inline uint32_t word_at(const Rig *rig, uint64_t address)
{
	uint32_t word = 0;
	assert_int_equal(sim_peek(rig->sim, address, &word, sizeof(word)), 0);
	return word;
}

static inline int finding_count(const Rig *rig)
{
	const SimFinding *findings;
	return sim_findings(rig->sim, &findings);
}

/* The last finding is this one, made at `site` and, unless it is 0, about `other`. */
static inline void assert_finding(const Rig *rig, SimFindingKind kind, const char *message,
				  uint64_t site, uint64_t other)
{
	const SimFinding *findings;
	int count = sim_findings(rig->sim, &findings);
	assert_true(count > 0);
	const SimFinding *last = &findings[count - 1];
	assert_string_equal(last->message, message);
	assert_int_equal(last->kind, kind);
	assert_int_equal(last->sites, other ? 2 : 1);
	assert_int_equal(last->site[0].frame[0], site);
	if (other)
		assert_int_equal(last->site[1].frame[0], other);
}

/* --- a toy kernel ----------------------------------------------------------------------------- */

/* accumulate(to, from, rows, pitch): to[row][i] += from[i] + 1 for 4 words a row, pitch in bytes.
 */
static inline int accumulate_ranges(const void *const *arguments, uint64_t threads,
				    SimRange *ranges)
{
	(void)threads;
	uint64_t rows = *(const uint64_t *)arguments[2], pitch = *(const uint64_t *)arguments[3];
	ranges[0] = (SimRange){*(const uint64_t *)arguments[0], 16, rows, pitch, SIM_READ_WRITE};
	ranges[1] = (SimRange){*(const uint64_t *)arguments[1], 16, 1, 0, SIM_READ};
	return 2;
}

static inline void accumulate_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	(void)arguments;
	/* threads ns */
	*cost = (SimCost){.work = SIM_WORK_MEMORY, .bytes = (double)threads * 50};
}

static inline void accumulate_run(const void *const *arguments, uint64_t threads,
				  void *const *memory)
{
	(void)threads;
	uint64_t rows = *(const uint64_t *)arguments[2], pitch = *(const uint64_t *)arguments[3];
	const uint32_t *from = memory[1];
	for (uint64_t row = 0; row < rows; row++) {
		uint32_t *to = (uint32_t *)((char *)memory[0] + row * pitch);
		for (int i = 0; i < 4; i++)
			to[i] += from[i] + 1;
	}
}

static const SimKernel accumulate = {
	.name = "accumulate",
	.arguments = 4,
	.argument_bytes = {8, 8, 8, 8},
	.ranges = accumulate_ranges,
	.cost = accumulate_cost,
	.run = accumulate_run,
};

/* Queues it: the kernel takes KERNEL_NS + ns. */
static inline cudaError_t launch_accumulate(Rig *rig, uint64_t to, uint64_t from, uint64_t rows,
					    uint64_t pitch, uint64_t ns, uint64_t stream)
{
	const void *arguments[] = {&to, &from, &rows, &pitch};
	return launch_on(rig, &accumulate, arguments, ns, stream);
}

#endif
