/* lists.c - decides about the exercise of lab 7 that deals work out to all devices: 7.4. */
#include <math.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab7/judge.h"

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
	bool slow;  /* the machine is */
} List;

static List list_draw(Judge *j, int gpus, int count, int64_t most)
{
	static const char zeros[] = "000000000000000000000000"; /* which GPU: of no use here */
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

static Run *make_list(Judge *j, const List *list)
{
	const Work *w = &list->work;
	const float *a = w->a, *b = w->b;
	Run *r = judge_run(j, w->gpus);
	if (list->slow)
		run_calls_quick(r, w, true);
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
	run_int(r, "begun", !list->slow);
	run_touched(r);
	run_ints(r, "k", list->a_on, 0);
	run_ints(r, "on", list->a_on, 0);
	run_watch(r);
	return r;
}

static Run *run_list(Judge *j, const List *list)
{
	Run *r = make_list(j, list);
	run_go(r);
	return r;
}

static void judge_tensor(Judge *j, const char *what, const RunTensor *got, Device device,
			 Shape shape, const float *wanted, double tolerance)
{
	judge_that_for(j, got != NULL, "result-missing", "%s: there is no tensor", what);
	judge_because(j, "input-changed");
	judge_device(j, judge_text(j, "%s: its device", what), got->device, device);
	judge_because(j, tolerance > 0 ? "list-result" : "input-changed");
	judge_shape(j, judge_text(j, "%s: its shape", what), got->shape, shape);
	judge_floats(j, what, got->values, wanted, got->count, tolerance);
}

/* Where the results are is asked first: who has given a device nothing has not waited for it, either, but by accident. */
static void judge_dealt(Judge *j, Run *r, const Work *w)
{
	for (int i = 0; i < w->count; i++) {
		const RunTensor *got = run_get_tensor(r, judge_text(j, "result%d", i));
		judge_that_for(j, got != NULL, "result-missing",
			       "%s: results[%d]: there is no tensor", w->at, i);
		judge_because(j, "dealt-elsewhere");
		judge_device(j, judge_text(j, "%s: results[%d]: its device", w->at, i), got->device,
			     device_of(home_of(i, w->gpus)));
	}
}

/* Each device computes its own products: a result that has come from another one is its, too, and may have cost no more
 * copies. */
static void judge_computed_there(Judge *j, Run *r, const Work *w)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	for (int gpu = 0; gpu < w->gpus; gpu++) {
		double wanted = 0, computed = 0;
		for (int i = gpu; i < w->count; i += w->gpus)
			wanted += 2.0 * (double)(w->m[i] * w->k[i] * w->n[i]);
		for (int i = 0; i < count; i++)
			computed += ops[i].kind == RUN_OP_KERNEL && ops[i].gpu == gpu ? ops[i].flops
										      : 0;
		judge_that_for(j, fabs(computed - wanted) <= 1e-3 * wanted, "dealt-elsewhere",
			       "%s: GPU %d computed %.4g operations, and its products have %.4g: "
			       "device number i %% %d computes product i",
			       w->at, gpu, computed, wanted, w->gpus);
	}
}

static Run *judge_drawn(Judge *j, const List *list)
{
	const Work *w = &list->work;
	const int gpus = w->gpus, count = w->count;
	Run *r = run_list(j, list);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned%s", w->at, say_reason(j, r)),
		  run_get_int(r, "status"), 0);
	judge_dealt(j, r, w);
	judge_all_idle(j, r, w->at, count < gpus ? count : gpus); /* another one may give inputs */
	const float *a = w->a, *b = w->b;
	RunWork least = {0};
	for (int i = 0; i < count; i++) {
		int64_t m = w->m[i], k = w->k[i], n = w->n[i];
		judge_tensor(j, judge_text(j, "%s: results[%d]", w->at, i),
			     run_get_tensor(r, judge_text(j, "result%d", i)),
			     device_of(home_of(i, gpus)), SHAPE(m, n),
			     product_wanted(j, a, b, m, k, n), 1e-4);
		judge_tensor(j, judge_text(j, "%s: a[%d] afterwards", w->at, i),
			     run_get_tensor(r, judge_text(j, "a%d", i)), device_of(list->a_on[i]),
			     SHAPE(m, k), a, 0);
		judge_tensor(j, judge_text(j, "%s: b[%d] afterwards", w->at, i),
			     run_get_tensor(r, judge_text(j, "b%d", i)), device_of(list->b_on[i]),
			     SHAPE(k, n), b, 0);
		a += m * k;
		b += k * n;
		least.flops += gpus > 0 ? 2.0 * (double)(m * k * n) : 0;
		least.numbers += gpus > 0 ? (double)(m * n) : 0;
	}
	Traffic went = run_traffic(r);
	judge_because(j, "list-copies");
	judge_at_most(j, judge_text(j, "%s: copies", w->at), went.all.copies, list->copies);
	judge_that_for(j, went.all.carried <= 0, "list-copies",
		       "%s: kernels read or wrote %s that are elsewhere; wanted each input that is "
		       "not there copied",
		       w->at, say_bytes(j, went.all.carried));
	judge_worked(j, r, w->at, least);
	judge_computed_there(j, r, w);
	return r;
}

/* Small products whose inputs are there, more than there are GPUs. */
static void judge_list_there(Judge *j, int gpus, int count)
{
	List list = list_draw(j, gpus, count, 40);
	for (int i = 0; i < count; i++)
		list.a_on[i] = list.b_on[i] = home_of(i, gpus);
	list.copies = 0;
	list.slow = true;
	Run *r = judge_drawn(j, &list);
	judge_side_by_side(j, r, &list.work, false);
}

enum { SHAPES_MOST = 8 };

/* Lists, and the run of each. */
typedef struct Shapes {
	int count;
	List list[SHAPES_MOST];
	Run *run[SHAPES_MOST];
} Shapes;

static void judge_list(Judge *j, Shapes *shapes, int gpus, int count, int64_t most)
{
	const int at = shapes->count++;
	shapes->list[at] = list_draw(j, gpus, count, most);
	shapes->run[at] = judge_drawn(j, &shapes->list[at]);
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
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", w->at), run_get_int(r, "status"), 0);
	judge_host_told(j, r, w->at, (int64_t)400 * 400 * (int64_t)sizeof(float));
}

static void judge_none_made(Judge *j, Run *r, const Work *w, const char *at)
{
	judge_that_for(j, run_get_int(r, "unwritten") == 0 && run_get_int(r, "given") == 0,
		       "list-half-left", "%s: wanted NULL in all results[]", at);
	judge_that_for(j, run_get_int(r, "behind"), "written-behind",
		       "%s: something was written behind results[%d]", at, w->count - 1);
}

/* Product `bad` has a b with too many rows. */
static void judge_unfit(Judge *j, int gpus, int bad)
{
	List list = list_draw(j, gpus, 4, 40);
	Work *w = &list.work;
	const int64_t side =
		gpus > 0 ? 2 : 400; /* columns of b; on the CPU all is so large that it is missed */
	for (int i = 0; gpus == 0 && i < w->count; i++)
		w->m[i] = w->k[i] = side;
	if (gpus == 0)
		w->a = judge_uniform(j, side * side, -1, 1);
	Run *r = judge_run(j, gpus);
	for (int i = 0; i < w->count; i++) {
		run_tensor(r, judge_text(j, "a%d", i), SHAPE(w->m[i], w->k[i]), w->a,
			   device_of(list.a_on[i]));
		run_tensor(r, judge_text(j, "b%d", i), SHAPE(w->k[i] + (i == bad), side),
			   judge_uniform(j, side * (w->k[i] + 1), -1, 1), device_of(list.b_on[i]));
	}
	run_int(r, "count", w->count);
	run_int(r, "side", 0);
	run_int(r, "begun", 1);
	run_touched(r);
	run_ints(r, "k", list.a_on, 0);
	run_ints(r, "on", list.a_on, 0);
	run_go(r);
	const char *at = judge_text(j, "%s, b[%d] does not fit", w->at, bad);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_none_made(j, r, w, at);
	if (gpus == 0)
		judge_host_told(j, r, at, side * side * (int64_t)sizeof(float));
}

/* All shapes fit. `untold`: it fails in tensor_free(), which returns nothing; then all may be finished all the same. */
static void judge_list_fails(Judge *j, const List *list, const char *kind, int64_t which,
			     bool untold)
{
	const Work *w = &list->work;
	Run *r = make_list(j, list);
	/* what comes later goes well: who looks at the last product alone is not told by that */
	const char *fails = run_fail_ordered(j, r, kind, which, failing_times_of(kind, untold));
	const char *at = judge_text(j, "%s, %s", w->at, fails);
	run_go(r);
	int64_t status = run_get_int(r, "status");
	if (untold && status == 0) {
		for (int gpu = 0; gpu < w->gpus; gpu++)
			judge_finished(j, r, at, gpu, w->count / w->gpus);
		return;
	}
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), status, -1);
	judge_none_made(j, r, w, at);
}

static void judge_failing_list(Judge *j, const char *kind, int64_t which, const void *data)
{
	judge_list_fails(j, data, kind, which, false);
}

static void judge_untold_list(Judge *j, const char *kind, int64_t which, const void *data)
{
	judge_list_fails(j, data, kind, which, true);
}

static void judge_failing_lists(Judge *j)
{
	List list = list_draw(j, 2, 4, 40);
	Run *r = judge_drawn(j, &list);
	if (!judge_is_simulated(j))
		return;
	judge_failures_of(j, r, "memory", (int64_t)run_counts(r)->allocations, judge_failing_list,
			  &list);
	judge_failures_of(j, r, "copy", (int64_t)run_traffic(r).all.called, judge_failing_list,
			  &list);
	judge_failures_of(j, r, "launch", (int64_t)run_counts(r)->launches, judge_failing_list,
			  &list);
	judge_failing_waits_besides(j, r, judge_failing_list, judge_untold_list, &list);
	judge_failing_setup(j, r, judge_failing_list, &list);
	judge_failing_kinds(j, r, "fill", judge_failing_list, &list);
	list = list_draw(j, 1, 3, 40); /* one GPU alone */
	r = judge_drawn(j, &list);
	judge_failing_shape(j, r, judge_failing_list, &list);
}

/* `count` large products whose inputs are there, all of the same size but number `longest`, which
 * takes twice as long; NONE: none does. They have begun when this returns the side of the others.
 */
static int64_t list_large(Judge *j, Run *r, int gpus, int count, int longest, const char *at)
{
	int64_t side = large_side(r, 80);
	Work work = {.count = count, .gpus = gpus, .at = at};
	for (int i = 0; i < count; i++) {
		work.gpu[i] = home_of(i, gpus);
		work.m[i] = work.n[i] = side;
		work.k[i] = i == longest ? 2 * side : side;
	}
	work_seed(j, r, &work);
	run_int(r, "count", count);
	run_int(r, "begun", 0);
	run_int(r, "side", side); /* of matrices (side, k) and (k, side) */
	run_ints(r, "k", work.k, count);
	run_ints(r, "on", work.gpu, count);
	Looks looks = looks_send(j, r, &work, "result");
	run_go(r);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned%s", at, say_reason(j, r)),
		  run_get_int(r, "status"), 0);
	judge_looks(j, r, &work, "result", &looks);
	judge_products_once(j, r, &work);
	return side;
}

/* Eight equal products, on two GPUs: 4 t each, where one GPU needs 8 t. For 1.9 times as fast
 * 8 t / 1.9 - 4 t = 0.21 t is left. The framework takes memory for each result, which costs up to
 * 0.025 t; GPU 1 begins behind the second result, or behind the fifth where all of GPU 0 are queued
 * first: 0.13 t. With an odd number GPU 0 has to be waited for longest. */
static void judge_list_fast(Judge *j, int count, const char *at)
{
	Run *r = run_work_timed(j, 2);
	if (count % 2 == 0)
		run_shown(r);
	int64_t side = list_large(j, r, 2, count, NONE, at);
	judge_finished(j, r, at, 0, (count + 1) / 2);
	judge_finished(j, r, at, 1, count / 2);
	judge_same_time(j, r, at, 0, 1);
	if (count % 2 == 1)
		return;
	judge_possible(j, r, at, 4 * run_product_us(r, side, side, side));
	judge_worked(j, r, at, (RunWork){.flops = 16.0 * (double)(side * side * side)});
	double alone = 8 * run_product_us(r, side, side, side), speed = alone / window_us(r);
	judge_in_time(j, speed >= SPEED_LEAST, "host-in-between", two_gpus_limit(j, r, alone),
		      "%s: %.3g times as fast as on one GPU, wanted at least 1.9", at, speed);
	judge_lesson(
		j,
		"Work that is dealt out in turn keeps all GPUs busy, if nobody waits in "
		"between: yours took %s for %d products that one GPU computes in %s, %.3g times "
		"as fast; 2 times would be %s.",
		say_us(j, window_us(r)), count, say_us(j, alone), speed, say_us(j, alone / 2));
}

static void judge_waits_for_each(Judge *j)
{
	for (int gpu = 0; gpu < ALL_GPUS; gpu++) {
		const char *at =
			judge_text(j, "large products on four GPUs, the longest on GPU %d", gpu);
		Run *r = run_work_timed(j, ALL_GPUS);
		list_large(j, r, ALL_GPUS, ALL_GPUS, gpu, at);
		judge_all_finished(j, r, at);
		judge_all_at_once(j, r, at, ALL_GPUS);
	}
}

static void judge_many_at_once(Judge *j)
{
	const char *at = "equal large products on eight GPUs";
	Run *r = run_work_timed(j, MOST_GPUS);
	list_large(j, r, MOST_GPUS, MOST_GPUS, NONE, at);
	judge_all_idle(j, r, at, MOST_GPUS);
	judge_all_at_once(j, r, at, MOST_GPUS);
}

void judge_7_4(Judge *j)
{
	Shapes shapes = {0}; /* one of them has a call that fails, too */
	judge_list(j, &shapes, 2, 3, 40);
	const int some = (int)judge_between(j, 5, MOST_GPUS - 1);
	judge_list(j, &shapes, some, (int)judge_between(j, 17, WORK_MOST), 40);
	judge_list(j, &shapes, MOST_GPUS, MOST_GPUS + (int)judge_between(j, 1, 3), 40);
	judge_list(j, &shapes, 4, (int)judge_between(j, 1, 3), 40);
	List on_cpu = list_draw(j, 0, 3, 40);
	judge_drawn(j, &on_cpu);
	judge_unfit(j, 2, (int)judge_between(j, 1, 3));
	judge_unfit(j, 3, 0);
	judge_list_fast(j, 8, "eight equal large products on two GPUs");
	judge_list_fast(j, 3, "three equal large products on two GPUs");
	judge_waits_for_each(j);
	judge_many_at_once(j);
	judge_list_there(j, 3, (int)judge_between(j, 5, 8));
	judge_list_there(j, MOST_GPUS, (int)judge_between(j, 2 * MOST_GPUS + 1, WORK_MOST));
	judge_failing_lists(j);
	const int64_t drawn = judge_between(j, 0, shapes.count - 1);
	judge_failing_once(j, shapes.run[drawn], judge_failing_list, &shapes.list[drawn]);
	/* large inputs: what comes behind them is called once */
	judge_unfit(j, 0, (int)judge_between(j, 1, 3));
	judge_on_cpu(j);
}
