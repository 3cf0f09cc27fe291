/* parallel_scatter.c - the rows of a batch on their way to the replicas.
 *
 * Rows that are on the replica's device already are used where they lie. From the host they go
 * through the replica's feed, in pinned memory. From the GPU of another replica the stream of that
 * one's feed copies them, so that the copies run beside what the GPU computes. */
#include "framework/src/parallel/parallel_private.h"

/* The replica on that device, or NULL. */
static Replica *replica_on(const Parallel *parallel, Device device)
{
	for (int i = 0; i < parallel->count; i++)
		if (device_equal(parallel->replicas[i].device, device))
			return &parallel->replicas[i];
	return NULL;
}

static int take_views(const Part *part, Tensor **x, Tensor **classes)
{
	*x = tensor_part(part->x, part->first, part->rows);
	*classes = tensor_part(part->classes, part->first, part->rows);
	return *x && *classes ? STATUS_OK : error_passed_on();
}

/* From the host, through pinned memory. */
static int take_from_host(Feed *feed, int slot, const Part *part, Tensor **x, Tensor **classes)
{
	FeedPlace place;
	Device cpu = device_cpu();
	size_t row = tensor_bytes(part->x) / (size_t)part->x->shape.dim[0];
	size_t rows = (size_t)part->rows, first = (size_t)part->first;
	if (feed_open(feed, slot, part->x->shape, part->rows, &place) < 0 ||
	    (row > 0 && backend_copy(place.x, cpu, (const char *)part->x->data + row * first, cpu,
				     row * rows) < 0) ||
	    backend_copy(place.classes, cpu,
			 (const char *)part->classes->data + ELEMENT_BYTES * first, cpu,
			 ELEMENT_BYTES * rows) < 0 ||
	    feed_send(feed, slot) < 0)
		return error_passed_on();
	return feed_take(feed, slot, x, classes);
}

/* From the GPU of another replica, whose feed's stream makes the copies. */
static int take_from_peer(Replica *replica, int slot, Replica *source, const Part *part, Tensor **x,
			  Tensor **classes)
{
	const Backend *backend = backend_of(replica->device);
	int at = source->device.index, here = replica->device.index;
	if (feed_copy(&replica->feed, slot, part->x, part->classes, part->first, part->rows,
		      source->feed.stream) < 0 ||
	    backend->event_record(at, source->mark, source->feed.stream) < 0 ||
	    backend->stream_wait(here, backend->stream_current(here), source->mark) < 0)
		return error_passed_on();
	return feed_take(&replica->feed, slot, x, classes);
}

/* From a device where no replica is. */
static int take_copies(Device device, const Part *part, Tensor **x, Tensor **classes)
{
	Tensor *from_x, *from_classes;
	int status = take_views(part, &from_x, &from_classes);
	if (status == STATUS_OK) {
		*x = tensor_duplicate(from_x, device);
		*classes = *x ? tensor_duplicate(from_classes, device) : NULL;
		status = *classes ? STATUS_OK : error_passed_on();
	}
	tensor_free(from_x);
	tensor_free(from_classes);
	return status;
}

int scatter_take(Parallel *parallel, Replica *replica, const Part *part, Tensor **x,
		 Tensor **classes)
{
	Device from = part->x->device;
	Replica *source = replica_on(parallel, from);
	if (device_equal(from, replica->device))
		return take_views(part, x, classes);
	if (from.kind == DEVICE_CPU)
		return take_from_host(&replica->feed, parallel->slot, part, x, classes);
	if (source && replica->device.kind == DEVICE_GPU)
		return take_from_peer(replica, parallel->slot, source, part, x, classes);
	return take_copies(replica->device, part, x, classes);
}

int scatter_begin(const Parallel *parallel, const Tensor *x)
{
	Replica *source = replica_on(parallel, x->device);
	if (parallel->count == 1 || !source)
		return STATUS_OK;
	const Backend *backend = backend_of(source->device);
	int device = source->device.index;
	if (backend->event_record(device, source->mark, backend->stream_current(device)) < 0)
		return error_passed_on();
	return backend->stream_wait(device, source->feed.stream, source->mark);
}

int scatter_end(const Parallel *parallel, const Tensor *x)
{
	Replica *source = replica_on(parallel, x->device);
	if (parallel->count == 1 || !source)
		return STATUS_OK;
	const Backend *backend = backend_of(source->device);
	int device = source->device.index;
	return backend->stream_wait(device, backend->stream_current(device), source->mark);
}
