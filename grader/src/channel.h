/* channel.h - the judge's end of the channel of one run (protocol.h).
 *
 * A Channel holds what is still to be sent and what has come. It never blocks: process.c polls its
 * descriptor and calls channel_step when something can move. Whatever arrives is checked against
 * the order of the protocol; the first byte that does not fit makes the channel `damaged`, and
 * nothing after it is read. */
#ifndef CHANNEL_H
#define CHANNEL_H

#include "glass.h"
#include "values.h"

#define CHANNEL_VALUES_MAX 256
#define CHANNEL_BYTES_MAX  (UINT64_C(192) << 20)

typedef struct Channel {
	int fd;

	unsigned char *out; /* queued frames */
	size_t out_bytes, out_sent;

	unsigned char *in; /* bytes of a frame that is not whole yet */
	size_t in_bytes, in_size;
	uint64_t received; /* bytes in all */

	Value *results;
	int count;
	int ready, done, ended, damaged;
	FrameWindow window;
	RemoteGlass *glass;   /* where the window's counters come from; NULL: the program */
	SimcudaCounters seen; /* there, at the judge's go */
	char todo[FRAME_NAME_MAX + 1];    /* the exercise that is still to do, or "" */
	char missing[FRAME_NAME_MAX + 1]; /* the input that the drive missed, or "" */
	FrameType missing_type;
	uint64_t crash[CRASH_PLACES_MAX]; /* where the program was when a signal ended it */
	int crash_count;                  /* -1 before such a frame */
} Channel;

void channel_init(Channel *c, int fd);
void channel_free(Channel *c);

/* Queues a frame. 0, or -1 when the name or the size is out of range. */
int channel_queue(Channel *c, FrameType type, int nothing, const char *name, const void *payload,
		  size_t bytes);

/* The poll() events that the channel waits for; 0 when it has nothing left to do. */
short channel_events(const Channel *c);

/* Sends and receives as much as goes without waiting. */
void channel_step(Channel *c);

/* Takes bytes as if they had been received. For channel_step, and for tests. */
void channel_take(Channel *c, const unsigned char *bytes, size_t count);

#endif
