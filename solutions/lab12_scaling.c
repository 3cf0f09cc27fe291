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
	/* SOLUTION 12.1 */
	int64_t n = tensor_count(classes);
	int status = module_zero_gradients(model);
	for (int64_t first = 0; first < n && status == 0; first += rows) {
		int64_t here = n - first < rows ? n - first : rows;
		float share = (float)here / (float)n;
		Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
		Tensor *wanted = tensor_rows(classes, first, here);
		Tensor *logits = module_forward(model, part);
		Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
		status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
		if (status == 0)
			status = module_backward_parameters(model, gradient);
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		tensor_free(wanted);
		tensor_free(part);
	}
	if (status == 0)
		status = sgd_step(optimizer);
	return status == 0 ? 0 : -1;
	/* STUB (about 20 lines)
	return TODO(int, "12.1", model, optimizer, x, classes, rows);
	END */
}

enum { MOST_PARAMETERS = 8 };

/* What one GPU uses to send its gradients, and to get the other's. */
typedef struct Lane {
	Stream *stream;                /* of this GPU, and not its default stream */
	Tensor *room[MOST_PARAMETERS]; /* on this GPU: one of the shape of each parameter */
} Lane;

/* SOLUTION */
/* What the hook of one replica needs. */
typedef struct Sender {
	cudaStream_t stream;
	Tensor *const *to; /* the other GPU's rooms */
	cudaError_t error;
} Sender;

/* Lets `waiting` on one GPU wait for what is in `stream` of another, or of the same, now; 0 is the
 * default stream. */
static cudaError_t stream_follow(int waiting_gpu, cudaStream_t waiting, int gpu,
				 cudaStream_t stream)
{
	int before = 0;
	cudaEvent_t event;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaError_t error = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
	if (error == cudaSuccess) {
		error = cudaEventRecord(event, stream);
		cudaSetDevice(waiting_gpu);
		if (error == cudaSuccess)
			error = cudaStreamWaitEvent(waiting, event, 0);
		cudaEventDestroy(event);
	}
	cudaSetDevice(before);
	return error;
}

/* Sends a gradient in the lane, behind what makes it in the default stream. */
static void gradient_send(void *data, Module *module, int parameter)
{
	Sender *sender = data;
	const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
	int gpu = tensor_device(from).index;
	if (sender->error == cudaSuccess)
		sender->error = stream_follow(gpu, sender->stream, gpu, 0);
	if (sender->error == cudaSuccess)
		sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index,
						    tensor_data(from), gpu, tensor_bytes(from),
						    sender->stream);
}

/* Puts forward and backward of one replica into its GPU's default stream. */
static int pass_queue(Module *replica, const Tensor *x, const Tensor *classes, int64_t all)
{
	float share = (float)tensor_count(classes) / (float)all;
	Tensor *gradient = NULL;
	int status = module_zero_gradients(replica);
	Tensor *logits = status == 0 ? module_forward(replica, x) : NULL;
	Tensor *loss = logits ? loss_softmax_cross_entropy(logits, classes, &gradient) : NULL;
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(replica, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	return status;
}

/* Adds what has come to the replica's own gradients. */
static int add_rooms(Module *replica, Tensor *const *room)
{
	int status = 0;
	for (int p = 0; p < module_parameter_count(replica) && status == 0; p++)
		status = tensor_add_scaled(module_gradient(replica, p), 1, room[p]);
	return status;
}
/* STUB END */

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
	/* SOLUTION 12.2 */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		/* the other's gradients are here, and its own have been sent */
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
	/* STUB (about 70 lines, most in functions of their own)
	return TODO(int, "12.2", replicas, optimizers, x, classes, lanes);
	END */
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
	/* SOLUTION 12.3 */
	return one_us / many_us / (is_weak ? 1 : gpus);
	/* STUB (about 1 line)
	return TODO(double, "12.3", one_us, many_us, gpus, is_weak);
	END */
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
	/* SOLUTION 12.4 */
	double full = rate * (double)larger / (double)batch;
	if (step >= warm_up)
		return full;
	return rate + (full - rate) * (double)step / (double)warm_up;
	/* STUB (about 4 lines)
	return TODO(double, "12.4", rate, batch, larger, step, warm_up);
	END */
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

/* SOLUTION */
/* The end of what the GPU computes without a gap from `from` on; `from` if nothing is under way. */
static double kernels_end(const Bar *bars, int count, int gpu, double from)
{
	double end = from;
	for (int i = 0; i < count; i++)
		if (bars[i].gpu == gpu && bars[i].kind == BAR_KERNEL && bars[i].start_us <= end &&
		    bars[i].end_us > end) {
			end = bars[i].end_us;
			i = -1; /* look at all once more */
		}
	return end;
}

static double next_kernel(const Bar *bars, int count, int gpu, double from)
{
	double next = -1;
	for (int i = 0; i < count; i++)
		if (bars[i].gpu == gpu && bars[i].kind == BAR_KERNEL && bars[i].start_us >= from &&
		    (next < 0 || bars[i].start_us < next))
			next = bars[i].start_us;
	return next;
}

/* The copy of that GPU that ends last in the gap is what the next kernel has waited for. */
static StallCause cause_of(const Bar *bars, int count, int gpu, double start, double end)
{
	StallCause cause = STALL_HOST;
	double latest = start;
	for (int i = 0; i < count; i++)
		if (bars[i].gpu == gpu && bars[i].kind != BAR_KERNEL && bars[i].end_us > latest &&
		    bars[i].end_us <= end) {
			latest = bars[i].end_us;
			cause = (StallCause)bars[i].kind;
		}
	return cause;
}
/* STUB END */

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
	/* SOLUTION 12.5 */
	Stall longest = {STALL_NONE, 0, 0};
	double end = next_kernel(bars, count, gpu, 0);
	while (end >= 0) {
		double start = kernels_end(bars, count, gpu, end);
		end = next_kernel(bars, count, gpu, start);
		if (end - start > longest.end_us - longest.start_us)
			longest = (Stall){cause_of(bars, count, gpu, start, end), start, end};
	}
	return longest;
	/* STUB (about 35 lines, some in functions of their own)
	return TODO(Stall, "12.5", bars, count, gpu);
	END */
}
