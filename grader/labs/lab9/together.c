/* together.c - decides whether the GPUs of a step of training compute at the same time,
 * by the timeline, and what that gains, by the time. */
#include <math.h>
#include <stdbool.h>

#include "grader/labs/lab9/judge.h"

enum { HIDDEN = 1 };

/* Microseconds that one GPU computes for so many rows: the products of forward and backward, and
 * the passes over the hidden layer: bias (reads and writes), relu (the same), its gradient (reads
 * two, writes one), the bias's gradient (reads). Small things are left out. */
static double compute_us(Run *r, const Long *l, int64_t rows)
{
	double us = 0;
	for (int i = 0; i + 1 < LAYERS; i++) {
		int64_t in = l->size[i], out = l->size[i + 1];
		us += run_product_us(r, rows, out, in) + run_product_us(r, in, out, rows);
		if (i > 0)
			us += run_product_us(r, rows, in, out);
	}
	double bytes = 8.0 * sizeof(float) * (double)(rows * l->size[HIDDEN]);
	return us + bytes / (run_figure(r, "memory_rate") * run_figure(r, "memory_share")) / 1e3;
}

/* Of a part's products: forward, and backward to weights and to what a layer got. */
static double step_flops(const Long *l)
{
	double flops = 0;
	for (int i = 0; i + 1 < LAYERS; i++)
		flops += (i > 0 ? 6.0 : 4.0) * (double)(l->rows * l->size[i] * l->size[i + 1]);
	return flops;
}

/* On the slow machine a GPU computes for several times as long as sums, calls and waits take, even where all is
 * collected on one GPU: the reference has an efficiency of 0.9 and more. Where the GPUs compute one
 * after the other it is less than 0.5 on 2 GPUs and less than 0.25 on 4. The line lies between. For the
 * time in which GPU 0 and another one compute the same holds: nothing is left when they take turns. */
#define EFFICIENCY_LEAST 0.7
#define TOGETHER_LEAST   0.7
#define MORE_MOST        1.2 /* of the products' FLOPs */

/* Kernels of no use would lie beside those of GPU 0, too. So what counts are products, each of that share of a step's
 * FLOPs at least: there is no room for others. */
#define PRODUCT_SHARE 0.05

typedef struct Pair {
	int gpu, other;
	double least; /* FLOPs */
} Pair;

bool is_product(const RunOp *op)
{
	return op->kind == RUN_OP_KERNEL && strstr(op->name, "gemm");
}

static int takes_gpu(const RunOp *op, const void *data)
{
	const Pair *pair = data;
	return is_product(op) && op->gpu == pair->gpu && op->flops >= pair->least;
}

static int takes_other(const RunOp *op, const void *data)
{
	const Pair *pair = data;
	return takes_gpu(op, &(Pair){.gpu = pair->other, .least = pair->least});
}

/* The call of the student's in which the host waited longest for work; NULL: in none. */
static const RunOp *longest_wait(const RunOp *ops, int count)
{
	const RunOp *longest = NULL;
	for (int i = 0; i < count; i++)
		if (ops[i].kind == RUN_OP_CALL && ops[i].line > 0 && ops[i].waited > 0 &&
		    (!longest || ops[i].waited > longest->waited))
			longest = &ops[i];
	return longest;
}

static void judge_together(Judge *j, Run *r, const Long *l, const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count), *wait = longest_wait(ops, count);
	for (int k = 1; k < l->gpus; k++) {
		Pair pair = {0, k, PRODUCT_SHARE * step_flops(l)};
		double busy = ops_busy(ops, count, takes_gpu, &pair);
		double both = ops_overlap(ops, count, takes_gpu, takes_other, &pair);
		judge_that_for(j, busy > 0, "gpu-idle", "%s: GPU 0 computed nothing", at);
		if (both >= TOGETHER_LEAST * busy)
			continue;
		const char *why = "";
		if (wait && wait->waited > 0.2 * busy)
			why = judge_text(j,
					 "; the host waited in %s (%s): queue the work of "
					 "all GPUs before you wait for one",
					 wait->name, judge_line(j, wait->line));
		judge_note_times(j, time_at_once(TOGETHER_LEAST * busy, both,
						 judge_text(j, "GPU 0 and GPU %d at once", k)));
		judge_that_for(j, both >= 0.1 * busy, "gpus-in-turn",
			       "%s: GPU %d began only after GPU 0 had ended%s", at, k, why);
		judge_fail_for(j, "gpus-in-turn",
			       "%s: GPU %d computed in only %.2g of the time in which GPU 0 did, "
			       "wanted %.2g%s",
			       at, k, both / busy, TOGETHER_LEAST, why);
	}
}

/* So long a GPU may take for what it has of a small part; for each further GPU so much time may pass, by whatever is done. */
#define PASSED_US 20

/* A call that waits for a device, be its work over or not, or another one in which the host waited. */
static bool is_wait(const RunOp *op)
{
	return is_wait_call(op) || (op->kind == RUN_OP_CALL && op->waited > 0);
}

/* So long the host slept there, was busy, or read the clock. */
static double passed_in(const RunOp *op)
{
	const bool passes = op->kind == RUN_OP_HOST_WORK || op_is_sleep(op) || op_is_reading(op);
	return passes ? op->end - op->start : 0;
}

void judge_queued(Judge *j, Run *r, const Team *team, const double *least, const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	double begin = INFINITY, last = 0;
	for (int i = 0; i < team->count; i++) {
		double first = INFINITY;
		for (int k = 0; k < count; k++)
			if (is_product(&ops[k]) && ops[k].gpu == team->gpu[i] &&
			    ops[k].flops >= least[i])
				first = fmin(first, ops[k].called);
		begin = fmin(begin, first);
		last = isfinite(first) ? fmax(last, first) : last;
	}
	const double most = PASSED_US * fmax(team->count - 1, 0);
	double passed = 0; /* who lets little time pass may do so often */
	for (int k = 0; k < count; k++) {
		if (ops[k].start < begin || ops[k].start >= last)
			continue;
		passed += passed_in(&ops[k]);
		judge_that_for(j, !is_wait(&ops[k]) && passed <= most, "gpus-in-turn",
			       "%s: the host waited in %s%s before each GPU had its work: queue "
			       "the work of all GPUs before you wait for one",
			       at, ops[k].name, judge_line_in(j, " (", ops[k].line, ")"));
	}
}

double products_flops_on(Run *r, int64_t gpu)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	double flops = 0;
	for (int i = 0; i < count; i++)
		flops += is_product(&ops[i]) && ops[i].gpu == gpu ? ops[i].flops : 0;
	return flops;
}

double products_flops(Run *r)
{
	double flops = 0;
	for (int gpu = 0; gpu < GPUS_MOST; gpu++)
		flops += products_flops_on(r, gpu);
	return flops;
}

/* From when a GPU begins, if an earlier step keeps it until then, to when the last thing that was queued was over. */
static double took_us(Run *r, const Long *l)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	double begin = INFINITY, end = 0;
	for (int i = 0; i < count; i++) {
		end = fmax(end, ops[i].end);
		if (ops[i].gpu >= 0 && ops[i].kind != RUN_OP_CALL)
			begin = fmin(begin, ops[i].start);
	}
	return l->later ? end - begin : end;
}

void judge_efficiency(Judge *j, Run *r, const Long *l, const char *at)
{
	judge_together(j, r, l, at);
	double part = compute_us(r, l, l->rows), one = part * l->gpus, us = took_us(r, l);
	double products = products_flops(r), wanted = l->gpus * step_flops(l);
	judge_that_for(j, products <= MORE_MOST * wanted, "more-computed",
		       "%s: the machine counted products of %.4g FLOPs; those of the step have "
		       "%.4g",
		       at, products, wanted);
	if (l->gpus > EFFICIENT_MOST)
		return;
	double efficiency = part / us;
	judge_in_time(
		j, efficiency >= EFFICIENCY_LEAST, "efficiency",
		((TimeLimit){.wanted = part / EFFICIENCY_LEAST,
			     .wanted_how = "all GPUs compute at once, then add up",
			     .measured = us,
			     .measured_how =
				     judge_text(j, "each GPU computes for %s", say_us(j, part))}),
		"%s: the scaling efficiency is %.3g, wanted at least %.2g (one GPU would compute "
		"the parts in %.4g us, the step took %.4g us)",
		at, efficiency, EFFICIENCY_LEAST, one, us);
	judge_lesson(j,
		     "Long computing hides what it costs to add up gradients: %s, your step took "
		     "%s, one "
		     "GPU would compute the parts in %s, so the efficiency is %.3g; 1 would be %s.",
		     at, say_us(j, us), say_us(j, one), efficiency, say_us(j, part));
}
