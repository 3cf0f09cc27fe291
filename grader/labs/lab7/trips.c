/* trips.c - decides about the exercise of lab 7 that sends, multiplies and fetches: 7.5. */
#include "grader/labs/common/failing.h"
#include "grader/labs/lab7/judge.h"

/* A finding that its runs allow, because of those whose product is refused. */
static void judge_all_sent(Judge *j, Run *r, const char *at)
{
	int line = run_finding_line(r, "uninitialised-read");
	judge_that_for(
		j, line == 0, "read-before-sent",
		"%s: a GPU read memory before anything was written to it%s: send all bytes of a "
		"and b before the product, and fetch the result after it",
		at, judge_line_in(j, " (", line, ")"));
}

/* Every matrix goes over a link once. */
static RunWork trip_work(const Work *work)
{
	RunWork least = {.flops = work_flops(work)};
	for (int i = 0; i < work->count; i++) {
		int64_t m = work->m[i], k = work->k[i], n = work->n[i];
		least.to_gpus += 4.0 * (double)(m * k + k * n);
		least.to_host += 4.0 * (double)(m * n);
	}
	return least;
}

static void judge_three_copies(Judge *j, Run *r, const Work *work)
{
	const Traffic went = run_traffic(r);
	judge_not_carried(j, &went, work->at);
	judge_because(j, "trip-copies");
	judge_at_most(j, judge_text(j, "%s: copies", work->at), went.all.copies, 3 * work->count);
	const RunWork least = trip_work(work);
	judge_at_most(j, judge_text(j, "%s: bytes copied", work->at), went.all.bytes,
		      least.to_gpus + least.to_host);
	judge_products_once(j, r, work);
	judge_products_alone(j, r, work, "there.result");
}

static WorkRun judge_trip_of(Judge *j, Work work, int current)
{
	const int machine = work.gpus;
	Run *r = run_work_timed(j, machine);
	run_calls_quick(r, &work, false);
	work_send(j, r, &work, current, NONE);
	run_text(r, "missing", "nothing");
	run_allow(r, "uninitialised-read");
	run_go(r);
	judge_status(j, r, work.at);
	judge_all_sent(j, r, work.at);
	for (int i = 0; i < work.count; i++)
		judge_finished(j, r, work.at, (int)work.gpu[i], 1);
	judge_work(j, r, &work, true);
	judge_work_there(j, r, &work);
	judge_worked(j, r, work.at, trip_work(&work));
	judge_three_copies(j, r, &work);
	judge_calls_kept(j, r, work.at);
	judge_device_kept(j, r, current);
	return (WorkRun){r, work};
}

static WorkRun judge_trip(Judge *j, int machine, const char *gpus, int current)
{
	return judge_trip_of(j, work_draw(j, machine, gpus, 50), current);
}

/* The caller's work is still writing a and b in host memory: not timed, as that takes time. */
static WorkRun judge_trip_begun(Judge *j, int machine, const char *gpus, int current)
{
	Work work = work_draw(j, machine, gpus, 50);
	work.begun = true;
	return judge_trip_of(j, work, current);
}

/* Microseconds of three copies and a product on one GPU. */
static double trip_us(Run *r, int64_t m, int64_t k, int64_t n)
{
	double size = sizeof(float);
	return run_copy_us(r, "h2d_pinned", (double)(m * k) * size) +
	       run_copy_us(r, "h2d_pinned", (double)(k * n) * size) + run_product_us(r, m, n, k) +
	       run_copy_us(r, "d2h_pinned", (double)(m * n) * size);
}

/* Microseconds of the calls that two trips need: six copies and two products are queued, the
 * current device is changed, two GPUs are waited for. */
static double calls_us(Run *r)
{
	return (6 * run_figure(r, "copy_call_time") + 2 * run_figure(r, "launch_time") +
		2 * run_figure(r, "sync_time") + 8 * run_figure(r, "call_time")) /
	       1e3;
}

/* With t for one trip, side by side they take t and the calls, one after the other 2 t. The thin
 * product makes nearly all of t the one large copy, there (m = k) or back (m = n): so whoever waits
 * in it, and lets only the rest overlap, takes more than 1.6 t. The calls are 0.05 t at most by the
 * choice of the side, which leaves 0.2 t for other ways to write it. */
#define TRIP_SHARE  1.25
#define CALLS_SHARE 0.05

/* Some numbers of each result, where the GPU has made it. */
static void judge_results_there(Judge *j, Run *r, const Work *work, const Looks *looks,
				const char *at)
{
	int64_t count;
	for (int i = 0; i < work->count && run_is_linked(r); i++) {
		const float *got = run_get_floats_on(r, judge_text(j, "there.result%d", i),
						     work->gpu[i], &count);
		judge_that_for(j, got && count == LOOKS, "result-too-small",
			       "%s: result %d cannot be read on GPU %d", at, i, (int)work->gpu[i]);
		judge_because(j, "trip-result");
		for (int look = 0; look < LOOKS; look++)
			judge_real(j,
				   judge_text(j, "%s: result %d on GPU %d in row %lld, column %lld",
					      at, i, (int)work->gpu[i],
					      (long long)looks->row[i][look],
					      (long long)looks->column[i][look]),
				   got[look], 2.0 * (i + 1) * (double)work->k[i], 1e-4);
	}
}

/* Products without numbers of the judge's: the drive fills a with 2 and b with i + 1, and returns
 * the first number of each result, the last, the smallest and the largest, which are all the same. */
static void judge_large_trips(Judge *j, Run *r, Work *work, const char *at)
{
	work->a = work->b = NULL;
	work_send(j, r, work, (int)judge_between(j, 0, 1), NONE);
	run_text(r, "missing", "nothing");
	run_allow(r, "uninitialised-read");
	Looks looks = looks_send(j, r, work, "there.result");
	run_go(r);
	judge_status(j, r, at);
	judge_all_sent(j, r, at);
	judge_worked(j, r, at, trip_work(work));
	for (int i = 0; i < work->count; i++)
		judge_finished(j, r, at, (int)work->gpu[i], 1);
	work->at = at;
	judge_three_copies(j, r, work);
	judge_calls_kept(j, r, at);
	judge_that_for(j, run_get_int(r, "kept"), "input-changed",
		       "%s: a or b in host memory was changed", at);
	for (int i = 0; i < work->count; i++) {
		float ends[4];
		int64_t count;
		for (int k = 0; k < 4; k++)
			ends[k] = (float)(2 * (i + 1) * work->k[i]);
		const float *got = run_get_floats(r, judge_text(j, "result%d", i), &count);
		judge_because(j, "trip-result");
		judge_floats(
			j,
			judge_text(j,
				   "%s: the first, last, smallest and largest number of result %d",
				   at, i),
			got, ends, 4, 1e-4);
	}
	judge_results_there(j, r, work, &looks, at);
}

static void judge_trip_fast(Judge *j, int back)
{
	const char *at = back ? "two large results to be fetched" : "two large matrices to be sent";
	int64_t side = 512, thin = 64, size = sizeof(float);
	Run *r = run_work_timed(j, 2);
	while (trip_us(r, side, thin, side) * CALLS_SHARE < calls_us(r))
		side += 128;
	Work work = work_draw(j, 2, "01", 2);
	for (int i = 0; i < 2; i++) {
		work.m[i] = side;
		work.k[i] = back ? thin : side;
		work.n[i] = back ? side : thin;
	}
	if (!back)
		run_shown(r);
	judge_large_trips(j, r, &work, at);
	judge_possible(j, r, at, run_product_us(r, work.m[0], work.n[0], work.k[0]));
	double trip = trip_us(r, work.m[0], work.k[0], work.n[0]), share = window_us(r) / trip;
	judge_in_time(
		j, share <= TRIP_SHARE, "trips-in-turn",
		((TimeLimit){.wanted = TRIP_SHARE * trip,
			     .wanted_how = "both GPUs' trips at once",
			     .measured = window_us(r),
			     .measured_how = judge_text(j, "one trip takes %s, two in turn %s",
							say_us(j, trip), say_us(j, 2 * trip))}),
		"%s: two GPUs took %.3g times as long as one trip of %.3g MB in all, wanted at "
		"most %.3g times: queue all copies and products before you wait",
		at, share, (double)((side * side + 2 * side * thin) * size) / 1e6, TRIP_SHARE);
	judge_lesson(
		j,
		"Each GPU has links of its own, so two trips of sending, multiplying and "
		"fetching run at once: yours took %s, one trip alone takes %s, two in turn %s.",
		say_us(j, window_us(r)), say_us(j, trip), say_us(j, 2 * trip));
}

/* The longest trip goes on long after the others, however many calls queue them. */
static void judge_waits_for_each(Judge *j)
{
	const char *gpus = draw_all_gpus(j, ALL_GPUS);
	for (int place = 0; place < ALL_GPUS; place++) {
		int64_t thin = 32, rows = 1024;
		Run *r = run_work_timed(j, ALL_GPUS);
		while (trip_us(r, rows, thin, thin) * CALLS_SHARE <
		       calls_us(r) + trip_us(r, thin, thin, thin))
			rows += 1024;
		Work work = work_draw(j, ALL_GPUS, gpus, thin);
		work.m[place] = rows;
		work.k[place] = work.n[place] = thin;
		judge_large_trips(j, r, &work, say_longest(j, gpus, place));
	}
}

/* Each GPU has some trips, which follow each other in the list. Whoever waits for one before the next one of that GPU
 * begins with the GPU behind it when all but one are over. */
enum { TRIPS_EACH = 3 };

/* The machine is so slow that a small trip takes many times longer than all calls that queue them. */
static void judge_many_at_once(Judge *j)
{
	const char *at = "three equal trips on each of eight GPUs of a slow machine",
		   *gpus = draw_all_gpus(j, MOST_GPUS);
	const int64_t side = 64;
	char *each = judge_memory(j, WORK_MOST + 1);
	for (int i = 0; i < TRIPS_EACH * MOST_GPUS; i++)
		each[i] = gpus[i / TRIPS_EACH];
	Run *r = run_work_timed(j, MOST_GPUS);
	double calls = calls_us(r) * TRIPS_EACH * MOST_GPUS / 2;
	run_slower(r, 1 + (int)(calls / CALLS_SHARE / trip_us(r, side, side, side)));
	Work work = work_draw(j, MOST_GPUS, each, 2);
	for (int i = 0; i < work.count; i++)
		work.m[i] = work.k[i] = work.n[i] = side;
	judge_large_trips(j, r, &work, at);
	double trips = TRIPS_EACH * trip_us(r, side, side, side);
	for (int gpu = 1; gpu < MOST_GPUS; gpu++)
		for (int other = 0; other < gpu; other++)
			judge_beside(j, r, at, other, gpu, trips);
}

/* cuBLAS refuses product `null`, which has no handle; or the copy fails whose end in host memory,
 * of the last product, is `missing`. Another GPU than that of the product is current, so that it
 * shows if the way out of a failure leaves the device changed. */
static void judge_trip_fails(Judge *j, int null, const char *missing)
{
	Work work = work_draw(j, 2, "01", 50);
	Run *r = judge_run(j, 2);
	run_calls_quick(r, &work, false);
	int current = null == 0;
	work_send(j, r, &work, current, null);
	run_text(r, "missing", missing);
	run_allow(r, "uninitialised-read"); /* the result of the product that was refused */
	run_allow(r, "host-pointer");       /* that is how a copy without its end is told */
	run_go(r);
	const char *at = null == NONE ? judge_text(j, "host[1].%s is NULL", missing)
				      : judge_text(j, "product %d has no handle", null);
	judge_failure_told(j, r, at, current);
}

/* A list of trips. */
typedef struct Listed {
	int machine;
	const char *gpus;
	int current;
	bool begun;
} Listed;

static WorkRun judge_listed(Judge *j, const Listed *l)
{
	return l->begun ? judge_trip_begun(j, l->machine, l->gpus, l->current)
			: judge_trip(j, l->machine, l->gpus, l->current);
}

/* A call of that kind fails, though nothing is wrong with what it gets; others succeed, before and behind it. Neither the
 * list tells nor which GPU is current. */
static void judge_failing_call(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Listed *l = data;
	Work work = work_draw(j, l->machine, l->gpus, 50);
	work.begun = l->begun;
	Run *r = run_work_timed(j, l->machine);
	run_calls_quick(r, &work, false);
	work_send(j, r, &work, l->current, NONE);
	run_text(r, "missing", "nothing");
	const char *at = run_fail_ordered(j, r, kind, which, 1);
	run_go(r);
	judge_failure_told(j, r, at, l->current);
}

static void judge_failing_calls_of(Judge *j)
{
	const Listed two = {2, "01", (int)judge_between(j, 0, 1), true};
	const Listed one = {2, "11", (int)judge_between(j, 0, 1), true}; /* all on one GPU */
	Run *r = judge_listed(j, &two).run;
	if (!judge_is_simulated(j))
		return;
	judge_failures_of(j, r, "launch", (int64_t)run_counts(r)->launches, judge_failing_call,
			  &two);
	judge_failures_of(j, r, "copy", (int64_t)run_traffic(r).all.called, judge_failing_call,
			  &two);
	judge_failing_waits(j, r, judge_failing_call, &two);
	judge_failing_setup(j, r, judge_failing_call, &two);
	judge_failing_kinds(j, r, "fill memory", judge_failing_call, &two);
	r = judge_listed(j, &one).run;
	judge_failing_shape(j, r, judge_failing_call, &one);
}

void judge_7_5(Judge *j)
{
	int one_first = (int)judge_between(j, 0, 1);
	enum { SMALL = 3 }; /* so many of the lists are timed; one has a call that fails, too */
	const int some = ALL_GPUS + 1 + 2 * (int)judge_between(j, 0, 1); /* odd; others are even */
	const int of_two = (int)judge_between(j, 0, 1);
	const char *of_many = draw_many(j);
	const char *on_all = draw_all_gpus(j, MOST_GPUS);
	const char *on_some = draw_all_gpus(j, some);
	const Listed list[] = {{2, one_first ? "10" : "01", of_two, false},
			       {1, "00", 0, false},
			       {MOST_GPUS, of_many, 2, false},
			       {MOST_GPUS, on_all, 1, true},
			       {some, on_some, 2, true}};
	enum { LISTS = sizeof list / sizeof *list };
	WorkRun small[LISTS];
	for (int i = 0; i < LISTS; i++)
		small[i] = judge_listed(j, &list[i]);
	judge_trip_fast(j, 1);
	judge_trip_fast(j, 0);
	judge_trip_fails(j, (int)judge_between(j, 0, 1), "nothing");
	judge_trip_fails(j, NONE, "a");
	judge_trip_fails(j, NONE, "b");
	judge_trip_fails(j, NONE, "result");
	judge_waits_for_each(j);
	judge_many_at_once(j);
	for (int i = 0; i < SMALL; i++)
		judge_side_by_side(j, small[i].run, &small[i].work, true);
	judge_failing_calls_of(j);
	const int64_t drawn =
		judge_between(j, 1, LISTS - 1); /* no machine as where calls fail above */
	judge_failing_once(j, small[drawn].run, judge_failing_call, &list[drawn]);
}
