/* lab7_work_judge.c - what the checks of lab 7 draw and read: products on GPUs, and timelines. */
#include <string.h>

#include "lab7_judge.h"

/* --- products --------------------------------------------------------------------------------- */

static int64_t sum_of(const int64_t *x, const int64_t *y, int count)
{
	int64_t sum = 0;
	for (int i = 0; i < count; i++)
		sum += x[i] * y[i];
	return sum;
}

Work work_draw(Judge *j, int machine, const char *gpus, int64_t most)
{
	Work work = {.count = (int)strlen(gpus), .gpus = machine};
	for (int i = 0; i < work.count; i++) {
		work.gpu[i] = gpus[i] - '0';
		work.m[i] = judge_between(j, 2, most);
		work.k[i] = judge_between(j, 2, most);
		work.n[i] = judge_between(j, 2, most);
	}
	work.a = judge_uniform(j, sum_of(work.m, work.k, work.count), -1, 1);
	work.b = judge_uniform(j, sum_of(work.k, work.n, work.count), -1, 1);
	const char *text =
		judge_text(j, "%d product%s on GPU", work.count, work.count == 1 ? "" : "s");
	for (int i = 0; i < work.count; i++)
		text = judge_text(j, "%s%s %c", text, i ? "," : "", gpus[i]);
	work.at = text;
	return work;
}

void work_send(Judge *j, Run *r, const Work *work, int current, int null)
{
	(void)j;
	run_ints(r, "gpus", work->gpu, work->count);
	run_ints(r, "m", work->m, work->count);
	run_ints(r, "k", work->k, work->count);
	run_ints(r, "n", work->n, work->count);
	run_floats(r, "a", work->a, work->a ? sum_of(work->m, work->k, work->count) : 0);
	run_floats(r, "b", work->b, work->b ? sum_of(work->k, work->n, work->count) : 0);
	run_int(r, "values", work->a != NULL);
	run_int(r, "current", current);
	run_int(r, "null", null);
}

float *product_wanted(Judge *j, const float *a, const float *b, int64_t m, int64_t k, int64_t n)
{
	float *wanted = judge_memory(j, (size_t)(m * n) * sizeof *wanted);
	for (int64_t row = 0; row < m; row++)
		for (int64_t column = 0; column < n; column++) {
			double sum = 0;
			for (int64_t i = 0; i < k; i++)
				sum += (double)a[row * k + i] * b[i * n + column];
			wanted[row * n + column] = (float)sum;
		}
	return wanted;
}

/* `name` and a number, as the drive sends it; the array has to have `count` elements. */
static const float *get_floats(Judge *j, Run *r, const char *at, const char *name, int i,
			       int64_t count)
{
	int64_t got;
	const float *values = run_get_floats(r, judge_text(j, "%s%d", name, i), &got);
	judge_that(j, values && got == count, "%s: the matrix %s of product %d cannot be read", at,
		   name, i);
	return values;
}

void judge_status(Judge *j, Run *r, const char *at)
{
	int64_t status = run_get_int(r, "status");
	judge_that(j, status == 0, "%s: wanted 0, but %lld was returned%s", at, (long long)status,
		   status == -1 ? " (queue_product refuses unless the product's GPU is current)"
				: "");
}

void judge_work(Judge *j, Run *r, const Work *work)
{
	const float *a = work->a, *b = work->b;
	for (int i = 0; i < work->count; i++) {
		int64_t m = work->m[i], k = work->k[i], n = work->n[i];
		judge_floats(j, judge_text(j, "%s: the result of product %d", work->at, i),
			     get_floats(j, r, work->at, "result", i, m * n),
			     product_wanted(j, a, b, m, k, n), m * n, 1e-4);
		judge_floats(j, judge_text(j, "%s: a of product %d afterwards", work->at, i),
			     get_floats(j, r, work->at, "a", i, m * k), a, m * k, 0);
		judge_floats(j, judge_text(j, "%s: b of product %d afterwards", work->at, i),
			     get_floats(j, r, work->at, "b", i, k * n), b, k * n, 0);
		a += m * k;
		b += k * n;
	}
}

/* --- times ------------------------------------------------------------------------------------ */

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

static int is_kernel_on(const RunOp *op, const void *gpu)
{
	return op->kind == RUN_OP_KERNEL && op->gpu == *(const int *)gpu;
}

static int is_kernel_on_second(const RunOp *op, const void *gpu)
{
	return is_kernel_on(op, (const int *)gpu + 1);
}

double busy_us(Run *r, int gpu)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	return ops_busy(ops, count, is_kernel_on, &gpu);
}

double both_us(Run *r, int gpu, int other)
{
	int count, pair[2] = {gpu, other};
	const RunOp *ops = run_ops(r, &count);
	return ops_overlap(ops, count, is_kernel_on, is_kernel_on_second, pair);
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
	judge_that(j, begun > 0, "%s: GPU %d computed nothing before the function returned", at,
		   gpu);
	judge_that(j, begun >= kernels && end <= window_us(r) + 1,
		   "%s: the function returned while GPU %d was still at work: wait for every GPU "
		   "that has a product",
		   at, gpu);
}

void judge_same_time(Judge *j, Run *r, const char *at, int gpu, int other)
{
	double busy = busy_us(r, gpu), less = busy_us(r, other);
	less = less < busy ? less : busy;
	double both = both_us(r, gpu, other);
	judge_that(
		j, both >= SAME_TIME * less,
		"%s: GPU %d and GPU %d worked at the same time for %.3g of %.3g ms: give work to "
		"all GPUs before you wait for one",
		at, gpu, other, both / 1e3, less / 1e3);
}
