/* judge.c - decides about lab 8: sending a batch, and the questions. Training is judged in train.c and answers.c,
 * sending ahead in open.c, send.c and ahead.c. */
#include <string.h>

#include "grader/labs/common/causes.h"
#include "grader/labs/common/failing.h"
#include "grader/labs/common/order.h"
#include "grader/labs/common/steps.h"
#include "grader/labs/lab8/judge.h"

/* --- 8.1 -------------------------------------------------------------------------------------- */

static int64_t bytes_of(const Digits *data, int64_t rows)
{
	return rows * (data->width + 1) * 4;
}

/* `many`: so many rows that nobody makes, or 0. */
static Run *make_many(Judge *j, int gpus, int device, const Digits *data, int64_t first,
		      int64_t batch, int64_t many)
{
	Run *r = judge_run(j, gpus);
	int64_t sizes[] = {data->width, 10};
	run_about(r, judge_text(j, "%lld rows, first %lld, batch %lld, the model on %s",
				(long long)data->count, (long long)first, (long long)batch,
				say_device(j, device)));
	run_images(r, j, data);
	run_ints(r, "sizes", sizes, 2);
	run_int(r, "device", device);
	run_int(r, "first", first);
	run_int(r, "batch", batch);
	run_int(r, "many", many);
	run_read_next(r);
	Digits all = *data;
	all.count = many > 0 ? many : data->count;
	run_returns_gpu(r, device == CPU ? 0 : (double)bytes_of(data, rows_of(&all, first, batch)));
	return r;
}

static Run *make_batch(Judge *j, int gpus, int device, const Digits *data, int64_t first,
		       int64_t batch)
{
	return make_many(j, gpus, device, data, first, batch, 0);
}

static Run *run_batch(Judge *j, int gpus, int device, const Digits *data, int64_t first,
		      int64_t batch)
{
	Run *r = make_batch(j, gpus, device, data, first, batch);
	if (device != CPU && first + batch <= data->count)
		run_shown(r);
	run_watch(r);
	run_go(r);
	return r;
}

void judge_images_kept(Judge *j, Run *r, const Digits *data, const char *at)
{
	int64_t numbers, classes;
	const float *x = run_get_floats(r, "data.x", &numbers);
	const int64_t *kinds = run_get_ints(r, "data.classes", &classes);
	judge_complete(j, x && kinds && numbers == data->count * data->width &&
				  classes == data->count);
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: data->x afterwards", at), x, data->x, numbers, 0);
	for (int64_t i = 0; i < classes; i++)
		judge_int(j, judge_text(j, "%s: data->classes[%lld] afterwards", at, (long long)i),
			  kinds[i], data->classes[i]);
}

static void judge_sent(Judge *j, Run *r, const Digits *data, int64_t first, int64_t rows,
		       int device, const char *at)
{
	const RunTensor *x = run_get_tensor(r, "x"), *classes = run_get_tensor(r, "classes");
	judge_that_for(j, x && classes, "result-missing", "%s: there is no tensor for x or classes",
		       at);
	judge_because(j, "batch-elsewhere");
	judge_device(j, judge_text(j, "%s: the device of x", at), x->device, device_of(device));
	judge_device(j, judge_text(j, "%s: the device of classes", at), classes->device,
		     device_of(device));
	judge_because(j, x->shape.rank == 2 && x->shape.dim[0] == rows   ? "batch-width"
			 : x->shape.rank == 2 && x->shape.dim[1] == rows ? "batch-turned"
									 : "batch-rows");
	judge_shape(j, judge_text(j, "%s: the shape of x", at), x->shape, SHAPE(rows, data->width));
	judge_because(j, "batch-rows");
	judge_shape(j, judge_text(j, "%s: the shape of classes", at), classes->shape, SHAPE(rows));
	judge_that_for(j, x->dtype == DTYPE_FLOAT32 && classes->dtype == DTYPE_INT32, "batch-type",
		       "%s: wanted x of float32 and classes of int32", at);
	judge_that_for(j, classes->int_values != NULL, "batch-type", "%s: classes cannot be read",
		       at);
	judge_because(j, "batch-place");
	judge_floats(j, judge_text(j, "%s: x", at), x->values, data->x + first * data->width,
		     rows * data->width, 0);
	for (int64_t i = 0; i < rows; i++)
		judge_int(j, judge_text(j, "%s: element %lld of classes", at, (long long)i),
			  classes->int_values[i], data->classes[first + i]);
}

static Run *judge_batch_of(Judge *j, int gpus, int device, Digits data, int64_t first,
			   int64_t batch)
{
	const int64_t count = data.count;
	int64_t left = first < data.count ? data.count - first : 0;
	int64_t rows = left < batch ? left : batch;
	Run *r = run_batch(j, gpus, device, &data, first, batch);
	Traffic went = run_traffic(r);
	const char *at = judge_text(j, "%lld rows, first %lld, batch %lld, the model on %s",
				    (long long)count, (long long)first, (long long)batch,
				    say_device(j, device));
	judge_because(j, "batch-rows");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "rows"), rows);
	const char *sent = judge_text(j, "%s: copies to the GPU", at);
	const int copies = device == CPU || rows == 0 ? 0 : 2;
	judge_not_carried(j, &went, at);
	judge_because(j, "batch-copies");
	judge_at_most(j, sent, went.h2d.copies, copies);
	judge_at_most(j, judge_text(j, "%s: other copies", at),
		      went.d2h.copies + went.d2d.copies + went.p2p.copies, 0);
	if (rows > 0)
		judge_sent(j, r, &data, first, rows, device, at);
	else
		judge_that_for(j, run_get_int(r, "untouched"), "batch-of-none",
			       "%s: *x or *classes was changed, and no rows are left", at);
	judge_because(j, "batch-copies");
	judge_int(j, sent, (int64_t)went.h2d.copies, copies);
	int64_t bytes = device == CPU ? 0 : bytes_of(&data, rows);
	judge_that_for(j, (int64_t)went.h2d.bytes == bytes, "batch-bytes",
		       "%s: %lld bytes went to the GPU, wanted %lld: the rows of the batch alone",
		       at, (long long)went.h2d.bytes, (long long)bytes);
	judge_images_kept(j, r, &data, at);
	/* without a machine of its own a program has that of the GPUs' driver, too, which is as much */
	if (rows == batch && batch > 1 && run_is_linked(r))
		judge_host_told(j, r, at, bytes_of(&data, rows));
	if (rows == batch && device != CPU)
		judge_lesson(
			j,
			"A batch is sent when it is wanted, and alone: yours sent %lld rows, %s "
			"in %s, %s; all %lld rows would be %s.",
			(long long)rows, say_bytes(j, went.h2d.bytes),
			say_many(j, went.h2d.copies, "copy", "copies"), say_us(j, run_us(r)),
			(long long)data.count,
			say_bytes(j, (double)data.count * (double)(data.width + 1) * 4));
	return r;
}

/* Other rows than the digits have. */
static int64_t width_draw(Judge *j)
{
	return judge_between(j, 65, 90);
}

static Run *judge_batch(Judge *j, int gpus, int device, int64_t count, int64_t first, int64_t batch)
{
	return judge_batch_of(j, gpus, device, rows_draw(j, count, width_draw(j)), first, batch);
}

/* Rows in which nobody looks at a number. Neither those before the batch nor those from there on are counted by 32 bits: of
 * the latter these have fewer than the batch. What lies at the place that these have of the former cannot be read. */
static void judge_far_batch(Judge *j)
{
	const int64_t batch = judge_between(j, 3, 15);
	const int64_t first = FAR_ROWS + judge_between(j, 100, 1000);
	const int64_t many = first + FAR_ROWS + judge_between(j, 1, batch - 1);
	const Digits one = rows_draw(j, 1, judge_between(j, 1, 3));
	Run *r = make_many(j, 2, 1, &one, first, batch, many);
	const char *at = judge_text(j, "%lld rows, first %lld, batch %lld", (long long)many,
				    (long long)first, (long long)batch);
	run_about(r, at);
	run_go(r);
	judge_because(j, "batch-rows");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "rows"), batch);
	judge_because(j, "batch-bytes");
	judge_int(j, judge_text(j, "%s: bytes that went to the GPU", at),
		  (int64_t)run_traffic(r).h2d.bytes, bytes_of(&one, batch));
}

typedef struct Some {
	Digits data;
	int device;
	int64_t first, batch, times; /* times: so many fail, one after the other */
} Some;

static Run *judge_some(Judge *j, const Some *some)
{
	return judge_batch_of(j, 2, some->device, some->data, some->first, some->batch);
}

/* A copy fails, or the GPU has no memory for one of the two tensors, or from there on: the other one, made before or
 * after it, must not stay. All is as large as where nothing fails: no size tells. */
static void judge_failing_batch(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Some *some = data;
	Run *r = make_batch(j, 2, some->device, &some->data, some->first, some->batch);
	const char *at = run_fail_times(j, r, kind, which, some->times);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "rows"), -1);
	judge_that_for(j, run_get_int(r, "untouched"), "changed-on-failure",
		       "%s: *x or *classes was changed", at);
}

static void judge_8_1(Judge *j)
{
	int64_t batch = judge_between(j, 20, 40), count = judge_between(j, 180, 220);
	const int64_t width = width_draw(j), first = batch * judge_between(j, 1, 3);
	Run *good = judge_batch_of(j, 2, 1, rows_draw(j, count, width), first, batch);
	const int64_t few = judge_between(j, 3, 9);
	/* one call of each of these shapes fails, too */
	const Digits large = rows_draw(j, count, width);
	const int64_t begins = count - judge_between(j, 2, 15);
	const Some shape[] = {{large, 0, begins, batch, 1},
			      {rows_draw(j, few, 1), 1, few - 1, 1, 1}};
	enum { SHAPES = sizeof shape / sizeof *shape };
	Run *of_shape[SHAPES];
	for (int i = 0; i < SHAPES; i++)
		of_shape[i] = judge_some(j, &shape[i]);
	Run *alone = judge_batch_of(j, 2, 1, rows_draw(j, count, width), count - 1, batch);
	judge_batch(j, 2, 1, count, count, batch);
	judge_batch(j, 2, 1, count, count + judge_between(j, 1, 9), batch);
	judge_batch(j, 0, CPU, count, judge_between(j, 1, 50), batch);
	judge_far_batch(j);

	if (judge_is_simulated(j)) {
		Some some = {.data = rows_draw(j, count, width),
			     .device = 1,
			     .first = first,
			     .batch = batch};
		some.times = 1;
		const SimcudaCounters *c = run_counts(good);
		const int64_t requests = (int64_t)c->allocations;
		judge_failures_of(j, good, "copy", (int64_t)run_traffic(good).all.called,
				  judge_failing_batch, &some);
		judge_failures_of(j, good, "memory", requests, judge_failing_batch, &some);
		judge_failures_of(j, good, "launch", (int64_t)c->launches, judge_failing_batch,
				  &some);
		judge_failures_of(j, good, "fill", (int64_t)c->memsets, judge_failing_batch, &some);
		judge_failing_waits_besides(j, good, judge_failing_batch, NULL, &some);
		judge_failing_setup(j, good, judge_failing_batch, &some);
		const Some last = {.data = some.data,
				   .device = 1,
				   .first = count - 1,
				   .batch = batch,
				   .times = 1};
		judge_failing_shape(j, alone, judge_failing_batch, &last);
		some.times = FAILING_ALL;
		judge_failures_of(j, good, "memory", requests, judge_failing_batch, &some);
		for (int i = 0; i < SHAPES; i++)
			judge_failing_once(j, of_shape[i], judge_failing_batch, &shape[i]);
	}
}

/* --- questions -------------------------------------------------------------------------------- */

static void judge_8_8(Judge *j)
{
	enum { CASES = 9 };
	int64_t n[CASES][4], count, order[CASES] = {0};
	draw_order(j, order, CASES); /* the place of a case tells nothing of it */
	for (int kind = 0; kind < CASES; kind++) {
		const int i = (int)order[kind];
		n[i][0] = kind == 0 ? 1 : judge_between(j, 2, 300);
		/* quarters of a microsecond, and then some 64ths */
		n[i][1] = 4 * judge_between(j, 10, 90) + 3;
		if (kind == 1) { /* an int does not hold their microseconds */
			n[i][0] = judge_between(j, 9000000, 11000000);
			n[i][1] = 4 * judge_between(j, 400, 900) + 3;
		}
		n[i][2] =
			kind % 2 ? n[i][1] + judge_between(j, 20, 800) : judge_between(j, 20, 360);
		n[i][3] = judge_between(j, 20, 400);
		for (int k = 1; k < 4; k++)
			n[i][k] = 16 * n[i][k] + judge_between(j, 0, 15);
	}
	Run *r = judge_run(j, 0);
	run_ints(r, "numbers", &n[0][0], CASES * 4);
	run_go(r);
	const float *got = run_get_floats(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	for (int i = 0; i < CASES; i++) {
		double q = (double)n[i][1] / 64, c = (double)n[i][2] / 64, f = (double)n[i][3] / 64;
		judge_because(j, "slowdown");
		judge_real(j,
			   judge_text(j, "log_slowdown(%lld, %.9g, %.9g, %.9g)", (long long)n[i][0],
				      q, c, f),
			   (double)got[i],
			   steps_us(n[i][0], q, c, f, 1) / steps_us(n[i][0], q, c, f, 0), 1e-4);
	}
	const int shown = (int)order[2];
	judge_lesson(
		j,
		"A look at the loss after each step is a wait after each step: %lld steps of "
		"%.6g us to queue and %.6g us to compute become %.4g times as slow when %.6g us "
		"of fetching come to each, by yours and by ours.",
		(long long)n[shown][0], (double)n[shown][1] / 64, (double)n[shown][2] / 64,
		got[shown], (double)n[shown][3] / 64);
}

static void judge_8_9(Judge *j)
{
	enum { CASES = 10, SMALL = 8 };
	int64_t cases[CASES][5] = {
		[SMALL] = {1281167, 150528, 256, 0, 0}, /* ImageNet, cut to 224 by 224 */
		[SMALL + 1] = {60000, 784, 0, 0, 0}};
	int64_t n[CASES][5], order[CASES] = {0}, bytes_count, copies_count;
	cases[SMALL][3] = judge_between(j, 2, 90);
	cases[SMALL + 1][2] = judge_between(j, 20, 500);
	cases[SMALL + 1][3] = judge_between(j, 30, 90); /* more than 4 GB in all epochs alone */
	for (int i = 0; i < SMALL; i++) {
		cases[i][2] = judge_between(j, 2, 64);
		cases[i][0] = i % 4 > 1
				      ? cases[i][2] * judge_between(j, 2, 9) /* no smaller batch */
				      : cases[i][2] * judge_between(j, 1, 30) + 1;
		cases[i][1] = judge_between(j, 1, 800);
		cases[i][3] = judge_between(j, 2, 20);
		cases[i][4] = i % 2;
	}
	draw_order(j, order, CASES);
	for (int i = 0; i < CASES; i++)
		memcpy(n[order[i]], cases[i], sizeof n[i]);
	Run *r = judge_run(j, 0);
	run_ints(r, "numbers", &n[0][0], CASES * 5);
	run_go(r);
	const int64_t *bytes = run_get_ints(r, "bytes", &bytes_count);
	const int64_t *copies = run_get_ints(r, "copies", &copies_count);
	judge_complete(j, bytes && copies && bytes_count == CASES && copies_count == CASES);
	for (int i = 0; i < CASES; i++) {
		int64_t times = n[i][4] ? 1 : n[i][3], sends = 0;
		for (int64_t first = 0; first < n[i][0]; first += n[i][4] ? n[i][0] : n[i][2])
			sends += 2;
		const char *call =
			judge_text(j, "bytes_to_gpu(%lld, %lld, %lld, %lld, %lld)",
				   (long long)n[i][0], (long long)n[i][1], (long long)n[i][2],
				   (long long)n[i][3], (long long)n[i][4]);
		int64_t wanted = times * n[i][0] * (4 * n[i][1] + 4);
		judge_because(j,
			      bytes[i] == (int32_t)wanted || bytes[i] == (int64_t)(uint32_t)wanted
				      ? "bytes-cut-off"
				      : "bytes-of-training");
		judge_int(j, call, bytes[i], wanted);
		judge_because(j, n[i][4] ? "copies-of-resident" : "copies-of-training");
		judge_int(j, judge_text(j, "%s: *copies", call), copies[i], times * sends);
	}
	const int shown = (int)order[0];
	judge_lesson(
		j,
		"Data that fit are sent once, others in every epoch: %lld rows of %lld numbers "
		"over %lld epochs are %s in %.4g copies, batch by batch, by yours and by ours; "
		"kept on the GPU %s.",
		(long long)n[shown][0], (long long)n[shown][1], (long long)n[shown][3],
		say_bytes(j, (double)bytes[shown]), (double)copies[shown],
		say_bytes(j, (double)n[shown][0] * (double)(4 * n[shown][1] + 4)));
}

#define NO_BATCHES                                                                                 \
	"batches_create batches_start batches_next batches_free tensor_from_host tensor_copy_to "  \
	"tensor_as_in_device"

static const Check checks[] = {
	{.id = "8.1",
	 .title = "send_batch brings a batch to the model",
	 .points = 1,
	 .gpus = 2,
	 .no_gpu_memory = true,
	 .function = "send_batch",
	 .hints = {"where is the model, and where do row `first` and its class begin?",
		   "tensor_from_host makes a tensor on any device by one copy; the last batch has "
		   "fewer rows; one of two tensors may be there when the other one fails",
		   "rows = the smaller of batch and data->count - first; the numbers begin at "
		   "data->x + first * data->width"},
	 .judge = judge_8_1},
	{.id = "8.2",
	 .title = "train_step leaves the loss on the GPU",
	 .points = 2,
	 .gpus = 2,
	 .function = "train_step",
	 .hints = {"which five calls make a step, and in which order?",
		   "module.h says it in its second paragraph; a NULL that one call returns may go "
		   "into the next, but not a failed backward into sgd_step",
		   "module_zero_gradients, module_forward, loss_softmax_cross_entropy(logits, "
		   "classes, &gradient), module_backward_parameters, sgd_step; free all but the "
		   "loss"},
	 .judge = judge_8_2},
	{.id = "8.3",
	 .title = "train_epoch reports one number",
	 .points = 2,
	 .gpus = 2,
	 .function = "train_epoch",
	 .hints = {"how can losses be added up without looking at them?",
		   "tensor_rows is a batch without a copy; tensor_add_scaled adds to a tensor in "
		   "place, with a factor, for which the rows of the batch are good",
		   "tensor_add_scaled(sum, (float)rows / (float)count, loss) in every step, and "
		   "tensor_item(sum, mean) once"},
	 .judge = judge_8_3,
	 .slow = true},
	{.id = "8.4",
	 .title = "count_right compares on the GPU",
	 .points = 1,
	 .stretch = true,
	 .gpus = 2,
	 .function = "count_right",
	 .hints =
		 {"which is smaller: the outputs for a batch, or how many of them are right?",
		  "loss_correct counts on the device; tensor_as_in_device moves a batch only if it "
		  "must",
		  "tensor_rows, tensor_as_in_device, module_forward, loss_correct, "
		  "tensor_add_scaled(sum, 1, ...) for each batch; tensor_item at the end"},
	 .judge = judge_8_4},
	{.id = "8.5",
	 .title = "feed_open makes slots, pinned memory and a stream",
	 .points = 1,
	 .stretch = true,
	 .gpus = 2,
	 .makes_handles = true,
	 .function = "feed_open",
	 .forbidden = "batches_create batches_start batches_next batches_free",
	 .rule = "make it yourself",
	 .hints = {"what does each slot have, and what do both share?",
		   "cudaMallocHost, cudaEventCreate and tensor_zeros twice; the stream once, by "
		   "cudaStreamCreateWithFlags",
		   "tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu)) for the classes; wait "
		   "with cudaDeviceSynchronize at the end"},
	 .judge = judge_8_5},
	{.id = "8.6",
	 .title = "feed_send begins to send a batch and returns",
	 .points = 1,
	 .no_gpu_memory = true,
	 .stretch = true,
	 .gpus = 2,
	 .function = "feed_send",
	 .forbidden = NO_BATCHES,
	 .rule = "two asynchronous copies from pinned memory",
	 .hints =
		 {"who may still be reading the pinned memory, and who the tensors?",
		  "cudaEventSynchronize lets the host wait, cudaStreamWaitEvent a stream; which of "
		  "them is for `sent`, which for `used`?",
		  "wait for sent, memcpy twice, let the stream wait for used, cudaMemcpyAsync "
		  "twice, record sent in feed->stream"},
	 .judge = judge_8_6},
	{.id = "8.7",
	 .title = "train_ahead sends while it computes",
	 .points = 2,
	 .stretch = true,
	 .gpus = 2,
	 .one_thread = true,
	 .function = "train_ahead",
	 .forbidden = "batches_create batches_start batches_next batches_free",
	 .rule = "send the batches yourself",
	 .hints =
		 {"what can be sent already when step k is queued?",
		  "the default stream (NULL) waits for `sent` before a step and records `used` "
		  "behind it; the host waits for neither",
		  "send batch 0; then for each k: send batch k + 1 into the other slot, "
		  "cudaStreamWaitEvent(NULL, slot->sent, 0), the step on tensor_rows of the slot's "
		  "tensors, add to total, cudaEventRecord(slot->used, NULL)"},
	 .judge = judge_8_7,
	 .slow = true},
	{.id = "8.8",
	 .title = "question: what fetching every loss costs",
	 .points = 1,
	 .gpus = 0,
	 .function = "log_slowdown",
	 .hints =
		 {"if the loss is fetched in each step, what can still run at the same time?",
		  "then nothing: the three times add up in each step. If not, the slower of host "
		  "and GPU sets the pace",
		  "the fast epoch: queue, then steps - 1 times the slower, then compute and fetch"},
	 .judge = judge_8_8},
	{.id = "8.9",
	 .title = "question: what goes to the GPU",
	 .points = 1,
	 .stretch = true,
	 .gpus = 0,
	 .function = "bytes_to_gpu",
	 .hints = {"how many batches has an epoch, if the last one may be smaller?",
		   "smaller batches change the number of copies, not that of bytes",
		   "(count + batch - 1) / batch batches; 4 * (width + 1) bytes an image"},
	 .judge = judge_8_9},
};

const LabChecks lab8_judge = {
	.number = 8,
	.name = "lab8_training",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.no_handles = true,
	.causes = lab8_causes,
};
