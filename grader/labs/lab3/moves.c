/* moves.c - decides about 3.2: a copy to where the tensor is wanted, or none where it is there. */
#include <stdlib.h>
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/common/far.h"
#include "grader/labs/lab3/judge.h"

void judge_same(Judge *j, const char *what, const RunTensor *got, const float *wanted, Shape shape,
		int device)
{
	judge_that_for(j, got != NULL, "result-missing", "%s: NULL was returned", what);
	judge_device(j, judge_text(j, "%s: its device", what), got->device, device_of(device));
	judge_shape(j, judge_text(j, "%s: its shape", what), got->shape, shape);
	judge_floats(j, what, got->values, wanted, got->count, 0);
}

void judge_input_there(Judge *j, Run *r, const char *at, const char *name)
{
	static const char file[] = "lab3_copies.c:";
	const char *gone = run_get_text(r, judge_text(j, "%s.gone", name));
	const char *place = !gone ? NULL : strstr(gone, file);
	int line = !place ? 0 : atoi(place + strlen(file));
	judge_that_for(j, !gone, "input-freed",
		       "%s: your function gave %s back, which is the caller's%s", at, name,
		       judge_line_in(j, " (", line, ")"));
}

/* The same of one of whole numbers, for which those of floats stand, bit by bit. */
static void judge_same_type(Judge *j, const char *what, const RunTensor *got, bool whole,
			    const float *wanted, Shape shape, int device)
{
	RunTensor floats = {.device = {DEVICE_CPU, 0}};
	if (got && whole) {
		judge_that_for(j, got->dtype == DTYPE_INT32, "other-type",
			       "%s: its numbers are float32, wanted int32, as those of x", what);
		floats = *got;
		floats.values = (const float *)(const void *)got->int_values;
		got = &floats;
	}
	judge_same(j, what, got, wanted, shape, device);
}

/* How x is: of int32 and of three dimensions and more; or with far more numbers than a list of fixed length has room
 * for. */
typedef enum Kind { PLAIN, WHOLE, LONG } Kind;

/* A call in which something fails. */
typedef struct Unmoved {
	int from, to;
	Kind kind; /* of x */
	bool full;
	const char *fails; /* a kind of call, and which one; NULL: a copy */
	int64_t which;
} Unmoved;

static Shape draw_shape(Judge *j, int from, int to, Kind kind)
{
	/* 4 KiB at most: of a larger tensor on the CPU the framework does not know that it was given back */
	int64_t n = judge_between(j, 1, 20), m = judge_between(j, 21, 50);
	if (kind == WHOLE) /* each has a number of dimensions */
		return to > from ? SHAPE(3, n, 1, m / 3) : SHAPE(3, n, m / 3);
	if (kind == PLAIN)
		return from == CPU && to == 0 ? SHAPE_SCALAR : SHAPE(n, m);
	n = judge_between(j, 2, 4);
	m = judge_between(j, 100000, 120000);
	return SHAPE(n, m);
}

/* All of them by that copy, and not as factors of kernels. */
static void judge_all_moved(Judge *j, Run *r, const char *at, int from, int to, int64_t numbers)
{
	const double bytes = from == to ? 0 : (double)numbers * sizeof(float);
	judge_worked(j, r, at,
		     (RunWork){.to_gpus = from == CPU ? bytes : 0,
			       .to_host = to == CPU ? bytes : 0,
			       .between = from != CPU && to != CPU ? bytes : 0});
}

/* Adds to *copied how often it did. */
static Run *judge_move(Judge *j, int from, int to, Kind kind, int *copied)
{
	const bool whole = kind == WHOLE;
	const Shape shape = draw_shape(j, from, to, kind);
	const int64_t numbers = shape_count(shape), copies = judge_between(j, 0, 1000000000);
	float *x = draw_values(j, numbers);
	Run *r = judge_run_on(j, from, to);
	run_tensor(r, "x", shape, x, device_of(from));
	run_int(r, "whole", whole);
	run_int(r, "device", to);
	run_int(r, "copies", copies);
	run_later(r, "alive kept gone");
	run_watch(r);
	const char *at = judge_text(j, "x on %s%s, wanted on %s", say_device(j, from),
				    whole ? " (int32)" : "", say_device(j, to));
	run_about(r, at);
	run_told_of_inputs(r);
	run_told_of_use(r);
	run_go(r);
	judge_input_there(j, r, at, "x");
	if (from == to) {
		judge_that_for(j, run_get_int(r, "same"), "copied-needlessly",
			       "%s: it is there already, but it was copied", at);
		int64_t count = 0;
		bool kept = run_get_int(r, "alive");
		if (kept && from >= 0 && run_is_linked(r)) /* the machine still has it */
			kept = run_get_floats_on(r, "kept", from, &count) && count == numbers &&
			       !run_get_floats_on(r, "other", from, &count);
		judge_that_for(j, kept, "no-reference",
			       "%s: x was returned without a reference of its own: giving back the "
			       "result took x away too",
			       at);
	} else {
		bool sent = run_traffic(r).all.copies > 0;
		judge_that_for(j, !run_get_int(r, "same"), sent ? "x-returned" : "not-moved",
			       "%s: x itself was returned%s", at,
			       sent ? ", and not the copy that was made" : "");
		judge_that_for(j, run_get_int(r, "alive"), "input-freed",
			       "%s: your function gave x back, which is the caller's", at);
	}
	judge_that_for(j, run_get_tensor(r, "z") != NULL, "failure-without-reason",
		       "%s: NULL was returned%s", at, say_reason(j, r));
	judge_because(j, "wrong-place");
	judge_same_type(j, judge_text(j, "%s: the result", at), run_get_tensor(r, "z"), whole, x,
			shape, to);
	judge_because(j, "input-changed");
	judge_same_type(j, judge_text(j, "%s: x afterwards", at), run_get_tensor(r, "x"), whole, x,
			shape, from);
	judge_because(j, "copies-counted");
	judge_int(j, judge_text(j, "%s: *copies", at), run_get_int(r, "copies"),
		  copies + (from != to));
	judge_no_error_left_at(j, r, at);
	judge_copies(j, r, at, from, to, from != to);
	judge_gpu_left(j, r, at, from != to && to >= 0 ? 4 * (double)numbers : 0);
	judge_all_moved(j, r, at, from, to, numbers);
	*copied += (int)run_traffic(r).all.copies;
	return r;
}

/* There is no memory on `to`, or the copy fails. */
static void judge_unmoved(Judge *j, const void *data)
{
	const Unmoved *u = data;
	const int from = u->from, to = u->to;
	const bool full = u->full;
	const Kind kind = u->kind;
	const bool whole = kind == WHOLE;
	const char *fails = u->fails;
	Run *r = judge_run(j, 2);
	const Shape shape = draw_shape(j, from, to, kind);
	const int64_t copies = judge_between(j, 0, 1000000000); /* as where nothing fails */
	const float *x = draw_values(j, shape_count(shape));
	run_tensor(r, "x", shape, x, device_of(from));
	run_int(r, "whole", whole);
	run_int(r, "device", to);
	run_int(r, "copies", copies);
	const char *why = ", and the copy fails";
	if (full)
		run_full(r);
	else if (fails)
		why = judge_text(
			j, ", and %s",
			run_fail_ordered(j, r, fails, u->which, failing_asked_times(fails)));
	else
		run_fail_times(j, r, "copy", 1, 100);
	run_later(r, "alive kept gone");
	const char *at = judge_text(j, "x on %s%s, wanted on %s%s", say_device(j, from),
				    whole ? " (int32)" : "", say_device(j, to),
				    full ? " without that much free memory" : why);
	run_about(r, at);
	run_go(r);
	judge_input_there(j, r, at, "x");
	judge_that_for(j, run_get_int(r, "alive"), "input-freed",
		       "%s: your function gave x back, which is the caller's", at);
	judge_that_for(j, !run_get_tensor(r, "z"), "failure-not-told",
		       "%s: wanted NULL, got a tensor", at);
	judge_because(j, "input-changed");
	judge_same_type(j, judge_text(j, "%s: x afterwards", at), run_get_tensor(r, "x"), whole, x,
			shape, from);
	judge_because(j, "copies-counted");
	judge_int(j, judge_text(j, "%s: *copies", at), run_get_int(r, "copies"), copies);
	judge_gpu_left(j, r, at, 0);
	judge_no_error_left_at(j, r, at);
}

static void judge_unawaited_move(Judge *j, const char *kind, int64_t which, const void *data)
{
	Unmoved u = *(const Unmoved *)data;
	u.fails = kind;
	u.which = which;
	judge_unmoved(j, &u);
}

static void judge_failing_move(Judge *j, const Way *way)
{
	const Unmoved unmoved = {.from = way->from, .to = way->to};
	Run *good = way->like;
	if (!judge_is_simulated(j))
		return;
	judge_failing_waits_besides(j, good, judge_unawaited_move, NULL, &unmoved);
	judge_failing_ordering(j, good, judge_unawaited_move, &unmoved);
	judge_failing_questions(j, good, judge_unawaited_move, &unmoved);
}

/* The copy fails; `full`: there is no memory for it. */
static void judge_no_move(Judge *j, const Way *way, Kind kind, bool full)
{
	judge_fails_like(
		j, way->like, judge_unmoved,
		&(const Unmoved){.from = way->from, .to = way->to, .kind = kind, .full = full});
}

void judge_3_2(Judge *j)
{
	int gpu = (int)judge_between(j, 0, 1);
	int made = 0;
	judge_move(j, gpu, gpu, PLAIN, &made);
	Run *up = judge_move(j, CPU, gpu, PLAIN, &made);
	judge_move(j, CPU, !gpu, WHOLE, &made); /* the CPU's index is that of GPU 0 */
	Run *between = judge_move(j, !gpu, gpu, PLAIN, &made);
	Run *of_int = judge_move(j, gpu, !gpu, WHOLE, &made);
	judge_move(j, !gpu, CPU, WHOLE, &made);
	Run *down = judge_move(j, gpu, CPU, PLAIN, &made);
	judge_move(j, CPU, CPU, PLAIN, &made);
	if (judge_is_simulated(j))
		judge_move(j, 2, 3, PLAIN, &made);

	const Way ways[] = {{CPU, gpu, up}, {!gpu, gpu, between}, {gpu, CPU, down}};
	const Way whole = {gpu, !gpu, of_int};
	for (int i = 0; i < 3 && judge_is_simulated(j); i++)
		judge_no_move(j, &ways[i], PLAIN, false);
	if (judge_is_simulated(j)) {
		judge_no_move(j, &ways[0], PLAIN, true);
		judge_no_move(j, &whole, WHOLE, false);
	}
	for (int i = 0; i < 3; i++)
		judge_failing_move(j, &ways[i]);
	/* the last: behind so many numbers no call is spared */
	judge_move(j, gpu, CPU, LONG, &made);
	judge_lesson(j,
		     "What is there already need not be sent: in 9 calls yours made %s, and 7 were "
		     "needed; for the other two a reference was taken.",
		     say_many(j, made, "copy", "copies"));
}
