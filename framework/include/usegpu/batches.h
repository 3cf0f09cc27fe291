/* batches.h - a data set in batches, sent to a device ahead of their use.
 *
 * The data stay in the host's memory. batches_next() hands out a batch on the device and begins to
 * send the one after it: the rows are gathered into pinned memory and copied on a stream of their
 * own, so that the copy runs beside the computation. */
#ifndef USEGPU_BATCHES_H
#define USEGPU_BATCHES_H

#include "usegpu/tensor.h"

typedef struct Batches Batches;

/* x (count, ...) float32 and classes (count) int32, both on the CPU; borrowed, and to be left alone
 * until batches_free(). `ahead`: how many batches are sent ahead, 0 to 8; with 0 every batch is
 * copied when it is asked for. There is room for ahead + 2 batches, on the device and in pinned
 * memory, made when it is first needed and used again. NULL on failure. */
Batches *batches_create(const Tensor *x, const Tensor *classes, int64_t batch, int ahead,
			Device device);
void batches_free(Batches *batches);

/* Begins an epoch: all rows once, in an order drawn from the seed (0: as they are); the last batch
 * may be smaller. May come in the middle of an epoch. 0, or a negative Status. */
int batches_start(Batches *batches, uint64_t seed);

/* The next batch, in two new tensors on the device. 1, or 0 at the end of the epoch, or a negative
 * Status (then the same batch comes again at the next call). Operations on the current stream of
 * the device are ordered behind the copy. The room of a batch that was freed is used for a later
 * one, behind the work that is on the device's current stream by then; so work on other streams has
 * to be waited for before the batch is freed. A batch that is kept stays as it is. */
int batches_next(Batches *batches, Tensor **x, Tensor **classes);

#ifndef USEGPU_INTERNAL
#define batches_create(...) (USEGPU_HERE, batches_create(__VA_ARGS__))
#define batches_free(...)   (USEGPU_HERE, batches_free(__VA_ARGS__))
#define batches_start(...)  (USEGPU_HERE, batches_start(__VA_ARGS__))
#define batches_next(...)   (USEGPU_HERE, batches_next(__VA_ARGS__))
#endif

#endif
