/* lab8_drive.c - calls the exercises of lab 8 in the student's process. */
#include "grader/drive/caller.h"
#include "grader/student/lab8_drive_feed.h"

#include <stdbool.h>
#include "grader/student/lab8_drive_send.h"
#include "grader/student/lab8_drive_slot.h"

#include "grader/drive/memory.h"

typedef Tensor *Step(Module *model, Sgd *sgd, const Tensor *x, const Tensor *classes);

__attribute__((weak)) int64_t send_batch(const Module *model, const Images *data, int64_t first,
					 int64_t batch, Tensor **x, Tensor **classes);
__attribute__((weak)) Step train_step;
__attribute__((weak)) int train_epoch(Module *model, Sgd *sgd, Step *step, const Tensor *x,
				      const Tensor *classes, int64_t batch, double *mean);
__attribute__((weak)) int64_t count_right(Module *model, Tensor *x, Tensor *classes, int64_t batch);
__attribute__((weak)) int feed_open(Feed *feed);
__attribute__((weak)) int64_t feed_send(Feed *feed, int index, const Images *data, int64_t first);
__attribute__((weak)) int64_t train_ahead(Module *model, Sgd *sgd, Step *step, Feed *feed,
					  const Images *data, Tensor *total);
__attribute__((weak)) double log_slowdown(int64_t steps, double queue_us, double compute_us,
					  double fetch_us);
__attribute__((weak)) int64_t bytes_to_gpu(int64_t count, int64_t width, int64_t batch,
					   int64_t epochs, int resident, int64_t *copies);

/* --- 8.1 -------------------------------------------------------------------------------------- */

static void drive_8_1(Drive *d)
{
	const bool many = drive_int(d, "many") > 0;
	Images data = many ? images_many(d) : images_get(d);
	Module *model = model_get(d, true);
	Device device = device_get(d);
	Tensor *mark = tensor_zeros(SHAPE_SCALAR, device_cpu()), *x = mark, *classes = mark;
	if (!many)
		tensor_free(images_x(&data, device)); /* what a first use keeps is there */
	int64_t host_before = host_begin(d);
	left_clear();
	drive_go(d);
	int64_t rows = send_batch(model, &data, drive_int(d, "first"), drive_int(d, "batch"), &x,
				  &classes);
	drive_end(d);
	drive_put_int(d, "rows", rows);
	drive_put_int(d, "untouched", x == mark && classes == mark);
	if (!many)
		images_put(d, &data);
	drive_put_tensor(d, "x", x == mark ? NULL : x);
	drive_put_tensor(d, "classes", classes == mark ? NULL : classes);
	drive_thaw(d);
	if (x != mark) {
		tensor_read_next(x);
		tensor_free(x);
	}
	if (classes != mark) {
		tensor_read_next(classes);
		tensor_free(classes);
	}
	host_put(d, host_before);
	tensor_free(mark);
	module_free(model);
}

/* --- 8.2 -------------------------------------------------------------------------------------- */

/* The steps that the exercises get: plain ones, counted; the one whose number is step_fails fails,
 * before it changes anything. */
static int64_t steps_made, step_rows, step_fails = -1;

/* Adds a batch's gradients to those that are there; returns its loss, NULL when that fails. */
static Tensor *gradients_add(Module *model, const Tensor *x, const Tensor *classes)
{
	Tensor *back = NULL, *out = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(out, classes, &back);
	int failed = !loss || module_backward_parameters(model, back) < 0;
	tensor_free(out);
	tensor_free(back);
	if (!failed)
		return loss;
	tensor_free(loss);
	return NULL;
}

/* What the steps of 8.3 got: three numbers each, the rows of the data set at which x and classes begin (-1: they
 * are no part of it), and how many rows they have. Only asked for where something was wrong: who asks
 * for a tensor's pointer makes its tensor_free() wait. */
enum { NOTED_STEPS = 64, NOTED_NUMBERS = 3 };
static struct {
	const Tensor *x, *classes; /* the whole data set; NULL: nothing is noted */
	int64_t steps[NOTED_STEPS * NOTED_NUMBERS], count;
} noted;

static int64_t row_in(const Tensor *all, const Tensor *part)
{
	size_t row = tensor_bytes(all) / (size_t)tensor_shape(all).dim[0];
	uintptr_t begin = (uintptr_t)tensor_data(all), at = (uintptr_t)tensor_data(part);
	return at >= begin && at - begin < tensor_bytes(all) ? (int64_t)((at - begin) / row) : -1;
}

static void step_note(const Tensor *x, const Tensor *classes)
{
	if (!noted.x || !x || !classes || noted.count == NOTED_STEPS)
		return;
	int64_t *step = &noted.steps[NOTED_NUMBERS * noted.count++];
	step[0] = row_in(noted.x, x);
	step[1] = row_in(noted.classes, classes);
	step[2] = tensor_shape(x).dim[0];
}

static Tensor *plain_step(Module *model, Sgd *sgd, const Tensor *x, const Tensor *classes)
{
	if (steps_made++ == step_fails)
		return NULL;
	step_rows += tensor_shape(x).dim[0];
	reads_note(x, classes);
	step_note(x, classes);
	Tensor *loss = module_zero_gradients(model) == 0 ? gradients_add(model, x, classes) : NULL;
	if (!loss || sgd_step(sgd) == 0)
		return loss;
	tensor_free(loss);
	return NULL;
}

/* The caller's work may still be writing all that it hands over. */
static void batch_touch(const Module *model, const Tensor *x, const Tensor *classes)
{
	for (int i = 0; i < module_parameter_count(model); i++) {
		tensor_touch(module_parameter(model, i));
		tensor_touch(module_gradient(model, i));
	}
	tensor_touch(x);
	tensor_touch(classes);
}

/* Gradients that another batch has left. */
static void leave_gradients(Module *model, const Tensor *x, const Tensor *classes)
{
	Tensor *loss = gradients_add(model, x, classes);
	if (!loss)
		abort();
	tensor_free(loss);
	device_synchronize(module_device(model));
}

/* Two batches: rows 0 to cut - 1, and those behind. "fault" of the second one: 1 it is on the CPU,
 * 2 its classes have another number of rows. "apart": each step is a window, so nothing is done between. */
static void drive_8_2(Drive *d)
{
	Device device = device_get(d);
	int64_t width = drive_int(d, "width"), count = drive_count(d, "classes");
	int64_t cut = drive_int(d, "cut"), fault = drive_int(d, "fault");
	bool apart = drive_int(d, "apart");
	Module *model = model_get(d, false);
	Sgd *sgd = sgd_get(d, model);
	Tensor *x = x_get(d, device, width), *classes = classes_get(d, device);
	Tensor *x_cpu = fault == 1 ? x_get(d, device_cpu(), width) : NULL;
	Tensor *x1 = tensor_rows(x, 0, cut), *classes1 = tensor_rows(classes, 0, cut);
	Tensor *x2 = tensor_rows(fault == 1 ? x_cpu : x, cut, count - cut);
	Tensor *classes2 = tensor_rows(classes, cut, count - cut - (fault == 2));
	leave_gradients(model, x1, classes1);
	if (drive_int(d, "nan"))
		gradient_spoil(module_gradient(model, 0));
	batch_touch(model, x, classes);
	error_clear();
	drive_go(d);
	Tensor *first = train_step(model, sgd, x1, classes1);
	if (apart) {
		drive_end(d);
		drive_put_tensor(d, "first", first);
		model_put_as(d, "between", model);
		drive_go(d);
	}
	Tensor *second = train_step(model, sgd, x2, classes2);
	drive_end(d);
	reason_put(d);
	if (!apart)
		drive_put_tensor(d, "first", first);
	drive_put_tensor(d, "second", second);
	model_put(d, model);
	drive_put_tensor(d, "x", x);
	drive_put_tensor(d, "classes", classes);
	drive_thaw(d);
	if (first && second) /* the next step works with all that, too */
		batch_touch(model, x, classes);
	tensor_read_next(first);
	tensor_read_next(second);
	Tensor *all[] = {first, second, x1, classes1, x2, classes2, x, classes, x_cpu};
	enum { ALL = sizeof all / sizeof all[0] };
	for (int i = 0; i < ALL; i++)
		tensor_free(all[i]);
	sgd_free(sgd);
	module_free(model);
}

/* --- 8.3 and 8.4 ------------------------------------------------------------------------------ */

/* What an epoch has left, before the next one begins. */
static void epoch_put(Drive *d, int number, const Module *model, double mean)
{
	char name[24];
	snprintf(name, sizeof name, "epoch%d", number);
	model_put_as(d, name, model);
	snprintf(name, sizeof name, "mean%d", number);
	drive_put_real(d, name, mean);
}

static void drive_8_3(Drive *d)
{
	Device device = device_get(d);
	int64_t batch = drive_int(d, "batch");
	Module *model = model_get(d, false);
	Sgd *sgd = sgd_get(d, model);
	Tensor *x = x_get(d, device, drive_int(d, "width")), *classes = classes_get(d, device);
	double mean = -1;
	int status = 0;
	int64_t epochs = drive_int(d, "epochs");
	device_synchronize(device);
	noted.x = drive_int(d, "noted") ? x : NULL;
	noted.classes = classes;
	noted.count = 0;
	error_clear();
	for (int64_t i = 1; i <= epochs; i++) { /* each is a window, so nothing is done between */
		mean = -1;
		steps_made = 0;
		step_fails = i == epochs ? drive_int(d, "fails") : -1;
		batch_touch(model, x, classes);
		drive_go(d);
		if (status == 0)
			status = train_epoch(model, sgd, plain_step, x, classes, batch, &mean);
		drive_end(d);
		if (epochs > 1)
			epoch_put(d, (int)i, model, mean);
	}
	reason_put(d);
	drive_put_int(d, "status", status);
	drive_put_int(d, "steps", steps_made);
	drive_put_ints(d, "noted", noted.steps, NOTED_NUMBERS * noted.count);
	noted.x = NULL;
	drive_put_real(d, "mean", mean);
	model_put(d, model);
	drive_put_tensor(d, "x", x);
	drive_put_tensor(d, "classes", classes);
	drive_thaw(d);
	tensor_free(x);
	tensor_free(classes);
	sgd_free(sgd);
	module_free(model);
}

static void drive_8_4(Drive *d)
{
	Device device = device_get(d), home = drive_int(d, "there") ? device : device_cpu();
	Module *model = model_get(d, false);
	int64_t width =
		drive_int(d, "width") - (drive_int(d, "narrow") != 0); /* no batch fits the model */
	Tensor *x = x_get(d, home, width), *classes = classes_get(d, home);
	batch_touch(model, x, classes);
	error_clear();
	drive_go(d);
	int64_t right = count_right(model, x, classes, drive_int(d, "batch"));
	drive_end(d);
	reason_put(d);
	drive_put_int(d, "right", right);
	drive_put_tensor(d, "x", x);
	drive_put_tensor(d, "classes", classes);
	drive_thaw(d);
	tensor_free(x);
	tensor_free(classes);
	module_free(model);
}

/* --- 8.5 -------------------------------------------------------------------------------------- */

static void drive_8_5(Drive *d)
{
	Feed feed = {.batch = drive_int(d, "batch"), .width = drive_int(d, "width")};
	Device device = device_get(d);
	cudaSetDevice(device.index);
	tensor_free(tensor_zeros(SHAPE(1), device)); /* the GPU is in use */
	cudaDeviceSynchronize();
	left_clear();
	drive_go(d);
	int status = feed_open(&feed);
	drive_end(d);
	left_put(d);
	left_clear();
	cudaSetDevice(device.index);
	drive_put_int(d, "status", status);
	drive_put_int(d, "stream", stream_gpu(feed.stream));
	drive_put_int(d, "kept",
		      feed.batch == drive_int(d, "batch") && feed.width == drive_int(d, "width") &&
			      !feed.send);
	bool apart[2] = {false};
	for (int i = 0; i < 2 && status == 0; i++)
		apart[i] = slot_put(d, &feed, i);
	drive_thaw(d);
	finish_all();
	for (int i = 0; i < 2 && status == 0; i++)
		drive_put_int(d, i ? "works1" : "works0",
			      feed.stream && apart[i] ? try_slot(&feed, &feed.slot[i]) : -1);
	drive_put_int(d, "stale", feed_close(&feed));
}

/* --- 8.6 -------------------------------------------------------------------------------------- */

/* Only from an event that was recorded time can be told, and later. */
static bool is_recorded(cudaEvent_t event)
{
	float milliseconds;
	cudaError_t error = cudaEventElapsedTime(&milliseconds, event, event);
	left_clear();
	return error == cudaSuccess || error == cudaErrorNotReady;
}

/* Lets the default stream work long with the tensor; nobody reads what it computes. */
static void work_with(Module *wide, const Tensor *x)
{
	for (int i = 0; i < 4; i++)
		tensor_free(module_forward(wide, x));
}

/* A second tensor like the one of the slot, filled behind `sent` on the default stream. */
static Tensor *after_sent(const Slot *slot, const Tensor *tensor)
{
	Shape shape = tensor_shape(tensor);
	Device device = tensor_device(tensor);
	Tensor *copy = tensor_dtype(tensor) == DTYPE_INT32 ? tensor_full_int(shape, 0, device)
							   : tensor_zeros(shape, device);
	if (!copy || cudaStreamWaitEvent(NULL, slot->sent, 0) != cudaSuccess ||
	    cudaMemcpyAsync(tensor_data(copy), tensor_data(tensor), tensor_bytes(tensor),
			    cudaMemcpyDeviceToDevice, NULL) != cudaSuccess)
		abort();
	return copy;
}

/* "before": a batch that is still on its way when the call comes, through the slot "before_index".
 * "between": behind that one goes through the other slot; 0: none does. "busy": the default stream works meanwhile, with
 * the slot's tensors (1) or with the other one's (2). */
static void drive_8_6(Drive *d)
{
	int64_t index = drive_int(d, "index"), before = drive_int(d, "before"), sent = 0;
	int64_t busy = drive_int(d, "busy"), between = drive_int(d, "between");
	const bool many = drive_int(d, "many") > 0;
	Images data = many ? images_many(d) : images_own(d);
	Device device = device_get(d);
	cudaSetDevice(device.index);
	Feed feed = feed_make(d, drive_int(d, "batch"));
	Slot *slot = &feed.slot[index];
	Module *wide = module_linear((int)feed.width, 2048, 1, device);
	cudaDeviceSynchronize();
	if (busy) {
		const Slot *at_work = busy == 1 ? slot : &feed.slot[!index];
		work_with(wide, at_work->x); /* makes the pool warm */
		cudaDeviceSynchronize();
		work_with(wide, at_work->x);
		tensor_touch(at_work->classes);
		cudaEventRecord(at_work->used, NULL);
	}
	left_clear();
	drive_go(d);
	if (before >= 0)
		sent = feed_send(&feed, (int)drive_int(d, "before_index"), &data, before);
	if (between > 0)
		sent += feed_send(&feed, (int)!index, &data, between);
	int64_t rows = feed_send(&feed, (int)index, &data, drive_int(d, "first"));
	drive_end(d);
	if (!many) {
		images_put(d, &data);
		images_end(&data); /* pinned memory has been written */
	}
	left_put(d);
	left_clear();
	cudaSetDevice(device.index);
	drive_put_int(d, "sent", sent);
	drive_put_int(d, "rows", rows);
	const Slot *other = &feed.slot[!index];
	if (drive_is_frozen()) { /* as the copies leave it, and nothing else; here that waits for nothing */
		drive_put_tensor(d, "sent.x", slot->x);
		drive_put_tensor(d, "sent.classes", slot->classes);
		drive_put_tensor(d, "sent.x_other", other->x);
		drive_put_tensor(d, "sent.classes_other", other->classes);
	}
	drive_thaw(d);
	drive_put_int(d, "under_way", cudaEventQuery(slot->sent) == cudaErrorNotReady);
	left_clear();
	drive_put_int(d, "recorded", is_recorded(slot->sent));
	drive_put_int(d, "used", !busy && is_recorded(slot->used));
	Tensor *x = after_sent(slot, slot->x), *classes = after_sent(slot, slot->classes);
	cudaDeviceSynchronize();
	drive_put_tensor(d, "x", x);
	drive_put_tensor(d, "classes", classes);
	drive_put_tensor(d, "x_other", other->x);
	drive_put_tensor(d, "classes_other", other->classes);
	tensor_free(x);
	tensor_free(classes);
	module_free(wide);
	feed_close(&feed);
}

/* --- 8.7 -------------------------------------------------------------------------------------- */

static void drive_8_7(Drive *d)
{
	Images data = images_get(d);
	Device device = device_get(d);
	cudaSetDevice(device.index);
	Module *model = model_get(d, false);
	Sgd *sgd = sgd_get(d, model);
	Feed feed = feed_make(d, drive_int(d, "batch"));
	feed.send = plain_send;
	stage_make(&data, feed.batch);
	Tensor *total = tensor_full(SHAPE_SCALAR, (float)drive_real(d, "total"), device);
	/* a first step makes the pool and cuBLAS warm; with the rate 0 it changes nothing */
	Sgd *still = sgd_create(model, 0, 0);
	tensor_free(plain_step(model, still, feed.slot[1].x, feed.slot[1].classes));
	sgd_free(still);
	cudaDeviceSynchronize();
	steps_made = step_rows = sends_made = sent_through[0] = sent_through[1] = 0;
	step_fails = drive_int(d, "step_fails");
	send_fails = drive_int(d, "send_fails");
	/* a pointer that is asked for makes the framework wait when its tensor is freed */
	reads_begin(drive_int(d, "noted") ? &feed : NULL);
	error_clear();
	left_clear();
	const Feed given = feed;
	if (drive_int(d, "noted")) { /* the others are timed */
		batch_touch(model, NULL, NULL);
		tensor_touch(total);
	}
	drive_go(d);
	int64_t steps = train_ahead(model, sgd, plain_step, &feed, &data, total);
	drive_end(d);
	left_put(d);
	left_clear();
	cudaSetDevice(device.index);
	reason_put(d);
	drive_put_int(d, "steps", steps);
	drive_put_int(d, "kept", memcmp(&given, &feed, sizeof feed) == 0);
	drive_put_int(d, "made", steps_made);
	drive_put_int(d, "rows", step_rows);
	drive_put_int(d, "sent", sends_made);
	images_put(d, &data);
	drive_put_ints(d, "firsts", sent_firsts, sends_made < READ_STEPS ? sends_made : READ_STEPS);
	drive_put_ints(d, "reads", reads.steps, READ_NUMBERS * reads.count);
	reads_begin(NULL);
	finish_all();
	drive_put_tensor(d, "total", total);
	model_put(d, model);
	drive_thaw(d);
	tensor_read_next(total);
	finish_all();
	drive_put_int(d, "used0", !sent_through[0] || is_recorded(feed.slot[0].used));
	drive_put_int(d, "used1", !sent_through[1] || is_recorded(feed.slot[1].used));
	drive_put_int(d, "stream", stream_gpu(feed.stream));
	feed_close(&feed);
	stage_free();
	tensor_free(total);
	sgd_free(sgd);
	module_free(model);
}

/* --- questions -------------------------------------------------------------------------------- */

/* Four numbers a case, of which three are 64ths of a microsecond. */
static void drive_8_8(Drive *d)
{
	int64_t count;
	const int64_t *n = drive_ints(d, "numbers", &count);
	float *answers = allocate((size_t)count * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < count / 4; i++, n += 4)
		answers[i] = (float)log_slowdown(n[0], (double)n[1] / 64, (double)n[2] / 64,
						 (double)n[3] / 64);
	drive_end(d);
	drive_put_floats(d, "answers", answers, count / 4);
	free(answers);
}

/* Five numbers a case. */
static void drive_8_9(Drive *d)
{
	int64_t count;
	const int64_t *n = drive_ints(d, "numbers", &count);
	int64_t *bytes = allocate((size_t)count * sizeof *bytes);
	int64_t *copies = allocate((size_t)count * sizeof *copies);
	drive_go(d);
	for (int64_t i = 0; i < count / 5; i++, n += 5)
		bytes[i] = bytes_to_gpu(n[0], n[1], n[2], n[3], (int)n[4], &copies[i]);
	drive_end(d);
	drive_put_ints(d, "bytes", bytes, count / 5);
	drive_put_ints(d, "copies", copies, count / 5);
	free(bytes);
	free(copies);
}

const DriveCheck lab_drives[] = {{"8.1", drive_8_1}, {"8.2", drive_8_2}, {"8.3", drive_8_3},
				 {"8.4", drive_8_4}, {"8.5", drive_8_5}, {"8.6", drive_8_6},
				 {"8.7", drive_8_7}, {"8.8", drive_8_8}, {"8.9", drive_8_9},
				 {NULL, NULL}};
