/* Lab 8: training on a GPU.
 * Read   docs/lab8.md, then framework/include/usegpu/module.h.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=8        or        make check LAB=8 CHECK=8.2
 * Leave  nothing behind: every stream and event that you make you destroy before you return, unless
 *        it is what the exercise asks for. Memory and handles likewise.
 * Order  When a function of yours is called, work in the default streams of the GPUs may still be
 *        writing what it gets. */
#include "lab.h"

/* Images in ordinary host memory: row i has `width` numbers, from x + i * width on, and belongs to
 * class classes[i]. Leave them unchanged. */
typedef struct Images {
	const float *x;
	const int32_t *classes;
	int64_t count, width;
} Images;

/* 8.1 (1 point, core)  Send one batch to where the model is.
 *   model    tells the device by its parameters: a GPU or the CPU
 *   data     in host memory
 *   first    the batch begins with this row
 *   batch    how many rows it has, from 1 to data->count; fewer if the data end before
 *   x        where to write a new tensor (rows, width) float32 on the model's device
 *   classes  where to write a new tensor (rows) int32 there
 *   returns  how many rows the batch has: 0 if `first` is data->count or more; -1 if a call fails,
 *            as when the GPU is full. If nothing was sent, *x and *classes keep their values
 *   rules    Make two copies to the GPU, of these rows alone.
 *            What the caller then puts into the GPU's default stream finds the batch.
 *            When you return -1, nothing stays in memory
 *   example  10 rows, first 8, batch 4  ->  2, and the last two rows are on the device */
int64_t send_batch(const Module *model, const Images *data, int64_t first, int64_t batch,
		   Tensor **x, Tensor **classes)
{
	/* SOLUTION 8.1 */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
					   data->x + first * data->width, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;
	/* STUB (about 15 lines)
	return TODO(int64_t, "8.1", model, data, first, batch, x, classes);
	END */
}

/* 8.2 (2 points, core)  One step of training.
 *   model, sgd  the model, and the optimizer that was made for it
 *   x, classes  a batch: (n, in) float32 and (n) int32; leave them unchanged
 *   returns     the loss of this batch before the step (the mean over its rows), a tensor of rank 0
 *               on the model's device; NULL if a call fails, as when x is on another device or
 *               classes has another number of rows. Then the parameters are what they were
 *   rules       Gradients from before do not count.
 *               Copy nothing to the host or to the GPU.
 *               The host does not wait for the GPU, and does not ask whether it is done.
 *               Nothing but the result is left in memory
 *   example     model, x and classes on gpu:1  ->  the loss on gpu:1, while the GPU still works */
Tensor *train_step(Module *model, Sgd *sgd, const Tensor *x, const Tensor *classes)
{
	/* SOLUTION 8.2 */
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;
	/* STUB (about 12 lines)
	return TODO(Tensor *, "8.2", model, sgd, x, classes);
	END */
}

/* A function that does what 8.2 says. The functions below get one and call it, so that they work
 * whether your 8.2 does or not. */
typedef Tensor *Step(Module *model, Sgd *sgd, const Tensor *x, const Tensor *classes);

/* 8.3 (2 points, core)  One epoch of training, and one number to report.
 *   step        does one step: step(model, sgd, x, classes) trains with a batch and returns its
 *               mean loss, a new tensor of rank 0 on the model's device, or NULL
 *   x, classes  the whole data set, on the model's device: (count, in) and (count), count at least
 *               1; leave them unchanged
 *   mean        where to write the mean loss over all rows: each batch counts by its rows
 *   returns     0, or -1 if a call fails; then *mean keeps its value
 *   rules       Train on rows 0 to batch - 1, then on the next `batch` rows, and so on; the last
 *               batch may have fewer rows.
 *               Make one copy in all, those within the GPU (tensor_assign) too: one number, to the
 *               host, at the end.
 *               There the host may wait for the GPU, or ask whether it is done, once or twice, but
 *               not in every step. A wait in tensor_free() does not count
 *               Give back all that you make
 *   example     3 rows, batch 2, losses 0.5 and 0.2  ->  *mean is (2 * 0.5 + 1 * 0.2) / 3 = 0.4 */
int train_epoch(Module *model, Sgd *sgd, Step *step, const Tensor *x, const Tensor *classes,
		int64_t batch, double *mean)
{
	/* SOLUTION 8.3 */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;
	/* STUB (about 17 lines)
	return TODO(int, "8.3", model, sgd, step, x, classes, batch, mean);
	END */
}

/* 8.4 (1 point, stretch)  How many answers of the model are right?
 *   x, classes  a data set: (count, in) and (count), count at least 1; on the CPU, or on the
 *               model's device already. Leave them unchanged
 *   batch       so many rows go through the model at a time; the last batch may have fewer
 *   returns     how many rows have their largest output at their class; -1 if a call fails
 *   rules       Send each batch by two copies, of its rows alone: the GPU need not have room for
 *               all. Send nothing if it is there already.
 *               One number comes to the host, at the end.
 *               Give back all that you make
 *   example     364 images, 340 of them right  ->  340 */
int64_t count_right(Module *model, Tensor *x, Tensor *classes, int64_t batch)
{
	/* SOLUTION 8.4 */
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *x_rows = tensor_rows(x, first, rows);
		Tensor *class_rows = tensor_rows(classes, first, rows);
		Tensor *numbers = tensor_as_in_device(x_rows, device);
		Tensor *kinds = tensor_as_in_device(class_rows, device);
		Tensor *logits = module_forward(model, numbers);
		Tensor *correct = loss_correct(logits, kinds);
		status = tensor_add_scaled(sum, 1, correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
		for (int i = 0; i < 6; i++)
			tensor_free(made[i]);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;
	/* STUB (about 22 lines)
	return TODO(int64_t, "8.4", model, x, classes, batch);
	END */
}

/* --- sending ahead: while the GPU computes a step, the next batch is on its way --------------- */

/* Room for one batch, on both ends of its way. */
typedef struct Slot {
	float *x_pinned;         /* batch * width numbers in pinned host memory */
	int32_t *classes_pinned; /* batch classes there */
	Tensor *x, *classes;     /* (batch, width) float32 and (batch) int32 on the GPU */
	cudaEvent_t sent;        /* is behind the last copies from the slot's pinned memory */
	cudaEvent_t used;        /* is behind the last step that reads the slot's tensors */
} Slot;

/* Batches take turns in two slots: one is sent while the other one is computed with. Leave the
 * structs as they are. */
typedef struct Feed {
	int64_t batch, width; /* a batch: rows at most, and numbers in each */
	cudaStream_t stream;  /* for the copies, so that they run beside the steps */
	Slot slot[2];
	/* does what 8.6 says; for 8.7, so that it works whether your 8.6 does or not */
	int64_t (*send)(struct Feed *feed, int index, const Images *data, int64_t first);
} Feed;

/* In 8.5 to 8.7 CUDA's current device is the GPU of the model and of the feed, and stays it. The
 * model computes on its default stream; CUDA calls name it NULL. No error is left behind, also if
 * a call fails. */

/* 8.5 (1 point, stretch)  Make what sending ahead needs.
 *   feed     batch and width are set, both at least 1; all pointers, events and the stream are 0.
 *            Make all that the two structs above describe, but for `send`. What the new tensors
 *            hold does not matter
 *   returns  0, or -1 if a call fails, as when the GPU is full. What was made by then may stay in
 *            the feed, because the caller gives it back in that case too
 *   rules    The stream does not wait for the default stream (cudaStreamNonBlocking).
 *            Pinned memory is from cudaMallocHost or cudaHostAlloc, each list by a call of its own:
 *            the caller gives each back by cudaFreeHost.
 *            The GPU has finished its work when you return.
 *            Use no batches_... of the framework
 *   example  batch 32, width 64  ->  two slots: 8192 bytes and 128 bytes pinned in each */
int feed_open(Feed *feed)
{
	/* SOLUTION 8.5 */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
	/* STUB (about 17 lines)
	return TODO(int, "8.5", feed);
	END */
}

/* 8.6 (1 point, stretch)  Begin to send a batch through a slot, and return at once.
 *   feed     open: all that the two structs above describe has been made
 *   index    of the slot, 0 or 1
 *   data     in ordinary host memory; width is that of the feed
 *   first    the batch begins with this row; it has feed->batch rows, fewer if the data end before.
 *            They go into the first rows of the slot's tensors
 *   returns  how many rows are on their way: 0 if `first` is data->count or more, and then nothing
 *            was done; -1 if a call fails
 *   rules    Make two copies, of these rows alone, from the slot's pinned memory, in feed->stream.
 *            Record `sent` behind them.
 *            Write pinned memory before you return, and only when the copies before have read it.
 *            For them the host may wait.
 *            The host waits for nothing else, so not for the whole stream, in which the other
 *            slot's batch may be on its way.
 *            The copies wait for `used`; the host does not. Do not record `used`: that is done
 *            behind a step.
 *            Use no batches_..., no tensor_from_host(), tensor_copy_to() or tensor_as_in_device()
 *   example  batch 32, 100 rows, first 96  ->  4, and four rows are on their way */
int64_t feed_send(Feed *feed, int index, const Images *data, int64_t first)
{
	/* SOLUTION 8.6 */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;
	/* STUB (about 19 lines)
	return TODO(int64_t, "8.6", feed, index, data, first);
	END */
}

/* 8.7 (2 points, stretch)  One epoch; each batch is sent while the step before it is computed.
 *   step     does one step: step(model, sgd, x, classes) trains with a batch and returns its mean
 *            loss, a new tensor of rank 0 on the model's device, or NULL
 *   feed     open, nothing is on its way in it. feed->send(feed, index, data, first) begins to send
 *            the batch that begins with row `first` through slot `index`, and returns how many rows
 *            it has: 0 behind the last row, -1 if a call fails
 *   data     in ordinary host memory, at least one row; the batches have feed->batch rows, but for
 *            the last one, which may have fewer
 *   total    a tensor of rank 0 on the model's device: add to it the loss of each batch times its
 *            rows
 *   returns  how many steps were made, or -1 if a call fails
 *   rules    Send each row once, by feed->send. Copy nothing to the host.
 *            A step waits for its batch, and `used` is recorded behind the step.
 *            While the second batch and those behind it are copied the GPU computes, for at least
 *            half of the time that these copies take (if it computes that long).
 *            Twice at most the GPU has computed a step when the next one is queued, whatever else it
 *            has to do. So the host does not wait for each step: not by cudaDeviceSynchronize() or
 *            the like, not by asking again and again, not by cudaFree(), and not by tensor_free() of
 *            a tensor whose tensor_data() you have asked for.
 *            It may wait while a step is computed, as feed->send does until pinned memory is free.
 *            The last steps may still be on their way when you return.
 *            The feed stays as it is: its caller goes on with it.
 *            Nothing that you make stays in memory.
 *            Use no batches_... of the framework.
 *            Use one thread
 *   example  100 rows, batch 32  ->  4; batches 0 and 2 went through one slot, 1 and 3 through the
 *            other */
int64_t train_ahead(Module *model, Sgd *sgd, Step *step, Feed *feed, const Images *data,
		    Tensor *total)
{
	/* SOLUTION 8.7 */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;
	/* STUB (about 19 lines)
	return TODO(int64_t, "8.7", model, sgd, step, feed, data, total);
	END */
}

/* 8.8 (1 point, core)  A question: what does it cost to fetch the loss of every step?
 * The host needs queue_us to queue a step, then the GPU can begin with it and needs compute_us.
 * The GPU does one step at a time; meanwhile the host can queue the next one. Fetching a number
 * waits until the GPU has finished all that is queued, and then takes fetch_us, in which nothing
 * else happens.
 *   steps       of an epoch, at least 1
 *   queue_us, compute_us, fetch_us    microseconds, each more than 0
 *   returns     the time of an epoch in which the loss is fetched after every step, divided by that
 *               of an epoch in which one number is fetched after the last step
 *   rules       This is about the numbers alone: no CUDA calls
 *   example     (10, 20, 40, 40)  ->  1000 / 460 = 2.174
 *               (10, 50, 30, 20)  ->  1000 / 550 = 1.818 */
double log_slowdown(int64_t steps, double queue_us, double compute_us, double fetch_us)
{
	/* SOLUTION 8.8 */
	double slower = queue_us > compute_us ? queue_us : compute_us;
	double every = (double)steps * (queue_us + compute_us + fetch_us);
	double once = queue_us + (double)(steps - 1) * slower + compute_us + fetch_us;
	return every / once;
	/* STUB (about 4 lines)
	return TODO(double, "8.8", steps, queue_us, compute_us, fetch_us);
	END */
}

/* 8.9 (1 point, stretch)  A question: what goes to the GPU in a training?
 * A number of an image and a class take 4 bytes each. Each batch is sent by two copies, its images
 * and its classes; the last batch of an epoch may be smaller.
 *   count, width, batch   images, numbers in each, images in a batch; at least 1 each
 *   epochs                how often the training goes over all images, at least 1
 *   resident              0: batches are sent in every epoch; 1: the whole data set is sent before
 *                         the training, by two copies, and the batches are views of it
 *   copies                where to write how many copies go to the GPU
 *   returns               how many bytes go to the GPU
 *   rules                 This is about the numbers alone: no CUDA calls
 *   example               (100, 64, 32, 5, 0)  ->  130000, and *copies is 40
 *                         (100, 64, 32, 5, 1)  ->   26000, and *copies is 2 */
int64_t bytes_to_gpu(int64_t count, int64_t width, int64_t batch, int64_t epochs, int resident,
		     int64_t *copies)
{
	/* SOLUTION 8.9 */
	int64_t times = resident ? 1 : epochs;
	*copies = resident ? 2 : 2 * epochs * ((count + batch - 1) / batch);
	return times * count * (width + 1) * 4;
	/* STUB (about 3 lines)
	return TODO(int64_t, "8.9", count, width, batch, epochs, resident, copies);
	END */
}
