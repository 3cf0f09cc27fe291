/* parallel.h - one model on several GPUs: data parallelism.
 *
 * Every device has a replica of the module. A batch is scattered over them, each replica computes
 * its part's gradients, the gradients are summed over all devices by copies between them
 * (all-reduce), and every replica makes the same update, so that they stay equal. With one device,
 * the CPU included, the same code is ordinary training. */
#ifndef USEGPU_PARALLEL_H
#define USEGPU_PARALLEL_H

#include "usegpu/module.h"

typedef struct Parallel Parallel;

/* Copies of `module` on each of the devices, each with an SGD of its own: different ones, at least
 * one; several have to be GPUs. The module itself is borrowed only for the copying. NULL on
 * failure. */
Parallel *parallel_create(const Module *module, const Device *devices, int count, float rate,
			  float momentum);
void parallel_free(Parallel *parallel);

int parallel_count(const Parallel *parallel);

/* Borrowed; may run, be read and be saved, but not be moved. NULL for an index that is not there.
 */
Module *parallel_replica(const Parallel *parallel, int index);

/* Rows [first, first + rows) that replica `index` gets of a batch of n: sizes differ by one at
 * most; a replica may get none. */
void parallel_part(const Parallel *parallel, int64_t n, int index, int64_t *first, int64_t *rows);

/* One step on x (n, in) and classes (n), which may be on any device; the parts are copied to the
 * replicas' devices. Gradients are of the mean over the whole batch, also when it does not divide.
 * The mean loss comes as a tensor of rank 0 on the first device. Nothing makes the host wait, but
 * for a batch in the host's memory, which is staged in one of two places in pinned memory: the one
 * of the step before the last has to be free again. x and classes may be freed at once. NULL on
 * failure; unless CUDA itself failed, no replica has been changed then. */
Tensor *parallel_step(Parallel *parallel, const Tensor *x, const Tensor *classes);

/* The sum over the tensors, in each of them: one tensor a device, all of one shape, float32. By
 * copies between the devices, in a ring that passes each device 2 (count - 1) / count of the bytes
 * (Patarasuk and Yuan, JPDC 2009). Queued on the devices' current streams; nobody waits. All
 * tensors get the same bits. One tensor alone may be on the CPU. 0, or a negative Status. */
int tensor_all_reduce(Tensor *const *tensors, int count);

#ifndef USEGPU_INTERNAL
#define parallel_create(...)   (USEGPU_HERE, parallel_create(__VA_ARGS__))
#define parallel_free(...)     (USEGPU_HERE, parallel_free(__VA_ARGS__))
#define parallel_step(...)     (USEGPU_HERE, parallel_step(__VA_ARGS__))
#define tensor_all_reduce(...) (USEGPU_HERE, tensor_all_reduce(__VA_ARGS__))
#endif

#endif
