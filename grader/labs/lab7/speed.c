/* speed.c - decides about the exercise of lab 7 that measures: 7.3. */
#include <math.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/common/launched.h"
#include "grader/labs/lab7/judge.h"

/* The ratio of two sums of products. Each is 40 slacks long at least (see large_side()), of which
 * the calls are one, so that they shift the ratio by 0.025 of it. */
#define RATIO_SHARE 0.05

static void judge_ratio(Judge *j, Run *r, const char *at, double got, double wanted)
{
	int line = run_finding_line(r, "unsynchronised-timing");
	if (fabs(got / wanted - 1) <= RATIO_SHARE)
		return; /* a reading that was too early is not used: the record tells which ones are */
	judge_that_for(j, line == 0, "clock-too-soon",
		       "%s: the clock was read while a GPU was still at work%s: wait for it first",
		       at, judge_line_in(j, " (", line, ")"));
	judge_that_for(j, isfinite(got) && got > 0, "ratio-missing",
		       "%s: wanted about %.3g, got no usable ratio: is one of the two times 0?", at,
		       wanted);
	judge_that_for(j, fabs(got * wanted - 1) > RATIO_SHARE, "ratio-upside-down",
		       "%s: the ratio is upside down: wanted about %.3g, got %.3g", at, wanted,
		       got);
	judge_that_for(j, fabs(got / 100 / wanted - 1) > RATIO_SHARE, "ratio-percent",
		       "%s: wanted about %.3g, got %.3g", at, wanted, got);
	judge_that_for(
		j, got >= 0.05, "ratio-of-times",
		"%s: wanted about %.3g, got %.3g, which is no ratio of times that are nearly alike",
		at, wanted, got);
	judge_fail_for(j, "ratio-wrong", "%s: wanted about %.3g, got %.3g", at, wanted, got);
}

/* What the GPUs still have to do when the call begins: so many times one product on GPU `home`,
 * where the side "alone" is, and so many times their own products on the others. */
typedef struct Busy {
	int home, of_home, of_others;
} Busy;

/* Products that are computed both ways, on such a machine. */
typedef struct Ways {
	const char *gpus, *parts, *at;
	Busy busy;
	int machine;
} Ways;

/* How they are in a run. */
typedef struct Given {
	Work work;
	int home, current;
	Looks apart, alone;
} Given;

/* A lesson is about these. */
static bool is_told(const Ways *w)
{
	return w->machine == 2 && w->busy.home == NONE;
}

/* A result comes from its own product: from none of the other side, which has the same matrices. */
static void judge_measured_alone(Judge *j, Run *r, const Work *work)
{
	const char *at = work->at;
	const Launched made = launched_of(j, r, false);
	const Traffic went = run_traffic(r);
	judge_not_carried(j, &went, at);
	judge_that_for(
		j, copies_to_gpus(r) <= 0, "record-differs",
		"%s: by the machine's record something was copied to a GPU; wanted products alone",
		at);
	judge_few_fills(j, r, work);
	for (int i = 0; made.list && i < made.count; i++)
		judge_that_for(j, launched_multiplies(&made.list[i]), "record-differs",
			       "%s: by the machine's record kernel %d, %s, was no product", at,
			       i + 1, made.list[i].name);
}

/* To go. GPUs are of different speed: a ratio that was worked out from sizes is another one. */
static Run *make_speed_up(Judge *j, const Ways *w, Given *g)
{
	const int machine = w->machine;
	const Busy busy = w->busy;
	Run *r = run_work_timed(j, machine);
	Work work = work_large(j, r, w->gpus, w->parts, w->at);
	int64_t alone[WORK_MOST];
	const int home = busy.home != NONE ? busy.home : (int)judge_between(j, 0, machine - 1);
	const int current = is_told(w)                 ? (int)judge_between(j, 0, 1)
			    : busy.home == machine - 1 ? 0
						       : machine - 1;
	for (int i = 0; i < work.count; i++)
		alone[i] = home;
	work_send(j, r, &work, current, NONE);
	work_give(r, 2);
	g->apart = looks_send(j, r, &work, "apart");
	g->alone = looks_send(j, r, &work, "alone");
	run_ints(r, "alone", alone, work.count);
	run_int(r, "null.alone", 0);
	run_int(r, "busy.home", busy.of_home);
	run_int(r, "busy.others", busy.of_others);
	/* A lesson is about GPUs as they are. */
	for (int gpu = 0; !is_told(w) && gpu < machine; gpu++)
		run_slow(r, gpu, (int)judge_between(j, 1000, 1800));
	run_allow(r, "unsynchronised-timing"); /* judge_ratio() says it in the exercise's words */
	g->work = work;
	g->home = home;
	g->current = current;
	return r;
}

static Run *judge_speed_up(Judge *j, const Ways *w, const char **reference)
{
	Given g;
	Run *r = make_speed_up(j, w, &g);
	const int machine = w->machine, home = g.home, current = g.current;
	const Work work = g.work;
	const char *at = w->at;
	if (is_told(w))
		run_shown(r);
	run_go(r);
	judge_worked(j, r, at, (RunWork){.flops = 2 * work_flops(&work)}); /* alone and apart */
	double longest = 0;
	for (int gpu = 0; gpu < machine; gpu++) {
		double time = products_us(r, &work, gpu) * run_slowness(r, gpu);
		longest = time > longest ? time : longest;
	}
	if (judge_is_simulated(j))
		judge_ratio(j, r, at, run_get_real(r, "ratio"),
			    products_us(r, &work, NONE) * run_slowness(r, home) / longest);
	judge_that_for(j, run_get_real(r, "ratio") > 0, "failure-without-reason",
		       "%s: no ratio was returned", at);
	judge_looks(j, r, &work, "apart", &g.apart);
	Work at_home = work;
	for (int i = 0; i < work.count; i++)
		at_home.gpu[i] = home;
	judge_looks(j, r, &at_home, "alone", &g.alone);
	for (int gpu = 0; gpu < machine; gpu++) {
		int kernels = products_on(&work, gpu) + (gpu == home ? work.count : 0);
		if (kernels > 0)
			judge_finished(j, r, at, gpu, kernels);
	}
	judge_handles_kept(j, r, at);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, current);
	judge_sides_measured(j, r, at, &work, machine, home);
	judge_measured_alone(j, r, &work);
	if (is_told(w))
		judge_lesson(
			j,
			"To compare two ways, let each begin with idle GPUs and end with a wait "
			"for all of its own: for %s yours measured %.4g; %s on one GPU over %s on "
			"the one that works longest is %.4g.",
			at, run_get_real(r, "ratio"), say_us(j, products_us(r, &work, NONE)),
			say_us(j, longest), products_us(r, &work, NONE) / longest);
	*reference = judge_text(j, "ratio %d", home);
	for (int i = 0; i < work.count; i++)
		*reference = judge_text(j, "%s %d %lld %lld %lld", *reference, (int)work.gpu[i],
					(long long)work.m[i], (long long)work.k[i],
					(long long)work.n[i]);
	return r;
}

/* Each GPU in turn has the longest product, and before that the most other work: whoever waits for
 * some only begins too early with the second side, or ends it too early. The first side is on
 * another GPU, which has nothing to do before. */
static void judge_waits_for_each(Judge *j)
{
	const char *gpus = draw_all_gpus(j, ALL_GPUS), *unused;
	for (int place = 0; place < ALL_GPUS; place++) {
		Busy busy = {gpus[(place + 1) % ALL_GPUS] - '0', 0, 20};
		const char *at = judge_text(j, "%s, all still busy", say_longest(j, gpus, place));
		judge_speed_up(j, &(Ways){gpus, parts_longest(j, place), at, busy, ALL_GPUS},
			       &unused);
	}
}

/* Two products as large as where nothing fails, and as they are there: nothing tells. `null`: the product without a handle,
 * or NONE. `current`: which GPU is, that shows if the way out leaves another one so. */
static Run *make_refused(Judge *j, int null, bool is_alone, int *current)
{
	Run *r = run_work_timed(j, 2);
	Work work = work_large(j, r, "01", "44", "");
	const int64_t home = judge_between(j, 0, 1);
	*current = (int)judge_between(j, 0, 1);
	work_send(j, r, &work, *current, null);
	work_give(r, 2);
	/* where the call is spared the results are fetched: whole ones would take long */
	looks_send(j, r, &work, "apart");
	looks_send(j, r, &work, "alone");
	run_ints(r, "alone", (int64_t[]){home, home}, 2);
	run_int(r, "null.alone", is_alone);
	run_int(r, "busy.home", 0);
	run_int(r, "busy.others", 0);
	run_allow(
		r,
		"unsynchronised-timing"); /* what was measured behind a call that failed is thrown away */
	return r;
}

/* -1 was returned, and the GPU that was current and the handles' streams are what they were. */
static void judge_ratio_unknown(Judge *j, Run *r, const char *at, int current)
{
	judge_because(j, "failure-not-told");
	judge_real(j, judge_text(j, "%s: what is returned", at), run_get_real(r, "ratio"), -1,
		   1e-6);
	judge_handles_kept(j, r, at);
	judge_device_kept_at(j, r, at, current);
}

/* A product of one of the two sides cannot be queued. */
static void judge_refused(Judge *j, bool is_alone)
{
	int current;
	Run *r = make_refused(j, (int)judge_between(j, 0, 1), is_alone, &current);
	run_go(r);
	judge_ratio_unknown(
		j, r,
		judge_text(j, "a product of `%s` has no handle", is_alone ? "alone" : "apart"),
		current);
}

/* Whether of products, waits, or what an answer orders its times by: nobody knows then how long the work took. */
static void judge_failing_call(Judge *j, const char *kind, int64_t which, const void *data)
{
	(void)data;
	int current;
	Run *r = make_refused(j, NONE, false, &current);
	const char *at = run_fail_ordered(j, r, kind, which, 1);
	run_go(r);
	judge_ratio_unknown(j, r, at, current);
}

/* The same of other products. */
static void judge_failing_ways(Judge *j, const char *kind, int64_t which, const void *data)
{
	Given g;
	Run *r = make_speed_up(j, data, &g);
	const char *at = run_fail_ordered(j, r, kind, which, 1);
	run_go(r);
	judge_ratio_unknown(j, r, at, g.current);
}

/* Those of `good`, a run of the same products. */
static void judge_failing_calls_of(Judge *j, Run *good)
{
	if (!judge_is_simulated(j))
		return;
	judge_failures_of(j, good, "launch", (int64_t)run_counts(good)->launches,
			  judge_failing_call, NULL);
	judge_failures_of(j, good, "copy", (int64_t)run_traffic(good).all.called,
			  judge_failing_call, NULL);
	judge_failing_waits(j, good, judge_failing_call, NULL);
	judge_failing_setup(j, good, judge_failing_call, NULL);
	judge_failing_kinds(j, good, "fill memory", judge_failing_call, NULL);
}

void judge_7_3(Judge *j)
{
	const Busy idle = {NONE, 0, 0};
	const char *reference, *unused;
	const Ways equal = {"01", "44", "two equal products on two GPUs", idle, 2};
	Run *two = judge_speed_up(j, &equal, &reference);
	/* GPU 1 is busy until long after the first side has ended; then a GPU that has nothing to
	 * do with the second side is. Whichever is slower, GPU 1 ends last, and later if it begins behind
	 * a product of GPU 0 */
	const Ways shape[] = {
		{"0011", "4488", "four products on two GPUs that are still busy", {0, 5, 20}, 2},
		{"011",
		 "448",
		 "three products on GPU 2 against GPU 0 and GPU 1, all of them still busy",
		 {2, 20, 5},
		 3},
		{draw_all_gpus(j, MOST_GPUS), EQUAL_PARTS, "eight equal products on eight GPUs",
		 idle, MOST_GPUS},
		{"0", "4", "one product on one GPU both times", idle, 1}};
	enum { SHAPES = sizeof shape / sizeof *shape };
	Run *of_shape[SHAPES];
	for (int i = 0; i < SHAPES; i++)
		of_shape[i] = judge_speed_up(j, &shape[i], &unused);

	judge_waits_for_each(j);

	judge_refused(j, false);
	judge_refused(j, true);
	judge_failing_calls_of(j, two);
	const int64_t drawn =
		judge_between(j, 0, SHAPES - 1); /* no products tell that a call fails */
	judge_failing_once(j, of_shape[drawn], judge_failing_ways, &shape[drawn]);
	const RealWork measured = {
		.at = "two equal products on two GPUs",
		.reference = reference,
		.names = {"ratio"},
		.count = 1,
		.unit = 1,
		.unit_name = "",
	};
	judge_on_hardware(j, two, &measured);
}
