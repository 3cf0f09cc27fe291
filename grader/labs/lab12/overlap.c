/* overlap.c - decides whether gradients are sent beside the backward, by the timeline. */
#include <math.h>

#include "grader/labs/common/senders.h"
#include "grader/labs/lab12/judge.h"

/* The second layer has nearly all parameters, and its gradient is complete while the first layer's
 * backward is still to come, which takes longer than to send it: nearly all of the copies' time can be
 * hidden (0.8 and more in the reference, on each machine). Behind the backward nothing is. */
enum { LAYERS = 4 };
#define HIDDEN_SHARE 0.5

typedef struct Long {
	int64_t size[LAYERS], rows; /* rows: of each GPU */
} Long;

static double send_us(Run *r, const Long *l)
{
	const char *link = run_figure(r, "peer_possible") != 0 ? "peer" : "peer_through_host";
	return run_copy_us(r, link, (double)(l->size[1] * l->size[2]) * sizeof(float));
}

/* What of the backward is behind the second layer's gradient: a product for its input, and the first
 * layer's gradient. */
static double rest_us(Run *r, const Long *l)
{
	return run_product_us(r, l->rows, l->size[1], l->size[2]) +
	       run_product_us(r, l->size[0], l->size[1], l->rows);
}

static double step_flops(const Long *l)
{
	double flops = 0;
	for (int i = 0; i + 1 < LAYERS; i++)
		flops += (i > 0 ? 6.0 : 4.0) * (double)(l->rows * l->size[i] * l->size[i + 1]);
	return flops;
}

/* What is done before the second layer's gradient is complete. */
static double before_flops(const Long *l)
{
	return step_flops(l) - 2.0 * (double)(l->rows * l->size[1] * (l->size[0] + l->size[2]));
}

static Long long_choose(Run *r)
{
	int small = run_figure(r, "memory_bytes") < 1024; /* MiB */
	int64_t wide = small ? 512 : 2048;
	Long l = {.size = {wide / 8, wide, wide, 10}, .rows = 256};
	while (rest_us(r, &l) < 2 * send_us(r, &l))
		l.rows += l.rows / 4;
	return l;
}

/* --- what the timeline shows ------------------------------------------------------------------- */

/* What a GPU sends, and when the last of the step's FLOPs were done: a kernel that it is given behind them hides
 * nothing. */
typedef struct Step {
	Sender sender; /* first: is_sent() and is_computed() read it */
	double done;   /* microseconds; 0: they never were */
} Step;

static int is_of_step(const RunOp *op, const void *data)
{
	return is_computed(op, data) && op->start < ((const Step *)data)->done;
}

static int is_any(const RunOp *op, const void *data)
{
	(void)data;
	return op->kind == RUN_OP_KERNEL || op->kind == RUN_OP_COPY || op->kind == RUN_OP_FILL;
}

static Step step_of(const RunOp *ops, int count, int gpu, const Long *l)
{
	double done = sender_of(ops, count, gpu, step_flops(l)).complete;
	return (Step){sender_of(ops, count, gpu, before_flops(l)), isfinite(done) ? done : 0};
}

void judge_no_waits(Judge *j, const char *at, double waits)
{
	judge_that_for(j, waits <= 0, "host-waited",
		       "%s: the host waited for a GPU, or asked whether it was done, %s in a step, "
		       "wanted none: the streams wait for each other, by events",
		       at, say_many(j, waits, "time", "times"));
}

void judge_overlap(Judge *j)
{
	Run *r = judge_run(j, 2);
	Long l = long_choose(r);
	run_ints(r, "gpus", (int64_t[]){0, 1}, 2);
	run_int(r, "current", 1);
	run_ints(r, "sizes", l.size, LAYERS);
	run_real(r, "rate", 0.1);
	run_real(r, "momentum", 0);
	run_int(r, "timed", l.rows);
	run_one_thread(r);
	run_watch(r);
	run_shown(r);
	run_go(r);
	const char *at = judge_text(j, "%lld rows on each of 2 GPUs", (long long)l.rows);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_worked(j, r, at, (RunWork){.flops = 2 * step_flops(&l)});
	const SimcudaCounters *c = run_counts(r);
	Traffic went = run_traffic(r);
	judge_no_waits(j, at, (double)c->synchronizes);
	judge_that_for(j, (double)c->flops <= 1.2 * 2 * step_flops(&l), "not-beside-backward",
		       "%s: the machine counted %.4g FLOPs; the step has %.4g", at,
		       (double)c->flops, 2 * step_flops(&l));
	judge_because(j, "gradients-not-exchanged");
	judge_at_least(j, judge_text(j, "%s: bytes that the GPUs got from each other", at),
		       went.p2p.bytes + went.h2d.bytes,
		       0.999 * 2 * 4 * (double)(l.size[1] * l.size[2]));
	if (!judge_is_simulated(j))
		return;
	int count;
	const RunOp *ops = run_ops(r, &count);
	double copies = 0, both = 0;
	for (int gpu = 0; gpu < 2; gpu++) {
		Step s = step_of(ops, count, gpu, &l);
		judge_that_for(
			j,
			sent_bytes(ops, count, &s.sender) >= 3.99 * (double)(l.size[1] * l.size[2]),
			"sent-before-complete",
			"%s: what GPU %d sent began before the gradient of layer 2 was complete",
			at, gpu);
		copies += ops_busy(ops, count, is_sent, &s);
		both += ops_overlap(ops, count, is_sent, is_of_step, &s);
	}
	double share = both / fmax(copies, 1e-3);
	judge_in_time(j, share >= HIDDEN_SHARE, "not-beside-backward",
		      time_at_once(HIDDEN_SHARE * copies, both, "copies beside the backward"),
		      "%s: %.0f %% of the time of the copies between the GPUs lies beside the "
		      "backward, wanted at least %.0f %%",
		      at, 100 * share, 100 * HIDDEN_SHARE);
	judge_lesson(j,
		     "A gradient can travel as soon as it is complete: %.0f %% of your copies' %s "
		     "lie beside the backward, and the step took %s; behind it they would be added "
		     "to that.",
		     100 * share, say_us(j, copies), say_us(j, ops_busy(ops, count, is_any, NULL)));
}
