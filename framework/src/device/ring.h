/* ring.h - the sum over GPUs, and what it needs each time: marks and room for what arrives. */
#ifndef RING_H
#define RING_H

#include "usegpu/tensor.h"

typedef struct Ring {
	int count;        /* devices */
	void **mark;      /* an event of each */
	Tensor **scratch; /* `elements` floats on each */
} Ring;

#pragma GCC visibility push(hidden)

/* 0 if these devices, at least one, can be used together: all exist, none comes twice, and several
 * are all GPUs. */
int ring_check(const Device *devices, int count);

/* For checked devices. 0, or a negative Status with nothing left to release. */
int ring_init(Ring *ring, const Device *devices, int count, int64_t elements);
void ring_release(Ring *ring);

/* Sums tensors of `elements` floats, one on each device, into all of them. Queued on the current
 * streams of the devices; nobody waits. */
int ring_sum(Ring *ring, Tensor *const *tensors);

#pragma GCC visibility pop

#endif
