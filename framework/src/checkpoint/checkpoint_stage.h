/* checkpoint_stage.h - bytes between a file and tensors on any device.
 *
 * The bytes of tensors on the CPU are read and written where they are. Those of GPUs go through
 * two buffers of pinned memory in turn: while one is copied to or from the GPU, the file is read or
 * written from the other. A piece, what a buffer holds at a time, is a run of the file; small
 * tensors share one, so that the file sees few large calls, and each tensor that fits into a piece
 * is one copy. */
#ifndef CHECKPOINT_STAGE_H
#define CHECKPOINT_STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "usegpu/tensor.h"

#pragma GCC visibility push(hidden)

/* Of a piece, at most. Large enough that what a copy costs at any size, some 10 us
 * (../simcuda/machines), is below a tenth of its time over PCIe 4.0; small enough to be pinned
 * quickly. */
#define PIECE_BYTES ((size_t)4 << 20)

/* A tensor and the place of its bytes in the file. */
typedef struct Place {
	Tensor *tensor; /* only read when writing to a file */
	int64_t at;
} Place;

/* Moves the bytes of all, which lie in the file one behind the other in this order. They are moved
 * when this returns: what was queued on the current streams before comes before it, what is queued
 * later after it. 0 or a negative Status. */
int stage_write(int file, const char *path, const Place *places, int count);
int stage_read(int file, const char *path, const Place *places, int count);

/* --- checkpoint_gpu.c: the two buffers, and a stream for each GPU that takes part ------------ */

typedef struct Stage {
	char *buffer[2];   /* NULL until the first copy */
	size_t bytes;      /* of each */
	int device;        /* for which they were pinned; all GPUs reach them */
	struct Lane *lane; /* one for each GPU */
	int lanes;
} Stage;

/* Queues a copy between `at` of a buffer and device memory, behind the work that is queued on the
 * device's current stream. */
int stage_copy(Stage *stage, int buffer, size_t at, int device, void *data, size_t bytes,
	       bool to_device);

/* Takes the pinned memory, if that has not been done; on `device`, one that takes part anyway. */
int stage_buffers(Stage *stage, int device);

/* Marks the end of what is queued on a buffer; waits until that is done. */
int stage_mark(Stage *stage, int buffer);
int stage_wait(Stage *stage, int buffer);

/* Waits for all and gives everything back. Returns `status`, or if that is 0 whether all went well:
 * the first failure is the one to report. */
int stage_end(Stage *stage, int status);

#pragma GCC visibility pop

#endif
