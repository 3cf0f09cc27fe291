/* products.c - decides about the exercises of lab 7 on handles and products on
 * GPUs: 7.1 and 7.2. */
#include <math.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab7/judge.h"

/* --- 7.1 -------------------------------------------------------------------------------------- */

/* `full`: a GPU without free memory, or NONE. */
static Run *make_handles(Judge *j, int gpus, const int64_t *list, int count, int current, int full,
			 const float *pairs)
{
	Run *r = judge_run(j, gpus);
	run_ints(r, "gpus", list, count);
	run_int(r, "current", current);
	run_int(r, "full", full);
	run_floats(r, "pairs", pairs, pairs ? 2 * ((int64_t)count + 1) : 0); /* and one besides */
	run_give(r, "pairs", 1);
	run_int(r, "multiply", pairs != NULL);
	run_windows(r, 2);
	run_behind(r, "before works product*");
	run_allow(r, "wrong-device"); /* it shows below that a handle is for another GPU */
	return r;
}

static Run *run_handles(Judge *j, int gpus, const int64_t *list, int count, int current, int full,
			const float *pairs)
{
	Run *r = make_handles(j, gpus, list, count, current, full, pairs);
	run_go(r);
	return r;
}

enum { SAID_MOST = 16 };

static const char *say_list(Judge *j, const int64_t *list, int count)
{
	const char *text = "";
	for (int i = 0; i < count && i < SAID_MOST; i++)
		text = judge_text(j, "%s%s%lld", text, i ? ", " : "gpus {", (long long)list[i]);
	return judge_text(j, "%s%s}", text, count > SAID_MOST ? ", ..." : "");
}

/* Whether the GPU holds the pair and its product. */
static bool is_product(Run *r, const char *name, int64_t gpu, const float *pair)
{
	int64_t count;
	const float *got = run_get_floats_on(r, name, gpu, &count);
	return got && count == 3 && got[0] == pair[0] && got[1] == pair[1] &&
	       fabsf(got[2] - pair[0] * pair[1]) < 1e-5F;
}

/* The list lies between a handle and a place that are not in it. */
static void judge_own_places(Judge *j, Run *r, const char *at, const float *pair)
{
	judge_that_for(j, run_get_int(r, "behind"), "written-behind",
		       "%s: something was written behind the last place", at);
	judge_that_for(
		j, run_get_int(r, "before") && (!pair || is_product(r, "product.before", 0, pair)),
		"handle-not-ours", "%s: a handle that stood before the first place was destroyed",
		at);
}

/* What a handle takes for itself lies on its GPU: the machine knows how much, and that of the one that is made in the second
 * window. */
static void judge_where_made(Judge *j, Run *r, int gpus, const int64_t *list, int count,
			     const char *at)
{
	const double one = run_library_held(r, 1);
	for (int gpu = 0; gpu < gpus && run_is_linked(r); gpu++) {
		int wanted = 0;
		for (int i = 0; i < count; i++)
			wanted += list[i] == gpu;
		const double made = run_library_on(r, 0, gpu) / one;
		judge_that_for(
			j, made >= wanted, "handle-of-other-gpu",
			"%s: %.3g handles were made for GPU %d, wanted %d: a handle belongs to the "
			"GPU that is current when it is made",
			at, made, gpu, wanted);
	}
	judge_that_for(j, !run_is_linked(r) || run_library_held(r, 0) <= count * one,
		       "handle-stays", "%s: a handle of cuBLAS was made besides, and not destroyed",
		       at);
	/* each of them may fail below, so there are not to be many; who tries them all beforehand makes twice as many */
	const double calls = (double)run_counts_of(r, 0)->library_calls,
		     each = (double)run_counts_of(r, 1)->library_calls;
	judge_that_for(j, !run_is_linked(r) || calls <= 2 * count * each, "handle-stays",
		       "%s: %.4g handles were made, wanted %d: one for each place", at,
		       calls / each, count);
}

static Run *judge_handles(Judge *j, int gpus, const int64_t *list, int count, int current)
{
	const float *pairs = judge_uniform(j, 2 * ((int64_t)count + 1), 1, 2);
	Run *r = run_handles(j, gpus, list, count, current, NONE, pairs);
	const char *at = say_list(j, list, count);
	int64_t tried;
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_that_for(j, run_get_int(r, "nulls") == 0, "handle-missing", "%s: a handle is NULL",
		       at);
	judge_that_for(j, run_get_int(r, "twice") == 0, "handle-twice",
		       "%s: the same handle stands in two places, wanted one for each", at);
	judge_that_for(j, run_get_int(r, "elsewhere") == 0, "stream-not-put-back",
		       "%s: %lld handles work in a stream other than the default one of their GPU",
		       at, (long long)run_get_int(r, "elsewhere"));
	const int64_t *works = run_get_ints(r, "works", &tried);
	judge_complete(j, works && tried >= 1 && tried <= count);
	for (int i = 0; i < tried; i++)
		judge_that_for(
			j,
			works[i] && is_product(r, judge_text(j, "product%d", i), list[i],
					       pairs + (ptrdiff_t)2 * i),
			"handle-of-other-gpu",
			"%s: handles[%d] does not work on GPU %lld: a handle belongs to the GPU "
			"that is current when it is made",
			at, i, (long long)list[i]);
	judge_complete(j, tried == count);
	judge_own_places(j, r, at, pairs + (ptrdiff_t)2 * count);
	judge_where_made(j, r, gpus, list, count, at);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, current);
	run_window(r, 1);
	judge_worked(j, r, at, (RunWork){.launches = count + 1.0, .flops = 2 * (count + 1.0)});
	Traffic went = run_traffic(r);
	judge_that_for(j, went.h2d.copies + went.d2d.copies + went.p2p.copies == 0,
		       "damaged-results",
		       "%s: the program's results are damaged: a copy among the products", at);
	judge_lesson(
		j,
		"A handle belongs to the GPU that is current when it is made: yours made %d for "
		"%s, and each multiplied on its own GPU; GPU %d was current before and is "
		"after.",
		count, at, current);
	return r;
}

/* -1 was returned, nothing is left of any handle, and all else is as it was. */
static void judge_none_left(Judge *j, Run *r, const char *at, int count, int current)
{
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_that_for(j, run_get_int(r, "nulls") == count, "changed-on-failure",
		       "%s: wanted NULL in all places", at);
	bool kept =
		run_get_int(r, "taken") > 0 ||
		(run_is_linked(r) && run_library_held(r, 0) > 0); /* taken is the program's word */
	judge_that_for(j, !judge_is_simulated(j) || !kept, "handle-kept",
		       "%s: a handle that was made is not destroyed", at);
	judge_own_places(j, r, at, NULL);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, current);
}

/* There is no GPU number `list[count - 1]`, or one before it; or cublasCreate() fails on the one that is full. */
static void judge_no_handles(Judge *j, int gpus, const int64_t *list, int count, int current,
			     int full)
{
	Run *r = run_handles(j, gpus, list, count, current, full,
			     NULL); /* memory would hide what is left */
	const char *at =
		judge_text(j, "%s on %s%s", say_list(j, list, count), say_a_machine(j, gpus),
			   full == NONE ? ""
					: judge_text(j,
						     ", a handle cannot be made: GPU %d has "
						     "no memory left",
						     full));
	judge_none_left(j, r, at, count, current);
}

enum { HANDLES_MOST = 60 }; /* more than a machine has GPUs, and than a product's list is long */

typedef struct Handles {
	int gpus, count, current;
	int64_t list[HANDLES_MOST];
} Handles;

static Run *judge_handles_of(Judge *j, const Handles *h)
{
	return judge_handles(j, h->gpus, h->list, h->count, h->current);
}

/* A handle cannot be made, and nothing tells beforehand which, nor that one cannot: all is as where they all are made. */
static void judge_failing_handle(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Handles *h = data;
	const int count = h->count;
	const float *pairs = judge_uniform(j, 2 * ((int64_t)count + 1), 1, 2);
	Run *r = make_handles(j, h->gpus, h->list, count, h->current, NONE, pairs);
	const char *why = run_fail_times(j, r, kind, which, 1);
	const char *at = judge_text(j, "%s, %s", say_list(j, h->list, count), why);
	run_go(r);
	judge_none_left(j, r, at, count, h->current);
}

/* How many calls of libraries have made the handles of a list: each can fail. */
static int64_t handle_calls(Run *good, const Handles *h)
{
	return run_is_linked(good) ? (int64_t)run_counts_of(good, 0)->library_calls : h->count;
}

/* No GPU's number; that of one is in its lower bits. */
static int64_t draw_large(Judge *j)
{
	const int64_t high = (int64_t)1 << judge_between(j, 4, 30);
	return high + judge_between(j, 0, 1);
}

void judge_7_1(Judge *j)
{
	int64_t first = judge_between(j, 0, 1);
	const Handles five = {ALL_GPUS, 5, 2, {3, first, 2, 3, 1 - first}};
	/* one of these lists has a handle that cannot be made, too */
	Handles shape[] = {{2, 2, (int)judge_between(j, 0, 1), {first, 1 - first}},
			   {1, 2, 0, {0, 0}},
			   {2, 1, (int)first, {1 - first}},
			   {ALL_GPUS, 0, (int)first, {0}}};
	enum { SHAPES = sizeof shape / sizeof *shape };
	Handles *many = &shape[SHAPES - 1];
	many->count = (int)judge_between(j, HANDLES_MOST - 5, HANDLES_MOST);
	for (int i = 0; i < many->count; i++)
		many->list[i] = judge_between(j, 0, ALL_GPUS - 1);
	Run *of_shape[SHAPES], *good = judge_handles_of(j, &five);
	for (int i = 0; i < SHAPES; i++)
		of_shape[i] = judge_handles_of(j, &shape[i]);
	judge_no_handles(j, 1, (int64_t[]){0, 1}, 2, 0, NONE);
	judge_no_handles(j, 3, (int64_t[]){1, 2, judge_between(j, 3, 9), 0}, 4, 1, NONE);
	judge_no_handles(j, 2, (int64_t[]){draw_large(j), first}, 2, 1, NONE);
	const int place = (int)judge_between(j, 0, 2);
	int64_t four[] = {0, 1, 0, 1};
	four[place] = draw_large(j);
	judge_no_handles(j, 2, four, 4, 0, NONE);
	judge_no_handles(j, 2, (int64_t[]){1, -judge_between(j, 1, 9)}, 2, 0, NONE);
	judge_no_handles(j, 2, (int64_t[]){0, 1}, 2, 0, 1);
	judge_no_handles(j, ALL_GPUS, five.list, 5, five.current, (int)(1 - first));
	judge_no_handles(j, ALL_GPUS, five.list, 5, five.current, 2);
	const int64_t calls = handle_calls(good, &five);
	for (int64_t at = 1; at <= calls && judge_is_simulated(j); at++)
		judge_told(j, judge_failing_handle, "handle", at, &five);
	const int64_t drawn = judge_between(j, 0, SHAPES - 1);
	const int64_t of = handle_calls(of_shape[drawn], &shape[drawn]);
	if (judge_is_simulated(j))
		judge_told_like(j, of_shape[drawn], judge_failing_handle, "handle",
				judge_between(j, 1, of), &shape[drawn]);
}

/* --- 7.2 -------------------------------------------------------------------------------------- */

/* Each product is computed once, where it belongs, and nothing else is done: all matrices are there. */
static void judge_products_only(Judge *j, Run *r, const Work *work)
{
	const Traffic went = run_traffic(r);
	judge_products_once(j, r, work);
	judge_products_alone(j, r, work, "result");
	judge_not_carried(j, &went, work->at);
	judge_that_for(j, copies_to_gpus(r) <= 0, "products-again",
		       "%s: something was copied to a GPU: wanted each product, and nothing else",
		       work->at);
}

static WorkRun judge_work_of(Judge *j, Work work, int current)
{
	const int machine = work.gpus;
	Run *r = run_work_timed(j, machine);
	run_calls_quick(r, &work, false);
	work_send(j, r, &work, current, NONE);
	work_give(r, 1);
	run_go(r);
	judge_status(j, r, work.at);
	judge_all_idle(j, r, work.at, machine);
	judge_work(j, r, &work, false);
	judge_worked(j, r, work.at, (RunWork){.flops = work_flops(&work)});
	judge_products_only(j, r, &work);
	judge_calls_kept(j, r, work.at);
	judge_device_kept(j, r, current);
	return (WorkRun){r, work};
}

static WorkRun judge_right(Judge *j, int machine, const char *gpus, int current)
{
	return judge_work_of(j, work_draw(j, machine, gpus, 50), current);
}

/* The caller's work is still writing what is on each GPU: not timed, as that takes time. */
static WorkRun judge_begun(Judge *j, int machine, const char *gpus, int current)
{
	Work work = work_draw(j, machine, gpus, 50);
	work.begun = true;
	return judge_work_of(j, work, current);
}

/* A list of products. */
typedef struct Listed {
	int machine;
	const char *gpus;
	int current;
	bool begun;
} Listed;

static WorkRun judge_listed(Judge *j, const Listed *l)
{
	return l->begun ? judge_begun(j, l->machine, l->gpus, l->current)
			: judge_right(j, l->machine, l->gpus, l->current);
}

/* A product without a handle: cuBLAS refuses. Another GPU than that of the product is current, so
 * that it shows if the way out of a failure leaves the device changed. */
static void judge_refused(Judge *j, const char *gpus, int null)
{
	int current = gpus[null] == '0';
	Work work = work_draw(j, 2, gpus, 50);
	Run *r = judge_run(j, 2);
	run_calls_quick(r, &work, false);
	work_send(j, r, &work, current, null);
	work_give(r, 1);
	run_go(r);
	const char *at = judge_text(j, "%s, product %d has no handle", work.at, null);
	judge_failure_told(j, r, at, current);
}

/* A call fails, though all products have a handle; others of its kind succeed, before and behind it. The list is as where
 * nothing fails: it does not tell. */
static void judge_failing_call(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Listed *l = data;
	Work work = work_draw(j, l->machine, l->gpus, 50);
	work.begun = l->begun;
	Run *r = run_work_timed(j, l->machine);
	run_calls_quick(r, &work, false);
	work_send(j, r, &work, l->current, NONE);
	work_give(r, 1);
	const char *at = run_fail_ordered(j, r, kind, which, 1);
	run_go(r);
	judge_failure_told(j, r, at, l->current);
}

static void judge_failing_calls_of(Judge *j)
{
	const Listed three = {2, "010", 1, true}, two = {2, "11", 1, true}; /* two: on one GPU */
	Run *r = judge_listed(j, &three).run;
	if (!judge_is_simulated(j))
		return;
	judge_failures_of(j, r, "launch", (int64_t)run_counts(r)->launches, judge_failing_call,
			  &three);
	judge_failures_of(j, r, "copy", (int64_t)run_traffic(r).all.called, judge_failing_call,
			  &three);
	judge_failing_waits(j, r, judge_failing_call, &three);
	judge_failing_setup(j, r, judge_failing_call, &three);
	judge_failing_kinds(j, r, "fill memory", judge_failing_call, &three);
	r = judge_listed(j, &two).run;
	judge_failing_shape(j, r, judge_failing_call, &two);
}

/* Products on GPU 0 and GPU 1. One equal product each: one after the other they take 2 t, so
 * 2 t / 1.9 at most is allowed (large_side() has where that lies). Where the GPUs have unequal work
 * only the overlap counts. */
static void judge_fast(Judge *j, const char *gpus, const char *parts, const char *at, bool equal)
{
	Run *r = run_work_timed(j, 2);
	Work work = work_large(j, r, gpus, parts, at);
	work_send(j, r, &work, (int)judge_between(j, 0, 1), NONE);
	Looks looks = looks_send(j, r, &work, "result");
	if (equal)
		run_shown(r);
	run_go(r);
	judge_status(j, r, at);
	judge_finished(j, r, at, 0, products_on(&work, 0));
	judge_finished(j, r, at, 1, products_on(&work, 1));
	judge_same_time(j, r, at, 0, 1);
	judge_possible(j, r, at, products_us(r, &work, NONE) / 2);
	judge_worked(j, r, at, (RunWork){.flops = work_flops(&work)});
	judge_products_only(j, r, &work);
	judge_looks(j, r, &work, "result", &looks);
	judge_calls_kept(j, r, at);
	double alone = products_us(r, &work, NONE), speed = alone / window_us(r);
	if (!equal)
		return;
	judge_in_time(j, speed >= SPEED_LEAST, "host-in-between", two_gpus_limit(j, r, alone),
		      "%s: %.3g times as fast as on one GPU, wanted at least 1.9", at, speed);
	judge_lesson(j,
		     "Queue the work of all GPUs, then wait: yours took %s for two products "
		     "that take %s one after the other, %.3g times as fast; each GPU computes "
		     "for %s.",
		     say_us(j, window_us(r)), say_us(j, alone), speed, say_us(j, alone / 2));
}

static void judge_waits_for_each(Judge *j)
{
	const char *gpus = draw_all_gpus(j, ALL_GPUS);
	for (int place = 0; place < ALL_GPUS; place++) {
		const char *at = say_longest(j, gpus, place);
		Run *r = run_work_timed(j, ALL_GPUS);
		Work work = work_large(j, r, gpus, parts_longest(j, place), at);
		work_send(j, r, &work, (int)judge_between(j, 0, ALL_GPUS - 1), NONE);
		Looks looks = looks_send(j, r, &work, "result");
		run_go(r);
		judge_status(j, r, at);
		judge_all_finished(j, r, at);
		judge_products_only(j, r, &work);
		judge_all_at_once(j, r, at, ALL_GPUS);
		judge_looks(j, r, &work, "result", &looks);
		judge_calls_kept(j, r, at);
	}
}

/* Who keeps four at work at a time does so on a machine with four. */
static void judge_many_at_once(Judge *j)
{
	const char *at = "equal large products on eight GPUs";
	Run *r = run_work_timed(j, MOST_GPUS);
	Work work = work_large(j, r, draw_all_gpus(j, MOST_GPUS), EQUAL_PARTS, at);
	work_send(j, r, &work, (int)judge_between(j, 0, MOST_GPUS - 1), NONE);
	Looks looks = looks_send(j, r, &work, "result");
	run_go(r);
	judge_status(j, r, at);
	judge_all_idle(j, r, at, MOST_GPUS);
	judge_products_only(j, r, &work);
	judge_all_at_once(j, r, at, MOST_GPUS);
	judge_looks(j, r, &work, "result", &looks);
	judge_calls_kept(j, r, at);
}

void judge_7_2(Judge *j)
{
	int one_first = (int)judge_between(j, 0, 1);
	enum { SMALL = 5 }; /* so many of the lists are timed; one has a call that fails, too */
	const int some = (int)judge_between(j, ALL_GPUS + 1, MOST_GPUS - 1);
	const int of_two = (int)judge_between(j, 0, 1);
	const char *of_many = draw_many(j);
	const int of_four = (int)judge_between(j, 0, 3);
	const char *on_all = draw_all_gpus(j, MOST_GPUS);
	const int of_all = (int)judge_between(j, 0, MOST_GPUS - 1);
	const char *on_some = draw_all_gpus(j, some);
	const int of_some = (int)judge_between(j, 0, some - 1);
	const Listed list[] = {{2, one_first ? "10" : "01", of_two, false},
			       {1, "00", 0, false},
			       {2, "11", 0, false},
			       {MOST_GPUS, of_many, 2, false},
			       {4, "2", of_four, false},
			       {MOST_GPUS, on_all, of_all, true},
			       {some, on_some, of_some, true}};
	enum { LISTS = sizeof list / sizeof *list };
	WorkRun small[LISTS];
	for (int i = 0; i < LISTS; i++)
		small[i] = judge_listed(j, &list[i]);
	judge_refused(j, "010", (int)judge_between(j, 0, 2));
	judge_fast(j, one_first ? "10" : "01", "44", "two equal large products", true);
	judge_fast(j, "01", "48", "a large product on GPU 0, a larger one on GPU 1", false);
	judge_fast(j, "01", "84", "a large product on GPU 1, a larger one on GPU 0", false);
	/* who waits for a GPU before it gets a second product begins with the other one late */
	judge_fast(j, "0011", "4444", "two large products on each of two GPUs", false);
	judge_waits_for_each(j);
	judge_many_at_once(j);
	for (int i = 0; i < SMALL; i++)
		judge_side_by_side(j, small[i].run, &small[i].work, false);
	judge_failing_calls_of(j);
	const int other[] = {1, 3, 4, 5, 6}; /* no machine as where calls fail above */
	const int drawn = other[judge_between(j, 0, sizeof other / sizeof *other - 1)];
	judge_failing_once(j, small[drawn].run, judge_failing_call, &list[drawn]);
}
