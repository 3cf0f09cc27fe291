/* pause.c - decides whether a training lets the GPU run dry: whether a step is queued only when the products of
 * the one before have been computed. How the host came to wait does not matter, nor whether it waited or asked
 * again and again: what counts is when the machine was given the next step's first product. Nor does it matter what
 * else the GPU has to do meanwhile: only products are looked at that are too large to be no step's. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab8/judge.h"

/* Times are sums, so two that are the same may differ by a rounding. */
#define ROUNDING 0.1

/* A step has two products that have half of its FLOPs each: its first one, and its last. */
enum { PRODUCTS = 2 };
#define LARGE_SHARE                                                                                \
	0.25 /* of a step's FLOPs, and so more than there is room for besides the steps */

static bool is_large(const RunOp *op, double step_flops)
{
	return op->kind == RUN_OP_KERNEL && op->flops >= LARGE_SHARE * step_flops;
}

/* How often a step's first product was queued when the last one of the step before had ended, and for how long at most
 * the GPU had waited for it. */
static int dry_times(const RunOp *ops, int count, double step_flops, double *longest)
{
	int times = 0, products = 0;
	double computed = 0;
	*longest = 0;
	for (int i = 0; i < count; i++) {
		if (!is_large(&ops[i], step_flops))
			continue;
		if (products > 0 && products % PRODUCTS == 0 &&
		    ops[i].called > computed + ROUNDING) {
			times++;
			*longest = fmax(*longest, ops[i].start - computed);
		}
		computed = fmax(computed, ops[i].end);
		products++;
	}
	return times;
}

static int products_in(const RunOp *ops, int count, double step_flops)
{
	int products = 0;
	for (int i = 0; i < count; i++)
		products += is_large(&ops[i], step_flops);
	return products;
}

/* When step number `step`, from 0, had computed its last product. */
static double step_over(const RunOp *ops, int count, int step, double step_flops)
{
	int products = 0;
	double over = 0;
	for (int i = 0; i < count && products < PRODUCTS * (step + 1); i++)
		if (is_large(&ops[i], step_flops)) {
			over = fmax(over, ops[i].end);
			products++;
		}
	return over;
}

void judge_used_behind(Judge *j, Run *r, int steps, double step_flops)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	const RunEvent used[] = {event_of(r, 0, USED), event_of(r, 1, USED)};
	if (!run_is_linked(r) || !used[0].there || !used[1].there)
		return;
	const double earlier = fmin(used[0].over_us, used[1].over_us),
		     later = fmax(used[0].over_us, used[1].over_us);
	for (int back = 1; back <= 2; back++) {
		double over = step_over(ops, count, steps - back, step_flops);
		judge_that_for(
			j, (back == 1 ? later : earlier) >= over - ROUNDING || over <= run_us(r),
			"used-not-recorded",
			"a slow machine: `used` was not recorded behind step %d of %d; the "
			"feed's caller goes on with it, and would send into a slot that this "
			"step still reads",
			steps - back + 1, steps);
	}
}

/* The last call of the student's own that waited for a kernel, for the message; NULL: lines do not tell. */
static const RunOp *waited_in(const RunOp *ops, int count)
{
	const RunOp *last = NULL;
	for (int i = 0; i < count; i++) {
		bool kernel = false;
		if (ops[i].kind != RUN_OP_CALL || ops[i].waited < 1 ||
		    is_given(ops, count, &ops[i]))
			continue;
		for (int k = 0; k < count && !kernel; k++)
			kernel = ops[k].kind == RUN_OP_KERNEL && ops[k].end > ops[i].start &&
				 ops[k].end <= ops[i].end + ROUNDING;
		last = kernel ? &ops[i] : last;
	}
	return last;
}

/* The last call of the student's own that asked whether work is over; NULL: none. */
static const RunOp *asked_in(const RunOp *ops, int count)
{
	const RunOp *last = NULL;
	for (int i = 0; i < count; i++)
		if (ops[i].kind == RUN_OP_CALL && ops[i].line != 0 && strstr(ops[i].name, "Query"))
			last = &ops[i];
	return last;
}

/* The next batch may be on its way in time, and the next step still come late. Once or twice does
 * little harm; the contract says so. */
enum { DRY_MOST = 2 };

void judge_no_pause(Judge *j, const RunOp *ops, int count, int steps, double step_flops)
{
	double longest;
	int products = products_in(ops, count, step_flops);
	int times = dry_times(ops, count, step_flops, &longest);
	const RunOp *waited = waited_in(ops, count), *asked = asked_in(ops, count);
	const RunOp *call = waited ? waited : asked;
	judge_that_for(
		j, products == PRODUCTS * steps, "gpu-ran-dry",
		"large batches: wanted %d products of a step's size, %d in each step, got %d",
		PRODUCTS * steps, PRODUCTS, products);
	if (times <= DRY_MOST)
		return;
	judge_fail_for(
		j, "gpu-ran-dry",
		"a slow machine: the GPU had computed a step, %d times in %d steps and for up to "
		"%s, when the next step was queued%s; wanted that at most twice%s",
		times, steps, say_us(j, longest),
		call ? judge_text(j, " (the host %s in %s%s)",
				  waited ? "waited" : "asked again and again", call->name,
				  judge_line_in(j, ", ", call->line, ""))
		     : "",
		call && strncmp(call->name, "cudaFree", 8) == 0
			? ": freeing memory waits, too; tensor_add_scaled() needs none"
			: "");
}
