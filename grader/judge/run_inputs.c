/* run_inputs.c - what a run is given: values by name, and orders for its machine. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "grader/judge/judge_state.h"
#include "grader/judge/run_inputs.h"

static Value *input_add(Run *r, FrameType type, const char *name, size_t bytes)
{
	Value *value = NULL;

	if (strlen(name) > 0 && strlen(name) <= FRAME_NAME_MAX && bytes <= FRAME_PAYLOAD_MAX &&
	    !values_find(r->inputs, name))
		value = values_add(&r->inputs, type, name, bytes);
	if (!value)
		judge_leave(r->judge, VERDICT_ERROR, "the input %s cannot be made", name);
	return value;
}

static void input_copy(Run *r, FrameType type, const char *name, const void *from, size_t bytes)
{
	Value *value = input_add(r, type, name, bytes);

	if (bytes > 0)
		memcpy(value->payload, from, bytes);
}

void run_int(Run *r, const char *name, int64_t value)
{
	input_copy(r, FRAME_INT, name, &value, sizeof value);
}

void run_fail_in(Run *r, int window)
{
	r->orders.failing.window = window;
}

void run_fail(Run *r, const char *kind, int64_t at, int64_t times)
{
	const int64_t which[2] = {at, times};
	char name[FRAME_NAME_MAX + 1];

	r->orders.failing = (Failing){.kind = kind, .at = at, .times = times};
	snprintf(name, sizeof name, FRAME_FAIL_PREFIX "%s", kind);
	input_copy(r, FRAME_INTS, name, which, sizeof which);
}

void run_may_be_spared(Run *r)
{
	r->may_be_spared = true;
}

bool run_is_spared(const Run *r)
{
	return r->spared;
}

void run_returns_gpu(Run *r, double bytes)
{
	r->returns_gpu = bytes;
}

void run_may_do_without(Run *r)
{
	r->may_do_without = true;
}

void run_slow(Run *r, int gpu, int thousandths)
{
	if (gpu >= 0 && gpu < ORDERS_GPUS && thousandths >= 1000)
		r->orders.slow[gpu] = thousandths;
	else
		judge_leave(r->judge, VERDICT_ERROR, "run_slow(%d, %d): no such GPU, or not slower",
			    gpu, thousandths);
}

double run_slowness(const Run *r, int gpu)
{
	bool slow = r->answers.linked && gpu >= 0 && gpu < ORDERS_GPUS && r->orders.slow[gpu] > 0;

	return slow ? r->orders.slow[gpu] / 1000.0 : 1;
}

_Static_assert((int)RUN_DYED_KEPT == (int)PTX_DYED_KEPT &&
		       (int)RUN_DYED_ACROSS == (int)PTX_DYED_ACROSS,
	       "the judge's words for it are the machine's");

void run_handed(Run *r, RunDyed of, const float *from, const float *to, int64_t count)
{
	PtxDye *dye = judge_memory(r->judge, ((size_t)count + 1) * sizeof *dye);

	for (int64_t i = 0; i < count; i++) {
		memcpy(&dye[i].from, &from[i], sizeof from[i]);
		memcpy(&dye[i].to, &to[i], sizeof to[i]);
		dye[i].of = (PtxDyed)of;
	}
	r->orders.hands = 1;
	r->orders.dye = dye;
	r->orders.dyes = (size_t)count;
}

void run_any_order(Run *r)
{
	r->orders.order = (uint32_t)judge_between(r->judge, 1, INT32_MAX);
}

bool run_is_handed(const Run *r)
{
	return r->answers.linked && r->orders.hands;
}

void run_real(Run *r, const char *name, double value)
{
	input_copy(r, FRAME_REAL, name, &value, sizeof value);
}

void run_text(Run *r, const char *name, const char *value)
{
	if (!value)
		input_add(r, FRAME_TEXT, name, 0)->nothing = 1;
	else
		input_copy(r, FRAME_TEXT, name, value, strlen(value));
}

void run_ints(Run *r, const char *name, const int64_t *values, int64_t count)
{
	input_copy(r, FRAME_INTS, name, values, (size_t)count * sizeof *values);
}

void run_floats(Run *r, const char *name, const float *values, int64_t count)
{
	input_copy(r, FRAME_FLOATS, name, values, (size_t)count * sizeof *values);
}

void run_drawn(Run *r, const char *name, uint64_t seed, int64_t count, int times)
{
	Value *value = input_add(r, FRAME_FLOATS, name, 0);

	value->seed = seed;
	value->drawn = (uint64_t)count;
	value->given = times;
}

void run_look(Run *r, const char *name, const int64_t *places, int count)
{
	input_copy(r, FRAME_INTS, name, places, (size_t)count * sizeof *places);
	values_find(r->inputs, name)->places = 1;
}

void run_give(Run *r, const char *name, int times)
{
	Value *value = values_find(r->inputs, name);

	if (value && (value->type == FRAME_FLOATS || value->type == FRAME_INTS))
		value->given = times;
	else
		judge_leave(r->judge, VERDICT_ERROR, "run_give: no list is called %s", name);
}

void run_tensor(Run *r, const char *name, Shape shape, const float *values, Device device)
{
	FrameTensor head = {
		.rank = shape.rank,
		.dtype = DTYPE_FLOAT32,
		.device_kind = (int32_t)device.kind,
		.device_index = device.index,
	};

	for (int i = 0; i < shape.rank && i < TENSOR_MAX_RANK; i++)
		head.dim[i] = shape.dim[i];

	int64_t count = frame_tensor_count(&head);

	if (count < 0 || count > (int64_t)(FRAME_PAYLOAD_MAX / sizeof(float)))
		judge_leave(r->judge, VERDICT_ERROR, "the input %s has an impossible shape", name);

	size_t bytes = (size_t)count * sizeof *values;
	Value *value = input_add(r, FRAME_TENSOR, name, sizeof head + bytes);

	value->given = device.kind == DEVICE_GPU;

	memcpy(value->payload, &head, sizeof head);
	if (bytes > 0)
		memcpy(value->payload + sizeof head, values, bytes);
}

/* --- on their way ----------------------------------------------------------------------------- */

/* What the judge puts on GPUs itself, the program only hears of. */
static int input_queue(const Value *v, Channel *channel, ChannelQueue *queue, int linked)
{
	const uint64_t count = channel_input_count(v);

	if (v->places)
		return 0;
	if (!linked || v->given == 0 || count == 0)
		return queue(channel, v->type, v->nothing, v->name, v->payload, v->bytes);
	if (v->type == FRAME_TENSOR)
		return queue(channel, v->type, 0, v->name, v->payload, sizeof(FrameTensor));
	return queue(channel, FRAME_GIVEN, 0, v->name, &count, sizeof count);
}

int run_inputs_queue(const Run *r, Channel *channel, ChannelQueue *queue, uint32_t start,
		     int linked)
{
	/* a machine with a link is told by the judge what has to fail */
	const size_t prefix = sizeof FRAME_FAIL_PREFIX - 1;

	for (const Value *v = r->inputs; v; v = v->next)
		if (!(linked && strncmp(v->name, FRAME_FAIL_PREFIX, prefix) == 0) &&
		    input_queue(v, channel, queue, linked) < 0)
			return -1;
	return queue(channel, FRAME_START, 0, check_drive(r->judge->check), &start, sizeof start);
}
