/* lab7_products_judge.c - decides about the exercises of lab 7 on handles and products on
 * GPUs: 7.1, 7.2 and 7.3. */
#include <math.h>
#include <string.h>

#include "lab7_judge.h"

/* --- 7.1 -------------------------------------------------------------------------------------- */

static Run *run_handles(Judge *j, int gpus, const int64_t *list, int count, int current)
{
	Run *r = judge_run(j, gpus);
	run_ints(r, "gpus", list, count);
	run_int(r, "current", current);
	run_allow(r, "wrong-device"); /* it shows below that a handle is for another GPU */
	run_go(r);
	return r;
}

static const char *say_list(Judge *j, const int64_t *list, int count)
{
	const char *text = "";
	for (int i = 0; i < count; i++)
		text = judge_text(j, "%s%s%lld", text, i ? ", " : "gpus {", (long long)list[i]);
	return judge_text(j, "%s}", text);
}

/* The list lies between a handle and a place that are not in it. */
static void judge_own_places(Judge *j, Run *r, const char *at)
{
	judge_that(j, run_get_int(r, "behind"), "%s: something was written behind the last place",
		   at);
	judge_that(j, run_get_int(r, "before"),
		   "%s: a handle that stood before the first place was destroyed", at);
}

static void judge_handles(Judge *j, int gpus, const int64_t *list, int count, int current)
{
	Run *r = run_handles(j, gpus, list, count, current);
	const char *at = say_list(j, list, count);
	int64_t tried;
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_that(j, run_get_int(r, "nulls") == 0, "%s: a handle is NULL", at);
	judge_that(j, run_get_int(r, "twice") == 0,
		   "%s: the same handle stands in two places, wanted one for each", at);
	const int64_t *works = run_get_ints(r, "works", &tried);
	judge_that(j, works && tried >= 1 && tried <= count, "%s: the results are not complete",
		   at);
	for (int i = 0; i < tried; i++)
		judge_that(j, works[i],
			   "%s: handles[%d] does not work on GPU %lld: a handle belongs to the GPU "
			   "that is current when it is made",
			   at, i, (long long)list[i]);
	judge_that(j, tried == count, "%s: the results are not complete", at);
	judge_own_places(j, r, at);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, current);
}

/* There is no GPU number `list[count - 1]`, or one before it. */
static void judge_no_handles(Judge *j, int gpus, const int64_t *list, int count, int current)
{
	Run *r = run_handles(j, gpus, list, count, current);
	const char *at =
		judge_text(j, "%s on %s", say_list(j, list, count), say_a_machine(j, gpus));
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_that(j, run_get_int(r, "nulls") == count, "%s: wanted NULL in all places", at);
	judge_that(j, !judge_is_simulated(j) || run_get_int(r, "taken") <= 0,
		   "%s: a handle that was made is not destroyed", at);
	judge_own_places(j, r, at);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, current);
}

void judge_7_1(Judge *j)
{
	int64_t first = judge_between(j, 0, 1);
	judge_handles(j, 2, (int64_t[]){first, 1 - first}, 2, (int)judge_between(j, 0, 1));
	judge_handles(j, 1, (int64_t[]){0, 0}, 2, 0);
	judge_handles(j, 4, (int64_t[]){3, first, 2, 3, 1 - first}, 5, 2);
	judge_no_handles(j, 1, (int64_t[]){0, 1}, 2, 0);
	judge_no_handles(j, 3, (int64_t[]){1, 2, judge_between(j, 3, 9), 0}, 4, 1);
}

/* --- 7.2 -------------------------------------------------------------------------------------- */

static void judge_right(Judge *j, int machine, const char *gpus, int current)
{
	Work work = work_draw(j, machine, gpus, 50);
	Run *r = judge_run(j, machine);
	work_send(j, r, &work, current, NONE);
	run_go(r);
	judge_status(j, r, work.at);
	judge_work(j, r, &work);
	judge_no_error_left_at(j, r, work.at);
	judge_device_kept(j, r, current);
}

/* A product without a handle: cuBLAS refuses. Another GPU than that of the product is current, so
 * that it shows if the way out of a failure leaves the device changed. */
static void judge_refused(Judge *j, const char *gpus, int null)
{
	int current = gpus[null] == '0';
	Work work = work_draw(j, 2, gpus, 50);
	Run *r = judge_run(j, 2);
	work_send(j, r, &work, current, null);
	run_go(r);
	const char *at = judge_text(j, "%s, product %d has no handle", work.at, null);
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, current);
}

/* Large products without numbers: product i has `parts[i]`, a digit, quarters of k, where `side` is
 * m and n.
 */
static Work work_large(Judge *j, Run *r, const char *gpus, const char *parts, const char *at)
{
	int64_t side = large_side(r, 40);
	Work work = work_draw(j, 2, gpus, 2);
	work.a = work.b = NULL;
	work.at = at;
	for (int i = 0; i < work.count; i++) {
		work.m[i] = work.n[i] = side;
		work.k[i] = side * (parts[i] - '0') / 4;
	}
	return work;
}

/* Microseconds that all products take on one GPU, or those of one GPU. */
static double products_us(Run *r, const Work *work, int gpu)
{
	double sum = 0;
	for (int i = 0; i < work->count; i++)
		if (gpu == NONE || work->gpu[i] == gpu)
			sum += run_product_us(r, work->m[i], work->n[i], work->k[i]);
	return sum;
}

static int products_on(const Work *work, int gpu)
{
	int count = 0;
	for (int i = 0; i < work->count; i++)
		count += work->gpu[i] == gpu;
	return count;
}

/* Products on GPU 0 and GPU 1. One equal product each: one after the other they take 2 t, so
 * 2 t / 1.9 at most is allowed (large_side() has where that lies). Where the GPUs have unequal work
 * only the overlap counts. */
static void judge_fast(Judge *j, const char *gpus, const char *parts, const char *at, bool equal)
{
	Run *r = run_work_timed(j, 2);
	Work work = work_large(j, r, gpus, parts, at);
	work_send(j, r, &work, (int)judge_between(j, 0, 1), NONE);
	run_go(r);
	judge_status(j, r, at);
	judge_finished(j, r, at, 0, products_on(&work, 0));
	judge_finished(j, r, at, 1, products_on(&work, 1));
	judge_same_time(j, r, at, 0, 1);
	judge_possible(j, r, at, products_us(r, &work, NONE) / 2);
	double speed = products_us(r, &work, NONE) / window_us(r);
	judge_that(j, !equal || speed >= 1.9,
		   "%s: %.3g times as fast as on one GPU, wanted at least 1.9", at, speed);
}

void judge_7_2(Judge *j)
{
	int one_first = (int)judge_between(j, 0, 1);
	judge_right(j, 2, one_first ? "10" : "01", (int)judge_between(j, 0, 1));
	judge_right(j, 1, "00", 0);
	judge_right(j, 2, "11", 0);
	judge_right(j, 4, "31103", 2);
	judge_right(j, 4, "2", (int)judge_between(j, 0, 3));
	judge_refused(j, "010", (int)judge_between(j, 0, 2));
	judge_fast(j, one_first ? "10" : "01", "44", "two equal large products", true);
	judge_fast(j, "01", "48", "a large product on GPU 0, a larger one on GPU 1", false);
	judge_fast(j, "01", "84", "a large product on GPU 1, a larger one on GPU 0", false);
	judge_fast(j, "001", "444", "two large products on GPU 0 and one on GPU 1", false);
}

/* --- 7.3 -------------------------------------------------------------------------------------- */

/* The ratio of two sums of products. Each is 40 slacks long at least (see large_side()), of which
 * the calls are one, so that they shift the ratio by 0.025 of it. */
#define RATIO_SHARE 0.05

static void judge_ratio(Judge *j, Run *r, const char *at, double got, double wanted)
{
	int line = run_finding_line(r, "unsynchronised-timing");
	judge_that(j, line == 0,
		   "%s: the clock was read while a GPU was still at work: wait for it first", at);
	judge_that(j, isfinite(got) && got > 0,
		   "%s: wanted about %.3g, got no usable ratio: is one of the two times 0?", at,
		   wanted);
	if (fabs(got / wanted - 1) <= RATIO_SHARE)
		return;
	judge_that(j, fabs(got * wanted - 1) > RATIO_SHARE,
		   "%s: the ratio is upside down: wanted about %.3g, got %.3g", at, wanted, got);
	judge_fail(j, "%s: wanted about %.3g, got %.3g", at, wanted, got);
}

/* What the GPUs still have to do when the call begins: so many times one product on GPU `home`,
 * where the side "alone" is, and so many times their own products on the others. */
typedef struct Busy {
	int home, of_home, of_others;
} Busy;

static Run *judge_speed_up(Judge *j, int machine, const char *gpus, const char *parts, Busy busy,
			   const char *at, const char **reference)
{
	Run *r = run_work_timed(j, machine);
	Work work = work_large(j, r, gpus, parts, at);
	int64_t alone[WORK_MOST];
	int home = busy.home != NONE ? busy.home : (int)judge_between(j, 0, machine - 1);
	int current = busy.home == machine - 1 ? 0 : machine - 1;
	for (int i = 0; i < work.count; i++)
		alone[i] = home;
	work_send(j, r, &work, current, NONE);
	run_ints(r, "alone", alone, work.count);
	run_int(r, "busy.home", busy.of_home);
	run_int(r, "busy.others", busy.of_others);
	run_allow(r, "unsynchronised-timing"); /* judge_ratio() says it in the exercise's words */
	run_go(r);
	double longest = 0;
	for (int gpu = 0; gpu < machine; gpu++) {
		double time = products_us(r, &work, gpu);
		longest = time > longest ? time : longest;
	}
	if (judge_is_simulated(j))
		judge_ratio(j, r, at, run_get_real(r, "ratio"),
			    products_us(r, &work, NONE) / longest);
	judge_that(j, run_get_real(r, "ratio") > 0, "%s: no ratio was returned", at);
	for (int gpu = 0; gpu < machine; gpu++) {
		int kernels = products_on(&work, gpu) + (gpu == home ? work.count : 0);
		if (kernels > 0)
			judge_finished(j, r, at, gpu, kernels);
	}
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, current);
	*reference = judge_text(j, "ratio %d", home);
	for (int i = 0; i < work.count; i++)
		*reference = judge_text(j, "%s %d %lld %lld %lld", *reference, (int)work.gpu[i],
					(long long)work.m[i], (long long)work.k[i],
					(long long)work.n[i]);
	return r;
}

void judge_7_3(Judge *j)
{
	const Busy idle = {NONE, 0, 0};
	const char *reference, *unused;
	Run *two = judge_speed_up(j, 2, "01", "44", idle, "two equal products on two GPUs",
				  &reference);
	/* GPU 1 is busy until long after the first side has ended; then a GPU that has nothing to
	 * do with the second side is */
	judge_speed_up(j, 2, "010", "462", (Busy){0, 5, 20},
		       "three products on two GPUs that are still busy", &unused);
	judge_speed_up(j, 3, "01", "44", (Busy){2, 20, 5},
		       "two products on GPU 2 against GPU 0 and GPU 1, all of them still busy",
		       &unused);
	judge_speed_up(j, 4, "3210", "4444", idle, "four equal products on four GPUs", &unused);
	judge_speed_up(j, 1, "00", "44", idle, "two products on one GPU both times", &unused);

	Work work = work_draw(j, 2, "01", 50);
	Run *r = judge_run(j, 2);
	work_send(j, r, &work, 0, 1);
	run_ints(r, "alone", (int64_t[]){0, 0}, 2);
	run_int(r, "busy.home", 0);
	run_int(r, "busy.others", 0);
	run_go(r);
	judge_real(j, "a product has no handle: what is returned", run_get_real(r, "ratio"), -1,
		   1e-6);
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
