/* train.c - decides about steps and epochs: that they are what the judge's own model gives, and what goes between
 * host and GPU for them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab8/judge.h"

static double number_of(Judge *j, const RunTensor *tensor, const char *what, int device)
{
	judge_because(j, "wrong-place");
	judge_device(j, judge_text(j, "%s: its device", what), tensor->device, device_of(device));
	judge_because(j, "loss-shape");
	judge_shape(j, judge_text(j, "%s: its shape", what), tensor->shape, SHAPE_SCALAR);
	judge_that_for(j, tensor->values && tensor->count == 1, "result-missing",
		       "%s: it cannot be read", what);
	return (double)tensor->values[0];
}

/* The images must be what they were. */
static void judge_kept(Judge *j, Run *r, const Digits *data, const char *at)
{
	const RunTensor *x = run_get_tensor(r, "x");
	judge_that_for(j, x && x->count == data->count * data->width, "input-changed",
		       "%s: x is gone", at);
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: x afterwards", at), x->values, data->x, x->count, 0);
}

/* --- 8.2 -------------------------------------------------------------------------------------- */

typedef struct Two {
	const Digits *data;
	Mlp start, wanted;
	int64_t cut;
	const char *at;
	int device;
} Two;

/* What went wrong with the parameters, if it is one of the usual things; and why. */
static const char *explain_steps(Judge *j, const Two *t, const Mlp *got, const char **cause)
{
	int64_t left = t->data->count - t->cut;
	*cause = "step-missing";
	if (mlp_distance(got, &t->start) < NEAR)
		return "they did not change: was there a step, and was it after the backward?";

	Mlp other = mlp_copy(j, &t->start); /* gradients add up from before */
	mlp_gradient(&other, t->data, 0, t->cut);
	mlp_gradient(&other, t->data, 0, t->cut);
	mlp_update(&other);
	Mlp once = mlp_copy(j, &other); /* zeroed after the step, or not at all */
	mlp_step(&once, t->data, t->cut, left);
	mlp_gradient(&other, t->data, t->cut, left);
	mlp_update(&other);
	Mlp later = mlp_copy(j, &t->start); /* zeroed at the first step alone */
	mlp_step(&later, t->data, 0, t->cut);
	mlp_gradient(&later, t->data, t->cut, left);
	mlp_update(&later);
	*cause = "gradients-added";
	if (mlp_distance(got, &other) < NEAR || mlp_distance(got, &once) < NEAR ||
	    mlp_distance(got, &later) < NEAR)
		return "gradients from before were added in; set them to zero first";

	other = mlp_copy(j, &t->start); /* the step before the backward */
	mlp_gradient(&other, t->data, 0, t->cut);
	mlp_update(&other);
	mlp_step(&other, t->data, 0, t->cut);
	*cause = "step-before-backward";
	if (mlp_distance(got, &other) < NEAR)
		return "each step was made with the gradients of the batch before: sgd_step came "
		       "before the backward";

	other = mlp_copy(j, &t->start); /* zeroed, then stepped, then backward */
	mlp_step(&other, t->data, 0, t->cut);
	*cause = "step-order";
	if (mlp_distance(got, &other) < NEAR)
		return "only the first of the two steps changed them";

	other = mlp_copy(j, &t->start); /* each step made twice */
	mlp_step(&other, t->data, 0, t->cut);
	mlp_update(&other);
	mlp_step(&other, t->data, t->cut, left);
	mlp_update(&other);
	*cause = "step-twice";
	if (mlp_distance(got, &other) < NEAR)
		return "each batch made two steps: sgd_step came twice";

	other = mlp_copy(j, &t->start); /* what the optimizer knew is gone */
	mlp_step(&other, t->data, 0, t->cut);
	memset(other.velocity, 0, (size_t)other.count * sizeof *other.velocity);
	mlp_step(&other, t->data, t->cut, left);
	*cause = "momentum-lost";
	if (mlp_distance(got, &other) < NEAR)
		return "the second step had no momentum: the optimizer is the one that was handed "
		       "over, in each step";
	*cause = "step-order";
	return "they are not what one step for each batch gives";
}

static Run *make_steps(Judge *j, const Two *t, int gpus)
{
	Run *r = judge_run(j, gpus);
	run_placed(r, t->data, t->device);
	run_net(r, j, &t->start, t->device);
	run_sgd(r, &t->start);
	run_int(r, "cut", t->cut);
	run_int(r, "fault", 0);
	return r;
}

/* Where the update itself fails some parameters may be new already. */
static void judge_failing_launch(Judge *j, const char *kind, int64_t which, const void *data)
{
	Run *r = make_steps(j, data, 2);
	const char *at = run_fail_times(j, r, kind, which, strcmp(kind, "launch") == 0 ? 2 : 1);
	run_go(r);
	judge_that_for(j, !run_get_tensor(r, "first") || !run_get_tensor(r, "second"),
		       "failure-not-told", "%s: wanted NULL, but a tensor was returned", at);
}

/* A GPU that is full from there on: a step that could not be made has changed nothing. Where the update itself fails
 * some parameters may be new already. */
static void judge_failing_memory(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Two *t = data;
	Run *r = make_steps(j, t, 2);
	const char *at = run_fail_times(j, r, kind, which, FAILING_ALL);
	run_go(r);
	bool first = run_get_tensor(r, "first") != NULL,
	     second = run_get_tensor(r, "second") != NULL;
	judge_that_for(j, !first || !second, "failure-not-told",
		       "%s: wanted NULL, but a tensor was returned", at);
	Mlp came = mlp_copy(j, &t->start), wanted = mlp_copy(j, &t->start);
	if (first)
		mlp_step(&wanted, t->data, 0, t->cut);
	const char *problem = mlp_take(&came, r, t->device);
	judge_that_for(j, !problem, "damaged-results", "%s: %s", at, problem);
	judge_that_for(j, mlp_distance(&came, &wanted) < NEAR, "step-on-failure",
		       "%s: NULL was returned, but the parameters have changed", at);
}

static void judge_failing_launches(Judge *j)
{
	Digits data = digits_draw(j, 50);
	int64_t sizes[] = {data.width, 16, 10};
	Two t = {.data = &data, .cut = 30, .device = 1, .start = mlp_draw(j, sizes, 3)};
	t.start.rate = 0.5;
	if (!judge_is_simulated(j))
		return;
	Run *r = make_steps(j, &t, 2);
	run_go(r);
	judge_that_for(j, run_get_tensor(r, "first") && run_get_tensor(r, "second"),
		       "failure-without-reason", "two steps, and nothing fails: NULL was returned");
	const SimcudaCounters *c = run_counts(r);
	judge_failures_of(j, "launch", (int64_t)c->launches, judge_failing_launch, &t);
	judge_failures_of(j, "fill", (int64_t)c->memsets, judge_failing_launch, &t);
	judge_failures_of(j, "memory", (int64_t)c->allocations, judge_failing_memory, &t);
}

static void judge_steps(Judge *j, int gpus, int device, int64_t rows, int64_t cut, double momentum)
{
	Digits data = digits_draw(j, rows);
	int64_t sizes[] = {data.width, judge_between(j, 12, 30), 10};
	Two t = {.data = &data, .cut = cut, .device = device};
	double first, second;
	t.at = judge_text(j, "two steps on %s", say_device(j, device));
	do {
		t.start = mlp_draw(j, sizes, 3);
		t.start.rate = 0.5;
		t.start.momentum = momentum;
		t.wanted = mlp_copy(j, &t.start);
		first = mlp_step(&t.wanted, &data, 0, cut);
		second = mlp_step(&t.wanted, &data, cut, rows - cut);
	} while (!mlp_is_clear(&t.wanted));

	Run *r = make_steps(j, &t, gpus);
	if (device != CPU)
		run_shown(r);
	run_go(r);
	const RunTensor *one = run_get_tensor(r, "first"), *two = run_get_tensor(r, "second");
	const SimcudaCounters *c = run_counts(r);
	Traffic went = run_traffic(r);
	const char *reason = say_reason(j, r);
	judge_that_for(j, one && two, refused_cause(j, r), "%s: NULL was returned%s", t.at,
		       *reason ? reason : ", but no call has failed (0 stands for success)");
	double got = number_of(j, one, judge_text(j, "%s: the loss", t.at), device);
	judge_that_for(j, went.all.copies == 0, "copied-in-step",
		       "%s: counted %d copies, wanted none: the batch, the loss and the parameters "
		       "stay on the GPU",
		       t.at, (int)went.all.copies);
	judge_that_for(
		j, c->synchronizes == 0, "waited-in-step",
		"%s: the host waited for the GPU %d times, or asked whether it was done, wanted "
		"0: a step is only queued",
		t.at, (int)c->synchronizes);
	judge_that_for(
		j,
		fabs(got - first) < NEAR || fabs(got - first * (double)cut) >= NEAR * (double)cut,
		"loss-summed",
		"%s: the loss of the first: wanted %.4g, got %.4g, which is the sum over its "
		"%lld rows, not their mean",
		t.at, first, got, (long long)cut);
	judge_because(j, "step-loss");
	judge_real(j, judge_text(j, "%s: the loss of the first", t.at), got, first, NEAR);
	Mlp came = mlp_copy(j, &t.start);
	const char *cause = "damaged-results", *problem = mlp_take(&came, r, device);
	if (!problem && mlp_distance(&came, &t.wanted) >= NEAR)
		problem = explain_steps(j, &t, &came, &cause);
	judge_that_for(j, !problem, cause, "%s: the parameters afterwards: %s", t.at, problem);
	got = number_of(j, two, judge_text(j, "%s: the loss", t.at), device);
	judge_because(j, "step-loss");
	judge_real(j, judge_text(j, "%s: the loss of the second", t.at), got, second, 10 * NEAR);
	judge_kept(j, r, &data, t.at);
	if (device != CPU)
		judge_worked(j, r, t.at, (RunWork){.flops = mlp_flops(&t.start, data.count, true)});
	if (device != CPU)
		judge_lesson(
			j,
			"A step of training is only queued: yours made %s and the host waited %s "
			"in two steps, which took it %s; the losses, %.4g and %.4g by ours, stay "
			"on the GPU until somebody asks.",
			say_many(j, went.all.copies, "copy", "copies"),
			say_many(j, (double)c->synchronizes, "time", "times"), say_us(j, run_us(r)),
			first, second);
}

/* The second step cannot be made. With momentum even a step without gradients would show. */
static void judge_failing_step(Judge *j, int fault)
{
	static const char *const faults[] = {"", "x is on the cpu and the model on gpu:1",
					     "classes has a row less than x"};
	Digits data = digits_draw(j, judge_between(j, 30, 60));
	int64_t cut = data.count / 2, sizes[] = {data.width, 16, 10};
	Mlp start, wanted;
	do {
		start = mlp_draw(j, sizes, 3);
		start.rate = 0.25;
		start.momentum = 0.5;
		wanted = mlp_copy(j, &start);
		mlp_step(&wanted, &data, 0, cut);
	} while (!mlp_is_clear(&wanted));
	Mlp came = mlp_copy(j, &start);

	Run *r = judge_run(j, 2);
	run_placed(r, &data, fault == 1 ? CPU : 1);
	run_net(r, j, &start, 1);
	run_sgd(r, &start);
	run_int(r, "cut", cut);
	run_int(r, "fault", fault);
	run_about(r, faults[fault]);
	run_go(r);
	judge_that_for(j, run_get_tensor(r, "first") != NULL, refused_cause(j, r),
		       "NULL was returned%s", say_reason(j, r));
	judge_that_for(j, !run_get_tensor(r, "second"), "failure-not-told",
		       "%s: wanted NULL, but a tensor was returned", faults[fault]);
	const char *problem = mlp_take(&came, r, 1);
	judge_that_for(j, !problem, "damaged-results", "%s: %s", faults[fault], problem);
	judge_that_for(
		j, mlp_distance(&came, &wanted) < NEAR, "step-on-failure",
		"%s: NULL was returned, but the parameters have changed: no sgd_step when the "
		"loss or the gradients are missing",
		faults[fault]);
}

void judge_8_2(Judge *j)
{
	int64_t cut = judge_between(j, 20, 30);
	judge_steps(j, 2, 1, judge_between(j, 50, 90), cut, 0);
	cut = judge_between(j, 1, 5);
	judge_steps(j, 2, 0, judge_between(j, 30, 60), cut, 0.5);
	cut = judge_between(j, 10, 20);
	judge_steps(j, 0, CPU, judge_between(j, 30, 60), cut, 0);
	judge_failing_step(j, 1);
	judge_failing_step(j, 2);
	judge_failing_launches(j);
}

/* --- 8.3 -------------------------------------------------------------------------------------- */

typedef struct Epoch {
	Digits data;
	Mlp start;
	int64_t batch, steps, epochs;
	int device, fails;
	bool noted; /* the drive notes what each step gets */
	const char *
		failing; /* the kind of operation of which the one numbered failing_at fails; NULL: none */
	int64_t failing_at;
	const char *at;
} Epoch;

static Run *run_epoch(Judge *j, Epoch *e, int gpus)
{
	e->steps = (e->data.count + e->batch - 1) / e->batch;
	e->at = judge_text(j, "%lld rows in batches of %lld on %s", (long long)e->data.count,
			   (long long)e->batch, say_device(j, e->device));
	Run *r = judge_run(j, gpus);
	run_placed(r, &e->data, e->device);
	run_net(r, j, &e->start, e->device);
	run_sgd(r, &e->start);
	run_int(r, "batch", e->batch);
	run_int(r, "epochs", e->epochs);
	run_watch(r);
	run_losses(r, j, e->steps);
	run_windows(r, (int)e->epochs);
	run_window(r, (int)e->epochs - 1);
	run_int(r, "fails", e->fails);
	run_int(r, "noted", e->noted);
	if (e->failing)
		e->at = run_fail_times(j, r, e->failing, e->failing_at,
				       strcmp(e->failing, "launch") == 0 ? 2 : 1);
	else if (e->fails >= 0)
		run_about(r, judge_text(j, "step %d gives NULL", e->fails + 1));
	if (e->epochs > 1)
		run_shown(r);
	run_go(r);
	return r;
}

/* One copy of a number, whichever epoch it is. */
static void judge_report_sent(Judge *j, Run *r, const Epoch *e, int epoch)
{
	Traffic went = run_traffic_of(r, epoch);
	judge_worked_in(j, r, epoch, e->at,
			(RunWork){.flops = mlp_flops(&e->start, e->data.count, true)});
	judge_not_carried(j, &went, e->at);
	judge_that_for(
		j, went.d2h.copies <= 1, "losses-fetched",
		"%s: %d copies to the host in an epoch of %d steps, wanted 1: add the losses up "
		"on the GPU and send the sum",
		e->at, (int)went.d2h.copies, (int)e->steps);
	judge_that_for(
		j, went.h2d.copies <= 0, "data-sent-again",
		"%s: %d copies to the GPU in an epoch, wanted none: the data are there already",
		e->at, (int)went.h2d.copies);
	judge_that_for(j, went.all.copies <= 1 && went.d2h.bytes <= sizeof(float), "losses-fetched",
		       "%s: %d copies, %d bytes to the host; wanted one copy of one number", e->at,
		       (int)went.all.copies, (int)went.d2h.bytes);
}

/* And a wait at its end, and a second one if somebody waits before the copy. tensor_free() waits for a tensor whose address
 * tensor_data() has told, as others may use its memory then: that is no wait by a call that does nothing else. */
static void judge_report(Judge *j, Run *r, const Epoch *e)
{
	if (e->device == CPU)
		return;
	for (int epoch = (int)e->epochs - 1; epoch >= 0; epoch--)
		judge_report_sent(j, r, e, epoch);
	const SimcudaCounters *c = run_counts(r);
	int64_t waits = (int64_t)c->synchronizes - (int64_t)c->before_frees;
	judge_that_for(
		j, waits <= 2, "waits-in-epoch",
		"%s: the host waited for the GPU %d times in an epoch of %d steps, wanted once or "
		"twice, at the end",
		e->at, (int)waits, (int)e->steps);
}

/* The mean over rows; the mean of the batches' means, and the sum, are what people take instead. */
static void judge_mean(Judge *j, Run *r, const Epoch *e, double wanted, double means, double last)
{
	double got = run_get_real(r, "mean");
	judge_that_for(
		j, fabs(got - wanted) < NEAR || fabs(got - means) >= NEAR, "mean-of-means",
		"%s: *mean: wanted %.4g, got %.4g, the mean over batches; the last batch has "
		"fewer rows and counts less",
		e->at, wanted, got);
	judge_that_for(j, fabs(got - wanted) < NEAR || fabs(got - last) >= NEAR, "mean-of-last",
		       "%s: *mean: wanted %.4g, got %.4g, the loss of the last batch alone", e->at,
		       wanted, got);
	judge_because(j, fabs(got) < NEAR ? "mean-nothing" : "mean-wrong");
	judge_real(j, judge_text(j, "%s: *mean", e->at), got, wanted, NEAR);
}

/* Which rows each step gets, in a run of their own, which is not counted. */
static void judge_rows(Judge *j, Epoch e, int gpus)
{
	enum { NUMBERS = 3 }; /* of x, of classes, how many */
	int64_t count;
	e.noted = true;
	Run *r = run_epoch(j, &e, gpus);
	const int64_t *n = run_get_ints(r, "noted", &count);
	judge_complete(j, (n || count == 0) && count % NUMBERS == 0);
	for (int64_t i = 0; i < count / NUMBERS; i++, n += NUMBERS) {
		int64_t first = i * e.batch, rows = rows_of(&e.data, first, e.batch);
		judge_that_for(j, n[0] < 0 || n[0] == first, "rows-of-step",
			       "%s: batch %lld began with row %lld, wanted row %lld", e.at,
			       (long long)i, (long long)n[0], (long long)first);
		judge_that_for(j, n[2] == rows, "rows-of-step",
			       "%s: batch %lld had %lld rows, wanted %lld", e.at, (long long)i,
			       (long long)n[2], (long long)rows);
		judge_that_for(j, n[1] < 0 || n[1] == first, "rows-of-step",
			       "%s: the classes of batch %lld began with row %lld, wanted row %lld",
			       e.at, (long long)i, (long long)n[1], (long long)first);
	}
}

void judge_times(Judge *j, const char *at, int64_t made, int64_t wanted, int64_t rest)
{
	judge_that_for(j, made > 0, "step-not-called",
		       "%s: `step` was never called; it is handed over to be called for each batch",
		       at);
	judge_that_for(j, made <= wanted, made == 2 * wanted ? "stepped-twice" : "too-many-steps",
		       "%s: step was called %s, wanted %lld: %s", at,
		       say_many(j, (double)made, "time", "times"), (long long)wanted,
		       made == 2 * wanted ? "twice as often" : "more often than there are batches");
	judge_that_for(j, made >= wanted, "last-batch", "%s: step was called %s, wanted %lld%s", at,
		       say_many(j, (double)made, "time", "times"), (long long)wanted,
		       made != wanted - 1 ? ""
		       : rest > 0         ? ": the last, smaller batch was left out"
					  : ": the last batch was left out");
}

static void judge_failing_call(Judge *j, const char *kind, int64_t which, const void *data)
{
	Epoch e = *(const Epoch *)data;
	e.failing = kind;
	e.failing_at = which;
	Run *r = run_epoch(j, &e, e.device + 1);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", e.at), run_get_int(r, "status"), -1);
	judge_because(j, "changed-on-failure");
	judge_real(j, judge_text(j, "%s: *mean, which was -1 before", e.at),
		   run_get_real(r, "mean"), -1, 0);
}

/* The last batch has few rows, of strong ink and with wrong classes: what becomes of it shows. */
static void judge_epoch(Judge *j, int gpus, int device, int64_t batch, int64_t steps, int64_t rest)
{
	Epoch e = {.batch = batch, .device = device, .epochs = 1, .fails = -1};
	int64_t sizes[] = {64, judge_between(j, 12, 24), 10};
	e.data = digits_draw(j, batch * (steps - 1) + rest);
	for (int64_t i = (e.data.count - rest) * e.data.width; i < e.data.count * e.data.width; i++)
		e.data.x[i] *= 2;
	for (int64_t i = e.data.count - rest; i < e.data.count; i++)
		e.data.classes[i] = (e.data.classes[i] + 5) % 10;
	Mlp wanted, twice; /* twice: with two updates for each batch */
	double sum, means, last;
	do {
		e.start = mlp_draw(j, sizes, 3);
		e.start.rate = 0.125;
		wanted = mlp_copy(j, &e.start);
		twice = mlp_copy(j, &e.start);
		sum = means = last = 0;
		for (int64_t first = 0; first < e.data.count; first += batch) {
			int64_t left = e.data.count - first, rows = left < batch ? left : batch;
			last = mlp_step(&wanted, &e.data, first, rows);
			mlp_step(&twice, &e.data, first, rows);
			mlp_update(&twice);
			sum += (double)rows * last;
			means += last / (double)steps;
		}
	} while (!mlp_is_clear(&wanted));
	Mlp came = mlp_copy(j, &e.start);

	Run *r = run_epoch(j, &e, gpus);
	int64_t made = run_get_int(r, "steps");
	judge_that_for(j, run_get_int(r, "status") == 0, refused_cause(j, r),
		       "%s: wanted 0, got %lld%s", e.at, (long long)run_get_int(r, "status"),
		       say_reason_in(j, r, "`step`"));
	judge_times(j, e.at, made, steps, rest < batch ? rest : 0);
	judge_report(j, r, &e);
	const char *problem = mlp_take(&came, r, e.device);
	judge_that_for(j, !problem, "damaged-results", "%s: %s", e.at, problem);
	judge_that_for(j, mlp_distance(&came, &twice) >= NEAR, "stepped-again",
		       "%s: each batch changed the parameters twice: `step` makes the whole step, "
		       "sgd_step too",
		       e.at);
	if (mlp_distance(&came, &wanted) >= NEAR)
		judge_rows(j, e, gpus);
	judge_unpictured(j);
	judge_mean(j, r, &e, sum / (double)e.data.count, means, last);
	judge_that_for(j, mlp_distance(&came, &wanted) < NEAR, "steps-in-order",
		       "%s: the parameters are not what %lld steps in the order of the rows give",
		       e.at, (long long)steps);
	judge_kept(j, r, &e.data, e.at);
	if (device == CPU || !judge_is_simulated(j))
		return;
	judge_failures_of(j, "copy", (int64_t)run_traffic(r).all.called, judge_failing_call, &e);
	if (gpus > 1) /* once is enough */
		judge_failures_of(j, "launch", (int64_t)run_counts(r)->launches, judge_failing_call,
				  &e);
}

/* Step `fails` gives NULL. As large as the first one, in which nothing fails: no size tells. */
static void judge_failing_epoch(Judge *j, int gpus, int device, int64_t steps, int64_t rest,
				int64_t fails)
{
	int64_t sizes[] = {64, judge_between(j, 12, 24), 10};
	Epoch e = {.batch = judge_between(j, 12, 20), .device = device, .epochs = 1};
	e.data = digits_draw(j, e.batch * (steps - 1) + rest);
	e.fails = (int)fails;
	e.start = mlp_draw(j, sizes, 3);
	e.start.rate = 0.125;
	Run *r = run_epoch(j, &e, gpus);
	const char *at = judge_text(j, "step %d gives NULL", e.fails + 1);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_because(j, "changed-on-failure");
	judge_real(j, judge_text(j, "%s: *mean, which was -1 before", at), run_get_real(r, "mean"),
		   -1, 0);
}

/* The digits, some epochs long, as a check of the whole: by then the reference has 92 to 96 % of
 * the test set right, whatever the seed; by guessing one has 10 %. */
#define DIGITS_LEAST 0.85

/* Parameters behind an epoch; epoch 0 is the begin. */
static Mlp epoch_take(Judge *j, Run *r, const Epoch *e, int64_t epoch)
{
	Mlp mlp = mlp_copy(j, &e->start);
	const char *problem =
		epoch == 0 ? NULL
			   : mlp_take_named(&mlp, r, judge_text(j, "epoch%lld", (long long)epoch),
					    e->device);
	judge_that_for(j, !problem, "damaged-results", "%s: %s", e->at, problem);
	return mlp;
}

/* Makes one epoch again, from what the one before has left, and nobody knows which. Where an input of relu comes too near
 * to 0 it is the next one. */
static void judge_one_epoch(Judge *j, Run *r, const Epoch *e)
{
	int64_t drawn = judge_between(j, 0, e->epochs - 1);
	for (int64_t k = 0; k < e->epochs; k++) {
		int64_t epoch = (drawn + k) % e->epochs + 1;
		Mlp wanted = epoch_take(j, r, e, epoch - 1), came = epoch_take(j, r, e, epoch);
		double sum = 0;
		for (int64_t first = 0; first < e->data.count; first += e->batch) {
			int64_t rows = rows_of(&e->data, first, e->batch);
			sum += (double)rows * mlp_step(&wanted, &e->data, first, rows);
		}
		if (!mlp_is_clear(&wanted))
			continue;
		const char *at = judge_text(j, "%s, epoch %lld", e->at, (long long)epoch);
		judge_that_for(
			j, mlp_distance(&came, &wanted) < NEAR, "steps-in-order",
			"%s: the parameters are not what %lld steps in the order of the rows "
			"give",
			at, (long long)e->steps);
		judge_because(j, "mean-wrong");
		judge_real(j, judge_text(j, "%s: *mean", at),
			   run_get_real(r, judge_text(j, "mean%lld", (long long)epoch)),
			   sum / (double)e->data.count, NEAR);
		return;
	}
}

static void judge_digits(Judge *j)
{
	int64_t sizes[] = {64, 32, 10}, near;
	Epoch e = {.data = digits_all(j), .batch = 64, .device = 0, .epochs = 8, .fails = -1};
	Digits test = digits_test(j);
	e.start = mlp_draw(j, sizes, 3);
	e.start.rate = 0.5;
	Run *r = run_epoch(j, &e, 1);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", e.at), run_get_int(r, "status"), 0);
	judge_report(j, r, &e);
	Mlp came = mlp_copy(j, &e.start);
	const char *problem = mlp_take(&came, r, e.device);
	judge_that_for(j, !problem, "damaged-results", "%s: %s", e.at, problem);
	double share = (double)mlp_right(&came, &test, &near) / (double)test.count;
	judge_lesson(
		j,
		"One number an epoch tells enough: yours made %s to the host in an epoch of %d "
		"steps, %s, where a look at each loss would be %d. After %d epochs %.3g %% of "
		"the test digits are right; by guessing it is 10 %%.",
		say_many(j, run_traffic(r).d2h.copies, "copy", "copies"), (int)e.steps,
		say_us(j, run_us(r)), (int)e.steps, (int)e.epochs, 100 * share);
	judge_that_for(
		j, share >= DIGITS_LEAST, "learnt-little",
		"%d epochs on the digits: %.2g of the test set are right, wanted at least %.2g",
		(int)e.epochs, share, DIGITS_LEAST);
	judge_one_epoch(j, r, &e);
}

void judge_8_3(Judge *j)
{
	int64_t batch = judge_between(j, 9, 20), rest = judge_between(j, 1, 3);
	int64_t steps = judge_between(j, 5, 8);
	judge_epoch(j, 2, 1, judge_between(j, 12, 20), steps, rest);
	judge_epoch(j, 1, 0, judge_between(j, 30, 40), 2, rest);
	judge_epoch(j, 0, CPU, judge_between(j, 9, 20), 3, rest);
	judge_epoch(j, 1, 0, batch, 1, rest);  /* less than one batch */
	judge_epoch(j, 1, 0, batch, 2, batch); /* no smaller batch */
	const int64_t fails[] = {0, judge_between(j, 1, 3), steps - 1};
	for (int i = 0; i < 3; i++)
		judge_failing_epoch(j, 2, 1, steps, rest, fails[i]);
	judge_digits(j);
}
