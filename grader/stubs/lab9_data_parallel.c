/* Lab 9: one model on several GPUs.
 * Read   docs/lab9.md, then framework/include/usegpu/module.h and tensor_rows, tensor_add_scaled in
 *        framework/include/usegpu/tensor.h.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=9        or        make check LAB=9 CHECK=9.2
 * Leave  nothing behind: every stream and event that you make you destroy before you return, unless
 *        it is what the exercise asks for. Memory and handles likewise.
 * Order  When a function of yours is called, work in the default streams of the GPUs may still be
 *        writing what it gets. */
#include "lab.h"

/* 9.1 (1 point, core)  Give every GPU of a list a copy of the first one's parameters.
 *   replicas  replicas[0] points to `elements` numbers in memory of GPU gpus[0]; leave them
 *             unchanged. replicas[1] to replicas[count - 1] are NULL: set replicas[i] to new memory
 *             of GPU gpus[i] (cudaMalloc) with the same numbers
 *   gpus      the numbers of `count` different GPUs, in any order; count is at least 1
 *   elements  at least 1
 *   returns   0; or -1 if a call fails, as when a GPU has not enough memory. Then all that was made
 *             is given back, and replicas[1] to replicas[count - 1] are NULL
 *   rules     Use CUDA calls and plain C.
 *             Make one copy for each further GPU, from GPU to GPU and not by way of the host.
 *             The copies may still be on their way when you return, but what the caller then puts
 *             into the default streams of the GPUs finds the numbers there, and may change them,
 *             those of replicas[0] too.
 *             The current device is afterwards what it was before.
 *             Leave no error behind
 *   example   ({a, NULL, NULL}, {0, 1, 3}, 3, 6)  ->  {a, b, c}: six numbers on GPU 0, 1 and 3 */
int replicate(float **replicas, const int *gpus, int count, int64_t elements)
{
	/* YOUR CODE HERE (about 20 lines) */
	return TODO(int, "9.1", replicas, gpus, count, elements);
}

/* 9.2 (1 point, core)  Share the rows of a batch among the GPUs of a list.
 *   parts    set parts[i] to new memory of GPU gpus[i] (cudaMalloc) with that GPU's rows; to NULL
 *            if it gets none
 *   rows     set rows[i] to the number of rows that GPU gpus[i] gets
 *   gpus     the numbers of `count` different GPUs, in any order; count is at least 1
 *   x        n rows of `width` numbers in ordinary host memory, row after row; n and width are at
 *            least 1, and a part may have more numbers than 32 bits count. The caller may change x
 *            as soon as the function has returned
 *   returns  0; or -1 if a call fails, as when a GPU has not enough memory. Then all that was made
 *            is given back, and all of parts[] are NULL
 *   rules    Use CUDA calls and plain C.
 *            The first rows go to gpus[0], the next ones to gpus[1], and so on: every row to one
 *            GPU.
 *            Any two numbers of rows differ by one at most; which GPUs get the one more is up to
 *            you.
 *            Make one copy for each GPU that gets rows.
 *            What the caller then puts into the default streams of the GPUs finds the rows.
 *            The current device is afterwards what it was before.
 *            Leave no error behind
 *   example  7 rows for GPUs {0, 2}: rows 0 to 3 go to GPU 0 and rows 4 to 6 to GPU 2 (or 0 to 2
 *            and 3 to 6). 1 row for two GPUs: one of them gets it, the other gets none */
int scatter(float **parts, int64_t *rows, const int *gpus, int count, const float *x, int64_t n,
	    int64_t width)
{
	/* YOUR CODE HERE (about 24 lines) */
	return TODO(int, "9.2", parts, rows, gpus, count, x, n, width);
}

/* 9.3 (2 points, core)  Add up the gradients of all GPUs, and give each GPU the sum.
 *   gradients  `count` float32 tensors of one shape, be it that of a vector or of a matrix, each on
 *              another GPU; count is at least 1. One alone may be on the CPU. Work in the default
 *              streams of the GPUs may still be writing them when the function is called.
 *              Afterwards each of them holds the sum
 *   returns    0, or -1 if a call fails, as when a GPU has not enough memory, and as one that waits
 *              or puts work into order may
 *   rules      All GPUs get the same bits: add up once, then copy.
 *              Copies go from GPU to GPU, none by way of the host. With b bytes in a tensor, at
 *              most 2 (count - 1) b bytes are copied.
 *              Copies may still be on their way when you return, but what the caller then puts into
 *              the default stream of any of the GPUs finds the sum, and may change it.
 *              Peer access between the GPUs is on where it is possible, and stays on.
 *              Nothing but the sums is left in memory.
 *              The current device is afterwards what it was before.
 *              Leave no error behind.
 *              Use no tensor_all_reduce and no parallel_...; other calls of the framework and of
 *              CUDA are allowed
 *   example    {1, 2} on GPU 0 and {10, 20} on GPU 1  ->  {11, 22} on both, by two copies */
int all_reduce(Tensor *const *gradients, int count)
{
	/* YOUR CODE HERE (about 15 lines) */
	return TODO(int, "9.3", gradients, count);
}

enum { MOST_GPUS = 8 };

/* 9.4 (2 points, stretch)  The same sum, with all GPUs sending at the same time.
 *   gradients  `count` float32 vectors of the same length, each on another GPU; count is from 1 to
 *              MOST_GPUS, and the length may be less than that. One alone may be on the CPU. Work
 *              in the default streams of the GPUs may still be writing them when the function is
 *              called. Afterwards each of them holds the sum
 *   room       a vector of the same length on each of these GPUs, for what comes in: room[i] is on
 *              the GPU of gradients[i]. Do with its numbers what you like
 *   returns    0, or -1 if a call fails, as one that waits or puts work into order may
 *   rules      With 4 GPUs and long vectors it takes at most half of the time that 6 copies of a
 *              whole vector take one after the other. (That is what it costs to collect all on GPU
 *              0 and send the sum back. A ring, as in docs/lab9.md, needs little more than a
 *              quarter.)
 *              All GPUs get the same bits.
 *              Copies go from GPU to GPU, none by way of the host. With b bytes in a vector, at
 *              most 2 (count - 1) b bytes are copied.
 *              You may wait for GPUs.
 *              Copies may still be on their way when you return, but what the caller then puts into
 *              the default stream of any of the GPUs finds the sum, and may change it.
 *              Peer access between the GPUs is on where it is possible, and stays on.
 *              Nothing but the sums is left in memory.
 *              The current device is afterwards what it was before.
 *              Leave no error behind.
 *              Use no tensor_all_reduce and no parallel_...; other calls of the framework and of
 *              CUDA are allowed.
 *              Use one thread
 *   example    2 GPUs in a ring: GPU 0 sends its first half and GPU 1 its second half, at the same
 *              time; each adds what came to its own half; then each sends the half that it has
 *              completed, which replaces the other one's */
int ring_all_reduce(Tensor *const *gradients, Tensor *const *room, int count)
{
	/* YOUR CODE HERE (about 40 lines, some in a function of its own) */
	return TODO(int, "9.4", gradients, room, count);
}

/* 9.5 (2 points, stretch)  One step of training on all GPUs.
 *   replicas    `count` equal models (module_mlp), each on another GPU; count is from 1 to
 *               MOST_GPUS. One alone may be on the CPU. Their gradients hold whatever an earlier
 *               step has left there
 *   optimizers  optimizers[i] belongs to replicas[i]; all have the same rate and momentum
 *   x, classes  the parts of a batch: x[i] (rows, in) float32 and classes[i] (rows) int32 on the
 *               device of replicas[i]; leave them unchanged. The parts may have different numbers
 *               of rows, and some may have 0 rows, but not all
 *   returns     0; or -1 if a call fails, as the forward does if x[i] is on another device. If
 *               forward or backward has failed on any GPU, no parameter of any replica is changed
 *   rules       All replicas change in the same way: by one sgd_step with the gradient of the mean
 *               loss (loss_softmax_cross_entropy) over all rows of all parts. So, but for rounding,
 *               they are what one GPU would have made of the whole batch.
 *               All replicas have the same bits afterwards: add up once, then copy.
 *               tensor_all_reduce is allowed here; parallel_... is not.
 *               module_backward is not allowed, because it computes the gradient of the input too:
 *               use module_backward_parameters.
 *               Nothing is copied to or from the host.
 *               Every optimizer makes its own update: it remembers what its momentum needs.
 *               The GPUs compute at the same time: put the work of all GPUs into their queues
 *               before you wait for any of them.
 *               Work may still go on when you return.
 *               Peer access between the GPUs is on where it is possible, and stays on.
 *               The current device is afterwards what it was before.
 *               Leave no error and no memory behind.
 *               Use one thread
 *   measured    on 2 and on 4 slow GPUs (docs/lab9.md). The scaling efficiency is 0.7 at least; while
 *               GPU 0 computes, every other GPU does too for at least 0.7 of that time, on 8 as well
 *   example     parts of 3 and 1 rows: a gradient on GPU 0 counts 3/4, one on GPU 1 counts 1/4 */
int train_step(Module *const *replicas, Sgd *const *optimizers, Tensor *const *x,
	       Tensor *const *classes, int count)
{
	/* YOUR CODE HERE (about 35 lines, some in a function of its own) */
	return TODO(int, "9.5", replicas, optimizers, x, classes, count);
}

/* 9.6 (1 point, stretch)  A question: how much does one GPU send in a ring?
 * All GPUs have a vector, and want the sum of all vectors. They use a ring (docs/lab9.md).
 *   bytes    of one vector; a multiple of gpus
 *   gpus     how many; at least 1
 *   returns  how many bytes each of the GPUs sends
 *   rules    This is about the numbers alone: no CUDA calls
 *   example  (1000, 2) -> 1000    (1000, 5) -> 1600 */
int64_t ring_bytes(int64_t bytes, int gpus)
{
	/* YOUR CODE HERE (about 1 line) */
	return TODO(int64_t, "9.6", bytes, gpus);
}

/* 9.7 (0.5 points, stretch)  A question: what do more GPUs gain?
 * A step takes compute_us on one GPU. On several, the computing is shared evenly. Then follow the
 * 2 (gpus - 1) rounds of a ring, one after the other; each takes alpha_us and the time for
 * bytes / gpus. The scaling efficiency is the time on one GPU, divided by gpus times the time on
 * `gpus` GPUs: 1 if nothing is lost.
 *   compute_us  the time of the step on one GPU, in microseconds
 *   bytes       of the gradients
 *   alpha_us    what each copy takes besides its bytes, in microseconds
 *   gb_per_s    the rate of a link; 1 GB/s is 1000 bytes in a microsecond
 *   gpus        how many; at least 1
 *   returns     the scaling efficiency
 *   rules       This is about the numbers alone: no CUDA calls
 *   example     (1000, 1000000, 50, 10, 2) -> 0.7143: 500 us and 2 rounds of 50 + 50 us make 700 */
double scaling_efficiency(double compute_us, double bytes, double alpha_us, double gb_per_s,
			  int gpus)
{
	/* YOUR CODE HERE (about 3 lines) */
	return TODO(double, "9.7", compute_us, bytes, alpha_us, gb_per_s, gpus);
}

/* 9.8 (0.5 points, core)  Predict, then measure: a step of training (parallel_step())
 * of a network of 64, 128 and 10 units with 128 images, which are in host memory: on one GPU, and on
 * two with half of the images each. How many times as long does the step take on one GPU?
 *   returns  your guess. Write it down before you measure: it is worth all points within a factor of
 *            1.5 of what the check measures then, on two A100, and fewer within 3 and within 10
 *   example  2 means twice as long */
double predict_training(void)
{
	/* YOUR CODE HERE (about 1 line) */
	return TODO(double, "9.8");
}
