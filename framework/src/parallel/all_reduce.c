/* all_reduce.c - the sum of tensors on several GPUs, in each of them.
 *
 * A ring (Patarasuk and Yuan, JPDC 2009). The tensors are cut into as many segments as there are
 * devices. In round r device i sends segment (i - r) mod count to its right neighbour. In the first
 * count - 1 rounds the neighbour adds what arrives to its own segment, so that after them each
 * device has one complete sum; in the other count - 1 rounds the complete sums go round and replace
 * what was there. Every sum is made once, on one device, so all devices have the same bits in the
 * end.
 *
 * Order. Each device sends on its current stream, behind the work that made the tensor. After a
 * round every stream waits for its left neighbour's copy; nothing else is needed, because a device
 * sends a segment on before it gets that segment again. Before the first round every stream waits
 * for its right neighbour, whose room for arrivals might still be in use. */
#include "usegpu/parallel.h"

#include <stdlib.h>

#include "framework/src/device/ring.h"
#include "framework/src/tensor/tensor_private.h"

int ring_check(const Device *devices, int count)
{
	if (count < 1)
		return error_set(STATUS_ARGUMENT, "%d devices; wanted at least one", count);
	for (int i = 0; i < count; i++) {
		if (device_require(devices[i]) < 0)
			return error_passed_on();
		if (count > 1 && devices[i].kind != DEVICE_GPU)
			return error_set(STATUS_DEVICE,
					 "device %d of %d is the cpu; several have to be GPUs", i,
					 count);
		for (int k = 0; k < i; k++)
			if (device_equal(devices[i], devices[k]))
				return error_set(STATUS_DEVICE, "devices %d and %d are both %s", k,
						 i, device_text(devices[i]).text);
	}
	return STATUS_OK;
}

void ring_release(Ring *ring)
{
	for (int i = 0; i < ring->count; i++) {
		Device device = tensor_device(ring->scratch[i]);
		if (ring->mark[i])
			backend_of(device)->event_free(device.index, ring->mark[i]);
		tensor_free(ring->scratch[i]);
	}
	free(ring->mark);
	free(ring->scratch);
	*ring = (Ring){0};
}

int ring_init(Ring *ring, const Device *devices, int count, int64_t elements)
{
	*ring = (Ring){0};
	ring->mark = calloc((size_t)count, sizeof(*ring->mark));
	ring->scratch = calloc((size_t)count, sizeof(Tensor *));
	int status = STATUS_OK;
	if (!ring->mark || !ring->scratch)
		status = error_set(STATUS_MEMORY, "the host has no memory left for %d devices",
				   count);
	for (; status == STATUS_OK && ring->count < count; ring->count++) {
		Device device = devices[ring->count];
		Tensor *scratch = tensor_create_queued(SHAPE(elements), DTYPE_FLOAT32, device);
		if (!scratch) {
			status = error_passed_on();
			break;
		}
		ring->scratch[ring->count] = scratch;
		status = backend_of(device)->event_create(device.index, &ring->mark[ring->count]);
	}
	if (status != STATUS_OK)
		ring_release(ring);
	return status;
}

/* A mark at the present end of the device's current stream. */
static int mark(const Ring *ring, int i)
{
	Device device = ring->scratch[i]->device;
	const Backend *backend = backend_of(device);
	return backend->event_record(device.index, ring->mark[i],
				     backend->stream_current(device.index));
}

/* Later work on the current stream of device i waits for the mark of another. */
static int wait(const Ring *ring, int i, int other)
{
	Device device = ring->scratch[i]->device;
	const Backend *backend = backend_of(device);
	return backend->stream_wait(device.index, backend->stream_current(device.index),
				    ring->mark[other]);
}

/* Every stream waits for that of its neighbour, to the left (-1) or to the right (1). */
static int wait_for_neighbours(const Ring *ring, int side)
{
	for (int i = 0; i < ring->count; i++)
		if (mark(ring, i) < 0)
			return error_passed_on();
	for (int i = 0; i < ring->count; i++)
		if (wait(ring, i, (i + side + ring->count) % ring->count) < 0)
			return error_passed_on();
	return STATUS_OK;
}

/* What device i sends in a round: floats `first` to `first + count - 1`. */
typedef struct Segment {
	int64_t first, count;
} Segment;

static Segment segment_of(const Ring *ring, int64_t elements, int i, int round)
{
	int n = ring->count, index = (i - round + 2 * n) % n;
	int64_t first = elements / n * index + elements % n * index / n;
	int64_t end = elements / n * (index + 1) + elements % n * (index + 1) / n;
	return (Segment){first, end - first};
}

static int send(const Ring *ring, const Tensor *from, const Tensor *to, Segment segment, int i)
{
	Device device = ring->scratch[i]->device;
	if (segment.count == 0)
		return STATUS_OK;
	return backend_send((float *)to->data + segment.first, to->device,
			    (const float *)from->data + segment.first, from->device,
			    (size_t)segment.count * ELEMENT_BYTES,
			    backend_of(device)->stream_current(device.index));
}

/* to += what has arrived. */
static int add(const Tensor *to, const Tensor *arrived, Segment segment)
{
	const float one = 1;
	float *sum = (float *)to->data + segment.first;
	if (segment.count == 0)
		return STATUS_OK;
	return backend_of(to->device)
		->elementwise(to->device.index, KERNEL_add_scaled_f32, sum, sum,
			      (const float *)arrived->data + segment.first, &one, segment.count);
}

static int rounds_queue(const Ring *ring, Tensor *const *tensors)
{
	int n = ring->count;
	int64_t elements = tensors[0]->count;
	if (wait_for_neighbours(ring, 1) < 0)
		return error_passed_on();
	for (int round = 0; round < 2 * (n - 1); round++) {
		Tensor *const *target = round < n - 1 ? ring->scratch : tensors;
		for (int i = 0; i < n; i++)
			if (send(ring, tensors[i], target[(i + 1) % n],
				 segment_of(ring, elements, i, round), i) < 0)
				return error_passed_on();
		if (wait_for_neighbours(ring, -1) < 0)
			return error_passed_on();
		for (int i = 0; i < n && round < n - 1; i++)
			if (add(tensors[(i + 1) % n], ring->scratch[(i + 1) % n],
				segment_of(ring, elements, i, round)) < 0)
				return error_passed_on();
	}
	return STATUS_OK;
}

/* After a failure no stream waits for what others still send to it, so the host does: the scratch
 * may be given back, and the tensors too. What that wait answers changes nothing any more. */
static void ring_drain(const Ring *ring)
{
	for (int i = 0; i < ring->count; i++) {
		Device device = ring->scratch[i]->device;
		backend_of(device)->synchronize(device.index);
	}
}

int ring_sum(Ring *ring, Tensor *const *tensors)
{
	if (ring->count == 1 || tensors[0]->count == 0)
		return STATUS_OK;
	for (int i = 0; i < ring->count; i++)
		tensor_note_use(tensors[i]);
	int status = rounds_queue(ring, tensors);
	if (status < 0)
		ring_drain(ring);
	return status;
}

/* --- the public function ---------------------------------------------------------------------- */

/* 0 if they can be summed, with their devices in devices[]. */
static int check(Tensor *const *tensors, int count, Device *devices)
{
	for (int i = 0; i < count; i++) {
		if (!tensors[i])
			return error_set(STATUS_ARGUMENT, "tensors[%d] is NULL", i);
		if (check_float(tensors[i], "a tensor") < 0)
			return error_passed_on();
		if (!shape_equal(tensors[i]->shape, tensors[0]->shape))
			return error_set(STATUS_SHAPE,
					 "tensors[0] is %s, tensors[%d] is %s; all must have one "
					 "shape",
					 text_shape(tensors[0]->shape).text, i,
					 text_shape(tensors[i]->shape).text);
		devices[i] = tensors[i]->device;
	}
	return ring_check(devices, count);
}

int tensor_all_reduce(Tensor *const *tensors, int count)
{
	Ring ring;
	error_begin(__func__);
	if (!tensors)
		return error_null("tensors");
	if (count < 1)
		return error_set(STATUS_ARGUMENT, "%d tensors; wanted at least one", count);
	Device *devices = calloc((size_t)count, sizeof(*devices));
	if (!devices)
		return error_set(STATUS_MEMORY, "the host has no memory left for %d devices",
				 count);
	int status = check(tensors, count, devices);
	if (status == STATUS_OK && count > 1 && tensors[0]->count > 0) {
		status = ring_init(&ring, devices, count, tensors[0]->count);
		if (status == STATUS_OK) {
			status = ring_sum(&ring, tensors);
			ring_release(&ring);
		}
	}
	free(devices);
	return status;
}
