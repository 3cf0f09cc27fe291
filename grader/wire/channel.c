/* channel.c - moves bytes, and keeps the protocol's order. */
#include "grader/wire/channel.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "usegpu/device.h"

void channel_init(Channel *c, int fd)
{
	memset(c, 0, sizeof *c);
	c->fd = fd;
	c->crash_count = -1;
}

void answers_free(Answers *answers)
{
	values_free(&answers->results);
	*answers = (Answers){.results = NULL};
}

void channel_free(Channel *c)
{
	free(c->out);
	free(c->later);
	free(c->in);
	for (int i = 0; i < CHANNEL_ROUNDS; i++)
		answers_free(&c->answers[i]);
	c->out = c->later = c->in = NULL;
}

static void bytes_append(unsigned char **list, size_t *count, const void *bytes, size_t more)
{
	*list = memory_grow(*list, *count + more + 1);
	if (more > 0)
		memcpy(*list + *count, bytes, more);
	*count += more;
}

static int frame_append(unsigned char **list, size_t *count, FrameHead head, const char *name,
			const void *payload)
{
	if (head.name_bytes > FRAME_NAME_MAX || head.payload_bytes > FRAME_PAYLOAD_MAX)
		return -1;
	bytes_append(list, count, &head, sizeof head);
	bytes_append(list, count, name, head.name_bytes);
	bytes_append(list, count, payload, head.payload_bytes);
	return 0;
}

int channel_queue(Channel *c, FrameType type, int nothing, const char *name, const void *payload,
		  size_t bytes)
{
	FrameHead head = {(uint16_t)type, (uint16_t)nothing, (uint32_t)strlen(name), bytes};

	return frame_append(&c->out, &c->out_bytes, head, name, payload);
}

int channel_queue_later(Channel *c, FrameType type, int nothing, const char *name,
			const void *payload, size_t bytes)
{
	FrameHead head = {(uint16_t)type, (uint16_t)nothing, (uint32_t)strlen(name), bytes};

	return frame_append(&c->later, &c->later_bytes, head, name, payload);
}

short channel_events(const Channel *c)
{
	if (c->fd < 0 || c->damaged)
		return 0;
	return (short)(POLLIN | (c->out_sent < c->out_bytes ? POLLOUT : 0));
}

static bool window_fits(const FrameWindow *window)
{
	/* What only ever grows cannot have shrunk. live_bytes alone may. */
#define GREW(field) (window->end.field >= window->go.field)
	return window->counted == 0 ||
	       (window->counted == 1 && GREW(copies_h2d) && GREW(copies_d2h) && GREW(copies_d2d) &&
		GREW(copies_p2p) && GREW(bytes_h2d) && GREW(bytes_d2h) && GREW(bytes_d2d) &&
		GREW(bytes_p2p) && GREW(memsets) && GREW(launches) && GREW(synchronizes) &&
		GREW(allocations) && GREW(frees) && GREW(peak_bytes) && GREW(api_calls) &&
		GREW(host_ns));
#undef GREW
}

/* Tells how a drive went against the order that its author was told of (drive.h). */
static int slip(Channel *c, const char *what)
{
	c->slip = what;
	return -1;
}

/* What the judge asked of the machine; 0, or -1 when it did not do it. */
static int link_done(Channel *c, DeviceAnswer answer)
{
	c->busy |= answer == DEVICE_BUSY;
	return answer == DEVICE_DONE ? 0 : -1;
}

/* A new value; NULL when there cannot be one. */
static Value *value_new(Channel *c, Answers *answers, FrameType type, const char *name,
			size_t bytes)
{
	if (answers->count == CHANNEL_VALUES_MAX) {
		slip(c, "too many were put");
		return NULL;
	}
	if (values_find(answers->results, name)) {
		slip(c, "two have one name");
		return NULL;
	}
	answers->count++;
	return values_add(&answers->results, type, name, bytes);
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

static int value_keep(Channel *c, Answers *answers, const Frame *frame)
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

static int go_send(Channel *c)
{
	return channel_queue(c, FRAME_GO, 0, "", NULL, 0);
}

/* --- results on a GPU ------------------------------------------------------------------------- */

/* Has so many bytes of a GPU put at `to`. All pieces of a value are on one GPU. */
static DeviceAnswer piece_peek(Channel *c, Value *value, uint64_t address, void *to, size_t bytes)
{
	DeviceBytes about;
	DeviceAnswer answer = bytes == 0
				      ? DEVICE_DONE
				      : c->link.peek(c->link.context, address, to, bytes, &about);

	if (answer != DEVICE_DONE || bytes == 0)
		return answer;
	if (value->gpu >= 0 && value->gpu != about.gpu)
		return DEVICE_NOWHERE;
	value->gpu = about.gpu;
	value->late |= about.late;
	return DEVICE_DONE;
}

/* Counts what a value would take of what a round may send; -1 when it is too much. */
static int room_take(Channel *c, uint64_t bytes)
{
	if (bytes > FRAME_PAYLOAD_MAX || bytes > CHANNEL_BYTES_MAX - c->received)
		return -1;
	c->received += bytes;
	return 0;
}

static int floats_fetch(Channel *c, Answers *answers, const Frame *frame)
{
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
	for (size_t i = 0; i < places && answer == DEVICE_DONE; i++) {
		answer = piece_peek(c, value, place[i].address, value->payload + at,
				    place[i].count * sizeof(float));
		at += place[i].count * sizeof(float);
	}
	if (answer == DEVICE_NOWHERE) {
		value->nothing = 1;
		value->bytes = 0;
		return 0;
	}
	return link_done(c, answer);
}

static int tensor_fetch(Channel *c, Answers *answers, const Frame *frame)
{
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

	DeviceAnswer answer = piece_peek(c, value, address, value->payload + sizeof head, bytes);

	if (answer == DEVICE_NOWHERE) {
		value->bytes = sizeof head; /* a tensor whose elements could not be read */
		return 0;
	}
	return link_done(c, answer);
}

static int place_take(Channel *c, Answers *answers, const Frame *frame)
{
	int bad = !c->link.peek ||
		  (frame->type == FRAME_FLOATS_AT ? floats_fetch(c, answers, frame)
						  : tensor_fetch(c, answers, frame)) < 0;

	return bad ? -1 : go_send(c); /* the drive may give it back now */
}

/* --- windows ---------------------------------------------------------------------------------- */

static int window_begin(Channel *c, Answers *answers)
{
	if (answers->begun > answers->ended)
		return slip(c, "drive_go was called twice");
	if (answers->begun == FRAME_WINDOWS)
		return slip(c, "drive_go was called too often");
	const Failing *failing = answers->begun == 0 ? &c->failing[c->round] : NULL;

	answers->begun++;
	answers->linked = c->link.peek != NULL;
	c->thawed = 0;
	if (c->link.arm && failing && failing->kind &&
	    link_done(c, c->link.arm(c->link.context, failing->kind, failing->at, failing->times)) <
		    0)
		return -1;
	if (c->link.go && link_done(c, c->link.go(c->link.context, c->single, &c->seen)) < 0)
		return -1;
	return go_send(c);
}

/* The counters of a window. */
static int window_end(Channel *c, Answers *answers, const unsigned char *payload)
{
	FrameWindow *window = &answers->window[answers->ended];

	if (answers->begun == 0)
		return slip(c, "drive_end was called before drive_go");
	if (answers->ended == answers->begun)
		return slip(c, "drive_end was called twice");
	answers->ended++;
	memcpy(window, payload, sizeof *window);
	if (!c->link.freeze)
		return window_fits(window) ? 0 : -1;
	*window = (FrameWindow){1, c->seen, c->seen};
	int second = 0;

	if (link_done(c, c->link.freeze(c->link.context, &window->end, &second)) < 0)
		return -1;
	answers->second |= second;
	return go_send(c);
}

/* Results that are told from here on are late. */
static int thaw(Channel *c, const Answers *answers)
{
	if (answers->ended == 0 || answers->ended < answers->begun)
		return slip(c, "drive_thaw was called before drive_end");
	if (c->thawed)
		return slip(c, "drive_thaw was called twice");
	if (c->link.thaw && link_done(c, c->link.thaw(c->link.context)) < 0)
		return -1;
	c->thawed = 1;
	return c->link.thaw ? go_send(c) : 0;
}

/* The first round is over: the inputs of the second may be sent. */
static int round_next(Channel *c, const unsigned char *payload)
{
	if (c->later_bytes == 0 ||
	    (c->link.thaw && link_done(c, c->link.thaw(c->link.context)) < 0))
		return -1;
	c->thawed = 0;
	memcpy(&c->found, payload, sizeof c->found);
	free(c->out); /* all of it was sent, or the program answers what it has not read */
	c->out = c->later;
	c->out_bytes = c->later_bytes;
	c->out_sent = 0;
	c->later = NULL;
	c->later_bytes = 0;
	c->round = 1;
	c->received = 0;
	return 0;
}

/* 0, or -1 when the protocol does not allow this frame here. */
static int frame_accept(Channel *c, const Frame *frame)
{
	Answers *answers = &c->answers[c->round];

	if (c->ended || c->todo[0] != '\0' || c->missing[0] != '\0' || c->crash_count >= 0)
		return -1;
	if (c->round > 0 && c->out_sent < c->out_bytes && frame->type != FRAME_CRASH &&
	    frame->type != FRAME_HEAP)
		return -1; /* an answer to what was not asked yet */
	switch (frame->type) {
	case FRAME_INT:
	case FRAME_REAL:
	case FRAME_TEXT:
	case FRAME_INTS:
	case FRAME_FLOATS:
	case FRAME_TENSOR:
		return value_keep(c, answers, frame);
	case FRAME_FLOATS_AT:
	case FRAME_TENSOR_AT:
		return place_take(c, answers, frame);
	case FRAME_READY:
		return window_begin(c, answers);
	case FRAME_DONE:
		return window_end(c, answers, frame->payload);
	case FRAME_THAW:
		return thaw(c, answers);
	case FRAME_ROUND:
		return round_next(c, frame->payload);
	case FRAME_TODO:
		memcpy(c->todo, frame->name, sizeof c->todo);
		return 0;
	case FRAME_MISSING: {
		uint32_t type;

		memcpy(&type, frame->payload, sizeof type);
		memcpy(c->missing, frame->name, sizeof c->missing);
		c->missing_type = (FrameType)type;
		return 0;
	}
	case FRAME_HEAP:
		if (c->has_heap)
			return -1;
		memcpy(&c->heap, frame->payload, sizeof c->heap);
		c->has_heap = 1;
		return 0;
	case FRAME_CRASH:
		memcpy(c->crash, frame->payload, frame->payload_bytes);
		c->crash_count = (int)(frame->payload_bytes / sizeof *c->crash);
		return 0;
	case FRAME_END:
		c->ended = 1;
		return 0;
	default:
		return -1; /* what only the judge sends */
	}
}

/* Takes all whole frames out of what has come. */
static void frames_take(Channel *c)
{
	size_t at = 0;

	while (!c->damaged) {
		Frame frame;
		int64_t used = frame_parse(c->in + at, c->in_bytes - at, &frame);

		if (used == 0)
			break;
		if (used < 0 || frame_accept(c, &frame) < 0)
			c->damaged = 1;
		else
			at += (size_t)used;
	}
	memmove(c->in, c->in + at, c->in_bytes - at);
	c->in_bytes -= at;
}

void channel_take(Channel *c, const unsigned char *bytes, size_t count)
{
	if (c->damaged || count == 0)
		return;
	c->received += count;
	if (c->received > CHANNEL_BYTES_MAX) {
		c->damaged = 1;
		return;
	}
	/* The buffer grows with what has really come, whatever a head promises. */
	if (c->in_bytes + count > c->in_size) {
		c->in_size = 2 * (c->in_bytes + count);
		c->in = memory_grow(c->in, c->in_size);
	}
	memcpy(c->in + c->in_bytes, bytes, count);
	c->in_bytes += count;
	frames_take(c);
}

void channel_step(Channel *c)
{
	unsigned char bytes[65536];

	while (c->fd >= 0 && c->out_sent < c->out_bytes) {
		ssize_t put = send(c->fd, c->out + c->out_sent, c->out_bytes - c->out_sent,
				   MSG_DONTWAIT | MSG_NOSIGNAL);

		if (put <= 0)
			break; /* full for now, or gone: reading tells which */
		c->out_sent += (size_t)put;
	}
	while (c->fd >= 0 && !c->damaged) {
		ssize_t got = recv(c->fd, bytes, sizeof bytes, MSG_DONTWAIT);

		if (got < 0 && (errno == EAGAIN || errno == EINTR))
			break;
		if (got <= 0) {
			close(c->fd);
			c->fd = -1;
			break;
		}
		channel_take(c, bytes, (size_t)got);
	}
}
