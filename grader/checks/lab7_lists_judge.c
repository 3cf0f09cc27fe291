/* lab7_lists_judge.c - decides about the exercises of lab 7 that deal work out: over all devices
 * (7.4), and with the sending and fetching (7.5). */
#include "lab7_judge.h"

/* --- 7.4 -------------------------------------------------------------------------------------- */

enum { CPU = -1 };

static Device device_of(int64_t number)
{
	return number < 0 ? (Device){DEVICE_CPU, 0} : (Device){DEVICE_GPU, (int)number};
}

static int64_t home_of(int i, int gpus)
{
	return gpus > 0 ? i % gpus : CPU;
}

/* Where the inputs of a case lie: a[i] and b[i] on the CPU or a GPU each. */
typedef struct List {
	Work work;
	int64_t a_on[WORK_MOST], b_on[WORK_MOST];
	int copies; /* that are needed */
} List;

static List list_draw(Judge *j, int gpus, int count, int64_t most)
{
	static const char zeros[] = "00000000"; /* which GPU: of no use here */
	List list = {.work = work_draw(j, gpus, &zeros[WORK_MOST - count], most)};
	list.work.at = judge_text(j, "%d product%s on %s", count, count == 1 ? "" : "s",
				  say_a_machine(j, gpus));
	for (int i = 0; i < count; i++) {
		list.a_on[i] = judge_between(j, CPU, gpus - 1);
		list.b_on[i] = judge_between(j, CPU, gpus - 1);
		if (i == 1 && gpus > 0) /* one at least is there already */
			list.a_on[i] = home_of(i, gpus);
		list.copies += list.a_on[i] != home_of(i, gpus);
		list.copies += list.b_on[i] != home_of(i, gpus);
	}
	return list;
}

static Run *run_list(Judge *j, const List *list)
{
	const Work *w = &list->work;
	const float *a = w->a, *b = w->b;
	Run *r = judge_run(j, w->gpus);
	for (int i = 0; i < w->count; i++) {
		run_tensor(r, judge_text(j, "a%d", i), SHAPE(w->m[i], w->k[i]), a,
			   device_of(list->a_on[i]));
		run_tensor(r, judge_text(j, "b%d", i), SHAPE(w->k[i], w->n[i]), b,
			   device_of(list->b_on[i]));
		a += w->m[i] * w->k[i];
		b += w->k[i] * w->n[i];
	}
	run_int(r, "count", w->count);
	run_int(r, "side", 0);
	run_ints(r, "on", list->a_on, 0);
	run_go(r);
	return r;
}

static void judge_tensor(Judge *j, const char *what, const RunTensor *got, Device device,
			 Shape shape, const float *wanted, double tolerance)
{
	judge_that(j, got != NULL, "%s: there is no tensor", what);
	judge_device(j, judge_text(j, "%s: its device", what), got->device, device);
	judge_shape(j, judge_text(j, "%s: its shape", what), got->shape, shape);
	judge_floats(j, what, got->values, wanted, got->count, tolerance);
}

static void judge_list(Judge *j, int gpus, int count, int64_t most)
{
	List list = list_draw(j, gpus, count, most);
	const Work *w = &list.work;
	Run *r = run_list(j, &list);
	judge_int(j, judge_text(j, "%s: what is returned%s", w->at, say_reason(j, r)),
		  run_get_int(r, "status"), 0);
	const float *a = w->a, *b = w->b;
	for (int i = 0; i < count; i++) {
		int64_t m = w->m[i], k = w->k[i], n = w->n[i];
		judge_tensor(j, judge_text(j, "%s: results[%d]", w->at, i),
			     run_get_tensor(r, judge_text(j, "result%d", i)),
			     device_of(home_of(i, gpus)), SHAPE(m, n),
			     product_wanted(j, a, b, m, k, n), 1e-4);
		judge_tensor(j, judge_text(j, "%s: a[%d] afterwards", w->at, i),
			     run_get_tensor(r, judge_text(j, "a%d", i)), device_of(list.a_on[i]),
			     SHAPE(m, k), a, 0);
		judge_tensor(j, judge_text(j, "%s: b[%d] afterwards", w->at, i),
			     run_get_tensor(r, judge_text(j, "b%d", i)), device_of(list.b_on[i]),
			     SHAPE(k, n), b, 0);
		a += m * k;
		b += k * n;
	}
	const SimcudaCounters *c = run_counts(r);
	judge_at_most(j, judge_text(j, "%s: copies", w->at),
		      (double)(c->copies_h2d + c->copies_d2h + c->copies_d2d + c->copies_p2p),
		      list.copies);
}

/* On the CPU nothing tells of a tensor that is never given back, but the memory: here one matrix is
 * of 640 kB. */
static void judge_on_cpu(Judge *j)
{
	List list = list_draw(j, 0, 3, 3);
	Work *w = &list.work;
	for (int i = 0; i < w->count; i++)
		w->m[i] = w->k[i] = w->n[i] = 400;
	w->a = judge_uniform(j, (int64_t)w->count * 400 * 400, -1, 1);
	w->b = judge_uniform(j, (int64_t)w->count * 400 * 400, -1, 1);
	Run *r = run_list(j, &list);
	judge_int(j, judge_text(j, "%s: what is returned", w->at), run_get_int(r, "status"), 0);
	judge_host_given_back(j, r, w->at, (int64_t)400 * 400 * (int64_t)sizeof(float));
}

/* Product `bad` has a b with too many rows. */
static void judge_unfit(Judge *j, int gpus, int bad)
{
	List list = list_draw(j, gpus, 4, 40);
	Work *w = &list.work;
	Run *r = judge_run(j, gpus);
	for (int i = 0; i < w->count; i++) {
		run_tensor(r, judge_text(j, "a%d", i), SHAPE(w->m[i], w->k[i]), w->a,
			   device_of(list.a_on[i]));
		run_tensor(r, judge_text(j, "b%d", i), SHAPE(w->k[i] + (i == bad), 2),
			   judge_uniform(j, 2 * (w->k[i] + 1), -1, 1), device_of(list.b_on[i]));
	}
	run_int(r, "count", w->count);
	run_int(r, "side", 0);
	run_ints(r, "on", list.a_on, 0);
	run_go(r);
	const char *at = judge_text(j, "%s, b[%d] does not fit", w->at, bad);
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_that(j, run_get_int(r, "unwritten") == 0 && run_get_int(r, "given") == 0,
		   "%s: wanted NULL in all results[]", at);
	judge_that(j, run_get_int(r, "behind"), "%s: something was written behind results[%d]", at,
		   w->count - 1);
}

/* Eight equal products whose inputs are there, on two GPUs: 4 t each, where one GPU needs 8 t. For
 * 1.9 times as fast 8 t / 1.9 - 4 t = 0.21 t is left. The framework takes memory for each result,
 * which costs up to 0.025 t; GPU 1 begins behind the second result, or behind the fifth where all
 * of GPU 0 are queued first: 0.13 t. With an odd number GPU 0 has to be waited for longest. */
static void judge_list_fast(Judge *j, int count, const char *at)
{
	Run *r = run_work_timed(j, 2);
	int64_t side = large_side(r, 80);
	run_int(r, "count", count);
	run_int(r, "side", side);
	run_ints(r, "on", (int64_t[]){0, 1, 0, 1, 0, 1, 0, 1}, 8);
	run_go(r);
	judge_int(j, judge_text(j, "%s: what is returned%s", at, say_reason(j, r)),
		  run_get_int(r, "status"), 0);
	judge_finished(j, r, at, 0, (count + 1) / 2);
	judge_finished(j, r, at, 1, count / 2);
	judge_same_time(j, r, at, 0, 1);
	if (count % 2 == 1)
		return;
	judge_possible(j, r, at, 4 * run_product_us(r, side, side, side));
	double speed = 8 * run_product_us(r, side, side, side) / window_us(r);
	judge_that(j, speed >= 1.9, "%s: %.3g times as fast as on one GPU, wanted at least 1.9", at,
		   speed);
}

void judge_7_4(Judge *j)
{
	judge_list(j, 2, 3, 40);
	judge_list(j, 3, 8, 40);
	judge_list(j, 4, (int)judge_between(j, 1, 3), 40);
	judge_list(j, 1, 3, 40);
	judge_list(j, 0, 3, 40);
	judge_on_cpu(j);
	judge_unfit(j, 2, (int)judge_between(j, 1, 3));
	judge_unfit(j, 3, 0);
	judge_list_fast(j, 8, "eight equal large products on two GPUs");
	judge_list_fast(j, 3, "three equal large products on two GPUs");
}

/* --- 7.5 -------------------------------------------------------------------------------------- */

/* A finding that its runs allow, because of those whose product is refused. */
static void judge_all_sent(Judge *j, Run *r, const char *at)
{
	judge_that(j, run_finding_line(r, "uninitialised-read") == 0,
		   "%s: a GPU read memory before anything was written to it: send all bytes of a "
		   "and b "
		   "before the product, and fetch the result after it",
		   at);
}

static void judge_trip(Judge *j, int machine, const char *gpus, int current)
{
	Work work = work_draw(j, machine, gpus, 50);
	Run *r = run_work_timed(j, machine);
	work_send(j, r, &work, current, NONE);
	run_text(r, "missing", "nothing");
	run_allow(r, "uninitialised-read");
	run_go(r);
	judge_status(j, r, work.at);
	judge_all_sent(j, r, work.at);
	for (int i = 0; i < work.count; i++)
		judge_finished(j, r, work.at, (int)work.gpu[i], 1);
	judge_work(j, r, &work);
	const SimcudaCounters *c = run_counts(r);
	judge_at_most(j, judge_text(j, "%s: copies", work.at),
		      (double)(c->copies_h2d + c->copies_d2h + c->copies_d2d + c->copies_p2p),
		      3 * work.count);
	judge_no_error_left_at(j, r, work.at);
	judge_device_kept(j, r, current);
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

static void judge_trip_fast(Judge *j, int back)
{
	const char *at = back ? "two large results to be fetched" : "two large matrices to be sent";
	int64_t side = 512, thin = 64, size = sizeof(float);
	Run *r = run_work_timed(j, 2);
	while (trip_us(r, side, thin, side) * CALLS_SHARE < calls_us(r))
		side += 128;
	Work work = work_draw(j, 2, "01", 2);
	work.a = work.b = NULL;
	for (int i = 0; i < 2; i++) {
		work.m[i] = side;
		work.k[i] = back ? thin : side;
		work.n[i] = back ? side : thin;
	}
	work_send(j, r, &work, (int)judge_between(j, 0, 1), NONE);
	run_text(r, "missing", "nothing");
	run_allow(r, "uninitialised-read");
	run_go(r);
	judge_status(j, r, at);
	judge_all_sent(j, r, at);
	judge_finished(j, r, at, 0, 1);
	judge_finished(j, r, at, 1, 1);
	for (int i = 0; i < 2; i++) { /* full of 2, times full of i + 1 */
		float ends[2];
		int64_t count;
		ends[0] = ends[1] = (float)(2 * (i + 1) * work.k[i]);
		const float *got = run_get_floats(r, judge_text(j, "result%d", i), &count);
		judge_floats(j, judge_text(j, "%s: the first and last number of result %d", at, i),
			     got, ends, 2, 1e-4);
	}
	judge_possible(j, r, at, run_product_us(r, work.m[0], work.n[0], work.k[0]));
	double share = window_us(r) / trip_us(r, work.m[0], work.k[0], work.n[0]);
	judge_that(j, share <= TRIP_SHARE,
		   "%s: two GPUs took %.3g times as long as one trip of %.3g MB in all, wanted at "
		   "most %.3g times: queue all copies and products before you wait",
		   at, share, (double)((side * side + 2 * side * thin) * size) / 1e6, TRIP_SHARE);
}

/* cuBLAS refuses product `null`, which has no handle; or the copy fails whose end in host memory,
 * of the last product, is `missing`. Another GPU than that of the product is current, so that it
 * shows if the way out of a failure leaves the device changed. */
static void judge_trip_fails(Judge *j, int null, const char *missing)
{
	Work work = work_draw(j, 2, "01", 50);
	Run *r = judge_run(j, 2);
	int current = null == 0;
	work_send(j, r, &work, current, null);
	run_text(r, "missing", missing);
	run_allow(r, "uninitialised-read"); /* the result of the product that was refused */
	run_allow(r, "host-pointer");       /* that is how a copy without its end is told */
	run_go(r);
	const char *at = null == NONE ? judge_text(j, "host[1].%s is NULL", missing)
				      : judge_text(j, "product %d has no handle", null);
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, current);
}

void judge_7_5(Judge *j)
{
	int one_first = (int)judge_between(j, 0, 1);
	judge_trip(j, 2, one_first ? "10" : "01", (int)judge_between(j, 0, 1));
	judge_trip(j, 1, "00", 0);
	judge_trip(j, 4, "31103", 2);
	judge_trip_fast(j, 1);
	judge_trip_fast(j, 0);
	judge_trip_fails(j, (int)judge_between(j, 0, 1), "nothing");
	judge_trip_fails(j, NONE, "a");
	judge_trip_fails(j, NONE, "b");
	judge_trip_fails(j, NONE, "result");
}
