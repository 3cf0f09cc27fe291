/* lab8_drive_slot.h - what there is in the slots of a feed that 8.5 has opened, and whether it works. */
#ifndef GRADER_STUDENT_LAB8_DRIVE_SLOT_H
#define GRADER_STUDENT_LAB8_DRIVE_SLOT_H

#include <stdbool.h>
#include <string.h>

#include "grader/student/lab8_drive_feed.h"

static inline bool is_pinned_for(const void *memory, const Tensor *tensor)
{
	return tensor && is_pinned(memory) &&
	       is_pinned((const char *)memory + tensor_bytes(tensor) - 1);
}

/* How the GPU that the stream belongs to is called; -1: there is none, -2: it waits for the default
 * stream. */
static inline int64_t stream_gpu(cudaStream_t stream)
{
	unsigned flags = 0;
	int gpu = -1;
	if (!stream || cudaStreamGetFlags(stream, &flags) != cudaSuccess)
		return -1;
	if (!(flags & cudaStreamNonBlocking))
		return -2;
	return cudaStreamGetDevice(stream, &gpu) == cudaSuccess ? gpu : -1;
}

/* Sends all pinned memory of a slot to its tensors; 0 if that and its events work. */
static inline int64_t try_slot(const Feed *feed, const Slot *slot)
{
	if (!is_pinned_for(slot->x_pinned, slot->x) ||
	    !is_pinned_for(slot->classes_pinned, slot->classes))
		return -1;
	if (tensor_device(slot->x).kind != DEVICE_GPU ||
	    tensor_device(slot->classes).kind != DEVICE_GPU)
		return -1; /* the judge sees where they are */
	memset(slot->x_pinned, 0, tensor_bytes(slot->x));
	memset(slot->classes_pinned, 0, tensor_bytes(slot->classes));
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, tensor_bytes(slot->x),
			cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned,
			tensor_bytes(slot->classes), cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	cudaEventRecord(slot->used, NULL);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* Whether no byte is in both pieces of pinned memory. */
static inline bool pieces_apart(const void *one, const Tensor *for_one, const void *two,
				const Tensor *for_two)
{
	const uintptr_t a = (uintptr_t)one, b = (uintptr_t)two;
	return a + tensor_bytes(for_one) <= b || b + tensor_bytes(for_two) <= a;
}

/* Names what a slot holds; whether that is apart from the other one's. */
static inline bool slot_put(Drive *d, const Feed *feed, int i)
{
	const Slot *slot = &feed->slot[i], *other = &feed->slot[!i];
	const char *names[2][5] = {{"pinned0", "apart0", "x0", "classes0", "made0"},
				   {"pinned1", "apart1", "x1", "classes1", "made1"}};
	bool apart = pieces_apart(slot->x_pinned, slot->x, slot->classes_pinned, slot->classes) &&
		     pieces_apart(slot->x_pinned, slot->x, other->x_pinned, other->x) &&
		     pieces_apart(slot->x_pinned, slot->x, other->classes_pinned, other->classes) &&
		     pieces_apart(slot->classes_pinned, slot->classes, other->classes_pinned,
				  other->classes) &&
		     slot->x != other->x && slot->classes != other->classes &&
		     slot->sent != slot->used && slot->sent != other->sent &&
		     slot->used != other->used;
	drive_put_int(d, names[i][4],
		      slot->x_pinned && slot->classes_pinned && slot->x && slot->classes &&
			      slot->sent && slot->used);
	drive_put_int(d, names[i][0],
		      is_pinned_for(slot->x_pinned, slot->x) &&
			      is_pinned_for(slot->classes_pinned, slot->classes));
	drive_put_int(d, names[i][1], slot->sent && slot->used && apart);
	drive_put_tensor(d, names[i][2], slot->x);
	drive_put_tensor(d, names[i][3], slot->classes);
	return apart;
}

#endif
