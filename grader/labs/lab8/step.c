/* step.c - decides about a step of training, 8.2: that it is what the judge's own model gives, and that it is only queued. */
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
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

typedef struct Two {
	const Digits *data;
	Mlp start, wanted;
	int64_t cut;
	const char *at;
	int device;
	Run *good; /* where nothing fails */
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

/* `apart`: the judge looks between the two steps. */
static Run *make_steps(Judge *j, const Two *t, int gpus, bool apart)
{
	Run *r = judge_run(j, gpus);
	run_placed(r, t->data, t->device);
	run_net(r, j, &t->start, t->device);
	run_sgd(r, &t->start);
	run_int(r, "cut", t->cut);
	run_int(r, "fault", 0);
	run_int(r, "apart", apart);
	run_int(r, "nan", !apart);
	run_windows(r, apart ? 2 : 1);
	run_window(r, apart);
	run_may_time_queueing(r);
	run_touched(r);
	run_read_next(r);
	return r;
}

/* Whether that launch is one of an update: where it fails, some parameters may be new already. */
static bool is_update(Judge *j, const Two *t, int64_t which)
{
	int64_t launches;
	const RunOp **launch = launches_in_order(j, t->good, &launches);
	return which <= launches && strstr(launch[which - 1]->name, "sgd");
}

/* A launch fails, or the GPU is full from there on: a step that could not be made has changed nothing. */
static void judge_failing_operation(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Two *t = data;
	Run *r = make_steps(j, t, 2, false);
	bool is_memory = strcmp(kind, "memory") == 0;
	const char *at =
		run_fail_ordered(j, r, kind, which, is_memory ? FAILING_ALL : failing_times(kind));
	run_go(r);
	bool first = run_get_tensor(r, "first") != NULL,
	     second = run_get_tensor(r, "second") != NULL;
	judge_that_for(j, !first || !second, "failure-not-told",
		       "%s: wanted NULL, but a tensor was returned", at);
	if (failing_is_order(kind) || strcmp(kind, "copy") == 0 ||
	    (is_launch(kind) && is_update(j, t, which)))
		return; /* a step that was made may not be in order; a copy may be of its loss */
	Mlp came = mlp_copy(j, &t->start), wanted = mlp_copy(j, &t->start);
	if (first)
		mlp_step(&wanted, t->data, 0, t->cut);
	if (second)
		mlp_step(&wanted, t->data, t->cut, t->data->count - t->cut);
	const char *problem = mlp_take(&came, r, t->device);
	judge_that_for(j, !problem, "damaged-results", "%s: %s", at, problem);
	judge_that_for(j, mlp_distance(&came, &wanted) < NEAR, "step-on-failure",
		       "%s: NULL was returned, but the parameters have changed", at);
}

/* Of rows, cuts and models as those are in which nothing is let fail: no size tells. `once`: one call alone fails, of any
 * kind. */
static void judge_failing_launches(Judge *j, int device, bool once)
{
	Digits data = digits_draw(j, judge_between(j, 50, 90));
	int64_t sizes[] = {data.width, judge_between(j, 12, 30), 10};
	Two t = {.data = &data, .cut = judge_between(j, 1, 30), .device = device};
	Mlp both, second;
	do {
		t.start = mlp_draw(j, sizes, 3);
		t.start.rate = 0.5;
		t.start.momentum = 0.5; /* with it even a step without gradients shows */
		both = mlp_copy(j, &t.start);
		second = mlp_copy(j, &t.start);
		mlp_step(&both, &data, 0, t.cut);
		mlp_step(&both, &data, t.cut, data.count - t.cut);
		mlp_step(&second, &data, t.cut, data.count - t.cut);
	} while (!mlp_is_clear(&both) || !mlp_is_clear(&second));
	if (!judge_is_simulated(j))
		return;
	Run *r = t.good = make_steps(j, &t, 2, false);
	run_watch(r);
	run_go(r);
	judge_that_for(j, run_get_tensor(r, "first") && run_get_tensor(r, "second"),
		       "failure-without-reason", "two steps, and nothing fails: NULL was returned");
	Mlp came = mlp_copy(j, &t.start);
	const char *problem = mlp_take(&came, r, t.device);
	judge_that_for(j, !problem, "damaged-results", "%s", problem);
	judge_that_for(
		j, mlp_distance(&came, &both) < NEAR, "gradients-added",
		"behind a step that left NaN in gradients the parameters are not what two steps "
		"give: set gradients to zero (module_zero_gradients)");
	if (once) {
		judge_failing_once(j, r, judge_failing_operation, &t);
		return;
	}
	const SimcudaCounters *c = run_counts(r);
	judge_failures_of(j, r, "launch", (int64_t)c->launches, judge_failing_operation, &t);
	judge_failures_of(j, r, "fill", (int64_t)c->memsets, judge_failing_operation, &t);
	judge_failures_of(j, r, "memory", (int64_t)c->allocations, judge_failing_operation, &t);
	judge_failing_ordering(j, r, judge_failing_operation, &t);
	judge_failing_kinds(j, r, "copy stream event query", judge_failing_operation, &t);
}

/* But those within the GPU, as of the loss. */
static double copies_of(Run *r, int window)
{
	const Traffic t = run_traffic_of(r, window);
	return t.all.copies - t.d2d.copies;
}

/* Both steps. */
static void judge_only_queued(Judge *j, Run *r, const Two *t)
{
	const int copies = (int)(copies_of(r, 0) + copies_of(r, 1)),
		  waits = (int)(run_counts_of(r, 0)->synchronizes +
				run_counts_of(r, 1)->synchronizes);
	judge_that_for(j, copies == 0, "copied-in-step",
		       "%s: counted %d copies, wanted none: the batch, the loss and the parameters "
		       "stay on the GPU",
		       t->at, copies);
	judge_that_for(
		j, waits == 0, "waited-in-step",
		"%s: the host waited for the GPU %d times, or asked whether it was done, wanted "
		"0: a step is only queued",
		t->at, waits);
}

/* What the first call leaves undone the second one cannot make good. */
static void judge_each_step(Judge *j, Run *r, const Two *t, const Mlp *between)
{
	Mlp came = mlp_copy(j, &t->start);
	const char *problem = mlp_take_named(&came, r, "between", t->device);
	judge_that_for(j, !problem, "damaged-results", "%s: %s", t->at, problem);
	judge_that_for(
		j, mlp_distance(&came, between) < NEAR, "step-order",
		"%s: the parameters between the two calls are not what the first step gives: "
		"each call makes its own step",
		t->at);
	for (int step = 0; step < 2 && t->device != CPU; step++) {
		const int64_t rows = step == 0 ? t->cut : t->data->count - t->cut;
		judge_worked_in(j, r, step, t->at,
				(RunWork){.flops = mlp_flops(&t->start, rows, true)});
	}
}

static void judge_steps(Judge *j, int gpus, int device, int64_t rows, int64_t cut, double momentum)
{
	Digits data = digits_draw(j, rows);
	int64_t sizes[] = {data.width, judge_between(j, 12, 30), 10};
	Two t = {.data = &data, .cut = cut, .device = device};
	Mlp between;
	double first, second;
	t.at = judge_text(j, "two steps on %s", say_device(j, device));
	do {
		t.start = mlp_draw(j, sizes, 3);
		t.start.rate = 0.5;
		t.start.momentum = momentum;
		t.wanted = mlp_copy(j, &t.start);
		first = mlp_step(&t.wanted, &data, 0, cut);
		between = mlp_copy(j, &t.wanted);
		second = mlp_step(&t.wanted, &data, cut, rows - cut);
	} while (!mlp_is_clear(&t.wanted));

	Run *r = make_steps(j, &t, gpus, true);
	if (device != CPU)
		run_shown(r);
	run_go(r);
	const RunTensor *one = run_get_tensor(r, "first"), *two = run_get_tensor(r, "second");
	const char *reason = say_reason(j, r);
	judge_that_for(j, one && two, refused_cause(j, r), "%s: NULL was returned%s", t.at,
		       *reason ? reason : ", but no call has failed (0 stands for success)");
	double got = number_of(j, one, judge_text(j, "%s: the loss", t.at), device);
	judge_only_queued(j, r, &t);
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
	judge_each_step(j, r, &t, &between);
	if (device != CPU)
		judge_lesson(j,
			     "A step of training is only queued: yours made %s and the host waited "
			     "%s, and it "
			     "was back after %s; the losses of two steps, %.4g and %.4g by ours, "
			     "stay on the GPU "
			     "until somebody asks.",
			     say_many(j, run_traffic(r).all.copies, "copy", "copies"),
			     say_many(j, (double)run_counts(r)->synchronizes, "time", "times"),
			     say_us(j, run_us(r)), first, second);
}

/* The second step cannot be made. With momentum even a step without gradients would show. */
static void judge_failing_step(Judge *j, int fault)
{
	static const char *const faults[] = {"", "x is on the cpu and the model on gpu:1",
					     "classes has a row less than x"};
	Digits data = digits_draw(j, judge_between(j, 30, 60));
	int64_t cut = data.count / 2, sizes[] = {data.width, judge_between(j, 12, 30), 10};
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
	run_int(r, "apart", 0);
	run_int(r, "nan", 0);
	run_about(r, faults[fault]);
	run_may_time_queueing(r);
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
	const int device = (int)judge_between(j, 0, 1);
	judge_failing_launches(j, device, false);
	judge_failing_launches(j, !device, true);
}
