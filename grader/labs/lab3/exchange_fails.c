/* exchange_fails.c - 3.7 where a call fails, in the first call or in a later one, and where there is nothing to copy to. */
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab3/exchange.h"

/* Of what the runs are in which something fails: how many numbers, as in the run that counts what may fail; and how many
 * calls of the kind that fails the first call makes. */
typedef struct Failing {
	int64_t numbers, before;
} Failing;

static Run *make_exchange(Judge *j, int64_t count, int fails, int again)
{
	return exchange_make(j, draw_values(j, count), count, fails, again);
}

static Run *make_no_exchange(Judge *j, int64_t count, int fails)
{
	return make_exchange(j, count, fails, ONCE);
}

/* The same, and what fails belongs to a later call, which finds the lane as an earlier one has left it. */
static Run *make_no_later(Judge *j, int64_t count)
{
	return make_exchange(j, count, NO_LANE, IN_ONE_WINDOW);
}

/* Whether all goes well or not: the lane has two streams, and all else that was made is given back. */
static void judge_lane_alone(Judge *j, Run *r, const char *at)
{
	enum { LANE_STREAMS = 2 };
	const double there = (double)run_counts_of(r, 0)->handles;
	judge_that_for(j, !run_is_linked(r) || there <= LANE_STREAMS, "objects-kept",
		       "%s: %s there afterwards, wanted the two streams of the lane alone", at,
		       say_many(j, there, "stream or event is", "streams and events are"));
}

static void judge_minus_one(Judge *j, Run *r, const char *at, int gpu)
{
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "first"), -1);
	judge_lane_there(j, r, at);
	judge_lane_alone(j, r, at);
	judge_no_error_left_at(j, r, at);
	judge_device_kept_at(j, r, at, gpu);
}

/* What was made of the lane by then is in it, or was given back. */
static void judge_failing_lane(Judge *j, const char *kind, int64_t which, const void *data)
{
	const int64_t numbers = ((const Failing *)data)->numbers;
	const float *values = draw_values(j, numbers);
	Run *r = exchange_make(j, values, numbers, NO_LANE, ONCE);
	const char *at = run_fail_ordered(j, r, kind, which, failing_asked_times(kind));
	if (strcmp(kind, "stream") != 0 && strcmp(kind, "event") != 0) {
		judge_minus_one(j, r, at, gpu_of(numbers));
		return;
	}
	/* without a stream of its own a copy may go through the default one, and be right */
	run_may_do_without(r);
	run_go(r);
	if (failing_is_done(r, kind, run_get_int(r, "first") == -1)) {
		int64_t count;
		judge_because(j, "failure-not-told");
		judge_floats(j, judge_text(j, "%s, and -1 was not returned: y", at),
			     run_get_floats(r, "y", &count), values, numbers, 0);
		judge_floats(j, judge_text(j, "%s, and -1 was not returned: what was sent", at),
			     run_get_floats_on(r, "to", gpu_of(numbers), &count), values, numbers,
			     0);
	}
	judge_lane_there(j, r, at);
	judge_lane_alone(j, r, at);
	judge_no_error_left_at(j, r, at);
}

static void judge_failing_later(Judge *j, const char *kind, int64_t which, const void *data)
{
	const bool waits = strcmp(kind, "sync") == 0;
	const Failing *f = data;
	Run *r = make_no_later(j, f->numbers);
	const char *at = run_fail_ordered(j, r, kind, f->before + which, waits ? 100 : 1);
	run_go(r);
	judge_because(j, "failure-without-reason");
	judge_int(j, "what the first call returns", run_get_int(r, "first"), 0);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s, which is one of the second call: what that returns", at),
		  run_get_int(r, "second"), -1);
	judge_lane_there(j, r, at);
	judge_lane_alone(j, r, at);
	judge_no_error_left_at(j, r, at);
	judge_device_kept_at(j, r, at, gpu_of(f->numbers));
}

static void judge_no_exchange(Judge *j, int64_t count, int fails, const char *at)
{
	Run *r = make_no_exchange(j, count, fails);
	run_allow(r, "host-pointer"); /* the copy that fails is wanted */
	if (fails == NO_BUFFERS)
		run_refuses(r, "more pinned memory than there is");
	judge_minus_one(j, r, at, gpu_of(count));
}

static void judge_unawaited_exchange(Judge *j, const void *data)
{
	const char *at = "the calls that wait fail";
	Run *r = make_no_exchange(j, ((const Failing *)data)->numbers, NO_LANE);
	run_fail_times(j, r, "sync", 1, 100);
	run_allow(r, "race"); /* of who reads what came all the same: told below */
	run_about(r, at);
	judge_minus_one(j, r, at, gpu_of(((const Failing *)data)->numbers));
}

/* Of the second call's waits the first ones, the last, and a drawn one of those between, each with all behind it: one before the
 * copies tells nothing of those behind them. */
static void judge_later_waits(Judge *j, const Failing *f, int64_t waits)
{
	enum { FIRST_ONES = 3 };
	for (int64_t i = 1; i <= waits && i <= FIRST_ONES; i++)
		judge_failing_later(j, "sync", i, f);
	if (waits > FIRST_ONES + 1)
		judge_failing_later(j, "sync", judge_between(j, FIRST_ONES + 1, waits - 1), f);
	if (waits > FIRST_ONES)
		judge_failing_later(j, "sync", waits, f);
}

void judge_exchange_fails(Judge *j, Run *few, int64_t numbers, Run *both)
{
	judge_no_exchange(j, numbers, NO_BUFFERS, "not enough memory for the buffers");
	judge_no_exchange(j, numbers, NO_COPY, "to is NULL");
	const int64_t copied = (int64_t)run_traffic(few).all.called, waited = wait_calls(few);
	const Failing first = {numbers, 0}, copies = {numbers, copied};
	if (judge_is_simulated(j))
		judge_failures_of(j, few, "copy", copied, judge_failing_lane, &first);
	if (judge_is_simulated(j) && both) {
		judge_where_fails(j, judge_unawaited_exchange, &first);
		judge_later_waits(j, &(const Failing){numbers, waited}, wait_calls(both) - waited);
	}
	if (judge_is_simulated(j))
		judge_failures_of(j, few, "copy", (int64_t)run_traffic_of(few, 1).all.called,
				  judge_failing_later, &copies);
	judge_failing_calls(j, few, "pinned", judge_failing_lane, &first);
	judge_failing_calls(j, few, "stream", judge_failing_lane, &first);
	judge_failing_calls(j, few, "event", judge_failing_lane, &first);
	judge_failing_awaits(j, few, judge_failing_lane, &first);
}

void judge_exchange_fails_elsewhere(Judge *j, Run *few, int64_t numbers)
{
	judge_failing_some(j, few, "copy sync pinned stream", 2, judge_failing_lane,
			   &(const Failing){numbers, 0});
}
