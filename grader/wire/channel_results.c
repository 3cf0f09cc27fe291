/* channel_results.c - results: values that the program sends, and those that the judge reads in the memory
 * of a GPU, where the program only says they are. */
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/wire/channel_inside.h"
#include "usegpu/device.h"

/* A new value; NULL when there cannot be one. */
static Value *value_new(Channel *c, Answers *answers, FrameType type, const char *name,
			size_t bytes)
{
	if (answers->count == CHANNEL_VALUES_MAX) {
		channel_slip(c, "too many were put");
		return NULL;
	}
	if (values_find(answers->results, name)) {
		channel_slip(c, "two have one name");
		return NULL;
	}
	answers->count++;

	Value *value = values_add(&answers->results, type, name, bytes);

	if (value) {
		value->window = answers->ended;
		value->begun = answers->begun;
	}
	return value;
}

/* Where there is a link, what lies on a GPU comes over it, and not from the program. */
static bool may_be_told(const Channel *c, const Frame *frame)
{
	FrameTensor head;

	if (!c->link.peek || frame->type != FRAME_TENSOR || frame->nothing ||
	    frame->payload_bytes == sizeof head)
		return true;
	memcpy(&head, frame->payload, sizeof head);
	return head.device_kind == DEVICE_CPU;
}

int channel_value_keep(Channel *c, Answers *answers, const Frame *frame)
{
	Value *value = may_be_told(c, frame) ? value_new(c, answers, frame->type, frame->name,
							 frame->payload_bytes)
					     : NULL;

	if (!value)
		return -1;
	value->nothing = frame->nothing;
	value->late = c->thawed && c->link.peek;
	if (frame->payload_bytes > 0)
		memcpy(value->payload, frame->payload, frame->payload_bytes);
	return 0;
}

int channel_held_keep(Channel *c, Answers *answers, const char *name)
{
	int64_t held[HELD_PARTS] = {0};
	Value *value = value_new(c, answers, FRAME_INTS, name, sizeof held);

	if (!value)
		return -1;
	value->seen = 1;
	value->nothing = !c->held || c->held(c->held_context, held) < 0;
	if (!c->watching) /* one of a round before tells nothing of this one */
		held[HELD_TOUCHED] = -1;
	value->bytes = value->nothing ? 0 : sizeof held;
	memcpy(value->payload, held, value->bytes);
	return channel_go(c);
}

/* What a file has at most that a judge looks at; a program's are no larger. */
#define FILE_MOST ((off_t)16 << 20)

/* The input of that name, if it is a path; NULL. */
static const char *path_input(const Channel *c, const char *name)
{
	const Value *path = values_find(c->inputs[c->round], name);

	return path && path->type == FRAME_TEXT && !path->nothing ? (const char *)path->payload
								  : NULL;
}

int channel_watch_begin(Channel *c, const Answers *answers, const char *name)
{
	const char *path = path_input(c, name);

	if (c->watching || answers->begun > 0 || !path || !c->watch ||
	    c->watch(c->held_context, path) < 0)
		return -1;
	c->watching = 1;
	return channel_go(c);
}

int channel_file_keep(Channel *c, Answers *answers, const char *name)
{
	const char *path = path_input(c, name);
	int fd = path && c->file ? c->file(c->held_context, path) : -1;
	struct stat about = {.st_size = 0};
	const bool is_there = fd >= 0 && fstat(fd, &about) == 0 && about.st_size <= FILE_MOST;
	size_t bytes = is_there ? (size_t)about.st_size : 0;
	/* whole numbers of 4 bytes, which end with zeros */
	Value *value = value_new(c, answers, FRAME_FLOATS, name, bytes + sizeof(float));

	if (value) {
		memset(value->payload, 0, value->bytes);
		value->seen = 1;
		value->nothing = !is_there || pread(fd, value->payload, bytes, 0) != (ssize_t)bytes;
		value->bytes = bytes;
	}
	if (fd >= 0)
		close(fd);
	return value ? channel_go(c) : -1;
}

/* --- on a GPU --------------------------------------------------------------------------------- */

/* Notes of a value what is known of a piece of it. All pieces of a value are on one GPU. */
static DeviceAnswer piece_note(Value *value, uint64_t address, const DeviceBytes *about)
{
	if (value->gpu >= 0 && value->gpu != about->gpu)
		return DEVICE_NOWHERE;
	value->gpu = about->gpu;
	value->late |= about->late;
	value->whole = address == about->base && value->address == address;
	return DEVICE_DONE;
}

/* Has so many bytes of a GPU put at `to`. */
static DeviceAnswer piece_peek(Channel *c, Value *value, uint64_t address, void *to, size_t bytes)
{
	DeviceBytes about;
	DeviceAnswer answer = bytes == 0
				      ? DEVICE_DONE
				      : c->link.peek(c->link.context, address, to, bytes, &about);

	return answer != DEVICE_DONE || bytes == 0 ? answer : piece_note(value, address, &about);
}

/* Counts what a value would take of what a round may send; -1 when it is too much. */
static int room_take(Channel *c, uint64_t bytes)
{
	if (bytes > FRAME_PAYLOAD_MAX || bytes > c->room - c->received)
		return -1;
	c->received += bytes;
	return 0;
}

/* Who names a place of his own choice for what was put elsewhere could have answers lie there beforehand. */
static bool is_where_put(const Channel *c, const char *name, uint64_t address)
{
	const Value *input = values_find(c->inputs[c->round], name);

	return !input || input->put == 0 || input->address == address;
}

/* What was put as one array is not told in pieces. */
static bool is_one_array(const Channel *c, const char *name)
{
	const Value *input = values_find(c->inputs[c->round], name);

	return input && input->put > 0 && !input->apart;
}

/* Of a result of which the judge looks at some numbers: these. */
static int some_fetch(Channel *c, Answers *answers, const Frame *frame, const Value *wanted)
{
	size_t count = wanted->bytes / sizeof(int64_t);
	FramePlace place;
	DeviceAnswer answer = DEVICE_DONE;
	Value *value =
		frame->payload_bytes == sizeof place
			? value_new(c, answers, FRAME_FLOATS, frame->name, count * sizeof(float))
			: NULL;

	if (!value)
		return -1;
	memcpy(&place, frame->payload, sizeof place);
	value->address = place.address;
	for (size_t i = 0; i < count && answer == DEVICE_DONE; i++) {
		DeviceBytes about;
		int64_t at;
		float number;

		memcpy(&at, wanted->payload + i * sizeof at, sizeof at);
		answer = (uint64_t)at < place.count
				 ? c->link.number(c->link.context,
						  place.address + (uint64_t)at * sizeof number,
						  &number, &about)
				 : DEVICE_NOWHERE;
		if (answer != DEVICE_DONE)
			break;
		memcpy(value->payload + i * sizeof number, &number, sizeof number);
		answer = piece_note(value, place.address, &about);
	}
	if (answer == DEVICE_NOWHERE) {
		value->nothing = 1;
		value->bytes = 0;
		return 0;
	}
	return channel_link_done(c, answer);
}

static int floats_fetch(Channel *c, Answers *answers, const Frame *frame)
{
	const Value *wanted = values_find(c->inputs[c->round], frame->name);
	if (wanted && wanted->places)
		return some_fetch(c, answers, frame, wanted);

	FramePlace place[64];
	size_t places = frame->payload_bytes / sizeof *place, at = 0;
	uint64_t bytes = 0;
	DeviceAnswer answer = DEVICE_DONE;

	memcpy(place, frame->payload, frame->payload_bytes);
	for (size_t i = 0; i < places; i++) {
		if (place[i].count > FRAME_PAYLOAD_MAX / sizeof(float))
			return -1;
		bytes += place[i].count * sizeof(float);
	}

	Value *value = room_take(c, bytes) < 0
			       ? NULL
			       : value_new(c, answers, FRAME_FLOATS, frame->name, bytes);

	if (!value)
		return -1;
	value->elsewhere = places != 1 || !is_where_put(c, frame->name, place[0].address);
	value->moved = value->elsewhere && (places == 1 || is_one_array(c, frame->name));
	value->address = places == 1 ? place[0].address : 0;
	for (size_t i = 0; i < places && answer == DEVICE_DONE; i++) {
		answer = piece_peek(c, value, place[i].address, value->payload + at,
				    place[i].count * sizeof(float));
		at += place[i].count * sizeof(float);
	}
	if (answer != DEVICE_DONE) {
		value->nothing = 1;
		value->bytes = 0;
	}
	return answer == DEVICE_NOWHERE ? 0 : channel_link_done(c, answer);
}

static int tensor_fetch(Channel *c, Answers *answers, const Frame *frame)
{
	const Value *wanted = values_find(c->inputs[c->round], frame->name);
	FrameTensor head;
	uint64_t address;

	memcpy(&head, frame->payload, sizeof head);
	memcpy(&address, frame->payload + sizeof head, sizeof address);

	uint64_t bytes = (uint64_t)frame_tensor_count(&head) * sizeof(float);
	Value *value = room_take(c, bytes) < 0 ? NULL
					       : value_new(c, answers, FRAME_TENSOR, frame->name,
							   sizeof head + bytes);

	if (!value)
		return -1;
	memcpy(value->payload, &head, sizeof head);
	value->gpu = head.device_index;
	value->address = address;
	value->moved = !is_where_put(c, frame->name, address);
	if (wanted && wanted->places) { /* the judge looks at none of its numbers */
		value->bytes = sizeof head;
		return 0;
	}

	DeviceAnswer answer = piece_peek(c, value, address, value->payload + sizeof head, bytes);

	if (answer != DEVICE_DONE)
		value->bytes = sizeof head; /* a tensor whose elements could not be read */
	return answer == DEVICE_NOWHERE ? 0 : channel_link_done(c, answer);
}

int channel_place_take(Channel *c, Answers *answers, const Frame *frame)
{
	int bad = !c->link.peek ||
		  (frame->type == FRAME_FLOATS_AT ? floats_fetch(c, answers, frame)
						  : tensor_fetch(c, answers, frame)) < 0;

	return bad ? -1 : channel_go(c); /* the drive may give it back now */
}
