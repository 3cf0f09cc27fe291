/* ahead.c - decides about 8.7: whether a training hides its copies behind its steps. */
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/lab8/judge.h"

typedef struct Ahead {
	Mlp start;
	Digits data;
	int64_t batch, steps;
	int step_fails, send_fails;
	bool slow; /* on a slow machine: the steps are looked at as the machine made them */
	const char *
		failing; /* the kind of operation of which the one numbered failing_at fails; NULL: none */
	int64_t failing_at;
	double total;
	const char *at;
} Ahead;

/* On the slow machine a step takes longer to be computed than to be queued: its first product takes so many us. Much
 * longer it should not take, as who asks again and again would fill the timeline. */
#define PRODUCT_US 150

static int slower(Run *r, const Ahead *a)
{
	double product = run_product_us(r, a->batch, a->start.size[1], a->start.size[0]) -
			 run_figure(r, "kernel_time") / 1e3;
	return 1 + (int)(PRODUCT_US / product);
}

static Run *run_ahead(Judge *j, Ahead *a)
{
	Run *r = judge_run(j, 2);
	run_images(r, j, &a->data);
	run_net(r, j, &a->start, 1);
	run_sgd(r, &a->start);
	run_int(r, "batch", a->batch);
	run_int(r, "noted", !a->slow);
	run_int(r, "step_fails", a->step_fails);
	run_int(r, "send_fails", a->send_fails);
	run_may_time_queueing(r);
	run_real(r, "total", a->total);
	run_later(r, "used* stream");
	run_watch(r);
	run_touched(r);
	run_read_next(r);
	run_given(r, "cudaMemcpyAsync",
		  ": feed->send waits for `used` of the slot that it fills; record "
		  "it behind the step that reads that slot",
		  "used-not-recorded");
	run_given(r, "kernel",
		  ": the step reads a slot that feed->send fills; wait for `sent` of "
		  "that slot before it",
		  "sent-not-awaited");
	run_losses(r, j, a->steps);
	if (a->failing) {
		a->at = run_fail_times(j, r, a->failing, a->failing_at, failing_times(a->failing));
		run_allow(r, "race"); /* nobody waits where the wait has failed */
	} else if (a->at) {
		run_about(r, a->at);
	}
	if (a->slow) {
		run_slower(r, slower(r, a));
		run_shown(r);
	}
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
	Traffic went = run_traffic(r);
	judge_that_for(j, went.d2h.copies == 0, "losses-fetched",
		       "%s: %d copies to the host, wanted none: the losses are added up on the GPU",
		       a->at, (int)went.d2h.copies);
	judge_because(j, "batch-copies");
	judge_at_most(j, judge_text(j, "%s: copies to the GPU", a->at), went.h2d.copies,
		      2 * (double)a->steps);
	judge_because(j, "sent-bytes");
	judge_int(j, judge_text(j, "%s: bytes sent", a->at), (int64_t)went.h2d.bytes,
		  a->data.count * (a->data.width + 1) * 4);
	judge_worked(j, r, a->at, (RunWork){.flops = mlp_flops(&a->start, a->data.count, true)});
	judge_ways(j, r, a->at);
}

static void judge_feed_kept(Judge *j, Run *r, const char *at)
{
	judge_that_for(
		j, run_get_int(r, "stream") == 1, "feed-destroyed",
		"%s: feed->stream was destroyed; the feed is the caller's, who goes on with it",
		at);
	judge_that_for(j, run_get_int(r, "kept"), "feed-destroyed",
		       "%s: the feed was changed; wanted its numbers, pointers and events to be "
		       "what they were: its caller goes on with it",
		       at);
}

static int is_kernel(const RunOp *op, const void *data)
{
	(void)data;
	return op->kind == RUN_OP_KERNEL;
}

static int is_work(const RunOp *op, const void *data)
{
	return is_kernel(op, data) || is_sent(op, data);
}

enum { AHEAD_STEPS = 24 }; /* of the longer one of the runs that are looked at for that */

/* Work that nobody needs would lie beside copies too. So some of the products have to, as they do in the reference (0.65
 * of what could, and more); in between lie passes over memory. And there is no room for other products. */
#define PRODUCTS_LEAST 0.25
#define PRODUCT_SHARE  0.05 /* of a step's FLOPs has a product */
#define MORE_MOST      1.03

static int is_product(const RunOp *op, const void *data)
{
	return is_kernel(op, NULL) && op->flops >= *(const double *)data;
}

/* 1 if copies lie beside the steps, 0 if it is other work that they lie beside. */
static int beside_steps(Judge *j, const Ahead *a, const RunOp *ops, int count)
{
	const double wanted = mlp_flops(&a->start, a->data.count, true),
		     least = PRODUCT_SHARE * wanted / (double)a->steps;
	double flops = 0;
	for (int i = 0; i < count; i++)
		flops += is_product(&ops[i], &least) ? ops[i].flops : 0;
	double copies = ops_busy(ops, count, is_sent, NULL);
	double products = ops_busy(ops, count, is_product, &least);
	double both = ops_overlap(ops, count, is_sent, is_product, &least);
	judge_that_for(j, flops <= MORE_MOST * wanted, "copies-not-hidden",
		       "%s: the machine counted products of %.4g FLOPs; those of the steps have "
		       "%.4g",
		       a->at, flops, wanted);
	return both >= PRODUCTS_LEAST * fmin(copies, products) ? 1 : 0;
}

/* With n batches the copies of n - 1 can run beside a step, and the kernels of n - 1 steps beside a
 * copy; whichever takes less time can be hidden wholly, and is in the reference, on every model.
 * One after the other nothing is. Half is the line. On the slow machine a step's products take 300 us and more, so
 * that what queueing takes does not matter. */
#define HIDDEN_SHARE 0.5

static void judge_hidden(Judge *j, Run *r, const Ahead *a)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	const int steps = (int)a->steps;
	const double flops = mlp_flops(&a->start, a->batch, true);
	double part = (double)(steps - 1) / steps;
	double copies = part * ops_busy(ops, count, is_sent, NULL);
	double kernels = part * ops_busy(ops, count, is_kernel, NULL);
	double both = ops_overlap(ops, count, is_sent, is_kernel, NULL);
	both *= beside_steps(j, a, ops, count);
	double share = both / fmax(fmin(copies, kernels), 1e-3);
	Waits w = waits_of(ops, count);
	judge_in_time(
		j, share >= HIDDEN_SHARE, "copies-not-hidden",
		time_at_once(HIDDEN_SHARE * fmin(copies, kernels), both, "a copy beside a step"),
		"of the copies' time that could lie beside computing %.0f %% did, wanted at "
		"least %.0f %%%s",
		fmin(100 * share, 100), 100 * HIDDEN_SHARE,
		w.own > 0 ? judge_text(j,
				       "; the host waited for the GPU %s (%s%s), so that the next "
				       "batch was sent too late",
				       say_many(j, w.own, "time", "times"), w.longest->name,
				       judge_line_in(j, ", ", w.longest->line, ""))
			  : ": the next batch has to be on its way, in the other slot, "
			    "before the step is over");
	/* a last batch of few rows has no large products */
	const int64_t rest = a->data.count % a->batch;
	judge_no_pause(j, ops, count, steps - (rest > 0 && rest < a->batch / 2), flops);
	if (rest == 0 || rest >= a->batch / 2)
		judge_slots(j, ops, count, (double)a->data.count / (double)a->batch,
			    4.0 * (double)(a->batch * (a->data.width + 1)));
	judge_used_behind(j, r, steps, flops);
	double apart = (copies + kernels) / part;
	judge_lesson(
		j,
		"The next batch travels while this one is computed: %.0f %% of the copies' time "
		"that could be hidden is, and %d steps took %s; one after the other all would "
		"take %s. The host waited %s in feed->send, until pinned memory was free again%s; "
		"the GPU had work meanwhile.",
		fmin(100 * share, 100), steps, say_us(j, ops_busy(ops, count, is_work, NULL)),
		say_us(j, apart), say_us(j, w.given_us),
		w.own > 0 ? judge_text(j, ", and %s in %s of your own", say_us(j, w.own_us),
				       say_many(j, w.own, "call", "calls"))
			  : "");
}

/* The rows with which the batches that were sent begin. */
static void judge_firsts(Judge *j, Run *r, const char *at, int64_t batch)
{
	int64_t count;
	const int64_t *firsts = run_get_ints(r, "firsts", &count);
	judge_complete(j, firsts || count == 0);
	for (int64_t i = 0; i < count; i++)
		judge_that_for(j, firsts[i] == i * batch, "sent-from-row",
			       "%s: batch %lld was sent from row %lld on, wanted from row %lld on",
			       at, (long long)i, (long long)firsts[i], (long long)(i * batch));
}

static void judge_ahead(Judge *j, int64_t batch, int64_t count, bool slow)
{
	Ahead a;
	Mlp wanted;
	double sum, plain;
	do {
		a = ahead_draw(j, batch, count);
		a.slow = slow;
		a.at = slow ? judge_text(j, "%s, on a slow machine", a.at) : a.at;
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
	judge_that_for(j, run_get_int(r, "sent") > 0, "nothing-sent",
		       "%s: nothing was sent by feed->send(feed, index, data, first)", a.at);
	judge_firsts(j, r, a.at, batch);
	judge_that_for(j, run_get_int(r, "steps") != -1,
		       *say_reason(j, r) ? refused_cause(j, r) : "stopped-early",
		       "%s: what is returned: wanted %lld, got -1, after %s%s", a.at,
		       (long long)a.steps, say_many(j, (double)made, "step", "steps"),
		       say_reason_in(j, r, "`step`"));
	judge_times(j, a.at, made, a.steps, count % batch);
	judge_because(j, run_get_int(r, "steps") == count ? "rows-not-steps" : "steps-returned");
	judge_int(j, judge_text(j, "%s: what is returned", a.at), run_get_int(r, "steps"), a.steps);
	judge_no_error_left(j, r);
	judge_device_kept(j, r, 1);
	judge_traffic(j, r, &a);
	int64_t rows = run_get_int(r, "rows");
	judge_that_for(
		j, made == 0 || rows == count, "rows-of-slot",
		"%s: step got %lld rows in all, wanted %lld: a batch may have fewer rows than "
		"its slot",
		a.at, (long long)rows, (long long)count);
	judge_reads(j, r, a.at, batch);
	if (slow)
		judge_hidden(j, r, &a);
	for (int i = 0; i < 2 && i + 2 < a.steps; i++) /* a further batch goes through the slot */
		judge_that_for(j, run_get_int(r, i ? "used1" : "used0"), "used-not-recorded",
			       "%s: `used` of slot %d was not recorded behind a step", a.at, i);
	judge_unpictured(j);
	const RunTensor *total = run_get_tensor(r, "total");
	judge_that_for(j, total && total->values && total->count == 1, "damaged-results",
		       "total cannot be read");
	judge_because(j, "damaged-results");
	judge_device(j, "the device of total", total->device, device_of(1));
	double got = (double)total->values[0];
	judge_that_for(
		j, fabs(got - a.total - plain) >= 1e-2 || fabs(plain - sum) < 1, "mean-of-means",
		"%s: total grew by %.4g, wanted %.4g: each loss is a mean and counts as many "
		"times as its batch has rows",
		a.at, got - a.total, sum);
	judge_that_for(j, fabs(got - sum) >= 1e-2 || a.total < 1, "total-added",
		       "%s: total was %.4g before and is %.4g now, wanted %.4g: it is added to",
		       a.at, a.total, got, a.total + sum);
	judge_because(j, "total-wrong");
	judge_real(j, judge_text(j, "%s: total", a.at), got, a.total + sum, NEAR);
	const char *problem = mlp_take(&came, r, 1);
	judge_that_for(j, !problem, "damaged-results", "%s: %s", a.at, problem);
	judge_that_for(j, mlp_distance(&came, &wanted) < NEAR, "steps-in-order",
		       "%s: the parameters are not what %lld steps in the order of the rows give",
		       a.at, (long long)a.steps);
	judge_images_kept(j, r, &a.data, a.at);
	judge_feed_kept(j, r, a.at);
}

/* More rows than 16 bits count, in a batch and in all. The rate is 0: of so many rows some come too near to where a step may
 * go two ways. */
static Run *judge_many_ahead(Judge *j, Ahead *of)
{
	const int64_t batch = judge_between(j, 33000, 40000);
	const int64_t count = batch + judge_between(j, 33000, batch);
	Ahead a = {.data = rows_draw(j, count, judge_between(j, 1, 3)), .batch = batch, .steps = 2};
	const int64_t sizes[] = {a.data.width, 4, 10};
	a.start = mlp_draw(j, sizes, 3);
	a.start.rate = 0;
	a.step_fails = a.send_fails = -1;
	a.at = judge_text(j, "%lld rows in batches of %lld", (long long)count, (long long)batch);
	Mlp still = mlp_copy(j, &a.start);
	double sum = 0;
	for (int64_t first = 0; first < count; first += batch) {
		const int64_t rows = rows_of(&a.data, first, batch);
		sum += (double)rows * mlp_step(&still, &a.data, first, rows);
	}
	Run *r = run_ahead(j, &a);
	judge_firsts(j, r, a.at, batch);
	judge_times(j, a.at, run_get_int(r, "made"), a.steps, count % batch);
	judge_because(j, "steps-returned");
	judge_int(j, judge_text(j, "%s: what is returned", a.at), run_get_int(r, "steps"), a.steps);
	judge_that_for(j, run_get_int(r, "rows") == count, "rows-of-slot",
		       "%s: step got %lld rows in all, wanted %lld", a.at,
		       (long long)run_get_int(r, "rows"), (long long)count);
	judge_traffic(j, r, &a);
	judge_reads(j, r, a.at, batch);
	const RunTensor *total = run_get_tensor(r, "total");
	judge_that_for(j, total && total->values && total->count == 1, "damaged-results",
		       "total cannot be read");
	judge_because(j, "total-wrong");
	judge_real(j, judge_text(j, "%s: total", a.at), (double)total->values[0], sum, 1e-3);
	*of = a;
	return r;
}

/* In batches as where nothing fails: no size tells. */
static void judge_failing(Judge *j, int64_t batch, int step_fails, int send_fails)
{
	Ahead a = ahead_draw(j, batch, 6 * batch + judge_between(j, 1, 5));
	a.step_fails = step_fails;
	a.send_fails = send_fails;
	a.at = judge_text(j, "%s number %d fails", step_fails >= 0 ? "the step" : "the send",
			  (step_fails >= 0 ? step_fails : send_fails) + 1);
	Run *r = run_ahead(j, &a);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", a.at), run_get_int(r, "steps"), -1);
	judge_no_error_left_at(j, r, a.at);
	judge_device_kept(j, r, 1);
	judge_feed_kept(j, r, a.at);
}

/* The call may be one of feed->send, which tells then. */
static void judge_failing_call(Judge *j, const char *kind, int64_t which, const void *data)
{
	Ahead a = *(const Ahead *)data;
	a.failing = kind;
	a.failing_at = which;
	Run *r = run_ahead(j, &a);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", a.at), run_get_int(r, "steps"), -1);
	judge_no_error_left_at(j, r, a.at);
}

void judge_8_7(Judge *j)
{
	int64_t batch = judge_between(j, 16, 24);
	judge_ahead(j, batch, 6 * batch + judge_between(j, 1, batch - 1), false);
	judge_ahead(j, batch, 2 * batch + 1, false);
	judge_ahead(j, 1, judge_between(j, 3, 7), false);
	Ahead many;
	Run *of_many = judge_many_ahead(j, &many);
	judge_ahead(j, batch, judge_between(j, 5, 9), false);
	/* the first, one between, and the last, of the batch that is smaller */
	const int step[] = {0, (int)judge_between(j, 1, 3), 6},
		  send[] = {0, (int)judge_between(j, 1, 4), 6};
	for (int i = 0; i < 3; i++) {
		judge_failing(j, batch, step[i], -1);
		judge_failing(j, batch, -1, send[i]);
	}
	/* with a rest as where nothing is timed; and one whose products are still large (judge_no_pause) */
	judge_ahead(j, batch, 6 * batch + judge_between(j, 1, 5), true);
	judge_ahead(j, batch, 6 * batch + judge_between(j, 3 * batch / 4, batch - 1), true);
	judge_ahead(j, batch, AHEAD_STEPS * batch, true);
	const int64_t whole = judge_between(j, 2, 7); /* as many as where nothing fails, or more */
	Ahead few = ahead_draw(j, batch, whole * batch + judge_between(j, 1, batch - 1));
	Run *good = run_ahead(j, &few);
	judge_failures_of(j, good, "launch", (int64_t)run_counts(good)->launches,
			  judge_failing_call, &few);
	judge_failures_of(j, good, "copy", (int64_t)run_traffic(good).all.called,
			  judge_failing_call, &few);
	judge_failing_rounds(j, good, judge_failing_call, &few);
	judge_failing_waits_besides(j, good, judge_failing_call, NULL, &few);
	judge_failing_setup(j, good, judge_failing_call, &few);
	few = ahead_draw(j, batch, judge_between(j, 2, batch)); /* one batch alone */
	good = run_ahead(j, &few);
	judge_failing_shape(j, good, judge_failing_call, &few);
	judge_failing_once(j, of_many, judge_failing_call, &many);
}
