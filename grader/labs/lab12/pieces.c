/* pieces.c - decides about 12.1: a step of training in pieces. */
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/common/left.h"
#include "grader/labs/lab12/step.h"

/* A product of forward with the first layer's weights for so many rows. */
static double piece_flops(const Case *c)
{
	return 2.0 * (double)(c->piece * c->start.size[0] * c->start.size[1]);
}

/* The same rows may be dealt out evenly among as many pieces. Products of the second layer have less. */
#define FULL_SHARE 0.79

/* What a piece may take: its rows, for each unit what it gives, the gradient of that, and twice as much besides. */
static double piece_bytes(const Case *c)
{
	double units = 0;
	for (int i = 1; i < c->start.sizes; i++)
		units += (double)c->start.size[i];
	return 4.0 * (double)c->piece * ((double)c->start.size[0] + 4 * units) + 256;
}

static void judge_given_back(Judge *j, Run *r, const Case *c)
{
	const double most = run_gpu_most(r, c->window);
	judge_that_for(j, most <= piece_bytes(c), "pieces-kept",
		       "%s: %s of the GPU were taken at one time, wanted at most %s: what a piece "
		       "has made is given back before the next one begins",
		       c->at, say_bytes(j, most), say_bytes(j, piece_bytes(c)));
}

/* Whether the model is what it was; the machine is asked for it. */
static void judge_unchanged(Judge *j, Run *r, const Case *c)
{
	Mlp got = parameters_of(j, r, c, 0, 0);
	judge_that_for(j, mlp_distance(&got, &c->start) <= 0, "step-on-failure",
		       "%s: the parameters have changed: no sgd_step when a piece failed", c->at);
}

/* As large as where nothing fails. A GPU that is full from there on has no room for the next piece either. Of launches
 * that fail the last ones are those of the update, which may have changed some parameters by then. */
static void judge_failing_pieces(Judge *j, const char *kind, int64_t which, const void *data)
{
	Case c = *(const Case *)data;
	const bool full = strcmp(kind, "memory") == 0, launch = is_launch(kind);
	Run *r = run_case(j, &c);
	const char *fails =
		run_fail_ordered(j, r, kind, which, full ? FAILING_ALL : failing_times(kind));
	c.at = judge_text(j, "%s: %s", c.at, fails);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", c.at), run_get_int(r, "status0"), -1);
	if (!launch || which <= c.before_update)
		judge_unchanged(j, r, &c);
	judge_parts_kept(j, r, &c, 1);
	judge_no_hooks(j, r, c.at);
	judge_no_error_left_at(j, r, c.at);
}

/* The same in the second step, as it is in all that follow. */
static void judge_failing_later(Judge *j, const char *kind, int64_t which, const void *data)
{
	Case c = *(const Case *)data;
	Run *r = run_case(j, &c);
	const char *fails = run_fail_ordered(
		j, r, kind, which, strcmp(kind, "memory") == 0 ? FAILING_ALL : failing_times(kind));
	run_fail_in(r, c.window);
	c.at = judge_text(j, "%s: %s", c.at, fails);
	run_go(r);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s, in a second step: what the first returned", c.at),
		  run_get_int(r, "status0"), 0);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s, in a second step: what is returned", c.at),
		  run_get_int(r, "status1"), -1);
	judge_parts_kept(j, r, &c, STEPS);
	judge_no_hooks(j, r, c.at);
}

/* Up to the last product: none is part of an update. */
static int64_t launches_before_update(Judge *j, Run *r)
{
	int64_t launches, last = 0;
	const RunOp **launch = launches_in_order(j, r, &launches);
	for (int64_t i = 0; i < launches; i++)
		if (strstr(launch[i]->name, "gemm"))
			last = i + 1;
	return last;
}

/* Where the batch is one piece the exercise may go another way: of what comes before the update a drawn launch of each half
 * fails, and a drawn fill; and the last launch, which is the update's. */
static void judge_failing_piece(Judge *j, Run *r, const Case *c)
{
	const int64_t all = (int64_t)run_counts_of(r, 0)->launches, half = c->before_update / 2;
	const int64_t fills = (int64_t)run_counts_of(r, 0)->memsets;
	const int64_t least[] = {1, half + 1, all}, most[] = {half, c->before_update, all};
	for (int i = 0; i < 3; i++) {
		const int64_t at = least[i] <= most[i] ? judge_between(j, least[i], most[i]) : 0;
		if (at > 0)
			judge_told_like(j, r, judge_failing_pieces, launch_kind(j, r, at), at, c);
	}
	if (fills > 0)
		judge_told_like(j, r, judge_failing_pieces, "fill", judge_between(j, 1, fills), c);
}

/* Fills in what is drawn. */
static Run *judge_pieces_of(Judge *j, Case *drawn)
{
	int64_t sizes[DEEP_MOST];
	Case c = *drawn;
	const int layers = c.deep ? c.deep : 3;
	sizes_draw(j, sizes, layers);
	case_draw(j, &c, sizes, layers);
	const int64_t rows = rows_in(&c, c.window);
	const char *before =
		c.window ? judge_text(j, "%d rows and then ", (int)rows_in(&c, 0)) : "";
	c.at = judge_text(j, "%s%d rows in pieces of %d on %s", before, (int)rows, (int)c.piece,
			  c.count ? "a GPU" : "the CPU");
	Run *r = run_case(j, &c);
	if (c.count > 0)
		run_watch(r);
	run_go(r);
	judge_case(j, r, &c);
	int count, products = 0, full = 0;
	const int64_t whole = rows / c.piece;
	const RunOp *ops = c.count > 0 && judge_is_simulated(j) ? run_ops(r, &count) : NULL;
	for (int i = 0; ops && i < count; i++) {
		products += ops[i].flops > 0;
		full += ops[i].flops >= FULL_SHARE * piece_flops(&c);
		judge_that_for(j, ops[i].flops < 1.001 * piece_flops(&c), "piece-too-large",
			       "%s: a kernel had %.4g operations to do, as many as %.3g rows have "
			       "in the first layer",
			       c.at, ops[i].flops,
			       ops[i].flops / piece_flops(&c) * (double)c.piece);
	}
	judge_that_for(j, !ops || full >= 2 * whole, "piece-too-small",
		       "%s: %d products with the first layer's weights had as many rows as a "
		       "piece, wanted at least "
		       "%d: two of each piece but the last one",
		       c.at, full, (int)(2 * whole));
	if (c.count > 0 && c.piece < rows)
		judge_given_back(j, r, &c);
	if (ops && c.piece < rows && c.window == 0)
		judge_lesson(j,
			     "Gradients add up, so a batch of any size fits: yours made %d rows in "
			     "pieces of %d with %d products, and one update; the parameters are "
			     "those of one step with all of them.",
			     (int)rows, (int)c.piece, products);
	*drawn = c;
	return r;
}

/* Of the two steps one is watched: in another run it is the other one. */
static void judge_pieces(Judge *j, Case c)
{
	Case other = c;
	other.window = !c.window;
	if (c.count > 0)
		judge_pieces_of(j, &other);
	Run *r = judge_pieces_of(j, &c);
	const bool looked = c.count > 0 && judge_is_simulated(j);
	if (looked && c.window > 0)
		judge_failing_some(j, r, "launch fill copy memory record wait event", 3,
				   judge_failing_later, &c);
	if (!looked || c.window > 0)
		return;
	const SimcudaCounters *made = run_counts_of(r, 0);
	c.before_update = launches_before_update(j, r);
	if (c.piece >= rows_in(&c, 0)) {
		judge_failing_piece(j, r, &c);
		return;
	}
	judge_failures_by_line(j, r, judge_failing_pieces, &c);
	judge_failures_of(j, r, "memory", (int64_t)made->allocations, judge_failing_pieces, &c);
	judge_failures_of(j, r, "fill", (int64_t)made->memsets, judge_failing_pieces, &c);
	judge_failures_of(j, r, "copy", (int64_t)traffic_of(made).all.called, judge_failing_pieces,
			  &c);
	judge_failing_waits_besides(j, r, judge_failing_pieces, NULL, &c);
	judge_failing_setup(j, r, judge_failing_pieces, &c);
}

void judge_12_1(Judge *j)
{
	int64_t piece = judge_between(j, 5, 9), gpu = judge_between(j, 0, 1);
	int64_t rest = judge_between(j, 1, piece - 1);
	/* the second one comes out even */
	judge_pieces(j, (Case){.machine = 2,
			       .count = 1,
			       .gpu = {gpu},
			       .current = !gpu,
			       .piece = piece,
			       .rows = {12 * piece + rest, 3 * piece}});
	rest = judge_between(j, 1, piece - 1);
	const int64_t second_rest = judge_between(j, 0, piece - 1);
	/* the same where the other step is looked at */
	judge_pieces(j, (Case){.machine = 2,
			       .count = 1,
			       .gpu = {gpu},
			       .current = !gpu,
			       .piece = piece,
			       .window = 1,
			       .rows = {2 * piece + rest, 3 * piece + second_rest}});
	/* in one piece that is not full, and in two */
	const int64_t large = judge_between(j, 9, 15), last = judge_between(j, 1, large);
	judge_pieces(j, (Case){.machine = 2,
			       .count = 1,
			       .gpu = {!gpu},
			       .current = gpu,
			       .piece = large,
			       .left = true,
			       .deep = DEEP_MOST,
			       .window = 1,
			       .rows = {large - 3, large + last}});
	judge_pieces(j, (Case){.machine = 2,
			       .count = 1,
			       .gpu = {gpu},
			       .current = gpu,
			       .piece = large,
			       .rows = {1, 2}});
	judge_pieces(j, (Case){.piece = 1, .rows = {6, 3}});
}
