/* feed.h - rows of the host's memory on their way to a device, beside the computation.
 *
 * A feed has a stream of its own on the device, and slots. A slot is a place in pinned memory, a
 * place on the device, and two marks: `sent`, after which the rows are on the device and their
 * place in pinned memory is free again, and `used`, after which the device is done with what the
 * slot held before. The places stay from one batch to the next, so that in the long run nothing is
 * allocated.
 *
 *     feed_used   puts the mark `used` behind the work queued so far
 *     feed_open   finds room and tells where to write; waits for `sent` of the slot's last batch
 *     feed_send   queues the copies on the feed's stream, behind `used`
 *     feed_take   gives the rows to the caller; the device's current stream waits for `sent`
 *
 * On the CPU the rows are written where they will be used, and nothing is sent. */
#ifndef FEED_H
#define FEED_H

#include "framework/src/device/backend.h"
#include "usegpu/tensor.h"

typedef struct FeedSlot {
	Tensor *x, *classes; /* on the device; what is handed out are views of their first rows */
	int64_t rows;        /* of the batch that is in the slot */
	void *staging;
	size_t staging_bytes;
	void *sent, *used; /* events */
	bool on_way;       /* `sent` has been recorded */
} FeedSlot;

typedef struct Feed {
	Device device;
	void *stream;
	int slots;
	FeedSlot *slot;
} Feed;

/* Where the host is to write the rows of x and their classes. */
typedef struct FeedPlace {
	char *x, *classes;
} FeedPlace;

#pragma GCC visibility push(hidden)

/* 0, or a negative Status with nothing left to release. */
int feed_init(Feed *feed, Device device, int slots);
void feed_release(Feed *feed);

/* The work so far on the device's current stream is what the slot's next batch has to wait for. */
int feed_used(Feed *feed, int slot);

/* Room for `rows` rows like those of x, and for as many classes, in the slot. */
int feed_open(Feed *feed, int slot, Shape x, int64_t rows, FeedPlace *place);
int feed_send(Feed *feed, int slot);

/* The same from another GPU: rows of x and classes, from `first` on, are copied on `stream`, a
 * stream of the device where x is, behind `used` of the slot. The end of that stream is what
 * whoever takes them has to wait for. */
int feed_copy(Feed *feed, int slot, const Tensor *x, const Tensor *classes, int64_t first,
	      int64_t rows, void *stream);

int feed_take(Feed *feed, int slot, Tensor **x, Tensor **classes);

#pragma GCC visibility pop

#endif
