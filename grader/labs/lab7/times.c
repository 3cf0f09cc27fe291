/* times.c - what the checks of lab 7 read from timelines, and how long their products
 * are. */
#include <math.h>
#include <string.h>

#include "grader/labs/common/launched.h"
#include "grader/labs/lab7/judge.h"

Run *run_work_timed(Judge *j, int gpus)
{
	Run *r = judge_run(j, gpus);
	run_watch(r);
	return r;
}

/* Two products of time t on two GPUs take t, and what the host does meanwhile: the reference makes
 * about twelve calls, two launches and two waits among them, or half a slack. 1.9 times as fast as
 * 2 t is 2 t / 1.9, so that all calls together may take 0.052 t. With t = 40 slacks that is two of
 * them: room for eight launches and eight waits. It would not do to make t much longer: a wrong
 * answer that reads its result makes the host really multiply. */
int64_t large_side(Run *r, double slacks)
{
	double slack = 4 * (run_figure(r, "launch_time") + run_figure(r, "sync_time"));
	int64_t side = 256;
	while (run_product_us(r, side, side, side) < slacks * slack / 1e3)
		side += 64;
	return side;
}

double window_us(Run *r)
{
	return (double)run_counts(r)->host_ns / 1e3;
}

/* Other kernels and fills are not what was asked for: a GPU that has nothing else does not work. */
static int is_product_on(const RunOp *op, const void *gpu)
{
	return op->kind == RUN_OP_KERNEL && op->gpu == *(const int *)gpu && op->flops > 0 &&
	       strstr(op->name, "gemm");
}

static int is_product_on_second(const RunOp *op, const void *gpu)
{
	return is_product_on(op, (const int *)gpu + 1);
}

static int is_on(const RunOp *op, const void *gpu)
{
	return is_product_on(op, gpu) || (op->kind == RUN_OP_COPY && op->gpu == *(const int *)gpu);
}

static int is_on_second(const RunOp *op, const void *gpu)
{
	return is_on(op, (const int *)gpu + 1);
}

/* Who has few products makes calls of other kinds, too, once. */
#define CALLS_SHARE 0.05
enum { CALLS_LEAST = 8, SLOWEST = 1 << 17 };

/* What a product may take: three copies and the product are queued, the GPU is made current, twice, and waited for. Twice
 * as much, for other ways to write it. (Not more: who asks again and again whether work is over does so for long.) */
static double product_calls_us(Run *r, bool takes_memory)
{
	double calls = 3 * run_figure(r, "copy_call_time") + run_figure(r, "launch_time") +
		       run_figure(r, "sync_time") + 2 * run_figure(r, "call_time");
	return 2 * (calls + (takes_memory ? run_figure(r, "malloc_time") : 0)) / 1e3;
}

void run_calls_quick(Run *r, const Work *work, bool takes_memory)
{
	double shortest = run_product_us(r, work->m[0], work->n[0], work->k[0]);
	for (int i = 1; i < work->count; i++)
		shortest = fmin(shortest, run_product_us(r, work->m[i], work->n[i], work->k[i]));
	const double calls = fmax(work->count, CALLS_LEAST) * product_calls_us(r, takes_memory);
	int times =
		1; /* few of them: a process is called twice where both judges have the same machine */
	while (times < SLOWEST && times < 1 + calls / CALLS_SHARE / shortest)
		times *= 2;
	run_slower(r, times);
}

#define LONGEST_TIMES 1.15

void judge_side_by_side(Judge *j, Run *r, const Work *work, bool by_copies)
{
	int count;
	double longest = 0;
	const RunOp *ops = run_ops(r, &count);
	for (int gpu = 0; gpu < work->gpus; gpu++)
		longest = fmax(longest,
			       ops_busy(ops, count, by_copies ? is_on : is_product_on, &gpu));
	judge_in_time(
		j, window_us(r) <= LONGEST_TIMES * longest, "one-after-the-other",
		((TimeLimit){.wanted = LONGEST_TIMES * longest,
			     .wanted_how = "all GPUs at once",
			     .measured = window_us(r),
			     .measured_how = judge_text(j, "the GPU with the most to do works %s",
							say_us(j, longest))}),
		"%s, on a slow machine: took %.3g times as long as the GPU with the most to "
		"do works: give work to all GPUs before you wait for one",
		work->at, window_us(r) / longest);
}

double busy_us(Run *r, int gpu)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	return ops_busy(ops, count, is_product_on, &gpu);
}

double both_us(Run *r, int gpu, int other)
{
	int count, pair[2] = {gpu, other};
	const RunOp *ops = run_ops(r, &count);
	return ops_overlap(ops, count, is_product_on, is_product_on_second, pair);
}

static _Noreturn void fail_not_awaited(Judge *j, const char *at, int gpu)
{
	judge_fail_for(j, "not-all-awaited",
		       "%s: the function returned while GPU %d was still at work: wait for every "
		       "GPU that has a product",
		       at, gpu);
}

/* By a call that tells whether the work has ended well. */
static void judge_awaited(Judge *j, Run *r, const char *at, int gpu)
{
	if (run_unawaited(r, 0, gpu))
		fail_not_awaited(j, at, gpu);
	judge_that_for(j, !run_awaited_beside(r, 0, gpu), "awaited-beside",
		       "%s: the last call to wait for GPU %d gives memory back, or copies within "
		       "the host's memory; wanted one that tells whether the work has ended well",
		       at, gpu);
}

void judge_products_once(Judge *j, Run *r, const Work *work)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	for (int gpu = 0; gpu < MOST_GPUS; gpu++) {
		const double wanted = work_flops_on(work, gpu);
		double computed = 0;
		for (int i = 0; i < count; i++)
			computed += is_product_on(&ops[i], &gpu) ? ops[i].flops : 0;
		judge_that_for(j, fabs(computed - wanted) <= 1e-9 * wanted, "products-again",
			       "%s: GPU %d computed products of %.6g operations, and its own have "
			       "%.6g: wanted each product once, on its GPU",
			       work->at, gpu, computed, wanted);
	}
}

/* Which product the kernel computes, or some rows or columns of; NONE: none. `place`: where their results are. */
static int product_of(const RunLaunched *k, const Work *work, const uint64_t *place)
{
	int found = NONE;
	for (int i = 0; i < work->count; i++) {
		const double numbers = (double)(work->m[i] * work->n[i]) * sizeof(float),
			     bytes = k->operand[2].bytes;
		const uint64_t offset = k->operand[2].address - place[i];
		if (k->gpu == work->gpu[i] && k->operand[2].address >= place[i] &&
		    (double)offset + bytes <= numbers + 0.5 &&
		    launched_flops(k, 2.0 * (double)work->k[i] * bytes / sizeof(float)))
			found = i;
	}
	return found;
}

double copies_to_gpus(Run *r)
{
	const Traffic went = run_traffic(r);
	return went.h2d.copies + went.d2d.copies + went.p2p.copies;
}

/* One fill makes all bytes of a result alike; with four it can have any number. */
void judge_few_fills(Judge *j, Run *r, const Work *work)
{
	judge_that_for(
		j, run_counts(r)->memsets <= (uint64_t)work->count, "products-again",
		"%s: memory of GPUs was filled %d times: wanted the products, and nothing else",
		work->at, (int)run_counts(r)->memsets);
}

void judge_products_alone(Judge *j, Run *r, const Work *work, const char *name)
{
	const Launched made = launched_of(j, r, false);
	double computed[WORK_MOST] = {0};
	uint64_t place[WORK_MOST];
	if (!made.list)
		return;
	for (int i = 0; i < work->count; i++)
		place[i] = run_place(r, judge_text(j, "%s%d", name, i));
	for (int i = 0; i < made.count; i++) {
		const RunLaunched *k = &made.list[i];
		const int product = launched_multiplies(k) ? product_of(k, work, place) : NONE;
		judge_that_for(j, product != NONE, "products-again",
			       "%s: kernel %d, %s on GPU %d, computes none of its products there: "
			       "wanted each product once, on its GPU, and nothing else",
			       work->at, i + 1, k->name, k->gpu);
		computed[product] += k->operand[2].bytes;
	}
	for (int i = 0; i < work->count; i++) {
		const double wanted = (double)(work->m[i] * work->n[i]) * sizeof(float);
		judge_that_for(j, fabs(computed[i] - wanted) < 1, "products-again",
			       "%s: kernels computed %.6g numbers of product %d, which has %.6g: "
			       "wanted each product once, on its GPU",
			       work->at, computed[i] / sizeof(float), i, wanted / sizeof(float));
	}
	judge_few_fills(j, r, work);
}

void judge_finished(Judge *j, Run *r, const char *at, int gpu, int kernels)
{
	int count, begun = 0;
	double end = 0;
	const RunOp *ops = run_ops(r, &count);
	for (int i = 0; i < count; i++) {
		if (ops[i].kind == RUN_OP_CALL || ops[i].gpu != gpu)
			continue;
		begun += ops[i].kind == RUN_OP_KERNEL;
		end = ops[i].end > end ? ops[i].end : end;
	}
	judge_that_for(j, begun > 0, "nothing-computed",
		       "%s: GPU %d computed nothing before the function returned", at, gpu);
	if (begun < kernels || end > window_us(r) + 1)
		fail_not_awaited(j, at, gpu);
	judge_awaited(j, r, at, gpu);
}

void judge_all_idle(Judge *j, Run *r, const char *at, int gpus)
{
	for (int gpu = 0; gpu < gpus; gpu++)
		judge_awaited(j, r, at, gpu);
}

void judge_all_finished(Judge *j, Run *r, const char *at)
{
	for (int gpu = 0; gpu < ALL_GPUS; gpu++)
		judge_finished(j, r, at, gpu, 1);
}

TimeLimit two_gpus_limit(Judge *j, Run *r, double alone)
{
	return (TimeLimit){
		.wanted = alone / SPEED_LEAST,
		.wanted_how = "two GPUs at once",
		.measured = window_us(r),
		.measured_how = judge_text(j, "one GPU takes %s for all of it", say_us(j, alone)),
	};
}

/* That they were both at work for that share of what the one had to do that had less. */
static void judge_both(Judge *j, const char *at, const int gpus[2], double both, double less,
		       double share)
{
	const int gpu = gpus[0], other = gpus[1];
	judge_in_time(
		j, both >= share * less, "one-after-the-other",
		time_at_once(share * less, both,
			     judge_text(j, "GPU %d and GPU %d at work at once", gpu, other)),
		"%s: GPU %d and GPU %d worked at the same time for %.3g of %.3g ms: give work to "
		"all GPUs before you wait for one",
		at, gpu, other, both / 1e3, less / 1e3);
}

void judge_same_time(Judge *j, Run *r, const char *at, int gpu, int other)
{
	double less = fmin(busy_us(r, gpu), busy_us(r, other));
	judge_both(j, at, (int[]){gpu, other}, both_us(r, gpu, other), less, SAME_TIME);
}

void judge_all_at_once(Judge *j, Run *r, const char *at, int gpus)
{
	for (int gpu = 1; gpu < gpus; gpu++)
		for (int other = 0; other < gpu; other++)
			judge_both(j, at, (int[]){other, gpu}, both_us(r, gpu, other),
				   fmin(busy_us(r, gpu), busy_us(r, other)), SOME_TIME);
}

void judge_beside(Judge *j, Run *r, const char *at, int gpu, int other, double less)
{
	int count;
	const int pair[2] = {gpu, other};
	const RunOp *ops = run_ops(r, &count);
	judge_both(j, at, pair, ops_overlap(ops, count, is_on, is_on_second, pair), less,
		   SOME_TIME);
}
