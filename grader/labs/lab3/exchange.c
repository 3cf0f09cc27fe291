/* exchange.c - decides about 3.7: two copies at the same time. */
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/common/far.h"
#include "grader/labs/lab3/exchange.h"

/* Both copies go over the same link, in its two directions, each by an engine of its own. With
 * t = alpha + bytes / beta for one of them, one after the other they take 2 t, side by side t, in
 * both cases and a few calls of some microseconds. On the slow machine bytes / beta is more than 80 us from 20 kB on,
 * on each model, so the best share is about 0.55; from ordinary memory, whose rate is less
 * than half, it would be more than 2. */
#define OVERLAP_SHARE 0.75
enum { SLOWER = 100 };

/* Nanoseconds that one pinned copy of so many bytes takes on the machine of the run: "h2d", "d2h".
 */
static double pinned_time(Judge *j, Run *r, const char *direction, double bytes)
{
	return run_figure(r, judge_text(j, "%s_pinned_alpha", direction)) +
	       bytes / run_figure(r, judge_text(j, "%s_pinned_beta", direction));
}

static const RunOp *next_copy(const RunOp *ops, int count, const RunOp *after)
{
	for (const RunOp *op = !after ? ops : after + 1; op < ops + count; op++)
		if (op->kind == RUN_OP_COPY)
			return op;
	return NULL;
}

/* Why the two copies of a call took so long, as far as the timeline shows it; that is the cause then. */
static const char *say_why_slow(Judge *j, Run *r)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	const RunOp *one = next_copy(ops, count, NULL);
	const RunOp *two = !one ? NULL : next_copy(ops, count, one);
	if (!two)
		return "";
	if (!one->pinned || !two->pinned) {
		judge_because(j, "lane-not-pinned");
		return ": there is a copy from or to ordinary memory, which is slow and lets the "
		       "call wait; copy from lane->going and to lane->coming";
	}
	if (one->stream == two->stream) {
		judge_because(j, "one-stream");
		return ": both copies are in one stream, so the second waits for the first";
	}
	if (two->start < one->end)
		return "";
	judge_because(j, "waited-between");
	return judge_text(j,
			  ": the second copy began only when the first had ended: start "
			  "both before you wait%s",
			  judge_line_in(j, " (", two->line, ")"));
}

/* Two copies of one call on one buffer: there is one for each direction. */
static void run_told_of_buffers(Run *r)
{
	run_given_called(
		r, "cudaMemcpyAsync writes pinned host memory that an earlier cudaMemcpyAsync", "",
		"one-buffer");
	run_given_called(r,
			 "cudaMemcpyAsync reads pinned host memory that an earlier cudaMemcpyAsync",
			 "", "one-buffer");
}

void judge_lane_there(Judge *j, Run *r, const char *at)
{
	judge_that_for(
		j, !run_get_int(r, "lost"), "lane-lost",
		"%s: lane->going or lane->coming points to memory that your function gave back",
		at);
}

Run *exchange_make(Judge *j, const float *x, int64_t count, int fails, int again)
{
	Run *r = judge_run(j, 2);
	run_slower(r, SLOWER); /* as where time is measured: that it is slow tells nothing */
	run_floats(r, "x", x, count);
	run_floats(r, "from", x, count);
	run_give(r, "from", 1);
	run_int(r, "current", gpu_of(count));
	run_int(r, "fails", fails);
	run_int(r, "count", fails == NO_BUFFERS ? BEYOND : count);
	run_int(r, "again", again);
	return r;
}

static void judge_sent(Judge *j, Run *r)
{
	judge_that_for(
		j, run_traffic_of(r, 0).h2d.bytes > 0, "nothing-sent",
		"nothing was sent to the GPU in the first call: wanted a copy from lane->going to "
		"`to`");
}

/* Both copies one after the other. */
static double serial_time(Judge *j, Run *r, double bytes)
{
	return pinned_time(j, r, "h2d", bytes) + pinned_time(j, r, "d2h", bytes);
}

/* All numbers went both ways in that window, at the same time. */
static void judge_both_ways(Judge *j, Run *r, int window, int64_t count, const char *at)
{
	const double bytes = (double)count * sizeof(float), serial = serial_time(j, r, bytes);
	const Traffic went = run_traffic_of(r, window);
	judge_not_carried(j, &went, at); /* one kernel works in both directions */
	judge_worked_in(j, r, window, at, (RunWork){.to_gpus = bytes, .to_host = bytes});
	if (count < FEW_LEAST) /* the calls take longer than the copies */
		return;
	const double took = (double)run_counts_of(r, window)->host_ns, share = took / serial;
	judge_in_time(j, share <= OVERLAP_SHARE, "not-side-by-side",
		      ((TimeLimit){.wanted = OVERLAP_SHARE * serial / 1e3,
				   .wanted_how = "both copies at once",
				   .measured = took / 1e3,
				   .measured_how = judge_text(j, "one after the other they take %s",
							      say_us(j, serial / 1e3))}),
		      "%s took %.3g times as long as the two copies one after the other; "
		      "wanted at most %.2g times%s",
		      at, share, OVERLAP_SHARE, share <= OVERLAP_SHARE ? "" : say_why_slow(j, r));
}

static void judge_sent_in_time(Judge *j, Run *r, const char *at, int window, int gpu)
{
	judge_that_for(j, !run_unawaited(r, window, gpu), "send-not-awaited",
		       "%s: the function returned before the copy to the GPU, in lane->go_stream, "
		       "had ended",
		       at);
	judge_awaited_well(j, r, at, window, gpu);
}

/* By the program's word, and by the machine's record of the later call. */
static void judge_lane_used(Judge *j, Run *r)
{
	const SimcudaCounters *later = run_counts_of(r, 1);
	const bool made = run_is_linked(r) && (later->streams > 0 || later->pinned_bytes > 0);
	judge_that_for(
		j, !made && !run_get_int(r, "remade"), "lane-remade",
		"a later call made buffers or streams again; it is the first call that makes "
		"them, and the others use what is in the lane");
}

/* How many calls waited in a later call. */
static int64_t judge_exchange(Judge *j, int gpu, int64_t count)
{
	float *x = draw_values(j, count), *from = draw_values(j, count);
	float *first_x = draw_values(j, count), *first_from = draw_values(j, count);
	int64_t got_count;
	Run *r = judge_run_on(j, gpu, gpu);
	run_slower(r, SLOWER);
	run_floats(r, "x", x, count);
	run_floats(r, "from", from, count);
	run_floats(r, "first.x", first_x, count);
	run_floats(r, "first.from", first_from, count);
	run_give(r, "from", 1);
	run_give(r, "first.from", 1);
	run_int(r, "current", gpu);
	run_int(r, "fails", NOTHING);
	run_windows(r, 3);
	run_window(r, 1);
	/* the drive queues a copy then, which the third call has to wait for */
	run_thawed_before(r, 2);
	run_behind(r, "third third.error");
	run_later(r, "released");
	run_watch(r);
	run_shown(r);
	run_told_of_buffers(r);
	run_go(r);
	judge_because(j, "failure-without-reason");
	judge_int(j, "what the first call returns", run_get_int(r, "first"), 0);
	judge_lane_there(j, r, "after the first call");
	judge_that_for(
		j, run_get_int(r, "kept"), "lane-not-kept",
		"lane->going or lane->coming is NULL after the first call: later calls use what "
		"it made");
	judge_because(j, "second-call");
	judge_int(j, "what the second call returns", run_get_int(r, "second"), 0);
	judge_no_error_left(j, r);
	judge_device_kept(j, r, gpu);
	judge_device_told(j, r, "after the first call", gpu);
	judge_because(j, "fetched-early");
	judge_copied(j, "y after the first call", run_get_floats(r, "first.y", &got_count),
		     first_from, count);
	judge_copied(j, "y after the second call", run_get_floats(r, "y", &got_count), from, count);
	judge_sent(j, r);
	judge_because(j, "sent-wrongly");
	judge_copied(j, "what the first call sent",
		     run_get_floats_on(r, "first.to", gpu, &got_count), first_x, count);
	judge_copied(j, "what was sent", run_get_floats_on(r, "to", gpu, &got_count), x, count);
	judge_because(j, "input-changed");
	judge_floats(j, "the source on the GPU afterwards",
		     run_get_floats_on(r, "from", gpu, &got_count), from, count, 0);
	judge_that_for(j, run_get_int(r, "x.kept"), "input-changed", "x was changed");
	judge_that_for(j, run_get_int(r, "pinned"), "lane-not-pinned",
		       "lane->going and lane->coming are not pinned memory");
	judge_lane_used(j, r);

	const double bytes = (double)count * sizeof *x, serial = serial_time(j, r, bytes);
	judge_both_ways(j, r, 1, count, "a later call");
	judge_possible(j, r, "a later call", serial / 2e3); /* if both take as long */
	judge_because(j, "failure-without-reason");
	judge_int(j, "what the third call returns", run_get_int(r, "third"), 0);
	const char *error = run_get_text(r, "third.error");
	judge_that_for(j, error && strcmp(error, "cudaSuccess") == 0, "error-left",
		       "an error was left behind by the third call: %s", error ? error : "nothing");
	judge_that_for(
		j, run_get_int(r, "released") == 4, "lane-not-whole",
		"the caller cannot give the lane back: wanted two buffers for cudaFreeHost() and "
		"two streams for cudaStreamDestroy(), each of its own");
	for (int call = 0; call < 3; call++)
		judge_sent_in_time(j, r, judge_text(j, "call %d", call + 1), call, gpu);
	double longer = fmax(pinned_time(j, r, "h2d", bytes), pinned_time(j, r, "d2h", bytes));
	judge_lesson(
		j,
		"A link carries both directions at once, if both copies are in streams of "
		"their own and in pinned memory: yours took %s, the longer copy alone takes %s, "
		"both one after the other %s.",
		say_us(j, run_us(r)), say_us(j, longer / 1e3), say_us(j, serial / 1e3));
	return wait_calls(r);
}

/* The limit holds for many numbers, too; but one copy for each of many would take so long that it seems to have no end:
 * first of few. */
static Run *judge_pieces(Judge *j, int64_t numbers)
{
	enum { PIECES = 64 };
	const char *at = judge_text(j, "with %lld numbers", (long long)numbers);
	const float *x = draw_values(j, numbers), *from = draw_values(j, numbers);
	int64_t count;
	Run *r = judge_run(j, 2);
	run_slower(r, SLOWER);
	run_floats(r, "x", x, numbers);
	run_floats(r, "from", from, numbers);
	run_give(r, "from", 1);
	run_int(r, "current", gpu_of(numbers));
	run_int(r, "fails", FEW);
	run_int(r, "count", numbers);
	run_int(r, "again", IN_TWO_WINDOWS);
	run_windows(r, 2);
	run_behind(r, "second second.y x.kept to");
	run_about(r, judge_text(j, "the first call, %s", at));
	run_told_of_buffers(r);
	run_watch(r);
	run_go(r);
	judge_because(j, "too-many-copies");
	judge_at_most(j, judge_text(j, "the first call, %s: copies", at), run_traffic(r).all.copies,
		      PIECES);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "the first call, %s: what is returned", at),
		  run_get_int(r, "first"), 0);
	judge_int(j, judge_text(j, "the second call, %s: what is returned", at),
		  run_get_int(r, "second"), 0);
	judge_because(j, "too-many-copies");
	if (run_get_int(r, "goes.on")) /* else the lane is not there: told where it is timed */
		judge_at_most(j, judge_text(j, "the second call, %s: copies", at),
			      run_traffic_of(r, 1).all.copies, PIECES);
	judge_because(j, "fetched-early");
	judge_copied(j, judge_text(j, "y after the first call, %s", at),
		     run_get_floats(r, "y", &count), from, numbers);
	judge_copied(j, judge_text(j, "y after the second call, %s", at),
		     run_get_floats(r, "second.y", &count), from, numbers);
	judge_that_for(j, run_get_int(r, "x.kept"), "input-changed", "x was changed");
	judge_sent(j, r);
	judge_because(j, "sent-wrongly");
	judge_copied(j, judge_text(j, "what was sent, %s", at),
		     run_get_floats_on(r, "to", gpu_of(numbers), &count), x, numbers);
	const double bytes = 2 * (double)numbers * sizeof(float);
	const double pinned = (double)run_counts(r)->pinned_bytes; /* 0: told below */
	judge_that_for(j, !run_is_linked(r) || pinned <= 0 || pinned >= bytes, "lane-small",
		       "the first call, %s, made %s of pinned memory: wanted two buffers of as "
		       "many numbers, %s",
		       at, say_bytes(j, pinned), say_bytes(j, bytes));
	judge_that_for(j, !run_is_linked(r) || pinned <= 2 * bytes, "lane-large",
		       "the first call, %s, made %s of pinned memory: wanted two buffers of as "
		       "many numbers, %s",
		       at, say_bytes(j, pinned), say_bytes(j, bytes));
	return r;
}

/* Where nobody looked at the time of the second call: what the first one left, what the second did, and how long that
 * took. */
static void judge_second_too(Judge *j, Run *r, int64_t numbers)
{
	const char *at = judge_text(j, "the second call, with %lld numbers,", (long long)numbers);
	judge_that_for(j, run_get_int(r, "goes.on"), "lane-not-kept",
		       "with %s: lane->going or lane->coming is NULL after the first call: later "
		       "calls use "
		       "what it made",
		       say_many(j, (double)numbers, "number", "numbers"));
	judge_that_for(j,
		       !run_is_linked(r) || (double)run_counts_of(r, 0)->pinned_bytes >=
						    2 * (double)numbers * sizeof(float),
		       "lane-not-pinned",
		       "with %s: lane->going and lane->coming are not pinned memory",
		       say_many(j, (double)numbers, "number", "numbers"));
	if (!judge_is_simulated(j))
		return;
	judge_both_ways(j, r, 1, numbers, at);
	for (int call = 0; call < 2; call++)
		judge_sent_in_time(
			j, r,
			judge_text(j, "call %d, with %lld numbers", call + 1, (long long)numbers),
			call, gpu_of(numbers));
}

/* One call, or two that are counted together, as where one of them fails: that there is no second one, or that nothing is
 * read between them, tells nobody that one will. */
static Run *judge_goes_on(Judge *j, int64_t numbers, int again)
{
	const float *values = draw_values(j, numbers);
	int64_t count;
	Run *r = exchange_make(j, values, numbers, NO_LANE, again);
	const char *at = again == ONCE ? "one call" : "two calls one after the other";
	run_about(r, at);
	run_watch(r);
	run_go(r);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what the first returns", at), run_get_int(r, "first"), 0);
	judge_lane_there(j, r, at);
	if (again != ONCE)
		judge_int(j, judge_text(j, "%s: what the second returns", at),
			  run_get_int(r, "second"), 0);
	judge_because(j, "fetched-early");
	judge_copied(j, judge_text(j, "%s: y", at), run_get_floats(r, "y", &count), values,
		     numbers);
	judge_because(j, "sent-wrongly");
	judge_copied(j, judge_text(j, "%s: what was sent", at),
		     run_get_floats_on(r, "to", gpu_of(numbers), &count), values, numbers);
	const double bytes = (again == ONCE ? 1 : 2) * (double)numbers * sizeof *values;
	judge_worked(j, r, at, (RunWork){.to_gpus = bytes, .to_host = bytes});
	judge_no_error_left_at(j, r, at);
	return r;
}

void judge_3_7(Judge *j)
{
	const int64_t numbers = judge_between(j, FEW_LEAST, FEW_MOST);
	Run *few = judge_pieces(j, numbers);
	int64_t waits = judge_exchange(j, 0, judge_between(j, FEW_LEAST, FEW_MOST));
	judge_second_too(j, few, numbers);
	Run *both = judge_goes_on(j, numbers, IN_ONE_WINDOW);
	judge_goes_on(j, numbers, ONCE);
	const int64_t least = judge_between(j, 1, 7); /* fewer than somebody makes pieces of them */
	judge_second_too(j, judge_pieces(j, least), least);
	judge_exchange_fails(j, few, numbers, waits > 0 ? both : NULL);
	const int64_t large = judge_between(j, MANY_NUMBERS / 4, MANY_NUMBERS);
	/* on the other GPU as well */
	const int64_t others =
		2 * judge_between(j, FEW_LEAST / 2 + 1, FEW_MOST / 2 - 1) + !gpu_of(numbers);
	Run *elsewhere = judge_pieces(j, others);
	judge_second_too(j, elsewhere, others);
	judge_goes_on(j, others, ONCE);
	judge_exchange_fails_elsewhere(j, elsewhere, others);
	/* the last: behind so many numbers no call is spared, and a process calls once */
	judge_exchange(j, far_gpu(j, 1), large);
	judge_second_too(j, judge_pieces(j, MANY_NUMBERS), MANY_NUMBERS);
}
