/* lab8_ahead_judge.c - decides about sending ahead: what is made for it, what one send does, and
 * whether a training hides its copies behind its steps. */
#include <math.h>

#include "judge_failing.h"
#include "lab8_judge.h"

/* --- 8.5 -------------------------------------------------------------------------------------- */

/* So many pages are free on the GPU; 0: nearly all. */
static Run *make_open(Judge *j, int64_t batch, int64_t width, int pages)
{
	Run *r = judge_run(j, 2);
	run_later(r);
	run_int(r, "batch", batch);
	run_int(r, "width", width);
	run_int(r, "device", 1);
	run_int(r, "full", pages > 0);
	run_int(r, "room", (int64_t)pages * PAGE_BYTES);
	run_watch(r);
	return r;
}

static Run *run_open(Judge *j, int64_t batch, int64_t width, int pages)
{
	Run *r = make_open(j, batch, width, pages);
	run_go(r);
	return r;
}

static void judge_room(Judge *j, Run *r, const char *name, Shape shape, Dtype dtype, const char *at)
{
	const RunTensor *tensor = run_get_tensor(r, name);
	judge_that(j, tensor != NULL, "%s: there is no tensor", at);
	judge_device(j, judge_text(j, "%s: its device", at), tensor->device, device_of(1));
	judge_shape(j, judge_text(j, "%s: its shape", at), tensor->shape, shape);
	judge_that(j, tensor->dtype == dtype, "%s: its elements are of the wrong type", at);
}

static void judge_slot(Judge *j, Run *r, int i, int64_t batch, int64_t width)
{
	const char *at = judge_text(j, "slot %d", i);
	judge_that(j, run_get_int(r, judge_text(j, "pinned%d", i)),
		   "%s: x_pinned or classes_pinned is not pinned memory (cudaMallocHost), or not "
		   "long enough",
		   at);
	judge_room(j, r, judge_text(j, "x%d", i), SHAPE(batch, width), DTYPE_FLOAT32,
		   judge_text(j, "%s: x", at));
	judge_room(j, r, judge_text(j, "classes%d", i), SHAPE(batch), DTYPE_INT32,
		   judge_text(j, "%s: classes", at));
	judge_that(j, run_get_int(r, judge_text(j, "apart%d", i)),
		   "%s: an event is missing, or something is shared with the other slot", at);
	judge_int(j, judge_text(j, "%s: sending a whole batch and recording both events", at),
		  run_get_int(r, judge_text(j, "works%d", i)), 0);
}

static Run *judge_open(Judge *j, int64_t batch, int64_t width)
{
	Run *r = run_open(j, batch, width, 0);
	judge_int(j, "what is returned", run_get_int(r, "status"), 0);
	judge_no_error_left(j, r);
	judge_device_kept(j, r, 1);
	int64_t gpu = run_get_int(r, "stream");
	judge_that(j, gpu != -2,
		   "feed->stream waits for the default stream and makes it wait, so nothing would "
		   "run beside the steps; wanted one made with cudaStreamNonBlocking");
	judge_that(j, gpu == 1, "feed->stream: wanted a stream of GPU 1");
	judge_slot(j, r, 0, batch, width);
	judge_slot(j, r, 1, batch, width);
	judge_that(
		j, run_get_int(r, "ended"),
		"the GPU still worked when the function returned: the tensors were being filled");
	judge_that(j, run_get_int(r, "kept"), "feed->batch or feed->width was changed");
	return r;
}

/* A square of so many numbers is larger than all that a process can address. */
#define BEYOND ((int64_t)1 << 23)

static void judge_no_open(Judge *j, Run *r, const char *at)
{
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, 1);
}

/* A launch that failed the framework may make again. */
static void judge_failing_open(Judge *j, const char *kind, int64_t which, const void *data)
{
	Run *r = make_open(j, 9, 11, 0);
	const char *at = run_fail_times(j, r, kind, which, strcmp(kind, "launch") == 0 ? 2 : 1);
	(void)data;
	run_go(r);
	judge_no_open(j, r, at);
}

void judge_8_5(Judge *j)
{
	int64_t width = judge_between(j, 61, 90);
	Run *good = judge_open(j, judge_between(j, 20, 60), width);
	width = judge_between(j, 300, 400);
	judge_open(j, judge_between(j, 500, 900), width);
	judge_no_open(j, run_open(j, 600, judge_between(j, 1000, 1100), 1), "a full GPU");
	judge_no_open(j, run_open(j, PAGE_NUMBERS, 1, 3),
		      "a GPU on which only three of the four tensors fit");
	judge_no_open(j, run_open(j, BEYOND, BEYOND, 0), "more numbers than any memory has");
	judge_every_failure(j, good, judge_failing_open, NULL);
}

/* --- 8.6 -------------------------------------------------------------------------------------- */

enum Busy { IDLE, BUSY_WITH_SLOT, BUSY_WITH_OTHER };

typedef struct Send {
	int64_t batch, index, first, before; /* before: the row of an earlier batch, or -1, */
	bool other;                          /* which goes through the other slot */
	int zeros;                           /* rows of zeros, when only the time counts */
	enum Busy busy;                      /* what the default stream does meanwhile */
	const char *at;
} Send;

static Run *make_send(Judge *j, const Send *s, const Digits *data)
{
	Run *r = judge_run(j, 2);
	run_later(r);
	run_digits(r, data);
	run_int(r, "device", 1);
	run_int(r, "batch", s->batch);
	run_int(r, "index", s->index);
	run_int(r, "first", s->first);
	run_int(r, "before", s->before);
	run_int(r, "before_index", s->other ? !s->index : s->index);
	run_int(r, "zeros", s->zeros);
	run_int(r, "busy", s->busy);
	if (s->zeros > 0 && s->busy == IDLE) /* sent in the wrong place is explained below */
		run_allow(r, "race");
	run_watch(r);
	return r;
}

static Run *run_send(Judge *j, const Send *s, const Digits *data)
{
	Run *r = make_send(j, s, data);
	run_go(r);
	return r;
}

static int is_sent(const RunOp *op, const void *data)
{
	(void)data;
	return op->kind == RUN_OP_COPY && op->from < 0 && op->to >= 0;
}

static void judge_ways(Judge *j, Run *r, const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	for (int i = 0; i < count; i++)
		judge_that(
			j, !is_sent(&ops[i], NULL) || ops[i].pinned,
			"%s: a copy from ordinary memory; wanted all from the slots' pinned memory",
			at);
}

/* When the first copy to the GPU began. */
static double first_sent(Run *r)
{
	int count, i = 0;
	const RunOp *ops = run_ops(r, &count);
	while (i < count && !is_sent(&ops[i], NULL))
		i++;
	return i < count ? ops[i].start : 0;
}

static int64_t rows_of(const Digits *data, int64_t first, int64_t batch)
{
	int64_t left = data->count - first;
	return left < 0 ? 0 : left < batch ? left : batch;
}

static Run *judge_send(Judge *j, const Send *s, const Digits *data)
{
	Run *r = run_send(j, s, data);
	const SimcudaCounters *c = run_counts(r);
	int64_t rows = rows_of(data, s->first, s->batch);
	int64_t earlier = s->before < 0 ? 0 : rows_of(data, s->before, s->batch);
	int64_t sends = (rows > 0) + (earlier > 0);
	judge_int(j, judge_text(j, "%s: what is returned", s->at), run_get_int(r, "rows"), rows);
	judge_no_error_left(j, r);
	judge_at_most(j, judge_text(j, "%s: copies to the GPU", s->at), (double)c->copies_h2d,
		      2 * (double)sends);
	judge_at_most(j, judge_text(j, "%s: copies to the host or within the GPU", s->at),
		      (double)(c->copies_d2h + c->copies_d2d), 0);
	judge_int(j, judge_text(j, "%s: bytes sent", s->at), (int64_t)c->bytes_h2d,
		  (rows + earlier) * (data->width + 1) * 4);
	judge_ways(j, r, s->at);
	const RunTensor *x = run_get_tensor(r, "x"), *classes = run_get_tensor(r, "classes");
	judge_that(j,
		   x && x->values && x->count == s->batch * data->width && classes &&
			   classes->int_values && classes->count == s->batch,
		   "%s: the slot's tensors cannot be read", s->at);
	judge_floats(j, judge_text(j, "%s: the slot's x", s->at), x->values,
		     data->x + s->first * data->width, rows * data->width, 0);
	for (int64_t i = 0; i < rows; i++)
		judge_int(j,
			  judge_text(j, "%s: element %lld of the slot's classes", s->at,
				     (long long)i),
			  classes->int_values[i], data->classes[s->first + i]);
	return r;
}

/* A batch of 4 MiB takes more than 70 us on every model; the calls take 8 to 20. Four products take
 * more than 200 us on every model. Half of these times is far from both a call that waits and one
 * that does not. */
enum { LARGE_BATCH = 1024, LARGE_WIDTH = 1024, WORK_COLUMNS = 2048, WORK_TIMES = 4 };

static void judge_no_wait(Judge *j, enum Busy busy)
{
	Digits large = {.width = LARGE_WIDTH, .count = 0};
	Send s = {.batch = LARGE_BATCH, .before = -1, .zeros = LARGE_BATCH, .busy = busy};
	large.x = judge_memory(j, sizeof(float));
	Run *r = run_send(j, &s, &large);
	judge_int(j, "a large batch: what is returned", run_get_int(r, "rows"), LARGE_BATCH);
	judge_ways(j, r, "a large batch");
	double took = (double)run_counts(r)->host_ns / 1e3;
	double bytes = 4.0 * LARGE_BATCH * LARGE_WIDTH;
	double copy = run_copy_us(r, "h2d_pinned", bytes);
	double work = WORK_TIMES * run_product_us(r, LARGE_BATCH, WORK_COLUMNS, LARGE_WIDTH);
	if (busy == BUSY_WITH_OTHER)
		judge_that(j, first_sent(r) < work / 2,
			   "the copies began %.4g us after the call: they waited for a step that "
			   "does not use this slot; they belong into feed->stream",
			   first_sent(r));
	else if (busy == BUSY_WITH_SLOT)
		judge_that(j, took < work / 2,
			   "the call took %.4g us: the host waited for the step that uses the "
			   "slot's tensors; let feed->stream wait (cudaStreamWaitEvent)",
			   took);
	else
		judge_that(j, took < copy / 2,
			   "the call took %.4g us, the copy %.4g us: the host waited for the copy "
			   "instead of returning at once",
			   took, copy);
	judge_that(j, busy != IDLE || run_get_int(r, "under_way"),
		   "`sent` was reached while the copies were still on their way: it is recorded "
		   "behind them, in feed->stream");
}

/* The other slot's batch waits for a step, and this slot's behind it: the host for neither. */
static void judge_other_slot(Judge *j)
{
	Digits large = {.width = LARGE_WIDTH, .count = 0};
	Send s = {.batch = LARGE_BATCH,
		  .index = 1,
		  .other = true,
		  .zeros = LARGE_BATCH,
		  .busy = BUSY_WITH_OTHER};
	large.x = judge_memory(j, sizeof(float));
	Run *r = run_send(j, &s, &large);
	judge_int(j, "a large batch behind another one: what is returned", run_get_int(r, "rows"),
		  LARGE_BATCH);
	double took = (double)run_counts(r)->host_ns / 1e3;
	double work = WORK_TIMES * run_product_us(r, LARGE_BATCH, WORK_COLUMNS, LARGE_WIDTH);
	judge_that(j, took < work / 2,
		   "two calls for two slots took %.4g us: the host waited for a batch of the other "
		   "slot; wait for `sent` of this slot alone, not for the stream",
		   took);
}

typedef struct Sending {
	const Send *send;
	const Digits *data;
} Sending;

/* Whether the whole batch has come. */
static bool is_there(Run *r, const Sending *s)
{
	const RunTensor *x = run_get_tensor(r, "x"), *classes = run_get_tensor(r, "classes");
	int64_t rows = rows_of(s->data, s->send->first, s->send->batch), width = s->data->width;
	if (!x || !x->values || x->count < rows * width || !classes || !classes->int_values ||
	    classes->count < rows)
		return false;
	size_t bytes = (size_t)(rows * width) * sizeof *x->values;
	size_t class_bytes = (size_t)rows * sizeof *classes->int_values;
	return memcmp(x->values, s->data->x + s->send->first * width, bytes) == 0 &&
	       memcmp(classes->int_values, s->data->classes + s->send->first, class_bytes) == 0;
}

/* Who makes a copy again, and has the batch on its way then, may say so. */
static void judge_failing_send(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Sending *s = data;
	Run *r = make_send(j, s->send, s->data);
	const char *at = run_fail_times(j, r, kind, which, 1);
	run_allow(r, "race"); /* a copy may be under way whose end is not marked */
	run_go(r);
	int64_t rows = rows_of(s->data, s->send->first, s->send->batch);
	if (strcmp(kind, "copy") != 0 || run_get_int(r, "rows") != rows || !is_there(r, s))
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "rows"), -1);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, 1);
}

/* Behind the last row there is nothing to do, not even to record `sent`: that would stand behind
 * the step that still uses the slot. */
static void judge_nothing_sent(Judge *j, int64_t past)
{
	Digits large = {.width = LARGE_WIDTH, .count = 0};
	Send s = {.batch = LARGE_BATCH,
		  .first = LARGE_BATCH + past,
		  .before = -1,
		  .zeros = LARGE_BATCH,
		  .busy = BUSY_WITH_SLOT};
	large.x = judge_memory(j, sizeof(float));
	Run *r = run_send(j, &s, &large);
	const char *at = judge_text(j, "%d rows, first %lld", LARGE_BATCH, (long long)s.first);
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "rows"), 0);
	judge_that(j, !run_get_int(r, "under_way"),
		   "%s: `sent` was recorded; wanted nothing to be done when there are no rows", at);
}

void judge_8_6(Judge *j)
{
	Digits data = digits_draw(j, judge_between(j, 100, 120));
	int64_t batch = judge_between(j, 20, 30), last = data.count / batch * batch;
	last -= last == data.count ? batch : 0;
	Send middle = {batch, 1, batch, -1, 0, 0, IDLE, "the second batch, through slot 1"};
	Send end = {batch, 0, last, -1, 0, 0, IDLE, "the last batch, which is smaller"};
	Send row = {batch, 1, data.count - 1, -1, 0, 0, IDLE, "the last row alone"};
	Send none = {batch, 1, data.count, -1, 0, 0, IDLE, "first behind the last row"};
	Send twice = {batch, 0, batch, 2 * batch, 0, 0, IDLE, "two batches through one slot"};
	Send busy = {batch, 1, 0, -1, 0, 0, BUSY_WITH_SLOT, "a step still uses the slot"};
	judge_no_wait(j, IDLE);
	Run *good = judge_send(j, &middle, &data);
	judge_send(j, &end, &data);
	judge_send(j, &row, &data);
	judge_send(j, &none, &data);
	judge_send(j, &twice, &data);
	judge_send(j, &busy, &data);
	judge_no_wait(j, BUSY_WITH_SLOT);
	judge_no_wait(j, BUSY_WITH_OTHER);
	judge_other_slot(j);
	judge_nothing_sent(j, 0);
	judge_nothing_sent(j, judge_between(j, 1, 9));
	judge_every_failure(j, good, judge_failing_send, &(Sending){&middle, &data});
}

/* --- 8.7 -------------------------------------------------------------------------------------- */

typedef struct Ahead {
	Mlp start;
	Digits data;
	int64_t batch, steps;
	int step_fails, send_fails, zeros;
	double total;
	const char *at;
} Ahead;

static Run *run_ahead(Judge *j, const Ahead *a)
{
	Run *r = judge_run(j, 2);
	run_digits(r, &a->data);
	run_mlp(r, j, &a->start, 1);
	run_sgd(r, &a->start);
	run_int(r, "batch", a->batch);
	run_int(r, "zeros", a->zeros);
	run_int(r, "step_fails", a->step_fails);
	run_int(r, "send_fails", a->send_fails);
	run_real(r, "total", a->total);
	run_watch(r);
	run_given(r, "cudaMemcpyAsync",
		  ": feed->send waits for slot->used; record it behind the "
		  "step that reads the slot");
	run_given(r, "kernel",
		  ": the step reads the slot that feed->send fills; wait for slot->sent "
		  "before it");
	run_go(r);
	return r;
}

static Ahead ahead_draw(Judge *j, int64_t batch, int64_t count)
{
	Ahead a = {.data = digits_draw(j, count), .batch = batch};
	int64_t sizes[] = {64, judge_between(j, 12, 24), 10};
	a.start = mlp_draw(j, sizes, 3);
	a.start.rate = 0.125;
	a.steps = (count + batch - 1) / batch;
	a.step_fails = a.send_fails = -1;
	a.total = (double)judge_between(j, 1, 50);
	a.at = judge_text(j, "%lld rows in batches of %lld", (long long)count, (long long)batch);
	return a;
}

static void judge_traffic(Judge *j, Run *r, const Ahead *a)
{
	const SimcudaCounters *c = run_counts(r);
	judge_that(j, c->copies_d2h == 0,
		   "%s: %d copies to the host, wanted none: the losses are added up on the GPU",
		   a->at, (int)c->copies_d2h);
	judge_at_most(j, judge_text(j, "%s: copies to the GPU", a->at), (double)c->copies_h2d,
		      2 * (double)a->steps);
	judge_int(j, judge_text(j, "%s: bytes sent", a->at), (int64_t)c->bytes_h2d,
		  a->data.count * (a->data.width + 1) * 4);
	judge_ways(j, r, a->at);
}

static void judge_ahead(Judge *j, int64_t batch, int64_t count)
{
	Ahead a;
	Mlp wanted;
	double sum, plain;
	do {
		a = ahead_draw(j, batch, count);
		wanted = mlp_copy(j, &a.start);
		sum = plain = 0;
		for (int64_t first = 0; first < count; first += batch) {
			int64_t rows = rows_of(&a.data, first, batch);
			double loss = mlp_step(&wanted, &a.data, first, rows);
			sum += (double)rows * loss;
			plain += loss;
		}
	} while (!mlp_is_clear(&wanted));
	Mlp came = mlp_copy(j, &a.start);
	Run *r = run_ahead(j, &a);
	int64_t made = run_get_int(r, "made");
	judge_that(j, made == 0 || made == a.steps, "%s: step was called %lld times, wanted %lld",
		   a.at, (long long)made, (long long)a.steps);
	judge_that(j, run_get_int(r, "sent") > 0,
		   "%s: nothing was sent by feed->send(feed, index, data, first)", a.at);
	judge_int(j, judge_text(j, "%s: what is returned", a.at), run_get_int(r, "steps"), a.steps);
	judge_no_error_left(j, r);
	judge_device_kept(j, r, 1);
	judge_traffic(j, r, &a);
	int64_t rows = run_get_int(r, "rows");
	judge_that(j, made == 0 || rows == count,
		   "%s: step got %lld rows in all, wanted %lld: a batch may have fewer rows than "
		   "its slot",
		   a.at, (long long)rows, (long long)count);
	for (int i = 0; i < 2 && i + 2 < a.steps; i++) /* a further batch goes through the slot */
		judge_that(j, run_get_int(r, i ? "used1" : "used0"),
			   "%s: `used` of slot %d was not recorded behind a step", a.at, i);
	const RunTensor *total = run_get_tensor(r, "total");
	judge_that(j, total && total->values && total->count == 1, "total cannot be read");
	double got = (double)total->values[0];
	judge_that(j, fabs(got - a.total - plain) >= 1e-2 || fabs(plain - sum) < 1,
		   "%s: total grew by %.4g, wanted %.4g: each loss is a mean and counts as many "
		   "times as its batch has rows",
		   a.at, got - a.total, sum);
	judge_that(j, fabs(got - sum) >= 1e-2 || a.total < 1,
		   "%s: total was %.4g before and is %.4g now, wanted %.4g: it is added to", a.at,
		   a.total, got, a.total + sum);
	judge_real(j, judge_text(j, "%s: total", a.at), got, a.total + sum, NEAR);
	const char *problem = mlp_take(&came, r);
	judge_that(j, !problem, "%s: %s", a.at, problem);
	judge_that(j, mlp_distance(&came, &wanted) < NEAR,
		   "%s: the parameters are not what %lld steps in the order of the rows give", a.at,
		   (long long)a.steps);
}

static void judge_failing(Judge *j, int step_fails, int send_fails)
{
	Ahead a = ahead_draw(j, 8, judge_between(j, 33, 39));
	a.step_fails = step_fails;
	a.send_fails = send_fails;
	Run *r = run_ahead(j, &a);
	judge_int(j,
		  judge_text(j, "%s number %d fails: what is returned",
			     step_fails >= 0 ? "the step" : "the send",
			     (step_fails >= 0 ? step_fails : send_fails) + 1),
		  run_get_int(r, "steps"), -1);
}

static int is_kernel(const RunOp *op, const void *data)
{
	(void)data;
	return op->kind == RUN_OP_KERNEL;
}

/* How often the host waited in a call of the student's own, and the call that waited longest. */
static int waits_of(const RunOp *ops, int count, const char **call)
{
	int waits = 0;
	double longest = 0;
	for (int i = 0; i < count; i++) {
		if (ops[i].kind != RUN_OP_CALL || ops[i].line == 0 || ops[i].waited < 1)
			continue;
		waits++;
		if (ops[i].waited > longest)
			*call = ops[i].name;
		longest = fmax(longest, ops[i].waited);
	}
	return waits;
}

/* With n batches the copies of n - 1 can run beside a step, and the kernels of n - 1 steps beside a
 * copy; whichever takes less time can be hidden wholly, and is in the reference, on every model.
 * One after the other nothing is. Half is the line. A step's two products take 100 us and more
 * here, so that what queueing takes does not matter, and a batch of 4 MiB about as long. */
#define HIDDEN_SHARE 0.5
enum { AHEAD_STEPS = 8 };

static void judge_hidden(Judge *j)
{
	static int64_t sizes[] = {LARGE_WIDTH, 1024, 10};
	Ahead a = {.batch = LARGE_BATCH, .zeros = AHEAD_STEPS * LARGE_BATCH};
	a.data = (Digits){judge_memory(j, sizeof(float)), NULL, 0, LARGE_WIDTH};
	a.start = (Mlp){.sizes = 3, .size = {sizes[0], sizes[1], sizes[2]}, .rate = 0.125};
	a.step_fails = a.send_fails = -1;
	Run *r = run_ahead(j, &a);
	judge_int(j, "large batches: what is returned", run_get_int(r, "steps"), AHEAD_STEPS);
	int count;
	const RunOp *ops = run_ops(r, &count);
	double part = (double)(AHEAD_STEPS - 1) / AHEAD_STEPS;
	double copies = part * ops_busy(ops, count, is_sent, NULL);
	double kernels = part * ops_busy(ops, count, is_kernel, NULL);
	double both = ops_overlap(ops, count, is_sent, is_kernel, NULL);
	double share = both / fmax(fmin(copies, kernels), 1e-3);
	const char *call = "";
	int waits = waits_of(ops, count, &call);
	judge_that(j, share >= HIDDEN_SHARE,
		   "of the copies' time that could lie beside computing %.0f %% did, wanted at "
		   "least %.0f %%%s",
		   fmin(100 * share, 100), 100 * HIDDEN_SHARE,
		   waits > 0
			   ? judge_text(j,
					"; the host waited for the GPU %d times (%s), so that the "
					"next batch was sent too late",
					waits, call)
			   : ": the next batch has to be on its way, in the other slot, "
			     "before the step is over");
	judge_no_pause(j, ops, count, AHEAD_STEPS);
}

void judge_8_7(Judge *j)
{
	int64_t batch = judge_between(j, 16, 24);
	judge_ahead(j, batch, 6 * batch + judge_between(j, 1, 5));
	judge_ahead(j, batch, 3 * batch);
	judge_ahead(j, batch, 2 * batch + 1);
	judge_ahead(j, batch, judge_between(j, 5, 9));
	judge_failing(j, (int)judge_between(j, 1, 3), -1);
	judge_failing(j, -1, 0);
	judge_failing(j, -1, (int)judge_between(j, 2, 4));
	judge_hidden(j);
}
