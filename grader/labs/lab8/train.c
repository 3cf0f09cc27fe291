/* train.c - decides about an epoch, 8.3: that it is what the judge's own model gives, and what goes between
 * host and GPU for it. */
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/lab8/judge.h"

void judge_kept(Judge *j, Run *r, const Digits *data, const char *at)
{
	const RunTensor *x = run_get_tensor(r, "x");
	judge_that_for(j, x && x->count == data->count * data->width, "input-changed",
		       "%s: x is gone", at);
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: x afterwards", at), x->values, data->x, x->count, 0);
	const RunTensor *classes = run_get_tensor(r, "classes");
	judge_that_for(j, classes && classes->int_values && classes->count == data->count,
		       "input-changed", "%s: classes is gone", at);
	judge_because(j, "input-changed");
	for (int64_t i = 0; i < data->count; i++)
		if (classes->int_values[i] != data->classes[i])
			judge_int(j,
				  judge_text(j, "%s: element %lld of classes afterwards", at,
					     (long long)i),
				  classes->int_values[i], data->classes[i]);
}

typedef struct Epoch {
	Digits data;
	Mlp start;
	int64_t batch, steps, epochs;
	int device, fails;
	bool noted; /* the drive notes what each step gets */
	const char *
		failing; /* the kind of operation of which the one numbered failing_at fails; NULL: none */
	int64_t failing_at;
	bool untold;   /* it may fail untold */
	double wanted; /* the mean, where it is known */
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
	run_touched(r);
	run_losses(r, j, e->steps);
	run_windows(r, (int)e->epochs);
	run_window(r, (int)e->epochs - 1);
	run_int(r, "fails", e->fails);
	run_int(r, "noted", e->noted);
	if (e->failing)
		e->at = run_fail_ordered(j, r, e->failing, e->failing_at,
					 failing_times_of(e->failing, e->untold));
	if (e->fails >= 0) {
		run_about(r, judge_text(j, "step %d gives NULL", e->fails + 1));
		run_allow(r, "unsynchronised-timing"); /* as where a call fails */
	}
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
	judge_that_for(j, went.d2d.copies <= 0, "losses-fetched",
		       "%s: %d copies within the GPU, wanted one copy in all, of the sum: "
		       "tensor_add_scaled adds a loss to it without one",
		       e->at, (int)went.d2d.copies);
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
	for (int epoch = (int)e->epochs - 1; epoch >= 0; epoch--) {
		const SimcudaCounters *c = run_counts_of(r, epoch);
		int64_t waits = (int64_t)c->synchronizes - (int64_t)c->before_frees;
		judge_that_for(
			j, waits <= 2, "waits-in-epoch",
			"%s: the host waited for the GPU %d times in an epoch of %d steps, wanted "
			"once or twice, at the end",
			e->at, (int)waits, (int)e->steps);
	}
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

/* Which rows each step got. */
static void judge_noted(Judge *j, Run *r, const Epoch *e)
{
	enum { NUMBERS = 3 }; /* of x, of classes, how many */
	int64_t count;
	const int64_t *n = run_get_ints(r, "noted", &count);
	judge_complete(j, (n || count == 0) && count % NUMBERS == 0);
	for (int64_t i = 0; i < count / NUMBERS; i++, n += NUMBERS) {
		int64_t first = i * e->batch, rows = rows_of(&e->data, first, e->batch);
		judge_that_for(j, n[0] < 0 || n[0] == first, "rows-of-step",
			       "%s: batch %lld began with row %lld, wanted row %lld", e->at,
			       (long long)i, (long long)n[0], (long long)first);
		judge_that_for(j, n[2] == rows, "rows-of-step",
			       "%s: batch %lld had %lld rows, wanted %lld", e->at, (long long)i,
			       (long long)n[2], (long long)rows);
		judge_that_for(j, n[1] < 0 || n[1] == first, "rows-of-step",
			       "%s: the classes of batch %lld began with row %lld, wanted row %lld",
			       e->at, (long long)i, (long long)n[1], (long long)first);
	}
}

/* In a run of their own, which is not counted. */
static void judge_rows(Judge *j, Epoch e, int gpus)
{
	e.noted = true;
	Run *r = run_epoch(j, &e, gpus);
	judge_noted(j, r, &e);
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

/* `untold`: it fails in tensor_free(), which returns nothing; then the mean may be right all the same. */
static void judge_epoch_fails(Judge *j, Epoch e, const char *kind, int64_t which, bool untold)
{
	e.failing = kind;
	e.failing_at = which;
	e.untold = untold;
	Run *r = run_epoch(j, &e, e.device + 1);
	judge_because(j, "failure-not-told");
	if (untold && run_get_int(r, "status") == 0) {
		judge_real(j, judge_text(j, "%s: *mean", e.at), run_get_real(r, "mean"), e.wanted,
			   NEAR);
		return;
	}
	judge_int(j, judge_text(j, "%s: what is returned", e.at), run_get_int(r, "status"), -1);
	judge_because(j, "changed-on-failure");
	judge_real(j, judge_text(j, "%s: *mean, which was -1 before", e.at),
		   run_get_real(r, "mean"), -1, 0);
}

static void judge_failing_call(Judge *j, const char *kind, int64_t which, const void *data)
{
	judge_epoch_fails(j, *(const Epoch *)data, kind, which, false);
}

static void judge_untold_call(Judge *j, const char *kind, int64_t which, const void *data)
{
	judge_epoch_fails(j, *(const Epoch *)data, kind, which, true);
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
	e.wanted = sum / (double)e.data.count;
	if (gpus == 1) {
		judge_failing_shape(j, r, judge_failing_call, &e);
		return;
	}
	judge_failures_of(j, r, "copy", (int64_t)run_traffic(r).all.called, judge_failing_call, &e);
	judge_failures_of(j, r, "launch", (int64_t)run_counts(r)->launches, judge_failing_call, &e);
	judge_failures_of(j, r, "fill", (int64_t)run_counts(r)->memsets, judge_failing_call, &e);
	judge_failing_rounds(j, r, judge_failing_call, &e);
	judge_failing_waits_besides(j, r, judge_failing_call, judge_untold_call, &e);
	judge_failing_setup(j, r, judge_failing_call, &e);
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

/* More rows than 16 bits count, in a batch and in all. The rate is 0: of so many rows some come too near to where a step may
 * go two ways. */
static Run *judge_many_rows(Judge *j, Epoch *of)
{
	const int64_t batch = judge_between(j, 33000, 40000);
	const int64_t count = batch + judge_between(j, 33000, batch);
	Epoch e = {.batch = batch, .device = 0, .epochs = 1, .fails = -1, .noted = true};
	e.data = rows_draw(j, count, judge_between(j, 1, 3));
	const int64_t sizes[] = {e.data.width, 4, 10};
	e.start = mlp_draw(j, sizes, 3);
	e.start.rate = 0;
	Mlp still = mlp_copy(j, &e.start);
	for (int64_t first = 0; first < count; first += batch) {
		const int64_t rows = rows_of(&e.data, first, batch);
		e.wanted += (double)rows * mlp_step(&still, &e.data, first, rows) / (double)count;
	}
	Run *r = run_epoch(j, &e, 1);
	judge_that_for(j, run_get_int(r, "status") == 0, refused_cause(j, r),
		       "%s: wanted 0, got %lld%s", e.at, (long long)run_get_int(r, "status"),
		       say_reason_in(j, r, "`step`"));
	judge_times(j, e.at, run_get_int(r, "steps"), e.steps, count % batch);
	judge_noted(j, r, &e);
	judge_report(j, r, &e);
	judge_because(j, "mean-wrong");
	judge_real(j, judge_text(j, "%s: *mean", e.at), run_get_real(r, "mean"), e.wanted, 1e-3);
	*of = e;
	return r;
}

void judge_8_3(Judge *j)
{
	int64_t batch = judge_between(j, 9, 20), rest = judge_between(j, 1, 3);
	int64_t steps = judge_between(j, 5, 8);
	judge_epoch(j, 2, 1, judge_between(j, 12, 20), steps, rest);
	judge_epoch(j, 1, 0, judge_between(j, 30, 80), 2,
		    rest); /* that of the digits is among them */
	judge_epoch(j, 0, CPU, judge_between(j, 3, 8), 3, rest);
	judge_epoch(j, 1, 0, 1, judge_between(j, 2, 5), 1);
	Epoch many;
	Run *of_many = judge_many_rows(j, &many);
	judge_epoch(j, 1, 0, batch, 1, rest);  /* less than one batch */
	judge_epoch(j, 1, 0, batch, 2, batch); /* no smaller batch */
	const int64_t fails[] = {0, judge_between(j, 1, 3), steps - 1};
	for (int i = 0; i < 3; i++)
		judge_failing_epoch(j, 2, 1, steps, rest, fails[i]);
	for (int i = 0; i < 2; i++) /* of many calls `step` tells by itself */
		judge_failing_once(j, of_many, judge_failing_call, &many);
	judge_digits(j);
}
