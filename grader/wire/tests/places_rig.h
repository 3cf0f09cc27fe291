/* places_rig.h - a machine that is made up, what a program sends, and the channel that takes both. */
#ifndef GRADER_WIRE_TESTS_PLACES_RIG_H
#define GRADER_WIRE_TESTS_PLACES_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <fcntl.h>
#include <string.h>

#include <cmocka.h>

#include "grader/wire/channel.h"
#include "usegpu/tensor.h"

enum { MOST = 16384, GPU = 1, FLOATS = 8 };
#define BASE UINT64_C(0x100000)

/* A machine with one allocation of floats 0, 1, 2 ... at BASE, on GPU 1. */
typedef struct Machine {
	int goes, freezes, thaws, arms, peeks;
	int frozen, late, single, slow[2];
	uint32_t dyed;
	int64_t armed_at;
	DeviceAnswer answer; /* to everything, if not DEVICE_DONE */
} Machine;

static inline DeviceAnswer arm(void *context, const char *kind, int64_t at, int64_t times,
			       uint64_t what)
{
	Machine *m = context;

	assert_string_equal(kind, "copy");
	assert_int_equal(times, 1);
	(void)what;
	m->armed_at = at;
	m->arms++;
	return m->answer;
}

static inline DeviceAnswer slow(void *context, int gpu, int thousandths)
{
	Machine *m = context;

	m->slow[gpu] += thousandths;
	return m->answer;
}

static inline DeviceAnswer hand(void *context, const PtxDye *dye, size_t dyes)
{
	Machine *m = context;

	m->dyed += dyes == 1 ? dye->to : 0;
	return m->answer;
}

static inline DeviceAnswer go(void *context, int single, uint64_t rough, SimcudaCounters *counters)
{
	Machine *m = context;

	(void)rough;
	m->single = single;
	m->frozen = 0;
	*counters = (SimcudaCounters){.launches = (uint64_t)(10 * ++m->goes)};
	return m->answer;
}

static inline DeviceAnswer freeze(void *context, SimcudaCounters *counters, int *second)
{
	Machine *m = context;

	m->frozen = 1;
	*second = 0;
	*counters = (SimcudaCounters){.launches = (uint64_t)(10 * m->goes + ++m->freezes)};
	return m->answer;
}

static inline DeviceAnswer marks(void *context, SimcudaMark **list, int *count, uint64_t *lost)
{
	const Machine *m = context;

	*list = calloc(1, sizeof **list);
	(*list)->value[0] = (uint64_t)m->freezes;
	*count = 1;
	*lost = 0;
	return m->answer;
}

static inline DeviceAnswer thaw(void *context)
{
	Machine *m = context;

	m->frozen = 0;
	m->thaws++;
	return m->answer;
}

static inline DeviceAnswer peek(void *context, uint64_t address, void *to, size_t bytes,
				DeviceBytes *about)
{
	Machine *m = context;
	float values[FLOATS];

	m->peeks++;
	if (m->answer != DEVICE_DONE)
		return m->answer;
	if (address < BASE || address - BASE > sizeof values ||
	    bytes > sizeof values - (address - BASE))
		return DEVICE_NOWHERE;
	for (int i = 0; i < FLOATS; i++)
		values[i] = (float)i;
	memcpy(to, (char *)values + (address - BASE), bytes);
	*about = (DeviceBytes){.gpu = GPU, .late = m->late, .base = BASE};
	return DEVICE_DONE;
}

static inline DeviceAnswer number(void *context, uint64_t address, float *value, DeviceBytes *about)
{
	return peek(context, address, value, sizeof *value, about);
}

typedef struct Stream {
	unsigned char bytes[MOST];
	size_t count;
} Stream;

static inline void put(Stream *s, int type, const char *name, const void *payload, size_t bytes)
{
	FrameHead head = {(uint16_t)type, 0, (uint32_t)strlen(name), bytes};

	memcpy(s->bytes + s->count, &head, sizeof head);
	memcpy(s->bytes + s->count + sizeof head, name, strlen(name));
	s->count += sizeof head + strlen(name);
	if (bytes > 0)
		memcpy(s->bytes + s->count, payload, bytes);
	s->count += bytes;
}

/* The program's own counters say that nothing was launched. */
static inline void put_window(Stream *s)
{
	FrameWindow window = {.counted = 1};

	put(s, FRAME_READY, "", NULL, 0);
	put(s, FRAME_DONE, "", &window, sizeof window);
}

static inline void put_place(Stream *s, const char *name, uint64_t address, uint64_t count)
{
	const FramePlace place = {address, count};

	put(s, FRAME_FLOATS_AT, name, &place, sizeof place);
}

static inline void put_tensor(Stream *s, const char *name, int gpu, uint64_t address, int64_t count)
{
	const FrameTensor head = {.rank = 1,
				  .dtype = DTYPE_FLOAT32,
				  .device_kind = DEVICE_GPU,
				  .device_index = gpu,
				  .dim = {count}};
	unsigned char payload[sizeof head + sizeof address];

	memcpy(payload, &head, sizeof head);
	memcpy(payload + sizeof head, &address, sizeof address);
	put(s, FRAME_TENSOR_AT, name, payload, sizeof payload);
}

static inline Channel take_given(Machine *m, const Stream *s, Value *inputs)
{
	Channel c;

	channel_init(&c, -1);
	c.inputs[0] = inputs;
	c.link = (DeviceLink){.context = m,
			      .arm = arm,
			      .go = go,
			      .freeze = freeze,
			      .marks = marks,
			      .thaw = thaw,
			      .peek = peek,
			      .number = number};
	channel_take(&c, s->bytes, s->count);
	return c;
}

static inline Channel take(Machine *m, const Stream *s)
{
	return take_given(m, s, NULL);
}

#endif
