/* time.c - decides about 6.4 and 6.5: what was measured, and whether the GPU went on. */
#include <stdbool.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab6/judge.h"

/* The smallest square product, in steps of 32, that runs `times` times as long as it takes to queue
 * two kernels. */
static int size_that_takes(Run *r, double times)
{
	int size = 64;
	while (size < 4096 && run_product_us(r, size, size, size) < times * 2 * launch_us(r))
		size += 32;
	return size;
}

/* --- 6.4 -------------------------------------------------------------------------------------- */

enum { FIRST_CALL_US = 20000 }; /* how much longer a first call takes: much more than all steps */

typedef struct Times {
	double us[2]; /* a step of the slow way, of the fast one */
	double once;  /* what may come to a call besides its steps */
	int steps;
} Times;

/* The drive's slow way fetches each norm. Its fast way is as fast as the GPU: the product is chosen
 * so that it runs twice as long as it takes to queue a step, so who does not wait measures half of
 * it or less. Measuring adds the first launch, a last copy and a wait to a whole call. */
static Times times_of(Run *r, int current, int size, int64_t count, int steps)
{
	double slowness = run_slowness(r, current);
	double product = slowness * run_product_us(r, size, size, size);
	double norm = slowness * norm_us(r, (double)count);
	double once = 2 * launch_us(r) + run_copy_us(r, "d2h_pinned", 4.0 * steps) +
		      2 * run_figure(r, "sync_time") / 1e3 + run_figure(r, "copy_call_time") / 1e3;
	return (Times){{one_at_a_time_us(r, product, norm), product + norm}, once, steps};
}

/* Thousandths: by the least the fast way takes longer than time_fits() forgives. */
enum { WARM_LEAST = 1200, WARM_MOST = 1800 };

/* 5 percent below and 10 above: with 100 steps and more, what comes once is 3 percent at most. */
static bool time_fits(const Times *t, int way, double got)
{
	return got >= 0.95 * t->us[way] && got <= 1.1 * t->us[way] + t->once / t->steps;
}

static void judge_time(Judge *j, Run *r, const Times *t, int way, double got)
{
	const char *text = judge_text(j, "the %s way: wanted %.4g microseconds a step, got %.4g",
				      way ? "fast" : "slow", t->us[way], got);
	if (time_fits(t, way, got))
		return;
	judge_that_for(j, !time_fits(t, way, got / t->steps), "all-steps",
		       "%s: that is the time of all %d steps", text, t->steps);
	judge_that_for(j, !time_fits(t, way, got * 1e6) && !time_fits(t, way, got * 1e6 / t->steps),
		       "time-unit", "%s: those are seconds", text);
	judge_that_for(j, !time_fits(t, way, got * 1e3) && !time_fits(t, way, got * 1e3 / t->steps),
		       "time-unit", "%s: those are milliseconds", text);
	judge_that_for(j, got > t->us[way], "clock-too-soon",
		       "%s: its work was still running when the clock was read; wait for it first",
		       text);
	if (run_get_int(r, way ? "fast.busy" : "slow.busy"))
		judge_fail_for(j, "clock-before-idle",
			       "%s: work of an earlier call was still running when the clock was "
			       "read the first time, and was measured too",
			       text);
	judge_fail_for(j, "first-call-measured",
		       "%s: its first call, or work from before the call, was measured too", text);
}

/* `at`: what the exercise is asked for, in the words of its contract. */
static Run *make_ways(Judge *j, const char *at, int current, int steps, int64_t count,
		      int way_fails, int call_fails, int quick_us)
{
	Run *r = judge_run(j, 2);
	run_about(r, at);
	run_int(r, "current", current);
	run_int(r, "steps", steps);
	run_int(r, "count", count);
	run_int(r, "size", size_that_takes(r, 2));
	run_int(r, "way_fails", way_fails);
	run_int(r, "call_fails", call_fails);
	run_int(r, "first_us", FIRST_CALL_US);
	run_int(r, "quick_us", quick_us);
	run_allow(r, "unsynchronised-timing"); /* judge_clock() tells which reading it was */
	return r;
}

/* The finding is the same for both readings of the clock, but not the mistake. */
static void judge_clock(Judge *j, Run *r, const char *at)
{
	int line = run_finding_line(r, "unsynchronised-timing");
	bool slow = run_get_int(r, "slow.busy"), fast = run_get_int(r, "fast.busy");
	judge_that_for(j, line == 0 || (!slow && !fast), "clock-before-idle",
		       "%s: the clock is read the first time%s while work of an earlier call is "
		       "running, which then counts for the call that is measured, of the %s way: "
		       "wait before the first reading, too",
		       at, judge_line_in(j, " (", line, ")"), slow ? "slow" : "fast");
	judge_that_for(j, line == 0, "clock-too-soon",
		       "%s: the clock is read%s while work that a way has queued is still running: "
		       "a way may return before its work is done; wait for it first",
		       at, judge_line_in(j, " (", line, ")"));
}

/* Goes, and looks at what holds whatever is returned. */
static void ways_go(Judge *j, Run *r, const char *at)
{
	run_go(r);
	judge_handed_on(j, r, at, "data");
	judge_no_error_left_at(j, r, at);
}

/* `warm`: the GPU is slower than its model says, so the times have to be measured. Returns the run;
 * `reference` is what the kit's own program has to do, `times` is what is right. */
static Run *judge_ways(Judge *j, int current, bool warm, const char **reference, Times *times)
{
	int steps = (int)judge_between(j, 100, 200);
	int64_t count = judge_between(j, 1000, 10000);
	const char *at = judge_text(j, "%d steps", steps);
	Run *r = make_ways(j, at, current, steps, count, -1, 0, 0);
	if (warm)
		run_slow(r, current, (int)judge_between(j, WARM_LEAST, WARM_MOST));
	else
		run_shown(r);
	ways_go(j, r, at);
	judge_clock(j, r, at);
	Times t = *times = times_of(r, current, size_that_takes(r, 2), count, steps);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	for (int way = 0; way < 2; way++) {
		int64_t calls = run_get_int(r, way ? "fast.calls" : "slow.calls");
		judge_that_for(
			j, calls > 1, "way-not-called",
			"the %s way was called %s; wanted a first call that is not measured, "
			"and one that is",
			way ? "fast" : "slow", calls ? "once" : "not at all");
	}
	double side = size_that_takes(r, 2), products = 2.0 * 2 * steps; /* both ways, twice */
	judge_worked(
		j, r, "both ways, called twice",
		(RunWork){.flops = products * 2 * side * side * side, .launches = 2 * products});
	double slow = run_get_real(r, "slow"), fast = run_get_real(r, "fast");
	judge_that_for(j, slow > 0 && fast > 0, "first-call-measured",
		       "us[0] is %.4g and us[1] is %.4g", slow, fast);
	*reference = judge_text(j, "ways %d %d %lld %d", current, size_that_takes(r, 2),
				(long long)count, steps);
	if (!judge_is_simulated(j))
		return r;
	judge_that_for(j,
		       time_fits(&t, 0, slow) || !time_fits(&t, 1, slow) || !time_fits(&t, 0, fast),
		       "ways-exchanged",
		       "us[0] is %.4g and us[1] is %.4g: wanted the slow way first", slow, fast);
	judge_time(j, r, &t, 0, slow);
	judge_time(j, r, &t, 1, fast);
	judge_ways_made(j, r,
			&(WaysMade){.at = at,
				    .slow = run_get_int(r, "slow.calls"),
				    .fast = run_get_int(r, "fast.calls"),
				    .steps = steps,
				    .side = side,
				    .count = (double)count});
	return r;
}

static void judge_way_fails(Judge *j, int way, int call)
{
	const char *at =
		judge_text(j, "call %d of the %s way returns -1", call, way ? "fast" : "slow");
	const int steps = (int)judge_between(j, 100, 200); /* as where nothing fails */
	Run *r = make_ways(j, at, 0, steps, judge_between(j, 1000, 10000), way, call, 0);
	ways_go(j, r, at);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_that_for(j, run_get_real(r, "slow") == -1 && run_get_real(r, "fast") == -1,
		       "changed-on-failure", "%s: -1 was returned, but us[0] or us[1] was changed",
		       at);
}

enum { STEPS = 1000, QUICK_US = 400 }; /* of ways that are quick */

/* Quick ways make no call of CUDA, so what fails is one of the exercise's own: a wait, first of
 * all. */
static void judge_failing_wait(Judge *j, const char *kind, int64_t which, const void *data)
{
	Run *r = make_ways(j, "", 1, STEPS, 1000, -1, 0, QUICK_US);
	const char *at = run_fail_times(j, r, kind, which, 1);
	(void)data;
	ways_go(j, r, at);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_that_for(j, run_get_real(r, "slow") == -1 && run_get_real(r, "fast") == -1,
		       "changed-on-failure", "%s: -1 was returned, but us[0] or us[1] was changed",
		       at);
}

/* Both ways take less than a microsecond a step. */
static Run *judge_quick_ways(Judge *j)
{
	const char *at = "two ways that take next to no time";
	Run *r = make_ways(j, at, 1, STEPS, 1000, -1, 0, QUICK_US);
	run_watch(r);
	ways_go(j, r, at);
	Times t = times_of(r, 1, 64, 1000, STEPS);
	t.us[0] = t.us[1] = (double)QUICK_US / STEPS;
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	if (!judge_is_simulated(j))
		return r;
	judge_time(j, r, &t, 0, run_get_real(r, "slow"));
	judge_time(j, r, &t, 1, run_get_real(r, "fast"));
	return r;
}

void judge_6_4(Judge *j)
{
	const char *reference;
	Times times;
	judge_ways(j, 0, true, &reference, &times);
	Run *r = judge_ways(j, 1, false, &reference,
			    &times); /* a lesson is about GPUs as they are */
	Run *quick = judge_quick_ways(j);
	judge_way_fails(j, 1, 2);
	judge_way_fails(j, 0, 1);
	judge_lesson(
		j,
		"Both ways are measured alike: once to warm up, then idle GPU, clock, all "
		"steps, wait, clock. Yours says %s a step for the slow way and %s for the fast "
		"one; the machine file gives %s and %s.",
		say_us(j, run_get_real(r, "slow")), say_us(j, run_get_real(r, "fast")),
		say_us(j, times.us[0]), say_us(j, times.us[1]));
	judge_every_failure(j, quick, judge_failing_wait, NULL);
	const RealWork work = {
		.at = "both ways",
		.reference = reference,
		.names = {"slow", "fast"},
		.count = 2,
		.unit = 1,
		.unit_name = " us",
	};
	judge_on_hardware(j, r, &work);
}

/* --- 6.5 -------------------------------------------------------------------------------------- */

/* A block runs for T, to show one takes T / 2 (and to queue one T / 10 at most). While the GPU goes
 * on, B blocks take B T and what is shown at the end: with B = 12, 1.04 of the steps alone, and
 * 0.01 to 0.05 for memory and the first launch. Who lets the GPU wait while losses are shown
 * takes 1.5. */
#define MOST_TIMES  1.25
#define SHOW_SHARE  0.5
#define QUEUE_TIMES 10

typedef struct Showing {
	int current, steps, block, fails;
	bool timed, full; /* full: the GPU has no memory left */
} Showing;

static double step_us(Run *r, int size)
{
	return run_product_us(r, size, size, size) + norm_us(r, 1);
}

/* Of the products. */
static int side_of(Run *r, const Showing *s)
{
	return s->timed ? size_that_takes(r, QUEUE_TIMES) : 32;
}

/* What the exercise is asked for. */
static const char *say_showing(Judge *j, const Showing *s)
{
	if (s->full)
		return "the GPU has no memory left";
	if (s->fails >= 0)
		return judge_text(j, "step %d returns -1", s->fails);
	return judge_text(j, "%d step%s, block %d", s->steps, s->steps == 1 ? "" : "s", s->block);
}

/* How long a block is looked at. */
static int64_t show_us(Run *r, const Showing *s)
{
	return (int64_t)(SHOW_SHARE * s->block * step_us(r, side_of(r, s)));
}

static Run *run_showing(Judge *j, const Showing *s, const float *losses)
{
	Run *r = judge_run(j, 2);
	const char *at = say_showing(j, s);
	int size = side_of(r, s);
	run_about(r, at);
	run_given_instead(r, "kernel cublasScopy writes", "step writes its loss,",
			  "; each loss keeps its place until its block has been copied",
			  "loss-room");
	run_int(r, "current", s->current);
	run_int(r, "size", size);
	run_int(r, "block", s->block);
	run_int(r, "fails", s->fails);
	if (s->full)
		run_full(r);
	run_int(r, "settle", !s->timed);
	run_int(r, "show_us", show_us(r, s));
	run_floats(r, "losses", losses, s->steps);
	run_give(r, "losses", 1);
	if (s->timed) {
		run_one_thread(r);
		run_shown(r);
	}
	run_go(r);
	judge_handed_on(j, r, at, "data");
	judge_no_error_left_at(j, r, at);
	return r;
}

static void judge_shows(Judge *j, Run *r, const Showing *s, const char *at)
{
	int64_t known, shows = run_get_int(r, "shows");
	int blocks = (s->steps + s->block - 1) / s->block;
	const int64_t *first = run_get_ints(r, "first", &known);
	const int64_t *count = run_want_ints(r, "count", known);
	const int64_t *then = run_want_ints(r, "then", known);
	judge_complete(j, first != NULL);
	for (int b = 0; b < blocks && b < known; b++) {
		int from = b * s->block, left = s->steps - from;
		int wanted = left < s->block ? left : s->block;
		judge_that_for(
			j, first[b] == from && count[b] == wanted, "blocks-wrong",
			"%s: call %d of show was for %lld losses from step %lld; wanted %d from "
			"step %d",
			at, b + 1, (long long)count[b], (long long)first[b], wanted, from);
	}
	judge_because(j, "blocks-wrong");
	judge_int(j, judge_text(j, "%s: how often show was called", at), shows, blocks);
	judge_complete(j, known >= blocks);
	for (int b = 0; b < blocks; b++)
		judge_that_for(
			j, then[b] <= (int64_t)(b + 2) * s->block, "queued-too-far",
			"%s: steps %d to %d were shown when %lld steps had been queued; wanted "
			"%d at most",
			at, b * s->block, b * s->block + (int)count[b] - 1, (long long)then[b],
			(b + 2) * s->block);
	judge_because(j, "copies-of-losses");
	judge_at_most(j, judge_text(j, "%s: copies to the host", at), run_traffic(r).d2h.copies,
		      blocks);
}

/* Either the GPU had nothing queued, or what was queued had run before the losses were shown: that is
 * the cause then. */
static const char *say_why_still(Judge *j, Run *r, const Showing *s)
{
	int64_t known;
	const int64_t *then = run_get_ints(r, "then", &known);
	if (known > 0 && then[0] <= s->block)
		return "the next block was not queued yet";
	judge_because(j, "waits-for-more");
	return "the next block was queued, but it had run by then; wait for no more than the copy "
	       "of the block that you show (with ordinary memory, or in a stream of "
	       "cudaStreamCreate(), a copy waits for more)";
}

static void judge_showing(Judge *j, Showing s)
{
	float *losses = judge_uniform(j, s.steps, 1, 100);
	int64_t count;
	Run *r = run_showing(j, &s, losses);
	const char *at = say_showing(j, &s);
	judge_that_for(j, run_get_int(r, "queued") <= s.steps, "blocks-wrong",
		       "%s: step %d was called, but the last one is step %d: the last block may be "
		       "smaller",
		       at, s.steps, s.steps - 1);
	int64_t wrong = run_get_int(r, "wrong");
	judge_that_for(j, wrong < 0, "steps-counted", "%s: step %lld was called out of order", at,
		       (long long)wrong);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_because(j, "steps-counted");
	judge_int(j, judge_text(j, "%s: the steps that were queued", at), run_get_int(r, "queued"),
		  s.steps);
	judge_shows(j, r, &s, at);
	const float *seen = run_get_floats(r, "seen", &count);
	judge_complete(j, seen && count == s.steps);
	double copied = run_traffic(r).d2h.bytes;
	judge_that_for(j, copied >= 4.0 * s.steps, "log-bytes",
		       "%s: %.4g of the losses' %d bytes were copied to the host", at, copied,
		       4 * s.steps);
	for (int i = 0; i < s.steps; i++)
		judge_that_for(
			j, fabs((double)seen[i] - losses[i]) <= 1e-6 * losses[i], "shown-wrongly",
			"%s: the loss of step %d that was shown: wanted %.4g, got %.4g: its copy "
			"had not ended, or these are other losses",
			at, i, losses[i], seen[i]);
	int64_t changed = run_get_int(r, "changed");
	judge_that_for(j, changed < 0, "shown-overwritten",
		       "%s: the loss of step %lld was overwritten while it was shown", at,
		       (long long)changed);
	double side = side_of(r, &s);
	judge_worked(
		j, r, at,
		(RunWork){.flops = 2 * s.steps * side * side * side, .to_host = 4.0 * s.steps});
	judge_marks_shown(j, r,
			  &(Shown){.at = at,
				   .losses = losses,
				   .steps = s.steps,
				   .block = s.block,
				   .show_us = show_us(r, &s),
				   .flops = 2 * side * side * side,
				   .least_ns = 990 * step_us(r, side_of(r, &s))});
	if (!s.timed)
		return;
	double alone = s.steps * step_us(r, side_of(r, &s));
	judge_possible(j, r, at, alone);
	double times = (double)run_counts(r)->host_ns / 1e3 / alone;
	judge_in_time(
		j, times <= MOST_TIMES, "gpu-stood-still",
		((TimeLimit){.wanted = MOST_TIMES * alone,
			     .wanted_how = "the next block runs while one is shown",
			     .measured = times * alone,
			     .measured_how = judge_text(j, "the steps alone take %s",
							say_us_beside(j, alone, times * alone))}),
		"%s: took %.3g times as long as the steps alone, wanted at most %.3g: the GPU "
		"stood still while losses were shown: %s",
		at, times, MOST_TIMES, say_why_still(j, r, &s));
	double still = (1 + SHOW_SHARE) * alone;
	judge_lesson(j,
		     "While one block is looked at, the GPU computes the next: yours took %s, the "
		     "steps alone %s; with a GPU that stands still meanwhile it would be %s.",
		     say_us_beside(j, times * alone, still), say_us_beside(j, alone, still),
		     say_us(j, still));
}

void judge_6_5(Judge *j)
{
	int block = (int)judge_between(j, 8, 12);
	judge_showing(j, (Showing){0, 12 * block, block, -1, true, false});
	block = (int)judge_between(j, 3, 7);
	judge_showing(j, (Showing){1, 3 * block + (int)judge_between(j, 1, block - 1), block, -1,
				   false, false});
	judge_showing(j, (Showing){0, (int)judge_between(j, 2, 6), 1, -1, false, false});
	judge_showing(j, (Showing){1, block - 1, block, -1, false, false});

	int steps = 4 * block, fails = (int)judge_between(j, block, steps - 1);
	float *losses = judge_uniform(j, steps, 1, 100);
	const Showing failing = {0, steps, block, fails, false, false};
	Run *r = run_showing(j, &failing, losses);
	const char *at = say_showing(j, &failing);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_because(j, "steps-counted");
	judge_int(j, judge_text(j, "%s: the steps that were called", at), run_get_int(r, "queued"),
		  fails + 1);
	int64_t noted = marks_of(r, MARK_STEP);
	judge_that_for(j, noted < 0 || noted == fails + 1, "record-differs",
		       "%s: by the machine's record %lld steps were called", at, (long long)noted);

	if (!judge_is_simulated(j))
		return;
	r = run_showing(j, &(Showing){1, steps, block, -1, false, true}, losses);
	judge_because(j, "failure-not-told");
	judge_int(j, "the GPU has no memory left: what is returned", run_get_int(r, "status"), -1);
}
