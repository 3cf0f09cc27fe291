/* batches.c - a data set in batches, sent ahead through a feed (feed.h).
 *
 * Batch k goes through slot k % (ahead + 2), over all epochs. When it is handed out, batch k +
 * ahead is gathered and queued, into the slot of batch k - 2: the work on that one has been queued
 * by then, so the mark `used` of the slot covers it, and batch k - 1 may still be held, as a module
 * holds the input of its last forward. */
#include "usegpu/batches.h"

#include <stdlib.h>

#include "framework/src/data/feed.h"
#include "framework/kernels/philox.h"
#include "framework/src/tensor/tensor_private.h"

#define MOST_AHEAD   8
#define SLOTS(ahead) ((ahead) + 2)

struct Batches {
	const Tensor *x, *classes;
	int64_t count, batch, total; /* rows; rows a batch; batches an epoch */
	int64_t sent, taken;         /* batches of this epoch */
	int64_t before;              /* batches sent in epochs before */
	int ahead;
	bool started;
	int64_t *order; /* which row comes when */
	Feed feed;
};

static int check(const Tensor *x, const Tensor *classes, int64_t batch, int ahead)
{
	if (!x || !classes)
		return error_null(x ? "classes" : "x");
	if (x->device.kind != DEVICE_CPU || classes->device.kind != DEVICE_CPU)
		return error_set(STATUS_DEVICE,
				 "x is on %s, classes are on %s; a data set stays on the cpu",
				 device_text(x->device).text, device_text(classes->device).text);
	if (x->dtype != DTYPE_FLOAT32 || classes->dtype != DTYPE_INT32)
		return error_set(STATUS_SHAPE, "x is %s, classes are %s; wanted float32 and int32",
				 text_dtype(x->dtype), text_dtype(classes->dtype));
	if (x->shape.rank < 1 || classes->shape.rank != 1 ||
	    x->shape.dim[0] != classes->shape.dim[0])
		return error_set(STATUS_SHAPE, "x is %s, classes are %s; wanted a class a row",
				 text_shape(x->shape).text, text_shape(classes->shape).text);
	if (batch < 1)
		return error_set(STATUS_ARGUMENT, "a batch has %lld rows; wanted at least 1",
				 (long long)batch);
	if (ahead < 0 || ahead > MOST_AHEAD)
		return error_set(STATUS_ARGUMENT, "%d batches ahead; wanted 0 to %d", ahead,
				 MOST_AHEAD);
	return STATUS_OK;
}

Batches *batches_create(const Tensor *x, const Tensor *classes, int64_t batch, int ahead,
			Device device)
{
	error_begin(__func__);
	if (check(x, classes, batch, ahead) < 0 || device_require(device) < 0)
		return NULL;
	int64_t count = x->shape.dim[0];
	Batches *batches = calloc(1, sizeof(*batches));
	int64_t *order = calloc(count ? (size_t)count : 1, sizeof(*order));
	if (!batches || !order) {
		error_set(STATUS_MEMORY, "the host has no memory left for the order of %lld rows",
			  (long long)count);
		goto failed;
	}
	*batches = (Batches){.x = x,
			     .classes = classes,
			     .count = count,
			     .batch = batch < count ? batch : count,
			     .ahead = ahead,
			     .order = order};
	batches->total = count ? (count - 1) / batches->batch + 1 : 0;
	if (feed_init(&batches->feed, device, SLOTS(ahead)) == STATUS_OK)
		return batches;
failed:
	free(order);
	free(batches);
	return NULL;
}

void batches_free(Batches *batches)
{
	if (!batches)
		return;
	error_begin(__func__);
	feed_release(&batches->feed);
	free(batches->order);
	free(batches);
}

/* Fisher and Yates's shuffle; the seed 0 leaves the rows as they are. */
static void draw_order(Batches *batches, uint64_t seed)
{
	for (int64_t i = 0; i < batches->count; i++)
		batches->order[i] = i;
	for (int64_t i = batches->count - 1; seed != 0 && i > 0; i--) {
		PhiloxBlock block = philox_block(seed, (uint64_t)i);
		uint64_t drawn = (uint64_t)block.word[0] << 32 | block.word[1];
		int64_t other = (int64_t)(drawn % ((uint64_t)i + 1));
		int64_t row = batches->order[i];
		batches->order[i] = batches->order[other];
		batches->order[other] = row;
	}
}

/* Copies the rows to where they are sent from; as one block where they lie in a row. */
static int gather(const Batches *batches, const int64_t *order, int64_t rows,
		  const FeedPlace *place)
{
	size_t row = tensor_bytes(batches->x) / (size_t)batches->count;
	const char *x = batches->x->data;
	const int32_t *classes = batches->classes->data;
	int32_t *to_classes = (int32_t *)(void *)place->classes;
	for (int64_t i = 0, run; i < rows && row > 0; i += run) {
		for (run = 1; i + run < rows && order[i + run] == order[i] + run; run++)
			;
		if (backend_copy(place->x + row * (size_t)i, device_cpu(),
				 x + row * (size_t)order[i], device_cpu(), row * (size_t)run) < 0)
			return error_passed_on();
	}
	for (int64_t i = 0; i < rows; i++)
		to_classes[i] = classes[order[i]];
	return STATUS_OK;
}

static int slot_of(const Batches *batches, int64_t k)
{
	return (int)((batches->before + k) % SLOTS(batches->ahead));
}

static int send_next(Batches *batches)
{
	FeedPlace place;
	int slot = slot_of(batches, batches->sent);
	int64_t first = batches->sent * batches->batch, left = batches->count - first;
	int64_t rows = left < batches->batch ? left : batches->batch;
	if (feed_used(&batches->feed, slot) < 0 ||
	    feed_open(&batches->feed, slot, batches->x->shape, rows, &place) < 0 ||
	    gather(batches, batches->order + first, rows, &place) < 0 ||
	    feed_send(&batches->feed, slot) < 0)
		return error_passed_on();
	batches->sent++;
	return STATUS_OK;
}

/* Sends all batches before `end`, as far as there are any. */
static int send_until(Batches *batches, int64_t end)
{
	while (batches->sent < end && batches->sent < batches->total)
		if (send_next(batches) < 0)
			return error_passed_on();
	return STATUS_OK;
}

int batches_start(Batches *batches, uint64_t seed)
{
	error_begin(__func__);
	if (!batches)
		return error_null("batches");
	draw_order(batches, seed);
	batches->before += batches->sent;
	batches->sent = batches->taken = 0;
	batches->started = true;
	return send_until(batches, batches->ahead);
}

int batches_next(Batches *batches, Tensor **x, Tensor **classes)
{
	error_begin(__func__);
	if (!batches || !x || !classes)
		return error_null(!batches ? "batches" : !x ? "x" : "classes");
	*x = *classes = NULL;
	if (!batches->started)
		return error_set(STATUS_ARGUMENT, "no epoch has begun; batches_start begins one");
	if (batches->taken == batches->total)
		return 0;
	int slot = slot_of(batches, batches->taken);
	Tensor *rows, *classes_of_rows;
	if (send_until(batches, batches->taken + 1) < 0 ||
	    feed_take(&batches->feed, slot, &rows, &classes_of_rows) < 0)
		return error_passed_on();
	if (send_until(batches, batches->taken + 1 + batches->ahead) < 0) {
		tensor_free(rows);
		tensor_free(classes_of_rows);
		return error_passed_on();
	}
	batches->taken++;
	*x = rows;
	*classes = classes_of_rows;
	return 1;
}
