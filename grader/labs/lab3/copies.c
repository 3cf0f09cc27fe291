/* copies.c - decides about 3.1: one copy to where the numbers are wanted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/common/far.h"
#include "grader/labs/lab3/judge.h"

/* What a pointer is, as in grader/student/lab3_drive.c. */
enum { IS_NULL, IS_PLAIN, IS_PINNED, IS_MANAGED, IS_DEVICE, IS_GONE };

static Run *make_copy(Judge *j, int gpus, int from, int to, int current, const float *x,
		      int64_t count, int64_t beyond)
{
	Run *r = judge_run(j, gpus);
	run_floats(r, "x", x, count);
	run_give(r, "x", from >= 0);
	run_int(r, "from", from);
	run_int(r, "to", to);
	run_int(r, "current", current);
	run_int(r, "beyond", beyond);
	run_told_of_use(r);
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

static Run *judge_copy(Judge *j, int gpus, int from, int to, int current, int64_t count)
{
	float *x = draw_values(j, count);
	Run *r = make_copy(j, gpus, from, to, current, x, count, 0);
	const char *at = judge_text(j, "from %s to %s%s", say_device(j, from), say_device(j, to),
				    gpus ? "" : " on a machine without a GPU");
	bool shown = from >= 0 && to >= 0 && count > 2000;
	if (shown)
		run_shown(r);
	if (gpus > 0)
		run_watch(r);
	run_about(r, at);
	run_given_called(
		r,
		judge_text(j, "cudaMemcpy uses memory on GPU %d that an earlier cudaMallocAsync",
			   to),
		"; wanted memory from cudaMalloc(), which is there when the call returns",
		"other-memory");
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
	const uint64_t lies = run_place(r, "z");
	judge_that_for(j, from != to || lies == 0 || lies != run_place(r, "x"), "copy-is-x",
		       "%s: what was returned lies where x does, wanted new memory", at);
	judge_that_for(j, run_begins_memory(r, "z"), "result-too-small",
		       "%s: the pointer is not where a piece of memory of its own begins", at);
	const double bytes = (double)count * sizeof *x;
	judge_because(j, "result-too-large");
	if (to >= 0)
		judge_at_most(j, judge_text(j, "%s: bytes of GPU memory held afterwards", at),
			      run_gpu_held(r, 0), bytes);
	judge_that_for(j, (from < 0 && to < 0) || run_traffic(r).all.copies > 0, "nothing-copied",
		       "%s: wanted 1 copy, got none: nothing wrote into the new memory", at);
	judge_because(j, gpus ? "copy-wrong" : "needs-a-gpu");
	judge_copied(j, judge_text(j, "%s: the copy", at), z, x, count);
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: x afterwards", at),
		     run_get_floats_on(r, "x", from, &got_count), x, count, 0);
	judge_copies(j, r, at, from, to, from >= 0 || to >= 0);
	if (from < 0 && to >= 0) /* all of them by that copy, and not byte by byte by fills */
		judge_numbers_sent(j, r, at, count);
	judge_no_error_left_at(j, r, at);
	if (gpus > 0)
		judge_device_kept_at(j, r, at, current);
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
	return r;
}

/* NULL was wanted; x is what it was. */
static void judge_no_copy(Judge *j, Run *r, const char *at, int current, int from, const float *x,
			  int64_t count)
{
	int64_t got_count;
	judge_that_for(j, run_get_int(r, "is") != IS_GONE, "result-freed",
		       "%s: wanted NULL, got a pointer to memory that was given back", at);
	judge_that_for(j, run_get_int(r, "null"), "failure-not-told",
		       "%s: wanted NULL, but a pointer was returned", at);
	judge_that_for(j, run_get_int(r, "x.is") != IS_GONE, "input-freed",
		       "%s: your function gave x back, which is the caller's", at);
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: x afterwards", at),
		     run_get_floats_on(r, "x", from, &got_count), x, count, 0);
	judge_gpu_left(j, r, at, 0);
	judge_no_error_left_at(j, r, at);
	judge_device_kept_at(j, r, at, current);
}

/* So many numbers that no memory holds them: nobody comes so far as to read them. */
static void judge_copy_beyond(Judge *j, int from, int to)
{
	const int64_t count = judge_between(j, 2, 2000); /* the lower bits of how many there are */
	const char *at = judge_text(j, "from %s to %s without that much %smemory",
				    say_device(j, from), say_device(j, to), to < 0 ? "host " : "");
	const float *x = draw_values(j, count);
	Run *r = make_copy(j, 2, from, to, 0, x, count, BEYOND);
	run_allow(r, "host-pointer"); /* a copy to NULL, of who looks at what that returns */
	if (to < 0)
		run_refuses(r, "more host memory than there is");
	run_go(r);
	judge_no_copy(j, r, at, 0, from, x, count);
}

/* How many numbers there are. */
typedef enum Size { FEW, SOME, MANY } Size;

static int64_t draw_count(Judge *j, Size size)
{
	static const int64_t least[] = {2, 2001, LARGE + 1}, most[] = {2000, 200000, LARGE + 1000};
	return judge_between(j, least[size], most[size]);
}

/* A call in which something fails. */
typedef struct Uncopied {
	int from, to;
	Size size;
	bool full;
} Uncopied;

/* No copy succeeds: what was made for it by then is given back. */
static void judge_uncopied(Judge *j, const void *data)
{
	const int from = ((const Uncopied *)data)->from, to = ((const Uncopied *)data)->to;
	const int64_t count = draw_count(j, ((const Uncopied *)data)->size);
	const char *at = judge_text(j, "from %s to %s, and the copy fails", say_device(j, from),
				    say_device(j, to));
	const int current = from >= 0 && to >= 0 ? 0 : 1; /* as where nothing fails */
	const float *x = draw_values(j, count);
	Run *r = make_copy(j, 2, from, to, current, x, count, 0);
	run_fail(r, "copy", 1, 100);
	run_allow(r, "uninitialised-read"); /* of who returns it all the same: told below */
	run_about(r, at);
	run_go(r);
	judge_no_copy(j, r, at, current, from, x, count);
	judge_host_given_back(j, r, at, LARGE * (int64_t)sizeof(float));
}

static void judge_failing_copy(Judge *j, const Way *way, Size size)
{
	judge_fails_like(j, way->like, judge_uncopied,
			 &(const Uncopied){.from = way->from, .to = way->to, .size = size});
}

/* Who waits, or asks, by a call that can fail looks at what it returns. */
static void judge_unawaited(Judge *j, const char *kind, int64_t which, const void *data)
{
	const int from = ((const Uncopied *)data)->from, to = ((const Uncopied *)data)->to;
	int64_t count = judge_between(j, 2, 2000);
	const float *x = draw_values(j, count);
	Run *r = make_copy(j, 2, from, to, from >= 0 && to >= 0 ? 0 : 1, x, count, 0);
	const char *fails = run_fail_ordered(j, r, kind, which, failing_asked_times(kind));
	const char *at = judge_text(j, "from %s to %s, and %s", say_device(j, from),
				    say_device(j, to), fails);
	run_about(r, at);
	run_may_be_done(r, kind);
	run_go(r);
	if (failing_is_done(r, kind, run_get_int(r, "null"))) {
		judge_because(j, "failure-not-told");
		judge_floats(j, judge_text(j, "%s: the copy", at),
			     run_get_floats_on(r, "z", to, &count), x, count, 0);
		judge_no_error_left_at(j, r, at);
		return;
	}
	judge_no_copy(j, r, at, from >= 0 && to >= 0 ? 0 : 1, from, x, count);
}

static void judge_failing_copy_wait(Judge *j, Run *good, int from, int to)
{
	judge_failing_awaits_besides(j, good, judge_unawaited,
				     &(const Uncopied){.from = from, .to = to});
	judge_failing_makers(j, good, judge_unawaited, &(const Uncopied){.from = from, .to = to});
}

/* Nobody knows by the sizes that GPU 1 has no memory. */
static void judge_copy_full(Judge *j, const void *data)
{
	const int from = ((const Uncopied *)data)->from, to = ((const Uncopied *)data)->to;
	int64_t count = judge_between(j, 2, 2000);
	const float *x = draw_values(j, count);
	const int current = from >= 0 && to >= 0 ? 0 : 1; /* as where nothing fails */
	Run *r = make_copy(j, 2, from, to, current, x, count, 0);
	const char *at = judge_text(j, "from %s to %s without that much free memory",
				    say_device(j, from), say_device(j, to));
	run_full(r);
	run_about(r, at);
	run_go(r);
	judge_no_copy(j, r, at, current, from, x, count);
}

void judge_3_1(Judge *j)
{
	Run *first = judge_copy(j, 2, CPU, 0, 1, judge_between(j, 2, 2000));
	judge_copy(j, 2, 1, CPU, 0, judge_between(j, 2, 2000));
	Run *back = judge_copy(j, 2, 1, 0, 0, draw_count(j, SOME));
	Run *between = judge_copy(j, 2, 0, 1, 0, judge_between(j, 2, 2000));
	judge_copy(j, 4, 3, (int)judge_between(j, 0, 1), 2, 1);
	judge_copy(j, 4, 2, 3, 1, judge_between(j, 2, 2000));
	Run *within = judge_copy(j, 2, 1, 1, 0, judge_between(j, 2, 2000));
	judge_copy(j, 2, CPU, CPU, 1, 2 * judge_between(j, 1, 1000));
	judge_copy(j, 0, CPU, CPU, 0, 2 * judge_between(j, 1, 1000) + 1);
	Run *up = judge_copy(j, 2, CPU, 1, 1, judge_between(j, 2, 2000)); /* to the current GPU */
	Run *down = judge_copy(j, 2, 0, CPU, 1, judge_between(j, 2, 2000));
	const Way failing[] = {
		{CPU, 1, up}, {0, 1, between}, {1, 1, within}, {CPU, 0, first}, {0, CPU, down}};
	for (int i = 0; i < 5 && judge_is_simulated(j); i++)
		judge_failing_copy(j, &failing[i], FEW);
	if (judge_is_simulated(j))
		judge_failing_copy(j, &(const Way){1, 0, back}, SOME);

	judge_copy_beyond(j, CPU, CPU);
	const Way full[] = {{CPU, 0, first}, {0, 1, between}, {1, 1, within}};
	for (int i = 0; i < 3 && judge_is_simulated(j); i++)
		judge_fails_like(
			j, full[i].like, judge_copy_full,
			&(const Uncopied){.from = full[i].from, .to = full[i].to, .full = true});
	judge_copy_beyond(j, CPU, 1);
	judge_copy_beyond(j, 0, CPU);
	judge_copy_beyond(j, 0, 1);
	judge_failing_copy_wait(j, between, 0, 1);
	judge_failing_copy_wait(j, within, 1, 1);
	judge_failing_copy_wait(j, up, CPU, 1);
	judge_failing_copy_wait(j, down, 0, CPU);
	/* the last: behind so many numbers no call is spared */
	Run *many = judge_copy(j, 2, 1, CPU, 1, draw_count(j, MANY));
	if (judge_is_simulated(j))
		judge_failing_copy(j, &(const Way){1, CPU, many}, MANY);
}
