/* copy.c - cudaMemcpy and its family: checks, the way a copy takes, and whether the host waits.
 *
 * Where the host waits, after CUDA's documentation ("API synchronization behavior"):
 *
 *                          cudaMemcpy             cudaMemcpyAsync
 *   host pageable to GPU   until it is staged     until it is staged
 *   host pinned to GPU     until it is done       not at all
 *   GPU to host pageable   until it is done       until it is done
 *   GPU to host pinned     until it is done       not at all
 *   GPU to GPU             not at all             not at all
 *   host to host           until it is done       until it is done
 *
 * Staging takes as long as the copy itself: the host feeds a small buffer which the GPU empties, so
 * it ends with the copy's last piece. What the copy brings is captured then, but reaches the
 * device in stream order like any other work. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/core.h"

#define HOST_CHUNK 16384

/* One end of a copy. */
typedef struct Side {
	SimRange range;
	bool device; /* where it is meant to be */
	Gpu *gpu;    /* where it is; NULL: in host memory */
	Alloc *alloc;
	bool pinned;
} Side;

typedef enum Way { WAY_HOST, WAY_IN, WAY_OUT, WAY_WITHIN, WAY_PEER } Way;

typedef struct Copy {
	Call *call;
	Actor actor;
	Side to, from;
	uint64_t bytes;
	Way way;
	bool async, peer;
} Copy;

static const char *copy_name(const SimRequest *request)
{
	static const char *const names[3][2] = {
		{"cudaMemcpy", "cudaMemcpyAsync"},
		{"cudaMemcpy2D", "cudaMemcpy2DAsync"},
		{"cudaMemcpyPeer", "cudaMemcpyPeerAsync"},
	};
	if (request->continued)
		return "cuBLAS";
	int form = request->u.copy.peer ? 2 : request->u.copy.rows != 1;
	return names[form][request->u.copy.async != 0];
}

static const char *kind_name(enum cudaMemcpyKind kind)
{
	static const char *const names[] = {
		[cudaMemcpyHostToHost] = "cudaMemcpyHostToHost",
		[cudaMemcpyHostToDevice] = "cudaMemcpyHostToDevice",
		[cudaMemcpyDeviceToHost] = "cudaMemcpyDeviceToHost",
		[cudaMemcpyDeviceToDevice] = "cudaMemcpyDeviceToDevice",
		[cudaMemcpyDefault] = "cudaMemcpyDefault",
	};
	return names[kind];
}

/* What the copy is, in words. A further part of another call is the result of a cuBLAS routine. */
static const char *copy_words(const SimRequest *request)
{
	if (request->continued)
		return "the result of a routine, in host pointer mode";
	return request->u.copy.peer ? "a copy between GPUs" : kind_name(request->u.copy.kind);
}

/* --- checking --------------------------------------------------------------------------------- */

/* Finds where one end lies, and whether it is where the kind of copy says. */
static cudaError_t side_resolve(Copy *copy, Side *side)
{
	const SimRequest *request = copy->call->request;
	const Actor *actor = &copy->actor;
	uint64_t extent = range_extent(&side->range);
	const char *where = copy_words(request);
	if (side->range.address == 0) {
		check_null(actor, &side->range);
		return cudaErrorInvalidValue;
	}
	range_join(&side->range);
	side->gpu = memory_gpu(actor->sim, side->range.address);
	if (!request->u.copy.peer && request->u.copy.kind == cudaMemcpyDefault)
		side->device = side->gpu != NULL;
	if (side->device && host_is_managed(actor->sim, side->range.address))
		side->device = false; /* it may stand on either side */
	if (side->device) {
		if (!side->gpu) {
			check_host_pointer(actor, &side->range, where);
			return cudaErrorInvalidValue;
		}
		side->alloc = check_range(actor, &side->range);
		check_is_library(actor->sim, side->alloc,
				 request->continued && extent <= SIM_LIBRARY_RESULT);
		return side->alloc ? side->gpu->fault : cudaErrorInvalidValue;
	}
	if (side->gpu) {
		check_device_pointer(actor, &side->range, side->gpu->index, where);
		return cudaErrorInvalidValue;
	}
	if (extent > UINT64_MAX - side->range.address)
		return cudaErrorInvalidValue;
	side->pinned = host_pinned(actor->sim, side->range.address, extent) != NULL;
	return side->pinned ? cudaSuccess : check_overrun(actor, &side->range);
}

/* cudaMemcpyPeer names the GPUs; the pointers have to agree. */
static cudaError_t peer_check(const Copy *copy, const Side *side, int device, const char *end)
{
	if (!side->gpu || side->gpu->index == device) /* managed memory is on all of them */
		return cudaSuccess;
	finding_add(copy->actor.sim, SIM_FINDING_WRONG_DEVICE, copy->actor.site, &side->alloc->made,
		    "%s%s is told that its %s lies on GPU %d, but it lies on GPU %d",
		    copy->actor.prefix, copy->actor.name, end, device, side->gpu->index);
	return cudaErrorInvalidValue;
}

cudaError_t copy_form(const Sim *sim, const SimRequest *request, uint64_t *bytes)
{
	const int gpus = sim->machine.gpus;
	const int to = request->u.copy.to_device, from = request->u.copy.from_device;
	const uint64_t width = request->u.copy.width, rows = request->u.copy.rows;
	const enum cudaMemcpyKind kind = request->u.copy.kind;
	if (__builtin_mul_overflow(width, rows, bytes))
		return cudaErrorInvalidValue;
	if (request->u.copy.peer && (to < 0 || to >= gpus || from < 0 || from >= gpus))
		return cudaErrorInvalidDevice;
	if (!request->u.copy.peer && (unsigned)kind > cudaMemcpyDefault)
		return cudaErrorInvalidMemcpyDirection;
	if (rows > 1 && (width > request->u.copy.to_pitch || width > request->u.copy.from_pitch))
		return cudaErrorInvalidPitchValue;
	return cudaSuccess;
}

static cudaError_t copy_resolve(Copy *copy)
{
	const SimRequest *request = copy->call->request;
	int to = request->u.copy.to_device, from = request->u.copy.from_device;
	enum cudaMemcpyKind kind = request->u.copy.kind;
	if (copy->bytes == 0)
		return cudaSuccess;
	copy->to.device =
		copy->peer || kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
	copy->from.device =
		copy->peer || kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
	cudaError_t error = side_resolve(copy, &copy->to);
	if (!error)
		error = side_resolve(copy, &copy->from);
	if (!error && copy->peer)
		error = peer_check(copy, &copy->to, to, "target");
	if (!error && copy->peer)
		error = peer_check(copy, &copy->from, from, "source");
	return error;
}

/* --- the way and its cost --------------------------------------------------------------------- */

static Way copy_way(const Copy *copy)
{
	if (copy->to.gpu && copy->from.gpu)
		return copy->to.gpu == copy->from.gpu ? WAY_WITHIN : WAY_PEER;
	return copy->to.gpu ? WAY_IN : copy->from.gpu ? WAY_OUT : WAY_HOST;
}

static void copy_plan(const Copy *copy, OpSpec *spec)
{
	const Sim *sim = copy->actor.sim;
	const SimMachine *machine = &sim->machine;
	Gpu *to = copy->to.gpu, *from = copy->from.gpu;
	const SimLink *link = NULL;
	switch (copy->way) {
	case WAY_HOST:
		spec->duration = machine_host_time(machine, 0, 2.0 * (double)copy->bytes);
		break;
	case WAY_IN:
		link = copy->from.pinned ? &machine->h2d_pinned : &machine->h2d_pageable;
		spec->engine[0] = &to->engine[ENGINE_IN];
		break;
	case WAY_OUT:
		link = copy->to.pinned ? &machine->d2h_pinned : &machine->d2h_pageable;
		spec->engine[0] = &from->engine[ENGINE_OUT];
		break;
	case WAY_WITHIN:
		link = &machine->d2d;
		spec->engine[0] = &to->engine[ENGINE_COMPUTE];
		break;
	case WAY_PEER:
		link = peer_direct(sim, to, from) ? &machine->peer : &machine->peer_through_host;
		spec->engine[0] = &from->engine[ENGINE_OUT];
		spec->engine[1] = &to->engine[ENGINE_IN];
		break;
	}
	if (link)
		spec->duration = machine_copy_time(link, copy->bytes);
	spec->bytes = (double)copy->bytes;
	/* Between GPUs, the form that is not Async is ordered with all work on both of them (and
	 * cudaMemcpyPeer with that on the current one). */
	if (!copy->async && (copy->peer || copy->way == WAY_PEER)) {
		spec->whole[0] = copy->call->gpu;
		spec->whole[1] = to;
		spec->whole[2] = from;
	}
	spec->accesses = 2;
	spec->access[0] = (Access){.alloc = copy->to.alloc, .range = copy->to.range};
	spec->access[1] = (Access){.alloc = copy->from.alloc, .range = copy->from.range};
}

static void copy_count(SimcudaCounters *counters, Way way, uint64_t bytes)
{
	uint64_t *calls[] = {[WAY_HOST] = NULL,
			     [WAY_IN] = &counters->copies_h2d,
			     [WAY_OUT] = &counters->copies_d2h,
			     [WAY_WITHIN] = &counters->copies_d2d,
			     [WAY_PEER] = &counters->copies_p2p};
	uint64_t *sums[] = {[WAY_HOST] = NULL,
			    [WAY_IN] = &counters->bytes_h2d,
			    [WAY_OUT] = &counters->bytes_d2h,
			    [WAY_WITHIN] = &counters->bytes_d2d,
			    [WAY_PEER] = &counters->bytes_p2p};
	if (!calls[way])
		return;
	++*calls[way];
	*sums[way] += bytes;
}

/* --- issuing ---------------------------------------------------------------------------------- */

/* Captures a source in the host's memory, row after row without gaps; NULL: no memory. */
static void *source_capture(const Sim *sim, const SimRange *from)
{
	const SimHost *host = &sim->host;
	unsigned char *staged = malloc(from->width * from->rows);
	for (uint64_t row = 0; staged && row < from->rows; row++)
		host->read(host->context, staged + row * from->width,
			   from->address + row * from->pitch, from->width);
	return staged;
}

bool copy_capture(Sim *sim, Op *op)
{
	if (op->kind != OP_COPY || op->staged || !op->access[0].alloc || op->access[1].alloc)
		return false;
	const SimRange *from = &op->access[1].range;
	uint64_t bytes = from->width * from->rows;
	host_compare(sim, op);
	if (bytes > SIM_STAGED_TOTAL || sim->staged > SIM_STAGED_TOTAL - bytes)
		return false;
	op->owned = source_capture(sim, from);
	if (!op->owned)
		return false;
	op->staged = bytes;
	sim->staged += bytes;
	op->eager = false;
	return true;
}

/* The waiting that the table at the top of this file asks for. */
static cudaError_t copy_wait(const Copy *copy, Op *op)
{
	Call *call = copy->call;
	bool pinned = copy->way == WAY_IN ? copy->from.pinned : copy->to.pinned;
	if (copy->way == WAY_WITHIN || copy->way == WAY_PEER)
		return cudaSuccess;
	if (copy->way == WAY_HOST)
		return work_wait_own(call, op);
	if (copy->async && pinned)
		return cudaSuccess;
	if (!op->staged)
		return work_wait_op(call, op);
	/* Staged: the host has seen the stream reach the copy, whose own bytes are under way. An
	 * Async call gives no such promise, although it takes as long. */
	cudaError_t error = copy->async ? cudaSuccess : work_run(call->sim);
	work_waited(call->sim);
	call->thread->clock = op->end;
	return error;
}

cudaError_t copy_issue(Call *call)
{
	const SimRequest *request = call->request;
	uint64_t width = request->u.copy.width, rows = request->u.copy.rows;
	Copy copy = {
		.call = call,
		.actor = {call->sim, "", copy_name(request), &request->site},
		.to.range = {request->u.copy.to, width, rows, request->u.copy.to_pitch, SIM_WRITE},
		.from.range = {request->u.copy.from, width, rows, request->u.copy.from_pitch,
			       SIM_READ},
		.async = request->u.copy.async,
		.peer = request->u.copy.peer,
	};
	OpSpec spec = {.kind = OP_COPY, .name = copy.actor.name};
	cudaError_t error = copy_form(call->sim, request, &copy.bytes);
	if (!error)
		error = copy_resolve(&copy);
	if (!error)
		error = stream_find(call, request->u.copy.stream, call->gpu, &spec.stream);
	if (error || copy.bytes == 0) /* a copy of nothing is no copy */
		return error;
	copy.way = copy_way(&copy);
	copy_plan(&copy, &spec);
	if (copy.way == WAY_IN && !copy.from.pinned && copy.bytes <= SIM_STAGED_BYTES) {
		protect_lift(call->sim); /* part of it may lie in pinned memory */
		spec.owned = source_capture(call->sim, &copy.from.range);
		spec.staged = copy.bytes;
		if (!spec.owned)
			return cudaErrorMemoryAllocation;
	}
	Op *op;
	error = op_issue(call, &spec, &op);
	if (error) {
		free(spec.owned);
		return error;
	}
	copy_count(&call->sim->counters, copy.way, copy.bytes);
	if (copy.way == WAY_IN && copy.async && copy.from.pinned && !op->ran)
		host_note(call->sim, op);
	return copy_wait(&copy, op);
}

/* --- executing -------------------------------------------------------------------------------- */

static void row_copy_host(const SimHost *host, uint64_t to, uint64_t from, uint64_t bytes)
{
	unsigned char chunk[HOST_CHUNK];
	for (uint64_t done = 0; done < bytes; done += sizeof(chunk)) {
		size_t part = bytes - done < sizeof(chunk) ? bytes - done : sizeof(chunk);
		host->read(host->context, chunk, from + done, part);
		host->write(host->context, to + done, chunk, part);
	}
}

cudaError_t copy_run(Sim *sim, Op *op)
{
	const SimHost *host = &sim->host;
	const Access *to = &op->access[0], *from = &op->access[1];
	/* The two sides can be joined differently: walk in pieces that are whole on both. */
	uint64_t piece = to->range.width < from->range.width ? to->range.width : from->range.width;
	uint64_t bytes = to->range.width * to->range.rows;
	if (to->alloc && !interval_set_reserve(&to->alloc->written, to->range.rows))
		return cudaErrorMemoryAllocation;
	if (from->alloc)
		memory_poison(from->alloc, &from->range);
	host_compare(sim, op);
	for (uint64_t done = 0; done < bytes; done += piece) {
		uint64_t target = to->range.address + done / to->range.width * to->range.pitch +
				  done % to->range.width;
		uint64_t source = from->range.address +
				  done / from->range.width * from->range.pitch +
				  done % from->range.width;
		void *memory = to->alloc ? memory_bytes(to->alloc, target) : NULL;
		if (memory && op->owned)
			memcpy(memory, (unsigned char *)op->owned + done, piece);
		else if (memory && from->alloc)
			memmove(memory, memory_bytes(from->alloc, source), piece);
		else if (memory)
			host->read(host->context, memory, source, piece);
		else if (from->alloc)
			host->write(host->context, target, memory_bytes(from->alloc, source),
				    piece);
		else
			row_copy_host(host, target, source, piece);
	}
	if (to->alloc)
		interval_set_add(&to->alloc->written, &to->range);
	return cudaSuccess;
}
