/* time.c - decides about 6.4: what was measured. */
#include <stdbool.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab6/judge.h"

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
static Times times_of(Run *r, int current, int size, int64_t count, int steps, int64_t late)
{
	double slowness = run_slowness(r, current);
	double product = slowness * run_product_us(r, size, size, size);
	double norm = slowness * norm_us(r, (double)count);
	double once = 2 * launch_us(r) + run_copy_us(r, "d2h_pinned", 4.0 * steps) +
		      2 * run_figure(r, "sync_time") / 1e3 + run_figure(r, "copy_call_time") / 1e3;
	double fetched = late > 0 ? run_copy_us(r, "d2h_pinned", 4.0 * (double)late) : 0;
	return (Times){{one_at_a_time_us(r, product, norm) + fetched / steps, product + norm},
		       once,
		       steps};
}

/* So much of what the slow way takes it still fetches when it returns, in percent: who does not wait behind it is told less
 * than time_fits() forgives. Numbers that a link brings in that time. */
enum { LATE_LEAST = 25, LATE_MOST = 40 };

static int64_t late_numbers(Judge *j, Run *r, int size, int64_t count, int steps)
{
	const double step =
		one_at_a_time_us(r, run_product_us(r, size, size, size), norm_us(r, (double)count));
	const double us = steps * step * (double)judge_between(j, LATE_LEAST, LATE_MOST) / 100;
	const double unit = 1 << 20, first = run_copy_us(r, "d2h_pinned", unit);
	const double more = run_copy_us(r, "d2h_pinned", 2 * unit) - first;
	return (int64_t)(unit / 4 * fmax(1, 1 + (us - first) / more));
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

/* What ways do besides their steps. */
typedef struct Ways {
	int way_fails, call_fails; /* that call of that way; -1: of none */
	int quick_us;              /* if not 0: a call takes that, and does no more */
	int64_t late;              /* numbers that the slow way still fetches when it returns */
	double before[2];          /* what us[0] and us[1] hold */
} Ways;

/* `at`: what the exercise is asked for, in the words of its contract. */
static Run *make_ways(Judge *j, const char *at, int current, int steps, int64_t count, bool late,
		      Ways *ways)
{
	Run *r = judge_run(j, 2);
	run_about(r, at);
	run_int(r, "current", current);
	run_int(r, "steps", steps);
	run_int(r, "count", count);
	run_int(r, "size", size_that_takes(r, 2));
	ways->late = late ? late_numbers(j, r, size_that_takes(r, 2), count, steps) : 0;
	run_int(r, "way_fails", ways->way_fails);
	run_int(r, "call_fails", ways->call_fails);
	run_int(r, "first_us", FIRST_CALL_US);
	run_int(r, "quick_us", ways->quick_us);
	run_int(r, "late", ways->late);
	for (int way = 0; way < 2; way++) { /* no times, and no mark that everybody would take */
		ways->before[way] = -(double)judge_between(j, 5, 4000) / 4;
		run_real(r, way ? "fast.before" : "slow.before", ways->before[way]);
	}
	run_allow(r, "unsynchronised-timing"); /* judge_clock() tells which reading it was */
	return r;
}

/* The finding is the same for both readings of the clock, but not the mistake. Times that are right do not come from a
 * reading that was too early: that of a first call may be, as nobody uses it. */
static void judge_clock(Judge *j, Run *r, const char *at, const Times *t)
{
	if (time_fits(t, 0, run_get_real(r, "slow")) && time_fits(t, 1, run_get_real(r, "fast")))
		return;
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

static void judge_times_kept(Judge *j, Run *r, const Ways *ways, const char *at)
{
	for (int way = 0; way < 2; way++) {
		const double us = run_get_real(r, way ? "fast" : "slow");
		judge_that_for(j, us >= ways->before[way] && us <= ways->before[way],
			       "changed-on-failure", "%s: -1 was returned, but us[%d] was changed",
			       at, way);
	}
}

/* Goes, and looks at what holds whatever is returned. */
static void ways_go(Judge *j, Run *r, const char *at)
{
	run_go(r);
	judge_handed_on(j, r, at, "data");
	const int64_t steps = run_get_int(r, "steps");
	judge_that_for(j, steps < 0, "way-not-called",
		       "%s: a way was called for %lld steps; wanted what your own function was "
		       "given for `steps`, in each call",
		       at, (long long)steps);
	judge_no_error_left_at(j, r, at);
}

/* `warm`: the GPU is slower than its model says, so the times have to be measured. Returns the run;
 * `reference` is what the kit's own program has to do, `times` is what is right. */
static Run *judge_ways(Judge *j, int current, bool warm, const char **reference, Times *times)
{
	int steps = (int)judge_between(j, 100, 200);
	int64_t count = judge_between(j, 1000, 10000);
	const char *at = judge_text(j, "%d steps", steps);
	Ways ways = {.way_fails = -1};
	/* on real GPUs the kit's own program has to do the same */
	Run *r = make_ways(j, at, current, steps, count, warm && judge_is_simulated(j), &ways);
	if (warm)
		run_slow(r, current, (int)judge_between(j, WARM_LEAST, WARM_MOST));
	else
		run_shown(r);
	ways_go(j, r, at);
	Times t = *times = times_of(r, current, size_that_takes(r, 2), count, steps, ways.late);
	judge_clock(j, r, at, &t);
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
	Ways ways = {.way_fails = way, .call_fails = call};
	Run *r = make_ways(j, at, 0, steps, judge_between(j, 1000, 10000), false, &ways);
	ways_go(j, r, at);
	if (call > 2 && run_get_int(r, way ? "fast.calls" : "slow.calls") < call)
		return; /* how often a way is called may hang on how long it takes */
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_times_kept(j, r, &ways, at);
}

enum { STEPS = 1000, QUICK_US = 400 }; /* of ways that are quick */

/* Quick ways make no call of CUDA, so what fails is one of the exercise's own: a wait, first of
 * all. */
static void wait_fails(Judge *j, const char *kind, int64_t which, int steps)
{
	Ways ways = {.way_fails = -1, .quick_us = QUICK_US};
	Run *r = make_ways(j, "", 1, steps, 1000, false, &ways);
	const char *at = run_fail_ordered(j, r, kind, which, 1);
	ways_go(j, r, at);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_times_kept(j, r, &ways, at);
}

/* As where nothing fails, with many steps and with few: their number does not tell. */
static void judge_failing_wait(Judge *j, const char *kind, int64_t which, const void *few)
{
	wait_fails(j, kind, which, STEPS);
	judge_repeat(j, few);
	wait_fails(j, kind, which, (int)judge_between(j, 100, 200));
}

/* Both ways take some microseconds a step at most. */
static Run *judge_quick_ways(Judge *j, int steps)
{
	const char *at = "two ways that take next to no time";
	Ways ways = {.way_fails = -1, .quick_us = QUICK_US};
	Run *r = make_ways(j, at, 1, steps, 1000, false, &ways);
	run_watch(r);
	ways_go(j, r, at);
	Times t = times_of(r, 1, 64, 1000, steps, 0);
	t.us[0] = t.us[1] = (double)QUICK_US / steps;
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
	Run *quick = judge_quick_ways(j, STEPS);
	Run *quick_few = judge_quick_ways(j, (int)judge_between(j, 100, 200));
	for (int way = 0; way < 2; way++) {
		/* the first two, and of those that were made the last one and a drawn one between */
		const int calls = (int)run_get_int(r, way ? "fast.calls" : "slow.calls");
		for (int call = 1; call <= 2; call++)
			judge_way_fails(j, way, call);
		if (calls > 2)
			judge_way_fails(j, way, calls);
		if (calls > 3)
			judge_way_fails(j, way, (int)judge_between(j, 3, calls - 1));
	}
	judge_lesson(
		j,
		"Both ways are measured alike: once to warm up, then idle GPU, clock, all "
		"steps, wait, clock. Yours says %s a step for the slow way and %s for the fast "
		"one; the machine file gives %s and %s.",
		say_us(j, run_get_real(r, "slow")), say_us(j, run_get_real(r, "fast")),
		say_us(j, times.us[0]), say_us(j, times.us[1]));
	judge_every_failure(j, quick, judge_failing_wait, quick_few);
	judge_failing_setup(j, quick, judge_failing_wait, quick_few);
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
