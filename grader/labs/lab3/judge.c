/* judge.c - decides about lab 3: what is copied, how often, and by which way. The exercises on
 * ways (3.5 to 3.7) are judged in ways.c. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/labs/common/causes.h"
#include "grader/labs/lab3/judge.h"
#include "grader/labs/common/predict.h"

/* --- 3.1 -------------------------------------------------------------------------------------- */

/* What a pointer is, as in grader/student/lab3_drive.c. */
enum { IS_NULL, IS_PLAIN, IS_PINNED, IS_MANAGED, IS_DEVICE, IS_GONE };

static Run *make_copy(Judge *j, int gpus, int from, int to, int current, const float *x,
		      int64_t count, int full, int64_t beyond)
{
	Run *r = judge_run(j, gpus);
	run_floats(r, "x", x, count);
	run_give(r, "x", from >= 0);
	run_int(r, "from", from);
	run_int(r, "to", to);
	run_int(r, "current", current);
	run_int(r, "full", full);
	run_int(r, "beyond", beyond);
	return r;
}

/* The caller gives x to the call that belongs to the one that made it, and the result too. */
static void judge_memory_kind(Judge *j, Run *r, const char *at, int to)
{
	int64_t is = run_get_int(r, "is");
	judge_that_for(j, run_get_int(r, "x.is") != IS_GONE, "input-freed",
		       "%s: your function gave x back, which is the caller's", at);
	judge_that_for(j, is != IS_GONE, "result-freed",
		       "%s: the memory that is returned was given back before", at);
	judge_that_for(j, is != IS_MANAGED, "other-memory",
		       "%s: the new memory is managed memory, wanted memory from %s", at,
		       to < 0 ? "malloc()" : "cudaMalloc()");
	judge_that_for(j, is != IS_PINNED, "other-memory",
		       "%s: the new memory is pinned memory, wanted memory from %s", at,
		       to < 0 ? "malloc()" : "cudaMalloc()");
}

static void judge_copy(Judge *j, int gpus, int from, int to, int current, int64_t count)
{
	float *x = draw_values(j, count);
	Run *r = make_copy(j, gpus, from, to, current, x, count, 0, 0);
	const char *at = judge_text(j, "from %s to %s%s", say_device(j, from), say_device(j, to),
				    gpus ? "" : " on a machine without a GPU");
	bool shown = from >= 0 && to >= 0 && count > 2000;
	if (shown)
		run_shown(r);
	run_about(r, at);
	run_go(r);
	judge_that_for(j, !run_get_int(r, "null"), gpus ? "failure-without-reason" : "needs-a-gpu",
		       "%s: NULL was returned", at);
	judge_memory_kind(j, r, at, to);
	judge_that_for(j, !run_get_int(r, "same"), "copy-is-x",
		       "%s: x itself was returned, wanted new memory", at);
	judge_that_for(j, run_get_int(r, "on") == to, "wrong-gpu", "%s: the new memory is on %s",
		       at, say_device(j, (int)run_get_int(r, "on")));
	int64_t got_count;
	const float *z = run_get_floats_on(r, "z", to, &got_count);
	judge_that_for(j, z && got_count == count, "result-too-small",
		       "%s: there is no memory for that many numbers", at);
	judge_that_for(j, (from < 0 && to < 0) || run_traffic(r).all.copies > 0, "nothing-copied",
		       "%s: wanted 1 copy, got none: nothing wrote into the new memory", at);
	judge_because(j, gpus ? "copy-wrong" : "needs-a-gpu");
	judge_copied(j, judge_text(j, "%s: the copy", at), z, x, count);
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: x afterwards", at),
		     run_get_floats_on(r, "x", from, &got_count), x, count, 0);
	judge_copies(j, r, at, from, to, from >= 0 || to >= 0);
	judge_no_error_left_at(j, r, at);
	if (gpus > 0)
		judge_device_kept_at(j, r, at, current);
	double bytes = (double)count * sizeof *x;
	if (shown)
		judge_lesson(j,
			     "Memory is made where it is wanted, and one copy fills it: yours "
			     "moved %s between "
			     "two GPUs in %s, and returned after %s. The copy may go on then; it "
			     "takes %s%s.",
			     say_bytes(j, bytes),
			     say_many(j, run_traffic(r).all.copies, "copy", "copies"),
			     say_us(j, run_us(r)),
			     say_us(j, run_copy_us(r, "peer_through_host", bytes)),
			     run_figure(r, "peer_possible") > 0
				     ? judge_text(j, ", and %s with peer access (3.5)",
						  say_us(j, between_us(r, bytes)))
				     : "");
}

/* NULL was wanted. */
static void judge_no_copy(Judge *j, Run *r, const char *at, int current)
{
	judge_that_for(j, run_get_int(r, "is") != IS_GONE, "result-freed",
		       "%s: wanted NULL, got a pointer to memory that was given back", at);
	judge_that_for(j, run_get_int(r, "null"), "failure-not-told",
		       "%s: wanted NULL, but a pointer was returned", at);
	judge_no_error_left_at(j, r, at);
	judge_device_kept_at(j, r, at, current);
}

/* So many numbers that no host memory holds them: nobody comes so far as to read them. */
static void judge_copy_beyond(Judge *j)
{
	const float one = 1;
	const char *at = "from cpu to cpu without that much host memory";
	Run *r = make_copy(j, 2, CPU, CPU, 0, &one, 1, 0, BEYOND);
	run_refuses(r, "more host memory than there is");
	run_go(r);
	judge_no_copy(j, r, at, 0);
}

/* No copy succeeds: what was made for it by then is given back. */
static void judge_failing_copy(Judge *j, int from, int to, int64_t count)
{
	const char *at = judge_text(j, "from %s to %s, and the copy fails", say_device(j, from),
				    say_device(j, to));
	Run *r = make_copy(j, 2, from, to, 1, draw_values(j, count), count, 0, 0);
	run_fail(r, "copy", 1, 100);
	run_allow(r, "uninitialised-read"); /* of who returns it all the same: told below */
	run_about(r, at);
	run_go(r);
	judge_no_copy(j, r, at, 1);
	judge_host_given_back(j, r, at, LARGE * (int64_t)sizeof(float));
}

static void judge_3_1(Judge *j)
{
	judge_copy(j, 2, CPU, 1, 0, judge_between(j, 2, 2000));
	judge_copy(j, 2, 1, CPU, 0, judge_between(j, 2, 2000));
	judge_copy(j, 2, 0, 1, 0, judge_between(j, 2000, 200000));
	judge_copy(j, 4, 3, (int)judge_between(j, 0, 1), 2, 1);
	judge_copy(j, 2, 1, 1, 0, judge_between(j, 2, 2000));
	judge_copy(j, 2, CPU, CPU, 1, judge_between(j, 2, 2000));
	judge_copy(j, 0, CPU, CPU, 0, judge_between(j, 2, 2000));
	judge_copy(j, 2, CPU, 0, 1, judge_between(j, 2, 2000));
	judge_copy(j, 2, 0, CPU, 1, judge_between(j, 2, 2000));
	if (judge_is_simulated(j))
		judge_failing_copy(j, CPU, 0, judge_between(j, 2, 2000));

	int64_t count = LARGE + judge_between(j, 1, 1000);
	Run *r = make_copy(j, 2, CPU, 1, 0, draw_values(j, count), count, 1, 0);
	const char *at = "from cpu to gpu:1 without that much free memory";
	run_about(r, at);
	run_go(r);
	judge_no_copy(j, r, at, 0);
	judge_copy_beyond(j);
	if (judge_is_simulated(j))
		judge_failing_copy(j, 1, CPU, LARGE + judge_between(j, 1, 1000));
}

/* --- 3.2 -------------------------------------------------------------------------------------- */

static void judge_same(Judge *j, const char *what, const RunTensor *got, const float *wanted,
		       Shape shape, int device)
{
	judge_that_for(j, got != NULL, "result-missing", "%s: NULL was returned", what);
	judge_device(j, judge_text(j, "%s: its device", what), got->device, device_of(device));
	judge_shape(j, judge_text(j, "%s: its shape", what), got->shape, shape);
	judge_floats(j, what, got->values, wanted, got->count, 0);
}

/* The exercise has not given the tensor of that name back. */
static void judge_input_there(Judge *j, Run *r, const char *at, const char *name)
{
	static const char file[] = "lab3_copies.c:";
	const char *gone = run_get_text(r, judge_text(j, "%s.gone", name));
	const char *place = !gone ? NULL : strstr(gone, file);
	int line = !place ? 0 : atoi(place + strlen(file));
	judge_that_for(j, !gone, "input-freed",
		       "%s: your function gave %s back, which is the caller's%s", at, name,
		       judge_line_in(j, " (", line, ")"));
}

/* How often it copied. */
static int judge_move(Judge *j, int from, int to)
{
	int64_t n = judge_between(j, 1, 40), m = judge_between(j, 41, 80);
	int64_t copies = judge_between(j, 0, 9);
	float *x = draw_values(j, n * m);
	Run *r = judge_run(j, 2);
	run_tensor(r, "x", SHAPE(n, m), x, device_of(from));
	run_int(r, "device", to);
	run_int(r, "copies", copies);
	run_int(r, "full", -1);
	run_later(r, "alive kept");
	run_go(r);
	const char *at =
		judge_text(j, "x on %s, wanted on %s", say_device(j, from), say_device(j, to));
	judge_input_there(j, r, at, "x");
	if (from == to) {
		judge_that_for(j, run_get_int(r, "same"), "copied-needlessly",
			       "%s: it is there already, but it was copied", at);
		int64_t count = 0;
		bool kept = run_get_int(r, "alive");
		if (kept && from >= 0 && run_is_linked(r)) /* the machine still has it */
			kept = run_get_floats_on(r, "kept", from, &count) && count == n * m;
		judge_that_for(j, kept, "no-reference",
			       "%s: x was returned without a reference of its own: giving back the "
			       "result took x away too",
			       at);
	} else {
		judge_that_for(j, !run_get_int(r, "same"), "not-moved", "%s: x itself was returned",
			       at);
		judge_that_for(j, run_get_int(r, "alive"), "input-freed",
			       "%s: your function gave x back, which is the caller's", at);
	}
	judge_that_for(j, run_get_tensor(r, "z") != NULL, "failure-without-reason",
		       "%s: NULL was returned%s", at, say_reason(j, r));
	judge_because(j, "wrong-place");
	judge_same(j, judge_text(j, "%s: the result", at), run_get_tensor(r, "z"), x, SHAPE(n, m),
		   to);
	judge_because(j, "input-changed");
	judge_same(j, judge_text(j, "%s: x afterwards", at), run_get_tensor(r, "x"), x, SHAPE(n, m),
		   from);
	judge_because(j, "copies-counted");
	judge_int(j, judge_text(j, "%s: *copies", at), run_get_int(r, "copies"),
		  copies + (from != to));
	judge_copies(j, r, at, from, to, from != to);
	return (int)run_traffic(r).all.copies;
}

static void judge_3_2(Judge *j)
{
	int gpu = (int)judge_between(j, 0, 1);
	int made = judge_move(j, gpu, gpu);
	made += judge_move(j, CPU, gpu);
	made += judge_move(j, CPU, !gpu); /* the CPU's index is that of GPU 0 */
	made += judge_move(j, !gpu, gpu);
	made += judge_move(j, gpu, CPU);
	made += judge_move(j, !gpu, CPU);
	made += judge_move(j, CPU, CPU);

	Run *r = judge_run(j, 2);
	run_tensor(r, "x", SHAPE(LARGE), draw_values(j, LARGE), device_of(CPU));
	run_int(r, "device", gpu);
	run_int(r, "copies", 5);
	run_int(r, "full", gpu);
	run_later(r, "alive");
	run_go(r);
	const char *at =
		judge_text(j, "x on cpu, wanted on gpu:%d without that much free memory", gpu);
	judge_that_for(j, !run_get_tensor(r, "z"), "failure-not-told",
		       "%s: wanted NULL, got a tensor", at);
	judge_because(j, "copies-counted");
	judge_int(j, judge_text(j, "%s: *copies", at), run_get_int(r, "copies"), 5);
	judge_lesson(j,
		     "What is there already need not be sent: in 7 calls yours made %s, and 5 were "
		     "needed; for the other two a reference was taken.",
		     say_many(j, made, "copy", "copies"));
}

/* --- 3.3 and 3.4 ------------------------------------------------------------------------------ */

typedef struct Sum {
	int x, y; /* devices */
	Shape x_shape, y_shape;
	float *x_values, *y_values, *wanted;
	int64_t count;
	const char *at;
	bool full; /* y's GPU has no memory left */
} Sum;

static int64_t shape_count(Shape shape)
{
	int64_t count = 1;
	for (int i = 0; i < shape.rank; i++)
		count *= shape.dim[i];
	return count;
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
	s->at = judge_text(j, "x on %s, y on %s%s", say_device(j, s->x), say_device(j, s->y),
			   s->full ? " without free memory" : "");
	Run *r = judge_run(j, 2);
	run_tensor(r, "x", s->x_shape, s->x_values, device_of(s->x));
	run_tensor(r, "y", s->y_shape, s->y_values, device_of(s->y));
	run_int(r, "full", s->full ? s->y : -1);
	if (s->x >= 0 && s->y == CPU && count >= LARGE && count == other)
		run_shown(r);
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

static void judge_checked(Judge *j, int x, int y, Shape x_shape, Shape y_shape, int wanted)
{
	Sum s = {.x = x, .y = y, .x_shape = x_shape, .y_shape = y_shape, .full = wanted == -3};
	Run *r = run_sum(j, &s);
	int64_t status = run_get_int(r, "status");
	judge_that_for(j, status == wanted, (status_cause(wanted, status)),
		       "%s, %s and %s: wanted %s, got %s", s.at, say_shape(j, x_shape),
		       say_shape(j, y_shape), say_status(wanted),
		       is_status(status) ? say_status(status)
					 : judge_text(j, "%lld, which is none of the four",
						      (long long)status));
	judge_that_for(j, wanted == 0 || run_get_int(r, "untouched"), "changed-on-failure",
		       "%s: refused with %s, but *sum was changed", s.at, say_status(wanted));
	Traffic went = run_traffic(r);
	judge_because(j, "added-elsewhere");
	judge_at_most(j, judge_text(j, "%s: copies from one device to another", s.at),
		      went.all.copies - went.d2d.copies, 0); /* within a GPU it may copy */
	if (wanted != 0)
		return;
	judge_sum(j, r, &s, run_get_tensor(r, "sum"), y);
	judge_added(j, r, &s, y);
}

static void judge_3_3(Judge *j)
{
	int64_t n = judge_between(j, 10, 40), m = judge_between(j, 41, 80);
	judge_checked(j, CPU, 1, SHAPE(n, m), SHAPE(n, m), -1);
	judge_checked(j, 1, 0, SHAPE(n), SHAPE(n), -1);
	judge_checked(j, 0, CPU, SHAPE(n, m), SHAPE(m, n + 1), -1);
	judge_checked(j, 1, 1, SHAPE(n, m), SHAPE(n, m + 1), -2);
	judge_checked(j, 0, 0, SHAPE(n, m), SHAPE(n + 1, m), -2);
	judge_checked(j, CPU, CPU, SHAPE(n, m), SHAPE(n, m, 1), -2);
	judge_checked(j, 0, 0, SHAPE(2, n, 2), SHAPE(2, n, 3), -2);
	judge_checked(j, CPU, CPU, SHAPE(2, 3, n, 2), SHAPE(2, 3, n, 1), -2);
	judge_checked(j, 1, 1, SHAPE(n, m), SHAPE(n, m), 0);
	judge_checked(j, CPU, CPU, SHAPE(m), SHAPE(m), 0);
	judge_checked(j, 1, 1, SHAPE(n, LARGE / n + 1), SHAPE(n, LARGE / n + 1), -3);
	judge_lesson(
		j, "What cannot be added is refused before anything is sent: yours refused 8 of 11 "
		   "pairs for their devices or shapes, with 0 copies between devices, and told "
		   "a GPU without memory apart from them.");
}

static void judge_inputs_there(Judge *j, Run *r, const char *at)
{
	judge_input_there(j, r, at, "x");
	judge_input_there(j, r, at, "y");
	judge_that_for(j, run_get_int(r, "policy"), "policy-left",
		       "%s: the policy for two devices (device_set_policy) was not put back", at);
}

static void judge_where(Judge *j, int x, int y, Shape shape)
{
	Sum s = {.x = x, .y = y, .x_shape = shape, .y_shape = shape};
	Run *r = run_sum(j, &s);
	judge_inputs_there(j, r, s.at);
	judge_sum(j, r, &s, run_get_tensor(r, "z"), y);
	judge_because(j, "input-changed");
	judge_same(j, judge_text(j, "%s: x afterwards", s.at), run_get_tensor(r, "x"), s.x_values,
		   shape, x);
	judge_same(j, judge_text(j, "%s: y afterwards", s.at), run_get_tensor(r, "y"), s.y_values,
		   shape, y);
	judge_copies(j, r, s.at, x, y, x != y);
	judge_added(j, r, &s, y);
	if (s.count < LARGE)
		return;
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
}

/* A call that cannot succeed: NULL, and nothing may stay behind, on the GPUs or on the host. */
static void judge_no_sum(Judge *j, Sum s, const char *why)
{
	Run *r = run_sum(j, &s);
	judge_inputs_there(j, r, s.at);
	judge_that_for(j, !run_get_tensor(r, "z"), "failure-not-told",
		       "%s: %s, yet NULL was not returned", s.at, why);
	judge_host_given_back(j, r, s.at, LARGE * (int64_t)sizeof(float));
}

static void judge_3_4(Judge *j)
{
	/* 4 KiB at most: of a larger tensor on the CPU the framework does not know that it was given back */
	int64_t n = judge_between(j, 10, 20), m = judge_between(j, 41, 51);
	judge_where(j, CPU, 1, SHAPE(n, m));
	judge_where(j, 0, 1, SHAPE(m, n));
	judge_where(j, 1, CPU, SHAPE(n));
	judge_where(j, 1, 1, SHAPE(n, m));
	judge_where(j, CPU, CPU, SHAPE(1));

	Shape large = SHAPE(n, LARGE / n + 1), other = SHAPE(n, LARGE / n + 2);
	judge_where(j, 1, CPU, large);
	Shape small = SHAPE(n, m), wider = SHAPE(n, m + 1);
	judge_no_sum(j, (Sum){.x = 0, .y = 1, .x_shape = small, .y_shape = wider},
		     "the shapes differ");
	judge_no_sum(j, (Sum){.x = 0, .y = CPU, .x_shape = large, .y_shape = other},
		     "the shapes differ");
	judge_no_sum(j, (Sum){.x = CPU, .y = 1, .x_shape = large, .y_shape = large, .full = true},
		     "x cannot be copied there");
}

/* --- questions -------------------------------------------------------------------------------- */

static bool is_near(double got, double wanted)
{
	return fabs(got - wanted) <= 1e-4 * wanted;
}

/* `transfer`: all bytes by the rate, in thousandths of a microsecond. */
static const char *copy_cause(double got, double alpha, double transfer, int64_t pieces)
{
	if (is_near(got, alpha + transfer / 1e3))
		return "alpha-once";
	double unit = 1e-12;
	for (int i = 0; i < 19; i++, unit *= 10)
		if (is_near(got, (double)pieces * alpha + transfer * unit))
			return "rate-unit";
	if (is_near(got, (double)pieces * alpha + transfer / 1024))
		return "rate-unit";
	return "copy-time";
}

static void judge_3_8(Judge *j)
{
	enum { CASES = 6 };
	int64_t bytes[CASES], pieces[CASES], count;
	float alpha[CASES], beta[CASES], wanted[CASES];
	for (int i = 0; i < CASES; i++) {
		bytes[i] = judge_between(j, 1, 400) * 100000;
		pieces[i] = i ? judge_between(j, 1, 1000) : 1;
		alpha[i] = (float)judge_between(j, 4, 80) / 4;
		beta[i] = (float)judge_between(j, 8, 200) / 4;
		wanted[i] =
			(float)((double)pieces[i] * alpha[i] + (double)bytes[i] / beta[i] / 1e3);
	}
	Run *r = judge_run(j, 0);
	run_ints(r, "bytes", bytes, CASES);
	run_ints(r, "pieces", pieces, CASES);
	run_floats(r, "alpha", alpha, CASES);
	run_floats(r, "beta", beta, CASES);
	run_go(r);
	const float *got = run_get_floats(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	for (int i = 0; i < CASES; i++) {
		judge_because(j,
			      copy_cause(got[i], alpha[i], (double)bytes[i] / beta[i], pieces[i]));
		judge_real(j,
			   judge_text(j, "copy_microseconds(%.4g, %.4g, %lld, %lld)", alpha[i],
				      beta[i], (long long)bytes[i], (long long)pieces[i]),
			   got[i], wanted[i], 1e-4);
	}
	judge_lesson(j,
		     "Each piece pays alpha, all bytes together pay bytes / beta once: for %s in "
		     "%lld pieces your function says %s and ours %s; in one piece it is %s.",
		     say_bytes(j, (double)bytes[1]), (long long)pieces[1], say_us(j, got[1]),
		     say_us(j, wanted[1]),
		     say_us(j, wanted[1] - (double)(pieces[1] - 1) * alpha[1]));
}

static const char *overlap_cause(const float *t, double wanted, double got)
{
	double shorter = (double)fminf(t[1] - t[0], t[3] - t[2]);
	if (wanted > 0 && is_near(got, 100 * wanted))
		return "overlap-percent";
	if (is_near(got * shorter, (double)fminf(t[1], t[3]) - (double)fminf(t[0], t[2])) ||
	    is_near(got * shorter, (double)fmaxf(t[1], t[3]) - (double)fmaxf(t[0], t[2])))
		return "overlap-ends";
	return wanted > 0 ? "overlap-share" : "no-overlap";
}

static void judge_3_9(Judge *j)
{
	enum { CASES = 12 };
	float times[CASES][4];
	int64_t count;
	for (int i = 0; i < CASES; i++) {
		float start = (float)judge_between(j, 0, 50),
		      length = (float)judge_between(j, 8, 60);
		float other = (float)judge_between(j, 8, 60);
		float shift = i < 6 ? (float)judge_between(j, 1, 7) : 0;
		float second = i % 3 == 0   ? start + length + shift /* behind it */
			       : i % 3 == 1 ? start + shift          /* begins inside */
					    : start - shift;         /* begins before */
		float pair[4] = {start, start + length, second, second + other};
		for (int k = 0; k < 4; k++) /* each kind with a and b in both roles */
			times[i][k] = pair[i % 2 ? (k + 2) % 4 : k];
	}
	Run *r = judge_run(j, 0);
	run_floats(r, "times", &times[0][0], CASES * 4);
	run_go(r);
	const float *got = run_get_floats(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	for (int i = 0; i < CASES; i++) {
		const float *t = times[i];
		double both = (double)fminf(t[1], t[3]) - (double)fmaxf(t[0], t[2]);
		double shorter = (double)fminf(t[1] - t[0], t[3] - t[2]);
		judge_because(j, overlap_cause(t, both > 0 ? both / shorter : 0, got[i]));
		judge_real(j,
			   judge_text(j, "overlap_share(%.4g, %.4g, %.4g, %.4g)", t[0], t[1], t[2],
				      t[3]),
			   got[i], both > 0 ? both / shorter : 0, 1e-4);
	}
	judge_lesson(j,
		     "Two operations overlap from the later start to the earlier end: of "
		     "the shorter "
		     "of (%.4g, %.4g) and (%.4g, %.4g) us your share is %.4g. Look for "
		     "such bars in "
		     "timelines.",
		     times[2][0], times[2][1], times[2][2], times[2][3], got[2]);
}

/* --- 3.10: a prediction ------------------------------------------------------------------------- */

static void judge_3_10(Judge *j)
{
	const Prediction p = {.first = "1000 copies of 4 bytes",
			      .second = "one copy of 4000 bytes",
			      .why = "Both send the same bytes; alpha is paid 1000 times. From "
				     "memory that is not pinned bytes pay "
				     "more, so one large copy takes somewhat longer than alpha."};
	judge_prediction(j, &p);
}

static const Check checks[] = {
	{.id = "3.1",
	 .title = "copy_to makes new memory on any device",
	 .points = 2,
	 .gpus = 4,
	 .function = "copy_to",
	 .forbidden = "tensor_copy_to tensor_as_in_device tensor_from_host tensor_to_host",
	 .rule = "CUDA calls and plain C",
	 .hints = {"where are the numbers wanted, and which call makes memory there?",
		   "first make the memory where it is wanted (cudaSetDevice chooses the "
		   "GPU), then "
		   "copy once",
		   "cudaMemcpyDefault finds the direction itself; CPU to CPU is memcpy"},
	 .judge = judge_3_1},
	{.id = "3.2",
	 .title = "as_in_device copies only if it must",
	 .points = 1,
	 .gpus = 2,
	 .function = "as_in_device",
	 .forbidden = "tensor_as_in_device",
	 .rule = "decide it yourself",
	 .hints = {"when is there nothing to do?",
		   "device_equal and tensor_device tell; the result is given back like any "
		   "other, "
		   "so "
		   "it needs a reference of its own",
		   "tensor_retain(x) if it is there, else tensor_copy_to, and count"},
	 .judge = judge_3_2},
	{.id = "3.3",
	 .title = "add_checked refuses two devices",
	 .points = 1,
	 .stretch = true,
	 .gpus = 2,
	 .function = "add_checked",
	 .hints = {"what has to be compared before the addition?",
		   "the devices first, then the shapes: rank and each dimension",
		   "write *sum only when tensor_add has given a tensor"},
	 .judge = judge_3_3},
	{.id = "3.4",
	 .title = "add_where_y_lives moves x, once, if it must",
	 .points = 2,
	 .gpus = 2,
	 .function = "add_where_y_lives",
	 .hints = {"which of the two tensors has to move?",
		   "tensor_as_in_device moves only if it must; what it gives has to be "
		   "given back, "
		   "also when the addition fails",
		   "move x to tensor_device(y), add, free what you moved, return the sum"},
	 .judge = judge_3_4},
	{.id = "3.5",
	 .title = "copy_between_gpus takes the direct way",
	 .points = 2,
	 .stretch = true,
	 .gpus = 4,
	 .function = "copy_between_gpus",
	 .hints = {"which CUDA call copies from one GPU to another?",
		   "cudaMemcpyPeer copies and returns early; peer access is turned on by "
		   "the GPU "
		   "that "
		   "wants to reach the other, while it is current",
		   "cudaDeviceCanAccessPeer, cudaSetDevice(to_gpu), "
		   "cudaDeviceEnablePeerAccess (an "
		   "error if it is on: take it away), the copy, cudaDeviceSynchronize, and "
		   "back"},
	 .judge = judge_3_5},
	{.id = "3.6",
	 .title = "send_lists packs, then copies once",
	 .points = 2,
	 .gpus = 2,
	 .function = "send_lists",
	 .hints = {"how often is alpha paid?",
		   "the host can copy within its own memory for next to nothing: pack first",
		   "add up the lengths, malloc, memcpy list after list, one cudaMemcpy, "
		   "free"},
	 .judge = judge_3_6},
	{.id = "3.7",
	 .title = "exchange sends and fetches at the same time",
	 .points = 2,
	 .gpus = 2,
	 .function = "exchange",
	 .hints = {"does each copy start before the other one has ended?",
		   "cudaMemcpyAsync returns at once only for pinned memory, and two copies "
		   "run side "
		   "by side only in two streams",
		   "start both, then synchronise both streams, then copy from lane->coming "
		   "to y"},
	 .judge = judge_3_7},
	{.id = "3.8",
	 .title = "question: the time of one copy, and of many",
	 .points = 1,
	 .gpus = 0,
	 .function = "copy_microseconds",
	 .hints = {"which part of the time depends on the number of pieces?",
		   "each piece pays alpha; all bytes together pay bytes / beta once",
		   "GB/s times 1000 is bytes in a microsecond"},
	 .judge = judge_3_8},
	{.id = "3.9",
	 .title = "question: reading a timeline",
	 .points = 0.5,
	 .stretch = true,
	 .gpus = 0,
	 .function = "overlap_share",
	 .hints = {"when does the time begin in which both run, and when does it end?",
		   "from the later start to the earlier end, if that is a time at all",
		   "divide it by the length of the shorter copy"},
	 .judge = judge_3_9},
	{.id = "3.10",
	 .title = "predict: many small copies against one",
	 .points = 0.5,
	 .gpus = 2,
	 .function = "predict_many_copies",
	 .hints = {"what does one copy of 4 bytes cost, and how much more does one of 4000?",
		   "the bytes hardly count here: alpha does",
		   "nearly as many times as there are copies"},
	 .judge = judge_3_10},
};

const LabChecks lab3_judge = {
	.number = 3,
	.name = "lab3_copies",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.causes = lab3_causes,
};
