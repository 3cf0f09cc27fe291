/* sums.c - decides about 3.3 and 3.4: adding two tensors that may be on two devices. */
#include <stdbool.h>
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/common/far.h"
#include "grader/labs/lab3/judge.h"

typedef struct Sum {
	int x, y; /* devices */
	Shape x_shape, y_shape;
	float *x_values, *y_values, *wanted;
	int64_t count;
	const char *at;
	bool full;         /* y's GPU has no memory left */
	const char *fails; /* an operation of that kind, and which one; NULL: none */
	int64_t which;
	bool checked; /* the message tells the shapes itself */
} Sum;

static const char *say_shape(Judge *j, Shape shape)
{
	const char *text = "(";
	for (int i = 0; i < shape.rank; i++)
		text = judge_text(j, "%s%lld%s", text, (long long)shape.dim[i],
				  i + 1 < shape.rank ? ", "
				  : shape.rank == 1  ? ","
						     : "");
	return judge_text(j, "%s)", text);
}

/* "(12, 44) ", where the two have different ones. */
static const char *say_other_shape(Judge *j, const Sum *s, Shape shape)
{
	bool alike = shape_count(s->x_shape) == shape_count(s->y_shape);
	return alike || s->checked ? "" : judge_text(j, "%s ", say_shape(j, shape));
}

static Run *run_sum(Judge *j, Sum *s)
{
	int64_t count = shape_count(s->x_shape), other = shape_count(s->y_shape);
	s->count = count;
	s->x_values = draw_values(j, count);
	s->y_values = draw_values(j, other);
	s->wanted = judge_memory(j, (size_t)(count + 1) * sizeof *s->wanted);
	for (int64_t i = 0; i < count && i < other; i++)
		s->wanted[i] = (float)((double)s->x_values[i] + s->y_values[i]);
	Run *r = judge_run_on(j, s->x, s->y);
	s->at = judge_text(j, "x %son %s, y %son %s%s", say_other_shape(j, s, s->x_shape),
			   say_device(j, s->x), say_other_shape(j, s, s->y_shape),
			   say_device(j, s->y), s->full ? " without free memory" : "");
	if (s->fails && strcmp(s->fails, "memory") == 0) /* the framework asks a second time */
		s->at = judge_text(j, "%s, and %s", s->at,
				   run_fail_times(j, r, s->fails, s->which, FAILING_ALL));
	else if (s->fails)
		s->at = judge_text(
			j, "%s, and %s", s->at,
			run_fail_ordered(j, r, s->fails, s->which, failing_asked_times(s->fails)));
	else
		run_watch(r);
	run_tensor(r, "x", s->x_shape, s->x_values, device_of(s->x));
	run_tensor(r, "y", s->y_shape, s->y_values, device_of(s->y));
	if (s->full)
		run_full(r);
	if (s->x >= 0 && s->y == CPU && count >= LARGE && count == other)
		run_shown(r);
	run_about(r, s->at);
	run_told_of_inputs(r);
	run_told_of_use(r);
	run_go(r);
	return r;
}

/* What the framework refused, by its words. */
static const char *reason_cause(Judge *j, Run *r)
{
	const char *reason = say_reason(j, r);
	return strstr(reason, "given back before")       ? "tensor-over"
	       : strstr(reason, "must be on one device") ? "two-devices"
							 : "failure-without-reason";
}

static void judge_sum(Judge *j, Run *r, const Sum *s, const RunTensor *sum, int device)
{
	judge_that_for(j, sum != NULL, reason_cause(j, r), "%s: NULL instead of the sum%s", s->at,
		       say_reason(j, r));
	judge_because(j, "sum-elsewhere");
	judge_device(j, judge_text(j, "%s: the sum's device", s->at), sum->device,
		     device_of(device));
	for (int i = 0; i < 2 && sum->address != 0; i++)
		judge_that_for(j, run_get_tensor(r, i ? "y" : "x")->address != sum->address,
			       "input-changed",
			       "%s: the sum lies where %s does, wanted a new tensor", s->at,
			       i ? "y" : "x");
	judge_because(j, "wrong-shape");
	judge_shape(j, judge_text(j, "%s: the sum's shape", s->at), sum->shape, s->x_shape);
	judge_because(j, "wrong-result");
	judge_floats(j, judge_text(j, "%s: x + y", s->at), sum->values, s->wanted, s->count, 1e-6);
}

/* The GPU on which the sum is has made it. */
static void judge_added(Judge *j, Run *r, const Sum *s, int device)
{
	if (device != CPU)
		judge_worked(j, r, s->at,
			     (RunWork){.flops = (double)s->count, .numbers = (double)s->count});
}

static const char *say_status(int64_t status)
{
	static const char *const names[] = {"ADD_DONE", "ADD_DEVICES", "ADD_SHAPES", "ADD_FAILED"};
	return names[-status];
}

static bool is_status(int64_t status)
{
	return status <= 0 && status >= -3;
}

static const char *status_cause(int wanted, int64_t got)
{
	return !is_status(got)             ? "no-status"
	       : wanted == -1              ? "devices-differ"
	       : wanted != -2 && got == -2 ? "shapes-alike"
	       : wanted == -2              ? "shapes-differ"
	       : wanted == -3              ? "failure-not-told"
					   : "failure-without-reason";
}

/* One failing run after the other, of all that made the sum. Memory is looked at apart, as the framework asks for it a
 * second time. */
static void judge_failing_sums(Judge *j, Run *r, FailingRun *run, const Sum *s)
{
	const SimcudaCounters *made = run_counts(r);
	const int64_t copies = (int64_t)run_traffic(r).all.called;
	if (!judge_is_simulated(j))
		return;
	judge_failures_of(j, r, "launch", (int64_t)made->launches, run, s);
	judge_failures_of(j, r, "fill", (int64_t)made->memsets, run, s);
	judge_failures_of(j, r, "copy", copies, run, s);
}

/* The same of what waits or puts into order. */
static void judge_unawaited_sums(Judge *j, Run *r, FailingRun *run, const Sum *s)
{
	if (!judge_is_simulated(j))
		return;
	judge_failing_waits_besides(j, r, run, NULL, s);
	judge_failing_ordering(j, r, run, s);
	judge_failing_questions(j, r, run, s);
}

static void judge_failing_checked(Judge *j, const char *kind, int64_t which, const void *data);

static void judge_sum_of(Judge *j, Sum s, int wanted)
{
	const Shape x_shape = s.x_shape, y_shape = s.y_shape;
	const int y = s.y;
	Run *r = run_sum(j, &s);
	int64_t status = run_get_int(r, "status");
	judge_that_for(j, status == wanted, (status_cause(wanted, status)),
		       "%s, %s and %s: wanted %s, got %s", s.at, say_shape(j, x_shape),
		       say_shape(j, y_shape), say_status(wanted),
		       is_status(status) ? say_status(status)
					 : judge_text(j, "%lld, which is none of the four",
						      (long long)status));
	judge_no_error_left_at(j, r, s.at);
	judge_that_for(j, wanted == 0 || run_get_int(r, "untouched"), "changed-on-failure",
		       "%s: refused with %s, but *sum was changed", s.at, say_status(wanted));
	judge_because(j, "input-changed");
	judge_same(j, judge_text(j, "%s: x afterwards", s.at), run_get_tensor(r, "x"), s.x_values,
		   x_shape, s.x);
	judge_same(j, judge_text(j, "%s: y afterwards", s.at), run_get_tensor(r, "y"), s.y_values,
		   y_shape, y);
	Traffic went = run_traffic(r);
	judge_because(j, "added-elsewhere");
	judge_at_most(j, judge_text(j, "%s: copies from one device to another", s.at),
		      went.all.copies - went.d2d.copies, 0); /* within a GPU it may copy */
	judge_gpu_left(j, r, s.at, wanted == 0 && y >= 0 ? 4 * (double)s.count : 0);
	if (wanted != 0)
		return;
	judge_sum(j, r, &s, run_get_tensor(r, "sum"), y);
	judge_added(j, r, &s, y);
	judge_failing_sums(j, r, judge_failing_checked, &s);
	judge_unawaited_sums(j, r, judge_failing_checked, &s);
}

static void judge_failing_checked(Judge *j, const char *kind, int64_t which, const void *data)
{
	Sum s = *(const Sum *)data;
	s.fails = kind;
	s.which = which;
	judge_sum_of(j, s, -3);
}

static void judge_checked(Judge *j, int x, int y, Shape x_shape, Shape y_shape, int wanted)
{
	judge_sum_of(j,
		     (Sum){.x = x,
			   .y = y,
			   .x_shape = x_shape,
			   .y_shape = y_shape,
			   .full = wanted == -3,
			   .checked = true},
		     wanted);
}

void judge_3_3(Judge *j)
{
	int64_t n = judge_between(j, 15, 40), m = judge_between(j, 41, 80);
	const int gpu = (int)judge_between(j, 0, 1);
	judge_checked(j, CPU, 1, SHAPE(n, m), SHAPE(n, m), -1);
	judge_checked(j, 1, 0, SHAPE(n), SHAPE(n), -1);
	judge_checked(j, 0, CPU, SHAPE(n, m), SHAPE(m, n + 1), -1);
	judge_checked(j, 1, 1, SHAPE(n, m), SHAPE(n, m + 1), -2);
	judge_checked(j, 0, 0, SHAPE(n, m), SHAPE(n + 1, m), -2);
	judge_checked(j, CPU, CPU, SHAPE(n, m), SHAPE(n, m, 1), -2);
	judge_checked(j, 1, 1, SHAPE(n, m), SHAPE(m, n), -2);
	judge_checked(j, CPU, CPU, SHAPE(n), SHAPE_SCALAR, -2);
	judge_checked(j, 0, 0, SHAPE(2, n, 2), SHAPE(2, n, 3), -2);
	judge_checked(j, CPU, CPU, SHAPE(2, 3, n, 2), SHAPE(2, 3, n, 1), -2);
	judge_checked(j, 1, 1, SHAPE(2, 3, n, 2), SHAPE(2, n, 3, 2), -2);
	judge_checked(j, 1, 1, SHAPE(2, 3, n, 2), SHAPE(2, 3, 2, n), -2);
	judge_checked(j, gpu, gpu, SHAPE(n, m), SHAPE(n, m), 0);
	judge_checked(j, !gpu, !gpu, SHAPE(n, 3, m), SHAPE(n, 3, m), 0);
	judge_checked(j, gpu, gpu, SHAPE(n, m), SHAPE(n, m, 1), -2);
	if (judge_is_simulated(j))
		judge_checked(j, 3, 3, SHAPE(n), SHAPE(n), 0);
	judge_checked(j, CPU, CPU, SHAPE(m), SHAPE(m), 0);
	judge_checked(j, CPU, CPU, SHAPE(2, 3, n, 2), SHAPE(2, 3, n, 2), 0);
	if (judge_is_simulated(j))
		judge_checked(j, gpu, gpu, SHAPE(n, m), SHAPE(n, m), -3);
	judge_lesson(
		j,
		"What cannot be added is refused before anything is sent: yours refused 13 of 19 "
		"pairs for their devices or shapes, with 0 copies between devices, and told "
		"a GPU without memory apart from them.");
}

static void judge_inputs_there(Judge *j, Run *r, const char *at)
{
	judge_input_there(j, r, at, "x");
	judge_input_there(j, r, at, "y");
}

static void judge_no_sum(Judge *j, Sum s, const char *why);

static void judge_failing_where(Judge *j, const char *kind, int64_t which, const void *data)
{
	Sum s = *(const Sum *)data;
	s.fails = kind;
	s.which = which;
	judge_no_sum(j, s, "a call has failed");
}

static Run *judge_where(Judge *j, int x, int y, Shape shape)
{
	Sum s = {.x = x, .y = y, .x_shape = shape, .y_shape = shape};
	Run *r = run_sum(j, &s);
	judge_inputs_there(j, r, s.at);
	judge_sum(j, r, &s, run_get_tensor(r, "z"), y);
	judge_no_error_left_at(j, r, s.at);
	judge_because(j, "input-changed");
	judge_same(j, judge_text(j, "%s: x afterwards", s.at), run_get_tensor(r, "x"), s.x_values,
		   shape, x);
	judge_same(j, judge_text(j, "%s: y afterwards", s.at), run_get_tensor(r, "y"), s.y_values,
		   shape, y);
	judge_copies(j, r, s.at, x, y, x != y);
	judge_gpu_left(j, r, s.at, y >= 0 ? 4 * (double)s.count : 0);
	judge_added(j, r, &s, y);
	if (s.count < LARGE)
		judge_failing_sums(j, r, judge_failing_where, &s);
	/* there is memory for the copy of x, and none for the sum */
	if (s.count < LARGE && judge_is_simulated(j) && run_counts(r)->allocations > 1)
		judge_failing_where(j, "memory", 2, &s);
	if (s.count < LARGE)
		return r;
	judge_host_given_back(j, r, s.at, s.count * (int64_t)sizeof(float));
	Traffic went = run_traffic(r);
	double bytes = (double)s.count * sizeof(float);
	judge_lesson(
		j,
		"The result is wanted where y lives, so x alone moves: yours sent %s in %s, %s "
		"in all. Moving y to x and the sum back would be two copies, about %s.",
		say_bytes(j, went.d2h.bytes + went.h2d.bytes + went.p2p.bytes),
		say_many(j, went.all.copies, "copy", "copies"), say_us(j, run_us(r)),
		say_us(j, run_copy_us(r, "h2d_pageable", bytes) +
				  run_copy_us(r, "d2h_pageable", bytes)));
	return r;
}

/* The calls that wait in a run of judge_where(). */
static void judge_unawaited_where(Judge *j, Run *good, int x, int y, Shape shape)
{
	const Sum s = {.x = x, .y = y, .x_shape = shape, .y_shape = shape};
	judge_unawaited_sums(j, good, judge_failing_where, &s);
}

/* A call that cannot succeed: NULL, and nothing may stay behind, on the GPUs or on the host. */
static void judge_no_sum(Judge *j, Sum s, const char *why)
{
	Run *r = run_sum(j, &s);
	judge_inputs_there(j, r, s.at);
	judge_that_for(j, !run_get_tensor(r, "z"), "failure-not-told",
		       "%s: %s, yet NULL was not returned", s.at, why);
	judge_because(j, "input-changed");
	judge_same(j, judge_text(j, "%s: x afterwards", s.at), run_get_tensor(r, "x"), s.x_values,
		   s.x_shape, s.x);
	judge_same(j, judge_text(j, "%s: y afterwards", s.at), run_get_tensor(r, "y"), s.y_values,
		   s.y_shape, s.y);
	judge_gpu_left(j, r, s.at, 0);
	judge_no_error_left_at(j, r, s.at);
	judge_host_given_back(j, r, s.at, LARGE * (int64_t)sizeof(float));
}

void judge_3_4(Judge *j)
{
	/* 4 KiB at most: of a larger tensor on the CPU the framework does not know that it was given back */
	int64_t n = judge_between(j, 10, 20), m = judge_between(j, 41, 51);
	int gpu = (int)judge_between(j, 0, 1);
	Run *up = judge_where(j, CPU, gpu, SHAPE(n, m));
	Run *between = judge_where(j, gpu, !gpu, SHAPE(m, n));
	Run *down = judge_where(j, gpu, CPU, SHAPE(n));
	Run *within = judge_where(j, gpu, gpu, SHAPE(n, m));
	judge_where(j, CPU, CPU, SHAPE(1));

	judge_unawaited_where(j, up, CPU, gpu, SHAPE(n, m));
	judge_unawaited_where(j, between, gpu, !gpu, SHAPE(m, n));
	judge_unawaited_where(j, down, gpu, CPU, SHAPE(n));
	judge_unawaited_where(j, within, gpu, gpu, SHAPE(n, m));

	/* the last: behind so many numbers no call is spared */
	Shape large = SHAPE(n, LARGE / n + 1), other = SHAPE(n, LARGE / n + 2);
	judge_where(j, 0, 0, SHAPE_SCALAR);
	if (judge_is_simulated(j))
		judge_where(j, 2, 3, SHAPE(2, n, 3));
	judge_where(j, CPU, 1, large); /* as where the GPU is full: no size tells */
	judge_where(j, 1, CPU, large);
	Shape small = SHAPE(n, m), taller = SHAPE(n + 1, m);
	judge_no_sum(j, (Sum){.x = 0, .y = 1, .x_shape = small, .y_shape = taller},
		     "the shapes differ");
	judge_no_sum(j, (Sum){.x = 0, .y = CPU, .x_shape = large, .y_shape = other},
		     "the shapes differ");
	if (judge_is_simulated(j))
		judge_no_sum(
			j,
			(Sum){.x = CPU, .y = 1, .x_shape = large, .y_shape = large, .full = true},
			"x cannot be copied there");
}
