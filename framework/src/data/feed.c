/* feed.c - see feed.h. */
#include "framework/src/data/feed.h"

#include <stdlib.h>

#include "framework/src/tensor/tensor_private.h"

static const Backend *backend(const Feed *feed)
{
	return backend_of(feed->device);
}

int feed_init(Feed *feed, Device device, int slots)
{
	*feed = (Feed){.device = device.kind == DEVICE_GPU ? device : device_cpu()};
	int status = backend(feed)->stream_create(feed->device.index, &feed->stream);
	if (status < 0)
		return status;
	feed->slot = calloc((size_t)slots, sizeof(*feed->slot));
	if (!feed->slot) {
		backend(feed)->stream_free(feed->device.index, feed->stream);
		return error_set(STATUS_MEMORY, "the host has no memory left for %d batches",
				 slots);
	}
	for (; status == STATUS_OK && feed->slots < slots; feed->slots++) {
		FeedSlot *slot = &feed->slot[feed->slots];
		status = backend(feed)->event_create(feed->device.index, &slot->sent);
		if (status == STATUS_OK)
			status = backend(feed)->event_create(feed->device.index, &slot->used);
	}
	if (status < 0)
		feed_release(feed);
	return status;
}

static void slot_release(const Feed *feed, FeedSlot *slot)
{
	int device = feed->device.index;
	if (slot->on_way) /* nothing may be sent any more from memory that is given back */
		backend(feed)->event_synchronize(device, slot->sent);
	tensor_free(slot->x);
	tensor_free(slot->classes);
	if (slot->staging)
		backend(feed)->host_release(device, slot->staging);
	if (slot->sent)
		backend(feed)->event_free(device, slot->sent);
	if (slot->used)
		backend(feed)->event_free(device, slot->used);
}

void feed_release(Feed *feed)
{
	for (int i = 0; i < feed->slots; i++)
		slot_release(feed, &feed->slot[i]);
	free(feed->slot);
	backend(feed)->stream_free(feed->device.index, feed->stream);
	*feed = (Feed){.device = device_cpu()};
}

int feed_used(Feed *feed, int index)
{
	int device = feed->device.index;
	return backend(feed)->event_record(device, feed->slot[index].used,
					   backend(feed)->stream_current(device));
}

/* --- room ------------------------------------------------------------------------------------- */

/* Whether nobody else holds the tensor, and `shape` fits into its first rows. */
static bool has_room(const Tensor *tensor, Shape shape)
{
	if (!tensor || atomic_load(&((Tensor *)(uintptr_t)tensor)->references) > 1 ||
	    tensor->shape.dim[0] < shape.dim[0])
		return false;
	shape.dim[0] = tensor->shape.dim[0];
	return shape_equal(tensor->shape, shape);
}

static int make_room(const Feed *feed, Tensor **tensor, Shape shape, Dtype dtype)
{
	if (has_room(*tensor, shape))
		return STATUS_OK;
	Tensor *fresh = tensor_create(shape, dtype, feed->device);
	if (!fresh)
		return error_passed_on();
	tensor_free(*tensor);
	*tensor = fresh;
	return STATUS_OK;
}

static int slot_open(const Feed *feed, FeedSlot *slot, Shape x, int64_t rows)
{
	x.dim[0] = rows;
	if (make_room(feed, &slot->x, x, DTYPE_FLOAT32) < 0 ||
	    make_room(feed, &slot->classes, SHAPE(rows), DTYPE_INT32) < 0)
		return error_passed_on();
	slot->rows = rows;
	return STATUS_OK;
}

/* Bytes of the slot's rows of the tensor. */
static size_t bytes_of(const FeedSlot *slot, const Tensor *tensor)
{
	int64_t room = tensor->shape.dim[0];
	return room ? tensor_bytes(tensor) / (size_t)room * (size_t)slot->rows : 0;
}

static int make_staging(const Feed *feed, FeedSlot *slot, size_t bytes)
{
	int device = feed->device.index;
	if (bytes <= slot->staging_bytes)
		return STATUS_OK;
	if (slot->staging)
		backend(feed)->host_release(device, slot->staging);
	slot->staging = NULL;
	slot->staging_bytes = 0;
	if (backend(feed)->host_allocate(device, bytes, &slot->staging) < 0)
		return error_passed_on();
	slot->staging_bytes = bytes;
	return STATUS_OK;
}

/* --- from the host ---------------------------------------------------------------------------- */

int feed_open(Feed *feed, int index, Shape x, int64_t rows, FeedPlace *place)
{
	FeedSlot *slot = &feed->slot[index];
	if (slot->on_way && backend(feed)->event_synchronize(feed->device.index, slot->sent) < 0)
		return error_passed_on();
	slot->on_way = false;
	if (slot_open(feed, slot, x, rows) < 0)
		return error_passed_on();
	if (feed->device.kind == DEVICE_CPU) {
		*place = (FeedPlace){slot->x->data, slot->classes->data};
		return STATUS_OK;
	}
	size_t x_bytes = bytes_of(slot, slot->x);
	if (make_staging(feed, slot, x_bytes + bytes_of(slot, slot->classes)) < 0)
		return error_passed_on();
	*place = (FeedPlace){slot->staging, (char *)slot->staging + x_bytes};
	return STATUS_OK;
}

static int send(const Feed *feed, const FeedSlot *slot, const Tensor *to, size_t from)
{
	size_t bytes = bytes_of(slot, to);
	if (bytes == 0)
		return STATUS_OK;
	return backend_send(to->data, feed->device, (char *)slot->staging + from, device_cpu(),
			    bytes, feed->stream);
}

int feed_send(Feed *feed, int index)
{
	FeedSlot *slot = &feed->slot[index];
	int device = feed->device.index;
	if (feed->device.kind == DEVICE_CPU)
		return STATUS_OK;
	if (backend(feed)->stream_wait(device, feed->stream, slot->used) < 0 ||
	    send(feed, slot, slot->x, 0) < 0 ||
	    send(feed, slot, slot->classes, bytes_of(slot, slot->x)) < 0 ||
	    backend(feed)->event_record(device, slot->sent, feed->stream) < 0)
		return error_passed_on();
	slot->on_way = true;
	return STATUS_OK;
}

/* --- from another GPU ------------------------------------------------------------------------- */

/* Rows of `from`, from `first` on, into the first rows of `to`. */
static int copy_rows(const FeedSlot *slot, const Tensor *to, const Tensor *from, int64_t first,
		     void *stream)
{
	size_t bytes = bytes_of(slot, to), row = bytes / (size_t)slot->rows;
	if (bytes == 0)
		return STATUS_OK;
	return backend_send(to->data, to->device, (const char *)from->data + row * (size_t)first,
			    from->device, bytes, stream);
}

int feed_copy(Feed *feed, int index, const Tensor *x, const Tensor *classes, int64_t first,
	      int64_t rows, void *stream)
{
	FeedSlot *slot = &feed->slot[index];
	const Backend *source = backend_of(x->device);
	int at = x->device.index;
	if (slot_open(feed, slot, x->shape, rows) < 0 ||
	    source->stream_wait(at, stream, slot->used) < 0 ||
	    copy_rows(slot, slot->x, x, first, stream) < 0 ||
	    copy_rows(slot, slot->classes, classes, first, stream) < 0)
		return error_passed_on();
	return STATUS_OK;
}

/* --- taking ----------------------------------------------------------------------------------- */

int feed_take(Feed *feed, int index, Tensor **x, Tensor **classes)
{
	FeedSlot *slot = &feed->slot[index];
	int device = feed->device.index;
	if (slot->on_way && backend(feed)->stream_wait(
				    device, backend(feed)->stream_current(device), slot->sent) < 0)
		return error_passed_on();
	Tensor *first = tensor_part(slot->x, 0, slot->rows);
	Tensor *second = tensor_part(slot->classes, 0, slot->rows);
	if (!first || !second) {
		tensor_free(first);
		tensor_free(second);
		return error_passed_on();
	}
	*x = first;
	*classes = second;
	return STATUS_OK;
}
