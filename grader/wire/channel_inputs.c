/* channel_inputs.c - inputs that the judge puts on GPUs itself. They are never in the program's process: what
 * an exercise does with them it has to do there. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/wire/channel_inside.h"

#define NUMBER_BYTES 4

/* The numbers of an input as a GPU has them, 4 bytes each; NULL: they are those of the value. */
static int32_t *narrowed(const Value *value, const FramePut *put)
{
	int32_t *numbers;

	if (value->type != FRAME_INTS)
		return NULL;
	numbers = malloc(put->count * sizeof *numbers + 1);
	for (uint64_t i = 0; numbers && i < put->count; i++) {
		int64_t wide;

		memcpy(&wide, value->payload + (put->first + i) * sizeof wide, sizeof wide);
		numbers[i] = (int32_t)wide;
	}
	return numbers;
}

uint64_t channel_input_count(const Value *value)
{
	if (value->drawn > 0)
		return value->drawn;
	return value->type == FRAME_INTS     ? value->bytes / sizeof(int64_t)
	       : value->type == FRAME_TENSOR ? (value->bytes - sizeof(FrameTensor)) / NUMBER_BYTES
					     : value->bytes / NUMBER_BYTES;
}

/* Each number goes to as many GPUs as the judge said, and not to a place of the program's own choice
 * besides: there it could pass for a result. */
static bool may_be_put(const Value *value, const FramePut *put)
{
	uint64_t count = channel_input_count(value);

	return value->given > 0 && put->count > 0 && put->count <= count &&
	       put->first <= count - put->count &&
	       put->count <= count * (uint64_t)value->given - value->put;
}

static DeviceAnswer numbers_put(const DeviceLink *link, const Value *value, const FramePut *put)
{
	if (value->drawn > 0)
		return link->draw(link->context, put->address, put->first, put->count, value->seed);

	int32_t *numbers = narrowed(value, put);
	size_t head = value->type == FRAME_TENSOR ? sizeof(FrameTensor) : 0;
	const void *from =
		numbers ? (const void *)numbers : value->payload + head + put->first * NUMBER_BYTES;
	DeviceAnswer answer =
		value->type == FRAME_INTS && !numbers
			? DEVICE_GONE
			: link->poke(link->context, put->address, from, put->count * NUMBER_BYTES);

	free(numbers);
	return answer;
}

int channel_input_put(Channel *c, const Answers *answers, const Frame *frame)
{
	Value *value = values_find(c->inputs[c->round], frame->name);
	FramePut put;

	memcpy(&put, frame->payload, sizeof put);
	if (!c->link.poke || !value || answers->begun > 0 || !may_be_put(value, &put))
		return -1;
	const uint64_t begin = put.address - put.first * NUMBER_BYTES;
	value->apart |= value->put > 0 && value->address != begin;
	value->put += put.count;
	value->address = begin;

	DeviceAnswer answer = numbers_put(&c->link, value, &put);

	return channel_link_done(c, answer) < 0 ? -1 : channel_go(c);
}
