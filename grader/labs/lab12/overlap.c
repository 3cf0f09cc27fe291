/* overlap.c - decides whether gradients are sent beside the backward, by the timeline. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/labs/common/senders.h"
#include "grader/labs/lab12/step.h"

/* The second layer has nearly all parameters, and its gradient is complete while the first layer's
 * backward is still to come, which takes longer than to send it: nearly all of the copies' time can be
 * hidden (0.8 and more in the reference, on each machine). Behind the backward nothing is. */
#define HIDDEN_SHARE 0.5
#define MORE_MOST    1.2 /* of the products' FLOPs */

/* Of the time in which the GPU computes that is done sooner: the other one computes meanwhile (0.97 in the reference). */
#define TOGETHER_SHARE 0.7
#define BESIDE_SHARE   0.2

static double step_flops(const Part *l)
{
	double flops = 0;
	for (int i = 0; i + 1 < LAYERS; i++)
		flops += (i > 0 ? 6.0 : 4.0) * (double)(l->rows * l->size[i] * l->size[i + 1]);
	return flops;
}

/* What is done before the second layer's gradient is complete. */
static double before_flops(const Part *l)
{
	return step_flops(l) - 2.0 * (double)(l->rows * l->size[1] * (l->size[0] + l->size[2]));
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

/* What the GPUs compute in the step; data: two of Step. */
static int is_of_first(const RunOp *op, const void *data)
{
	return is_of_step(op, data);
}

static int is_of_second(const RunOp *op, const void *data)
{
	return is_of_step(op, (const Step *)data + 1);
}

static Step step_of(const RunOp *ops, int count, int gpu, const Part *l)
{
	double done = sender_of(ops, count, gpu, step_flops(l)).complete;
	return (Step){sender_of(ops, count, gpu, before_flops(l)), isfinite(done) ? done : 0};
}

/* Bytes of gradients that are complete while the first layer's products are still to come. The second layer's bias is left
 * out: it may stand behind the weight in the lane, whose copy may end later than the backward. */
static double early_bytes(const Part *l)
{
	return 4.0 * (double)(l->size[1] * l->size[2] + l->size[2] * l->size[3] + l->size[3]);
}

static double bytes_begun(const RunOp *ops, int count, int gpu, double before)
{
	double bytes = 0;
	for (int i = 0; i < count; i++)
		if (ops[i].kind == RUN_OP_COPY && ops[i].from == gpu && ops[i].to >= 0 &&
		    ops[i].to != gpu && ops[i].start < before)
			bytes += ops[i].bytes;
	return bytes;
}

/* The small gradients take next to none of the time that is shared. */
static void judge_all_sent(Judge *j, const RunOp *ops, int count, const Part *l, const char *at)
{
	double begun = bytes_begun(ops, count, l->gpu, step_of(ops, count, l->gpu, l).done);
	judge_that_for(j, begun >= 0.999 * early_bytes(l), "not-beside-backward",
		       "%s: GPU %d began to send %.4g bytes before the backward was over; the "
		       "gradients of layers 2 and 3 have %.4g, and each is sent as soon as it is "
		       "complete",
		       at, l->gpu, begun, early_bytes(l));
}

void judge_no_waits(Judge *j, const char *at, double waits)
{
	judge_that_for(j, waits <= 0, "host-waited",
		       "%s: the host waited for a GPU, or asked whether it was done, %s in a step, "
		       "wanted none: the streams wait for each other, by events",
		       at, say_many(j, waits, "time", "times"));
}

/* The lanes are the only other streams there are. */
static void judge_streams(Judge *j, const RunOp *ops, int count, const char *at)
{
	for (int i = 0; i < count; i++) {
		const RunOp *op = &ops[i];
		const bool sent = op->kind == RUN_OP_COPY && op->from >= 0 && op->to >= 0 &&
				  op->from != op->to;
		judge_that_for(j, !sent || !op->on_default, "streams-changed",
			       "%s: a copy from GPU %d to GPU %d is in a default stream%s, wanted "
			       "in the lane's",
			       at, op->from, op->to, judge_line_in(j, " (", op->line, ")"));
		judge_that_for(j, op->kind != RUN_OP_KERNEL || op->flops <= 0 || op->on_default,
			       "streams-changed",
			       "%s: %s on GPU %d is not in the default stream%s, wanted forward, "
			       "backward and update there",
			       at, op->name, op->gpu, judge_line_in(j, " (", op->line, ")"));
	}
}

/* Two directions in one lane would go one after the other. */
static void judge_own_lanes(Judge *j, const RunOp *ops, int count, const char *at)
{
	for (int i = 0; i < count; i++)
		judge_that_for(j,
			       ops[i].kind != RUN_OP_COPY || ops[i].from < 0 || ops[i].to < 0 ||
				       ops[i].gpu == ops[i].from,
			       "streams-changed",
			       "%s: a copy from GPU %d to GPU %d is not in a stream of GPU %d%s: a "
			       "GPU sends in its own lane",
			       at, ops[i].from, ops[i].to, ops[i].from,
			       judge_line_in(j, " (", ops[i].line, ")"));
}

static bool is_product_of(const RunOp *op, int64_t gpu)
{
	return op->kind == RUN_OP_KERNEL && op->gpu == gpu && strstr(op->name, "gemm");
}

static int is_from(const RunOp *op, const void *data)
{
	const Sender *s = data;
	return op->kind == RUN_OP_COPY && op->from == s->gpu && op->to >= 0 && op->to != s->gpu;
}

static int is_computed_first(const RunOp *op, const void *data)
{
	return is_computed(op, data);
}

static int is_computed_second(const RunOp *op, const void *data)
{
	return is_computed(op, (const Sender *)data + 1);
}

/* Of a model that is not wide: how much of a copy can lie beside kernels hangs on its sizes (half of it in the reference),
 * but some of it does where there are several layers; and neither GPU waits for the other's backward. */
static void judge_beside(Judge *j, const RunOp *ops, int count, const int64_t *gpu, int sizes,
			 const char *at)
{
	const Sender senders[2] = {{(int)gpu[0], 0}, {(int)gpu[1], 0}};
	const double first = ops_busy(ops, count, is_computed_first, senders);
	const double second = ops_busy(ops, count, is_computed_second, senders);
	const double both = ops_overlap(ops, count, is_computed_first, is_computed_second, senders);
	judge_that_for(j, both >= TOGETHER_SHARE * fmin(first, second), "computed-in-turn",
		       "%s: for %.0f %% of the time in which one GPU computes the other one does, "
		       "too, wanted at least %.0f %%: neither waits for the other before its "
		       "backward is over",
		       at, 100 * both / fmax(fmin(first, second), 1e-3), 100 * TOGETHER_SHARE);
	for (int i = 0; i < 2 && sizes > DEEP_LEAST; i++) {
		const double copies = ops_busy(ops, count, is_from, &senders[i]);
		const double beside = ops_overlap(ops, count, is_from, is_computed, &senders[i]);
		judge_that_for(j, beside >= BESIDE_SHARE * copies, "not-beside-backward",
			       "%s: %.0f %% of the time of the copies from GPU %d lies beside its "
			       "kernels, wanted at least %.0f %%: they are in the lane's stream, "
			       "which waits for no other but by events",
			       at, 100 * beside / fmax(copies, 1e-3), senders[i].gpu,
			       100 * BESIDE_SHARE);
	}
}

/* The first layer's backward is a GPU's last product. Who gathers a few gradients before they are sent has most of them on
 * their way by then, too. */
void judge_sent_from_hooks(Judge *j, Run *r, const int64_t *size, int sizes, const int64_t *gpu,
			   const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	double early = 0;
	for (int i = 1; i + 1 < sizes; i++)
		early += 4.0 * (double)((size[i] + 1) * size[i + 1]);
	for (int i = 0; i < 2; i++) {
		double last = 0, sent = 0;
		for (int k = 0; k < count; k++)
			if (is_product_of(&ops[k], gpu[i]))
				last = fmax(last, ops[k].called);
		for (int k = 0; k < count; k++)
			if (ops[k].kind == RUN_OP_COPY && ops[k].from == gpu[i] && ops[k].to >= 0 &&
			    ops[k].to != gpu[i] && ops[k].called < last)
				sent += ops[k].bytes;
		judge_that_for(
			j, sent >= early / 2, "not-beside-backward",
			"%s: when GPU %d was given its last product, %.4g bytes of gradients had "
			"been "
			"given to be sent; those of all layers but the first have %.4g, and each "
			"is sent as soon as it is complete",
			at, (int)gpu[i], sent, early);
	}
	judge_streams(j, ops, count, at);
	judge_beside(j, ops, count, gpu, sizes, at);
}

/* Two GPUs that compute in turn take as long as one. */
static void judge_computed_together(Judge *j, const RunOp *ops, int count, const Step *steps,
				    const char *at)
{
	double first = ops_busy(ops, count, is_of_first, steps);
	double second = ops_busy(ops, count, is_of_second, steps);
	double both = ops_overlap(ops, count, is_of_first, is_of_second, steps);
	double wanted = TOGETHER_SHARE * fmin(first, second);
	judge_in_time(j, both >= wanted, "computed-in-turn",
		      time_at_once(wanted, both, "both GPUs' products"),
		      "%s: for %.0f %% of the time in which one GPU computes the other one does, "
		      "too, wanted at least %.0f %%: neither waits for the other before its "
		      "backward is over",
		      at, 100 * both / fmax(fmin(first, second), 1e-3), 100 * TOGETHER_SHARE);
}

void judge_overlap(Judge *j, Run *r, const Part *parts, const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	double copies = 0, both = 0, products = 0, wanted = 0;
	Step steps[2];
	for (int i = 0; i < 2; i++) {
		const Part *l = &parts[i];
		const Step s = steps[i] = step_of(ops, count, l->gpu, l);
		judge_that_for(
			j,
			sent_bytes(ops, count, &s.sender) >=
				3.99 * (double)(l->size[1] * l->size[2]),
			"sent-before-complete",
			"%s: what GPU %d sent began before the gradient of layer 2 was complete",
			at, l->gpu);
		copies += ops_busy(ops, count, is_sent, &s);
		both += ops_overlap(ops, count, is_sent, is_of_step, &s);
		wanted += step_flops(l);
	}
	for (int i = 0; i < count; i++)
		products += ops[i].kind == RUN_OP_KERNEL && strstr(ops[i].name, "gemm")
				    ? ops[i].flops
				    : 0;
	judge_that_for(j, products <= MORE_MOST * wanted, "not-beside-backward",
		       "%s: the machine counted products of %.4g FLOPs; those of the step have "
		       "%.4g",
		       at, products, wanted);
	judge_own_lanes(j, ops, count, at);
	judge_computed_together(j, ops, count, steps, at);
	double share = both / fmax(copies, 1e-3);
	judge_in_time(j, share >= HIDDEN_SHARE, "not-beside-backward",
		      time_at_once(HIDDEN_SHARE * copies, both, "copies beside the backward"),
		      "%s: %.0f %% of the time of the copies between the GPUs lies beside the "
		      "backward, wanted at least %.0f %%",
		      at, 100 * share, 100 * HIDDEN_SHARE);
	for (int i = 0; i < 2; i++)
		judge_all_sent(j, ops, count, &parts[i], at);
	judge_streams(j, ops, count, at);
	judge_lesson(j,
		     "A gradient can travel as soon as it is complete: %.0f %% of your copies' %s "
		     "lie beside the backward; behind it they would be added to the step.",
		     100 * share, say_us(j, copies));
}
