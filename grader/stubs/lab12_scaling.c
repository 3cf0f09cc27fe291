/* Lab 12: larger batches, more GPUs. It goes on from lab 9, beyond the chapter.
 * Read   docs/lab12.md, then framework/include/usegpu/module.h (module_on_gradient) and
 *        stream_handle in framework/include/usegpu/stream.h.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=12        or        make check LAB=12 CHECK=12.2
 * Leave  nothing behind: every stream and event that you make you destroy before you return, unless
 *        it is what the exercise asks for. Memory and handles likewise.
 * Order  When a function of yours is called, work in the default streams of the GPUs may still be
 *        writing what it gets; and what the caller puts there next finds what yours has made, and
 *        may change it. */
#include "lab.h"

/* 12.1 (2 points, stretch)  Train with a batch that does not fit: piece by piece, with one update.
 *   model      a module_mlp on one device. Its gradients hold what an earlier step has left there
 *   optimizer  of that model
 *   x          (n, in) float32 on the model's device; leave it unchanged
 *   classes    (n) int32 on the same device; leave them unchanged
 *   rows       the size of a piece; the last one alone may be smaller. At least 1
 *   returns    0, or -1 if a call fails; then no parameter is changed
 *   rules      The model changes as by one step with the whole batch: one sgd_step, with the
 *              gradient of the mean loss over all n rows (but for rounding).
 *              Forward, loss and backward see at most `rows` rows at a time. Do not call
 *              module_backward(): nobody needs the gradient of the input.
 *              What a piece has made is given back before the next piece begins.
 *              Nothing is copied to or from the host.
 *              No error, no memory and no hook are left behind.
 *   example    n is 10 and rows is 4: pieces of 4, 4 and 2 rows, which count 4/10, 4/10 and 2/10 */
int step_in_pieces(Module *model, Sgd *optimizer, const Tensor *x, const Tensor *classes,
		   int64_t rows)
{
	/* YOUR CODE HERE (about 20 lines) */
	return TODO(int, "12.1", model, optimizer, x, classes, rows);
}

enum { MOST_PARAMETERS = 8 };

/* What one GPU uses to send its gradients, and to get the other's. */
typedef struct Lane {
	Stream *stream;                /* of this GPU, and not its default stream */
	Tensor *room[MOST_PARAMETERS]; /* on this GPU: one of the shape of each parameter */
} Lane;

/* 12.2 (4 points, stretch)  One step of training on two GPUs that sends gradients beside the backward.
 *   replicas    two equal models (module_mlp) on two GPUs, with at most MOST_PARAMETERS parameters.
 *               Their gradients hold what an earlier step has left there
 *   optimizers  optimizers[i] belongs to replicas[i]; both have the same rate and momentum
 *   x, classes  the parts of a batch: x[i] (rows, in) float32 and classes[i] (rows) int32, on the
 *               GPU of replicas[i]; each part has at least 1 row. Leave them unchanged
 *   lanes       lanes[i] is on the GPU of replicas[i]. Do with the numbers in the rooms what you like
 *   returns     0, or -1 if a call fails
 *   rules       Both replicas change in the same way: by one sgd_step with the gradient of the mean
 *               loss over all rows of both parts.
 *               Forward, backward, sums of gradients and update are in the default streams.
 *               A gradient is sent to the other GPU's room as soon as it is complete, in the lane's
 *               stream (stream_handle), by cudaMemcpyPeerAsync: module_on_gradient tells you when it
 *               is queued, and your hook queues the copy. A GPU sends in its own lane, each gradient
 *               once.
 *               Order the streams by events (cudaStreamWaitEvent); the host does not wait for
 *               a GPU, and does not ask whether it is done.
 *               What an earlier step has queued may still read the rooms.
 *               When you return, no module has a hook.
 *               Use one thread. The current device is afterwards what it was before.
 *               No error and no memory are left behind. Peer access is on where it is possible
 *   measured    on slow GPUs: of the time of the copies between them, half at least lies beside
 *               kernels of the GPU that sends; and both GPUs compute at the same time
 *   example     a model of 3 layers: while layer 1 is in the backward, the gradients of layers 3
 *               and 2 are on their way */
int step_overlapped(Module *const *replicas, Sgd *const *optimizers, Tensor *const *x,
		    Tensor *const *classes, const Lane *lanes)
{
	/* YOUR CODE HERE (about 70 lines, most in functions of their own) */
	return TODO(int, "12.2", replicas, optimizers, x, classes, lanes);
}

/* 12.3 (1 point, stretch)  A question: how well do more GPUs work?
 * With strong scaling the batch stays and is shared, so on g GPUs a step should take 1/g of the time.
 * With weak scaling each GPU keeps a batch of its own, so a step should take as long as on one.
 *   one_us   what a step takes on one GPU, in microseconds
 *   many_us  what it takes on `gpus` GPUs
 *   gpus     at least 1
 *   is_weak  whether each GPU has a batch as large as the one GPU's; else all share that batch
 *   returns  the efficiency: 1 if it is as it should be, less if it takes longer
 *   rules    This is about the numbers alone: no CUDA calls
 *   example  (1000, 400, 4, false) -> 0.625    (1000, 1250, 4, true) -> 0.8 */
double efficiency(double one_us, double many_us, int gpus, bool is_weak)
{
	/* YOUR CODE HERE (about 1 line) */
	return TODO(double, "12.3", one_us, many_us, gpus, is_weak);
}

/* 12.4 (1 point, stretch)  A question: which rate for a larger batch?
 * A batch k times as large makes k times fewer updates. The linear rule makes each k times as long:
 * the rate for the larger batch is k times the rate. In the first steps that is too much, so the rate
 * climbs to it: from `rate` in step 0, by the same amount in each step, to the full one in step
 * `warm_up`, and stays there.
 *   rate     for batches of `batch` rows
 *   batch    at least 1
 *   larger   the rows of the larger batch; at least `batch`
 *   step     which step: 0 is the first
 *   warm_up  the first step with the full rate; 0 means that all have it
 *   returns  the rate in that step
 *   rules    This is about the numbers alone: no CUDA calls
 *   example  (0.1, 256, 1024, 5, 10) -> 0.25    (0.1, 256, 1024, 20, 10) -> 0.4 */
double rate_for(double rate, int64_t batch, int64_t larger, int64_t step, int64_t warm_up)
{
	/* YOUR CODE HERE (about 4 lines) */
	return TODO(double, "12.4", rate, batch, larger, step, warm_up);
}

/* What a bar of a timeline shows; several bars may be at the same time. */
typedef enum BarKind { BAR_KERNEL, BAR_COPY_IN, BAR_COPY_OUT, BAR_COPY_PEER } BarKind;

typedef struct Bar {
	int gpu; /* a copy between GPUs counts for the one that receives */
	BarKind kind;
	double start_us, end_us;
} Bar;

/* Why a GPU computes nothing: it waits for a copy of that kind, or it was given nothing to do. */
typedef enum StallCause {
	STALL_NONE,
	STALL_COPY_IN,
	STALL_COPY_OUT,
	STALL_COPY_PEER,
	STALL_HOST
} StallCause;

typedef struct Stall {
	StallCause cause;
	double start_us, end_us;
} Stall;

/* 12.5 (2 points, stretch)  A question: find the stall in a timeline.
 *   bars     `count` bars, in any order; those of one GPU may overlap, but no two of its copies end
 *            at the same time. Times are from 0 on. Leave them as they are
 *   gpu      which GPU to look at
 *   returns  the longest time between two kernels of that GPU in which it computes nothing (of equally
 *            long ones the first), and its cause: the kind of the GPU's copy that ends last within it
 *            (after its start, and at its end at the latest); STALL_HOST if there is none. A GPU
 *            without such a time: {STALL_NONE, 0, 0}
 *   rules    This is about the numbers alone: no CUDA calls.
 *            What is before the first kernel or behind the last one does not count
 *   example  kernels (0, 10), (30, 40) and (45, 60), a copy in (5, 28)  ->  {STALL_COPY_IN, 10, 30} */
Stall find_stall(const Bar *bars, int count, int gpu)
{
	/* YOUR CODE HERE (about 35 lines, some in functions of their own) */
	return TODO(Stall, "12.5", bars, count, gpu);
}
