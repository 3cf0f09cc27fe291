/* channel.c - moves bytes, and keeps the protocol's order. */
#include "grader/wire/channel_inside.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "grader/base/large.h"

void channel_init(Channel *c, int fd)
{
	memset(c, 0, sizeof *c);
	c->fd = fd;
	c->crash_count = -1;
	c->room = CHANNEL_BYTES_MAX;
}

void answers_free(Answers *answers)
{
	values_free(&answers->results);
	for (int i = 0; i < FRAME_WINDOWS; i++) {
		free(answers->marks[i].mark);
		free(answers->kernels[i].list);
		free(answers->events[i].list);
		free(answers->launched[i].list);
		free(answers->notes[i].list);
	}
	*answers = (Answers){.results = NULL};
}

void channel_free(Channel *c)
{
	large_free(c->out);
	large_free(c->later);
	large_free(c->in);
	for (int i = 0; i < CHANNEL_ROUNDS; i++)
		answers_free(&c->answers[i]);
	c->out = c->later = c->in = NULL;
}

static void bytes_append(unsigned char **list, size_t *count, const void *bytes, size_t more)
{
	*list = large_grow(*list, *count + more + 1);
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
	return (short)(POLLIN | (c->out_sent < c->out_bytes && !c->is_deaf ? POLLOUT : 0));
}

int channel_slip(Channel *c, const char *what)
{
	c->slip = what;
	return -1;
}

int channel_link_done(Channel *c, DeviceAnswer answer)
{
	c->busy |= answer == DEVICE_BUSY;
	return answer == DEVICE_DONE ? 0 : -1;
}

int channel_go(Channel *c)
{
	return channel_queue(c, FRAME_GO, 0, "", NULL, 0);
}

/* The first round is over: the inputs of the second may be sent. */
static int round_next(Channel *c, const unsigned char *payload)
{
	if (c->later_bytes == 0 ||
	    (c->link.thaw && channel_link_done(c, c->link.thaw(c->link.context)) < 0))
		return -1;
	c->thawed = 0;
	memcpy(&c->found, payload, sizeof c->found);
	large_free(c->out); /* all of it was sent, or the program answers what it has not read */
	c->out = c->later;
	c->out_bytes = c->later_bytes;
	c->out_sent = 0;
	c->later = NULL;
	c->later_bytes = 0;
	c->round = 1;
	c->watching = 0;
	c->received = 0;
	return 0;
}

static bool is_result(FrameType type)
{
	return (type >= FRAME_INT && type <= FRAME_TENSOR) || type == FRAME_FLOATS_AT ||
	       type == FRAME_TENSOR_AT;
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
	/* what a part has made is told before the next one begins, and not while it still goes on */
	if (is_result(frame->type) && answers->begun > answers->ended)
		return channel_slip(c, "a result was put before drive_end");
	switch (frame->type) {
	case FRAME_INT:
	case FRAME_REAL:
	case FRAME_TEXT:
	case FRAME_INTS:
	case FRAME_FLOATS:
	case FRAME_TENSOR:
		return channel_value_keep(c, answers, frame);
	case FRAME_FLOATS_AT:
	case FRAME_TENSOR_AT:
		return channel_place_take(c, answers, frame);
	case FRAME_PUT_AT:
		return channel_input_put(c, answers, frame);
	case FRAME_READY:
		return channel_window_begin(c, answers);
	case FRAME_DONE:
		return channel_window_end(c, answers, frame->payload);
	case FRAME_HELD:
		return channel_held_keep(c, answers, frame->name);
	case FRAME_FILE:
		return channel_file_keep(c, answers, frame->name);
	case FRAME_WATCH:
		return channel_watch_begin(c, answers, frame->name);
	case FRAME_THAW:
		return channel_thaw(c, answers);
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
	case FRAME_KEPT:
		if (answers->kept_count > 0)
			return -1;
		memcpy(answers->kept, frame->payload, frame->payload_bytes);
		answers->kept_count = (int)(frame->payload_bytes / sizeof *answers->kept);
		return 0;
	case FRAME_CRASH:
		memcpy(c->crash, frame->payload, frame->payload_bytes);
		c->crash_count = (int)(frame->payload_bytes / sizeof *c->crash);
		return 0;
	case FRAME_END:
		c->ended = 1;
		return channel_go(c);
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
	if (c->received > c->room) {
		c->damaged = 1;
		return;
	}
	/* The buffer grows with what has really come, whatever a head promises. */
	if (c->in_bytes + count > c->in_size) {
		c->in_size = 2 * (c->in_bytes + count);
		c->in = large_grow(c->in, c->in_size);
	}
	memcpy(c->in + c->in_bytes, bytes, count);
	c->in_bytes += count;
	frames_take(c);
}

static void channel_send(Channel *c)
{
	while (c->fd >= 0 && c->out_sent < c->out_bytes) {
		ssize_t put = send(c->fd, c->out + c->out_sent, c->out_bytes - c->out_sent,
				   MSG_DONTWAIT | MSG_NOSIGNAL);

		c->is_deaf |= put < 0 && errno == EPIPE;
		if (put <= 0)
			break; /* full for now, or gone: reading tells which */
		c->out_sent += (size_t)put;
	}
}

/* `all`: until nothing is left, or the other end has closed. */
static void channel_receive(Channel *c, bool all)
{
	unsigned char bytes[65536];

	while (c->fd >= 0 && !c->damaged) {
		ssize_t got = recv(c->fd, bytes, sizeof bytes, MSG_DONTWAIT);

		if (got < 0 && (errno == EAGAIN || errno == EINTR))
			break;
		if (got <= 0) {
			c->is_deaf |= c->ended && c->out_sent < c->out_bytes;
			close(c->fd);
			c->fd = -1;
			break;
		}
		channel_take(c, bytes, (size_t)got);
		if ((size_t)got < sizeof bytes && !all)
			break; /* of what comes behind that poll() tells */
	}
}

static void channel_move(Channel *c, bool all)
{
	channel_send(c);
	channel_receive(c, all || c->is_deaf);
	c->is_shut |= c->is_deaf && c->fd >= 0; /* it does not hear, and has not left */
}

void channel_step(Channel *c)
{
	channel_move(c, false);
	if (c->out_sent < c->out_bytes && !c->is_deaf && c->fd >= 0) /* what was answered */
		channel_send(c);
	if (c->is_deaf)
		channel_move(c, true);
}

void channel_drain(Channel *c)
{
	channel_move(c, true);
}
