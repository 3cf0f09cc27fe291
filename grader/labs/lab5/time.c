/* time.c - decides about the exercises of lab 5 that time some work once: by the host's
 * clock and by events. */
#include "grader/labs/common/failing.h"
#include "grader/labs/lab5/timed.h"

/* Rows, depth and columns such that a product takes at least 30 us on the fastest of the models
 * (10^9 multiplications and additions at 58 to 67 TFLOP/s), more than calls_us() there, and not
 * more than 800 us on the slowest: who waits by asking again and again makes some thousand
 * calls, and all of them are written down. */
Run *run_task(Judge *j, int current, int64_t fails_at, Timed *t)
{
	int64_t m = judge_between(j, 1000, 1300), k = judge_between(j, 1000, 1300);
	int64_t n = judge_between(j, 1000, 1300);
	Run *r = judge_run(j, 2);
	while (run_product_us(r, m, n, k) > 800) {
		m = m * 9 / 10;
		k = k * 9 / 10;
		n = n * 9 / 10;
	}
	run_int(r, "m", m);
	run_int(r, "k", k);
	run_int(r, "n", n);
	run_int(r, "current", current);
	run_int(r, "fails_at", fails_at);
	run_allow(r, TIMING_FINDING);
	run_slow(r, current, (int)judge_between(j, 1000, 1800)); /* only measuring tells the time */
	*t = (Timed){.r = r, .m = m, .k = k, .n = n, .current = current};
	t->product = run_product_us(r, m, n, k);
	t->flops = 2 * (double)m * (double)n * (double)k;
	t->most = calls_us(r);
	t->at = judge_text(j, "(%lld, %lld) times (%lld, %lld)", (long long)m, (long long)k,
			   (long long)k, (long long)n);
	return r;
}

void run_timed(Judge *j, Timed *t)
{
	run_go(t->r);
	t->product *= run_slowness(t->r, t->current);
	t->us = run_get_real(t->r, "seconds") * 1e6;
	t->calls = run_get_int(t->r, "calls");
	judge_that_for(j, !isnan(t->us), "no-time", "%s: what was returned is no number", t->at);
	const char *error = run_get_text(t->r, "left.error");
	judge_because(j, error && strcmp(error, "cudaErrorNotReady") == 0 ? "event-not-reached"
									  : "no-time");
	judge_that_for(j,
		       t->us >= 0 || (t->us >= -1e6 && t->us <= -1e6) ||
			       (error && strcmp(error, "cudaErrorNotReady") == 0),
		       "time-negative",
		       "%s: %.4g was returned: which of the two readings is the later one?", t->at,
		       t->us / 1e6);
	judge_that(
		j, t->us >= 0, "%s: %.4g was returned, as if a call had failed%s", t->at,
		t->us / 1e6,
		!error || strcmp(error, "cudaErrorNotReady") != 0
			? ""
			: ": an event was not reached yet (cudaErrorNotReady); wait for it first");
}

/* What makes the first time longer: three matrices. */
static double set_up_us(Run *r)
{
	return 3 * run_figure(r, "malloc_time") / 1e3;
}

void judge_failure(Judge *j, Run *r, int64_t fails_at)
{
	static const char *const which[] = {"first", "second", "third"};
	run_go(r);
	double got = run_get_real(r, "seconds");
	if (fails_at > 1 && run_get_int(r, "calls") <= fails_at)
		return; /* how often the work is done may hang on how long it takes */
	judge_that_for(j, got >= -1 && got <= -1, "failure-not-told",
		       "the %s work(data) returns -1: wanted -1 to be returned, got %.4g",
		       fails_at < 3 ? which[fails_at]
				    : judge_text(j, "%lldth", (long long)fails_at + 1),
		       got);
}

int time_within(double us, double least, double most)
{
	return us >= least - ROUNDING_US && us <= most;
}

void judge_time_unit(Judge *j, const Timed *t, double least, double most)
{
	judge_that_for(j, !time_within(t->us / 1e3, least, most), "time-unit",
		       "%s: %.4g was returned: those are milliseconds, wanted seconds", t->at,
		       t->us / 1e6);
	judge_that_for(j, !time_within(t->us / 1e6, least, most), "time-unit",
		       "%s: %.4g was returned: those are microseconds, wanted seconds", t->at,
		       t->us / 1e6);
}

void judge_products_measured(Judge *j, const Timed *t, const char *how, int gpu, int products)
{
	const RealWork work = {
		.at = t->at,
		.reference = judge_text(j, "%s %d %lld %lld %lld %d", how, gpu, (long long)t->m,
					(long long)t->k, (long long)t->n, products),
		.names = {"seconds"},
		.count = 1,
		.unit = 1e6,
		.unit_name = " us",
		.flops = t->flops * products,
	};
	judge_on_hardware(j, t->r, &work);
}

/* Which call of the work fails: the first two, and of those that were made the last one and a drawn one between: of a
 * loop somebody may look at its last round alone. */
static int64_t failing_call_of(Judge *j, const Timed *t, int which)
{
	return which < 2 ? which : which == 2 ? t->calls - 1 : judge_between(j, 2, t->calls - 2);
}

static int failing_calls_of(const Timed *t)
{
	return t->calls > 3 ? 4 : (int)t->calls;
}

typedef struct Unstarted {
	const Timed *good;
	TimedAgain *again;
} Unstarted;

static void product_fails(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Unstarted *u = data;
	Timed t;
	Run *r = u->again(j, u->good, &t);
	const char *at = run_fail_times(j, r, kind, which, 1);
	run_go(r);
	const double got = run_get_real(r, "seconds");
	judge_that_for(j, got >= -1 && got <= -1, "failure-not-told",
		       "work(data) returns -1, as %s: wanted -1 to be returned, got %.4g", at, got);
}

void judge_failing_work(Judge *j, const Timed *good, TimedAgain *again)
{
	const Unstarted of = {good, again};
	for (int i = 0; judge_is_simulated(j) && i < failing_calls_of(good); i++) {
		const int64_t call = failing_call_of(j, good, i);
		const int64_t which = judge_between(j, products_before(good, call) + 1,
						    products_before(good, call + 1));
		judge_told_like(j, good->r, product_fails, "launch", which, &of);
	}
}

static Run *task_again(Judge *j, const Timed *like, Timed *t)
{
	return run_task(j, like->current, -1, t);
}

/* --- 5.2 -------------------------------------------------------------------------------------- */

/* The wait behind the last product's call that ended before the product did: it waits for another
 * GPU, or for another stream. NULL: there is none. */
static const RunOp *wait_elsewhere(const Timed *t)
{
	const RunOp *product = NULL, *wait = NULL;
	for (const RunOp *op = t->ops; op < t->ops + t->count; op++)
		if (is_product(op))
			product = op;
		else if (op->kind == RUN_OP_CALL && strstr(op->name, "Synchronize"))
			wait = op;
		else if (op->kind == RUN_OP_CALL && strstr(op->name, "gemm"))
			wait = NULL;
	return wait && product && wait->end < product->end ? wait : NULL;
}

/* A time that is shorter than the work cannot be true. */
static _Noreturn void fail_short(Judge *j, const Timed *t)
{
	double peak = run_figure(t->r, "peak_f32") * 1e3; /* operations in a microsecond */
	const RunOp *wait = wait_elsewhere(t);
	if (wait)
		judge_fail_for(j, "waited-for-another",
			       "%s: the time you returned, %s, is shorter than the %s of the "
			       "product alone: the "
			       "wait%s ended before the product on GPU %d did",
			       t->at, say_us(j, t->us), say_us(j, t->product),
			       judge_line_in(j, " in ", wait->line, ""), t->current);
	judge_that_for(
		j, t->us < 0.9 * t->product || run_finding_line(t->r, TIMING_FINDING) > 0,
		"time-rounded",
		"%s: the time you returned, %s, is a little shorter than the %s of the product "
		"alone, though "
		"nothing was running when the clock was read: of which type are the readings?",
		t->at, say_us(j, t->us), say_us(j, t->product));
	const char *why = judge_text(j,
				     "the product was still running when the clock was read%s: "
				     "wait for it first",
				     say_line(j, t->r));
	if (t->us > 0 && t->flops / t->us > peak)
		judge_fail_for(
			j, "clock-too-soon",
			"%s: the time you returned, %s, would mean %s; this GPU's peak is %s: "
			"%s",
			t->at, say_us(j, t->us), say_rate(j, t->flops / t->us), say_rate(j, peak),
			why);
	judge_fail_for(
		j, "clock-too-soon",
		"%s: the time you returned, %s, is shorter than the %s of the product alone: %s",
		t->at, say_us(j, t->us), say_us(j, t->product), why);
}

/* When the last product was asked for, and when the one before it was done. */
static int last_overlaps(const Timed *t)
{
	double done = -1;
	int last = -1;
	for (int i = 0; i < t->count; i++)
		if (is_product(&t->ops[i])) {
			done = last >= 0 ? t->ops[last].end : done;
			last = i;
		}
	return last > 0 && done > 0 && t->ops[last].start <= done + ROUNDING_US;
}

static _Noreturn void fail_long(Judge *j, const Timed *t)
{
	const char *should = judge_text(j, "the product and the wait for it take %s to %s",
					say_us(j, t->product), say_us(j, t->product + t->most));
	judge_time_unit(j, t, t->product, t->product + t->most);
	if (t->calls < 2)
		judge_fail_for(
			j, "not-warmed-up",
			"%s: %s was returned, but %s: you measured the first time, which makes "
			"memory besides; do the work once before",
			t->at, say_us(j, t->us), should);
	if (t->us >= 2 * t->product && last_overlaps(t))
		judge_fail_for(
			j, "not-awaited-before",
			"%s: %s was returned, but %s: the time before was still running when "
			"you began to measure; wait for it first",
			t->at, say_us(j, t->us), should);
	if (t->us >= set_up_us(t->r) + t->product)
		judge_fail_for(j, "not-warmed-up",
			       "%s: %s was returned, but %s: the first time, which makes memory "
			       "besides, is part of what you measured",
			       t->at, say_us(j, t->us), should);
	judge_fail_for(j, "something-between",
		       "%s: %s was returned, but %s: what else lies between the readings?", t->at,
		       say_us(j, t->us), should);
}

static Timed judge_gpu_seconds(Judge *j, int current)
{
	Timed t;
	run_watch(run_task(j, current, -1, &t));
	run_shown(t.r);
	run_timed(j, &t);
	t.ops = run_ops(t.r, &t.count);
	if (judge_is_simulated(j)) {
		if (t.us < t.product - ROUNDING_US)
			fail_short(j, &t);
		if (t.us > t.product + t.most)
			fail_long(j, &t);
	}
	judge_that_for(j, t.calls >= 2, "not-warmed-up",
		       "%s: the work was done once only; once before, to warm up, is wanted", t.at);
	judge_calls_made(j, &t);
	judge_calls_clocked(j, &t, 0, 1);
	if (judge_is_simulated(j))
		judge_time_between(j, &t);
	judge_device_kept(j, t.r, current);
	return t;
}

void judge_5_2(Judge *j)
{
	Timed t, failing;
	judge_gpu_seconds(j, 0);
	t = judge_gpu_seconds(j, 1);
	for (int i = 0; i < failing_calls_of(&t); i++) {
		const int64_t fails_at = failing_call_of(j, &t, i);
		judge_failure(j, run_task(j, i % 2, fails_at, &failing), fails_at);
	}
	judge_failing_work(j, &t, task_again);
	judge_lesson(
		j,
		"A product is only queued when its call returns, so the clock is read when the "
		"GPU is idle, twice: yours says %s, the product takes %s; between two readings "
		"without a wait only queueing would be, about %s.",
		say_us(j, t.us), say_us(j, t.product),
		say_us(j, run_figure(t.r, "launch_time") / 1e3));
	judge_products_measured(j, &t, "product", 1, 1);
}

/* --- 5.3 -------------------------------------------------------------------------------------- */

static int count_calls(const Timed *t, const char *prefix)
{
	int calls = 0;
	for (int i = 0; i < t->count; i++)
		calls += t->ops[i].kind == RUN_OP_CALL &&
			 strncmp(t->ops[i].name, prefix, strlen(prefix)) == 0;
	return calls;
}

static void judge_events_given_back(Judge *j, const Timed *t, const char *at)
{
	int made = count_calls(t, "cudaEventCreate"), gone = count_calls(t, "cudaEventDestroy");
	judge_that_for(j, gone >= made, "events-kept", "%s: %d %s made, but only %d given back", at,
		       made, made == 1 ? "event was" : "events were", gone);
}

/* From the first event to the second: the GPU may wait for the launch in between, no more. */
static void judge_events(Judge *j, const Timed *t)
{
	const char *error = run_get_text(t->r, "left.error");
	if (t->us < t->product - ROUNDING_US) {
		judge_that_for(j, !error || strcmp(error, "cudaErrorNotReady") != 0,
			       "event-not-reached",
			       "%s: cudaEventElapsedTime() answered cudaErrorNotReady: the second "
			       "event was not reached yet; wait for it first",
			       t->at);
		const char *failed = run_failed_call(t->r);
		judge_that_for(
			j, !failed, "event-without-time",
			"%s: %s was returned: a call between or behind the events failed: %s",
			t->at, say_us(j, t->us), failed);
		judge_fail_for(
			j, "events-elsewhere",
			"%s: %s was returned, less than the %s of the product alone: it did not "
			"run between the two events; are both in its stream, before and behind "
			"it?",
			t->at, say_us(j, t->us), say_us(j, t->product));
	}
	judge_time_unit(j, t, t->product, t->product + t->most);
	judge_that_for(
		j, t->us <= t->product + t->most || t->us < 2 * t->product || t->calls < 2,
		"not-warmed-up",
		"%s: %s was returned, but the product takes %s: the first time is between your "
		"events too",
		t->at, say_us(j, t->us), say_us(j, t->product));
	judge_that_for(j, t->us <= t->product + t->most,
		       t->calls < 2 ? "not-warmed-up" : "something-between",
		       "%s: %s was returned, but the product takes %s: %s", t->at, say_us(j, t->us),
		       say_us(j, t->product),
		       t->calls < 2 ? "you measured the first time, which makes memory besides"
				    : "what else lies between the events?");
}

static Timed judge_stream_seconds(Judge *j, int current)
{
	Timed t;
	run_watch(run_task(j, current, -1, &t));
	run_shown(t.r);
	run_timed(j, &t);
	t.ops = run_ops(t.r, &t.count);
	if (judge_is_simulated(j))
		judge_events(j, &t);
	judge_that_for(j, !run_is_linked(t.r) || run_counts(t.r)->asked_times > 0,
		       "event-not-asked", "%s: no time between two events was asked for", t.at);
	judge_that_for(j, t.calls >= 2, "not-warmed-up",
		       "%s: the work was done once only; once before, to warm up, is wanted", t.at);
	judge_calls_made(j, &t);
	judge_calls_between_events(j, &t);
	judge_events_given_back(j, &t, t.at);
	judge_no_error_left(j, t.r);
	return t;
}

void judge_5_3(Judge *j)
{
	Timed t, measured;
	judge_stream_seconds(j, 1);
	measured = judge_stream_seconds(j, 0);
	for (int i = 0; i < failing_calls_of(&measured); i++) {
		const int64_t fails_at = failing_call_of(j, &measured, i);
		run_watch(run_task(j, i % 2, fails_at, &t));
		judge_failure(j, t.r, fails_at);
		t.ops = run_ops(t.r, &t.count);
		const char *at =
			judge_text(j, "work(data) number %lld returns -1", (long long)fails_at + 1);
		judge_events_given_back(j, &t, at);
		judge_no_error_left_at(j, t.r, at);
	}
	judge_failing_work(j, &measured, task_again);
	judge_lesson(j,
		     "Events stand in the GPU's own queue, so the time between two of them has "
		     "nothing of the host in it: yours says %s, the product takes %s.",
		     say_us(j, measured.us), say_us(j, measured.product));
	judge_products_measured(j, &measured, "events", 0, 1);
}
