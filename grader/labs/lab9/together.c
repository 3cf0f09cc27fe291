/* together.c - decides whether the GPUs of a step of training compute at the same time,
 * by the timeline, and what that gains, by the time. */
#include "grader/labs/common/senders.h"
#include "grader/labs/lab9/judge.h"

/* A model with many inputs and few units: much to compute for each row, little memory that a step
 * makes and frees. */
enum { LONG_LAYERS = 3, LONG_PARAMETERS = 4, HIDDEN = 1 };

typedef struct Long {
	int64_t size[LONG_LAYERS], rows; /* rows: of each GPU */
	int gpus;
} Long;

/* Microseconds that one GPU computes for so many rows: the products of forward and backward, and
 * the passes over the hidden layer: bias (reads and writes), relu (the same), its gradient (reads
 * two, writes one), the bias's gradient (reads). Small things are left out. */
static double compute_us(Run *r, const Long *l, int64_t rows)
{
	double us = 0;
	for (int i = 0; i + 1 < LONG_LAYERS; i++) {
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
	for (int i = 0; i + 1 < LONG_LAYERS; i++)
		flops += (i > 0 ? 6.0 : 4.0) * (double)(l->rows * l->size[i] * l->size[i + 1]);
	return flops;
}

/* Microseconds of the slow way to the sums, which is right too: one parameter after the other, all
 * others' gradients are copied to the first GPU, into new memory that is freed again, and the sum
 * is copied back. */
static double sum_us(Run *r, const Long *l)
{
	double us = 0, calls = run_figure(r, "malloc_time") + run_figure(r, "free_time") +
			       2 * run_figure(r, "copy_call_time") + run_figure(r, "launch_time") +
			       2 * run_figure(r, "sync_time");
	for (int i = 0; i + 1 < LONG_LAYERS; i++) {
		int64_t in = l->size[i], out = l->size[i + 1];
		us += between_us(r, (double)(in * out) * sizeof(float)) +
		      between_us(r, (double)out * sizeof(float));
	}
	return (l->gpus - 1) * (2 * us + LONG_PARAMETERS * calls / 1e3);
}

/* Parts so long that a GPU computes 5 times as long as the slow way to the sums and some 25 calls
 * for each GPU take together: those with which the host queues forward and backward. */
static void long_choose(Run *r, Long *l)
{
	double other = sum_us(r, l) + l->gpus * 25 * run_figure(r, "launch_time") / 1e3;
	l->rows = 1024;
	while (compute_us(r, l, l->rows) < 5 * other)
		l->rows += 128;
}

/* With such parts the time is 1.2 times that of computing at most, so a right answer has an
 * efficiency of 0.8 and more: on the machines there are the reference has 0.88 to 0.95, the slow
 * way 0.81 to 0.87. Where the GPUs compute one after the other it is less than 0.5 on 2 GPUs and
 * less than 0.25 on 4. The line lies between. For the time in which GPU 0 and another one compute
 * the same holds: the last GPU begins when the host has queued the work of all, so 0.94 and more
 * are right, and nothing is left when the GPUs take turns. */
#define EFFICIENCY_LEAST 0.7
#define TOGETHER_LEAST   0.7

typedef struct Pair {
	int gpu, other;
} Pair;

static int takes_gpu(const RunOp *op, const void *data)
{
	return op->kind == RUN_OP_KERNEL && op->gpu == ((const Pair *)data)->gpu;
}

static int takes_other(const RunOp *op, const void *data)
{
	return op->kind == RUN_OP_KERNEL && op->gpu == ((const Pair *)data)->other;
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

static void judge_together(Judge *j, Run *r, const char *at, int gpus)
{
	int count;
	const RunOp *ops = run_ops(r, &count), *wait = longest_wait(ops, count);
	for (int k = 1; k < gpus; k++) {
		Pair pair = {0, k};
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

static double gradient_bytes(const Long *l)
{
	double numbers = 0;
	for (int i = 0; i + 1 < LONG_LAYERS; i++)
		numbers += (double)((l->size[i] + 1) * l->size[i + 1]);
	return numbers * sizeof(float);
}

/* Whichever way the sums are made, each of n GPUs sends the others n - 1 parts of n of a gradient: what
 * others add up of its own, or of what it has added up. It cannot before its last product, by which
 * the gradients of the first layer's weights are made. */
static void judge_sent(Judge *j, Run *r, const Long *l, const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	double least = sizeof(float) * (double)(l->size[0] * l->size[1]) * (l->gpus - 1) / l->gpus;
	for (int gpu = 0; gpu < l->gpus; gpu++) {
		Sender s = sender_of(ops, count, gpu, step_flops(l));
		double sent = sent_bytes(ops, count, &s);
		judge_that_for(j, sent >= 0.999 * least, "sent-before-complete",
			       "%s: GPU %d sent %.4g bytes when its products were done, wanted at "
			       "least %.4g; what it sent before its gradients were complete cannot "
			       "be these",
			       at, gpu, sent, least);
	}
}

void judge_efficiency(Judge *j, int gpus)
{
	Team team = {gpus, gpus, {0, 1, 2, 3}, 0};
	Run *r = run_team(j, &team);
	int small = run_figure(r, "memory_bytes") < 1024; /* MiB */
	Long l = {.size = {small ? 4096 : 16384, 32, 10}, .gpus = gpus};
	long_choose(r, &l);
	run_ints(r, "sizes", l.size, LONG_LAYERS);
	run_real(r, "rate", 0.1);
	run_real(r, "momentum", 0);
	run_int(r, "timed", l.rows);
	run_one_thread(r);
	run_watch(r);
	run_shown(r);
	run_go(r);
	const char *at = judge_text(j, "%lld rows on each of %d GPUs", (long long)l.rows, gpus);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_together(j, r, at, gpus);
	double one = compute_us(r, &l, l.rows * gpus), us = run_over_us(r);
	judge_possible(j, r, at, one / gpus);
	judge_worked(j, r, at, (RunWork){.flops = gpus * step_flops(&l)});
	/* by way of the host each GPU is sent the sums, by other ways more */
	const SimcudaCounters *c = run_counts(r);
	Traffic went = run_traffic(r);
	judge_that_for(j, (double)c->flops <= 1.2 * gpus * step_flops(&l), "more-computed",
		       "%s: the machine counted %.4g FLOPs; the step has %.4g", at,
		       (double)c->flops, gpus * step_flops(&l));
	double crossed = went.p2p.bytes + went.h2d.bytes;
	judge_because(j, "gradients-not-exchanged");
	judge_at_least(j, judge_text(j, "%s: bytes that the GPUs got from each other", at), crossed,
		       0.999 * gpus * gradient_bytes(&l));
	judge_sent(j, r, &l, at);
	double efficiency = one / (gpus * us);
	judge_in_time(
		j, efficiency >= EFFICIENCY_LEAST, "efficiency",
		((TimeLimit){.wanted = one / gpus / EFFICIENCY_LEAST,
			     .wanted_how = "all GPUs compute at once, then add up",
			     .measured = us,
			     .measured_how = judge_text(j, "each GPU computes for %s",
							say_us(j, one / gpus))}),
		"%s: the scaling efficiency is %.3g, wanted at least %.2g (one GPU would compute "
		"for %.4g us, the step took %.4g us)",
		at, efficiency, EFFICIENCY_LEAST, one, us);
	judge_lesson(
		j,
		"Long parts hide what it costs to add up gradients: %s, your step took %s, one "
		"GPU would compute for %s, so the efficiency is %.3g; 1 would be %s.",
		at, say_us(j, us), say_us(j, one), efficiency, say_us(j, one / gpus));
}
