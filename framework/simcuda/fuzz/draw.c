/* draw.c - makes values out of bytes: numbers, addresses, streams, events; and remembers what the
 * machine has given out, so that it is named again, also after it is gone.
 *
 * A value of a kind (a pointer, a stream) is drawn by a first byte that says where it comes from:
 * what is remembered, CUDA's own values, or any number at all. Where the input ends, all is 0. */
#include <string.h>

#include "framework/simcuda/fuzz/draw.h"

/* --- values ---------------------------------------------------------------------------------- */

uint64_t draw_bytes(Draw *draw, int bytes)
{
	uint64_t value = 0;
	for (int i = 0; i < bytes && draw->at < draw->end; i++)
		value |= (uint64_t)*draw->at++ << (8 * i);
	return value;
}

/* 0 to limit - 1. */
int draw_below(Draw *draw, int limit)
{
	return (int)(draw_bytes(draw, 1) % (uint64_t)limit);
}

double draw_double(Draw *draw)
{
	uint64_t bits = draw_bytes(draw, 8);
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

int draw_device(Draw *draw)
{
	return draw_below(draw, 16) ? draw_below(draw, DRAW_GPUS + 1) - 1
				    : (int)draw_bytes(draw, 4);
}

uint64_t draw_size(Draw *draw, const DrawPointer *about)
{
	switch (draw_below(draw, 8)) {
	case 0:
		return draw_bytes(draw, 8);
	case 1:
		return draw_bytes(draw, 3);
	case 2:
	case 3:
		return about ? about->bytes : 0;
	case 4:
		return about ? about->bytes + draw_bytes(draw, 1) % 3 - 1 : 0;
	case 5:
		return draw_bytes(draw, 1) % 2 * 512;
	default:
		return draw_bytes(draw, 1) * 4;
	}
}

/* An address, and in *about what it points into; NULL when that is nothing known. */
uint64_t draw_pointer(Draw *draw, const DrawPointer **about)
{
	int from = draw_below(draw, 16);
	*about = NULL;
	if (from == 0)
		return draw_bytes(draw, 8);
	if (from == 1)
		return draw_gpu_base(draw_below(draw, DRAW_GPUS)) + draw_bytes(draw, 4);
	if (from == 2)
		return 0;
	if (from <= 5 || draw->pointers == 0)
		return DRAW_HOST_BASE + draw_bytes(draw, 2);
	*about = &draw->pointer[draw_below(draw, draw->pointers)];
	return (*about)->address + (draw_below(draw, 4) ? 0 : draw_bytes(draw, 2) % 600);
}

uint64_t draw_handle(Draw *draw, const uint64_t *known, int count)
{
	int from = draw_below(draw, 32);
	if (from == 0)
		return draw_bytes(draw, 8);
	if (from <= 6 || count == 0)
		return (uint64_t)from % 4;
	return known[draw_below(draw, count)];
}

uint64_t draw_stream(Draw *draw)
{
	return draw_handle(draw, draw->stream, draw->streams);
}

uint64_t draw_event(Draw *draw)
{
	return draw_handle(draw, draw->event, draw->events);
}

int draw_is_gpu(const Draw *draw, uint64_t address)
{
	SimMachine machine = draw_machine(0);
	for (int i = 0; i < draw->gpus; i++)
		if (address - draw_gpu_base(i) < sim_address_bytes(&machine))
			return 1;
	return 0;
}

/* --- the machine and its memory --------------------------------------------------------------- */

static void remember_handle(uint64_t *known, int *count, uint64_t handle)
{
	if (*count < DRAW_HANDLES)
		known[(*count)++] = handle;
	else
		known[handle % DRAW_HANDLES] = handle;
}

void draw_remember(Draw *draw, const SimRequest *request, const SimReply *reply)
{
	if (reply->error != cudaSuccess)
		return;
	DrawPointer pointer = {0};
	switch (request->code) {
	case SIM_MALLOC:
		pointer = (DrawPointer){reply->value[0], request->u.malloc.bytes, 0};
		break;
	case SIM_HOST_ALLOC:
		pointer = (DrawPointer){request->u.host.address, request->u.host.bytes, 1};
		break;
	case SIM_STREAM_CREATE:
		remember_handle(draw->stream, &draw->streams, reply->value[0]);
		break;
	case SIM_EVENT_CREATE:
		remember_handle(draw->event, &draw->events, reply->value[0]);
		break;
	case SIM_POOL_CREATE:
		remember_handle(draw->pool, &draw->pools, reply->value[0]);
		break;
	default:
		break;
	}
	if (pointer.address)
		draw->pointer[draw->pointers++] = pointer;
}

int draw_more(const Draw *draw)
{
	return draw->at < draw->end && draw->pointers < DRAW_POINTERS;
}

void draw_open(Draw *draw, const uint8_t *data, size_t size, int gpus)
{
	memset(draw, 0, sizeof *draw);
	draw->at = data;
	draw->end = data + size;
	draw->gpus = gpus;
}

uint64_t draw_gpu_base(int gpu)
{
	return UINT64_C(0x200000000000) + (uint64_t)gpu * UINT64_C(0x10000000000);
}

SimMachine draw_machine(uint8_t byte)
{
	return (SimMachine){
		.gpus = byte % (DRAW_GPUS + 1),
		.memory_bytes = UINT64_C(16) << 20,
		.context_bytes = UINT64_C(2) << 20,
		.peak_f32 = 1000,
		.peak_f64 = 100,
		.gemm_f32 = 0.5,
		.gemm_f64 = 0.25,
		.memory_rate = 100,
		.memory_share = 0.5,
		.kernel_time = 1000,
		.h2d_pinned = {100, 1},
		.d2h_pinned = {200, 2},
		.h2d_pageable = {300, 0.5},
		.d2h_pageable = {400, 0.25},
		.d2d = {50, 10},
		.peer = {500, 4},
		.peer_through_host = {1000, 1},
		.peer_possible = !(byte & 128),
		.multiprocessors = 4,
		.call_time = 10,
		.launch_time = 20,
		.copy_call_time = 30,
		.sync_time = 40,
		.event_time = 5,
		.malloc_time = 100,
		.free_time = 50,
		.host_alloc_time = 200,
		.clock_time = 7,
		.host_flops = 2,
		.host_memory_rate = 4,
	};
}
