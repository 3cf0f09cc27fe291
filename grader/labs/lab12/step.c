/* step.c - decides about steps of training in pieces and on several GPUs: each has to be what one step
 * with the whole batch would have made. */
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/common/left.h"
#include "grader/labs/common/mlp.h"
#include "grader/labs/lab12/judge.h"

enum { STEPS = 2, TEAM_MOST = 4 };

/* A model has two parameters for each of these but the first: eight at most (MOST_PARAMETERS of the lab). */
enum { DEEP_LEAST = 2, DEEP_MOST = 5 };

/* On a machine so many times slower a step takes many times longer to be computed than to be queued. */
enum { SLOWER = 4000 };

typedef struct Case {
	int machine, count; /* GPUs; how many of them take part, 0: the CPU alone */
	int64_t gpu[TEAM_MOST], current;
	int64_t rows[STEPS * TEAM_MOST]; /* of each part, step after step */
	int64_t piece;                   /* 12.1 */
	int64_t before_update;           /* 12.1: so many launches are not those of the update */
	bool left;                       /* gradients hold something before the first step, too */
	bool slow;                       /* on a slow machine: what lies beside the backward */
	int deep;                        /* inputs, hidden layers, classes; 0: as usual */
	int window;                      /* the step whose timeline is looked at */
	Digits data;                     /* all rows */
	Mlp start, after[STEPS];
	const char *at;
} Case;

static int parts_of(const Case *c)
{
	return c->count > 0 ? c->count : 1;
}

static int64_t rows_in(const Case *c, int step)
{
	int64_t rows = 0;
	for (int i = 0; i < parts_of(c); i++)
		rows += c->rows[step * parts_of(c) + i];
	return rows;
}

/* Draws numbers with which no input of relu is so near to 0 that rounding could decide on which
 * side it is. */
static void case_draw(Judge *j, Case *c, const int64_t *sizes, int layers)
{
	int64_t first = 0;
	do {
		c->data = rows_draw(j, rows_in(c, 0) + rows_in(c, 1), sizes[0]);
		for (int64_t i = 0; i < c->data.count; i++)
			c->data.classes[i] = (int32_t)judge_between(j, 0, sizes[layers - 1] - 1);
		c->start = mlp_draw(j, sizes, layers);
		c->start.rate = (double)judge_between(j, 1, 4) / 4;
		c->start.momentum = (double)judge_between(j, 1, 3) / 4;
		first = 0;
		for (int s = 0; s < STEPS; s++) {
			c->after[s] = mlp_copy(j, s ? &c->after[s - 1] : &c->start);
			mlp_step(&c->after[s], &c->data, first, rows_in(c, s));
			first += rows_in(c, s);
		}
	} while (!mlp_is_clear(&c->after[0]) || !mlp_is_clear(&c->after[1]));
}

/* Of the inputs, the hidden layers and the classes: the layers are smaller and smaller, so that the first
 * one has the largest products. */
static void sizes_draw(Judge *j, int64_t *sizes, int layers)
{
	for (int i = 0; i < layers; i++)
		sizes[i] = judge_between(j, 5, 9) + 5 * (layers - 1 - i);
}

/* The second layer has nearly all parameters: its gradient is what can travel beside the backward. */
static void sizes_draw_wide(Judge *j, int64_t *sizes)
{
	for (int i = 0; i < LAYERS; i++)
		sizes[i] = i == 1 || i == 2 ? judge_between(j, 26, 32) : judge_between(j, 5, 9);
}

/* What the second step leaves. */
static const char *later_parts(Judge *j, const Case *c)
{
	const char *names = "second* status1";
	for (int i = parts_of(c); i < 2 * parts_of(c); i++)
		names = judge_text(j, "%s x%d classes%d", names, i, i);
	return names;
}

static Run *run_case(Judge *j, const Case *c, int steps)
{
	int64_t all = c->data.count, *classes = judge_memory(j, (size_t)all * sizeof *classes);
	for (int64_t i = 0; i < all; i++)
		classes[i] = c->data.classes[i];
	Run *r = judge_run(j, c->machine);
	run_ints(r, "gpus", c->gpu, c->count);
	run_int(r, "current", c->current);
	run_mlp(r, j, &c->start, 0);
	run_sgd(r, &c->start);
	run_ints(r, "rows", c->rows, (int64_t)STEPS * parts_of(c));
	run_floats(r, "x", c->data.x, all * c->data.width);
	run_ints(r, "classes", classes, all);
	run_give(r, "parameters", c->count);
	run_give(r, "x", c->count > 0);
	run_give(r, "classes", c->count > 0);
	run_int(r, "steps", steps);
	run_int(r, "left", c->left);
	run_int(r, "nan", c->left);
	run_windows(r, steps);
	run_window(r, c->window);
	if (steps > 1)
		run_later(r, later_parts(j, c));
	run_int(r, "piece", c->piece);
	run_int(r, "begun", !c->slow); /* those are timed */
	run_touched(r);
	return r;
}

static Mlp parameters_of(Judge *j, Run *r, const Case *c, int step, int part)
{
	int64_t count;
	Mlp got = mlp_copy(j, &c->start);
	const float *values =
		run_get_floats_on(r, judge_text(j, "%s%d", step ? "second" : "first", part),
				  c->count > 0 ? c->gpu[part] : -1, &count);
	judge_complete(j, values && count == got.count);
	for (int64_t i = 0; i < count; i++)
		got.value[i] = (double)values[i];
	return got;
}

static void judge_parameters(Judge *j, Run *r, const Case *c)
{
	for (int s = 0; s < STEPS; s++)
		for (int i = 0; i < parts_of(c); i++) {
			Mlp got = parameters_of(j, r, c, s, i);
			const char *who = c->count > 1 ? judge_text(j, ": the replica on GPU %d",
								    (int)c->gpu[i])
						       : ": the model";
			judge_that_for(j, mlp_distance(&got, &c->start) > 0, "several-updates",
				       "%s%s has not changed", c->at, who);
			judge_that_for(j, mlp_distance(&got, &c->after[s]) < NEAR,
				       s ? "second-step" : "step-wrong",
				       "%s%s is not what one step with the whole batch of %d rows "
				       "makes of it%s",
				       c->at, who, (int)rows_in(c, s),
				       s ? ", in the second step, which begins with the gradients "
					   "that the first one left"
				       : c->left ? ", which begins with the gradients that an "
						   "earlier one left"
						 : "");
		}
}

/* What these steps were given is as it was. */
static void judge_parts_kept(Judge *j, Run *r, const Case *c, int steps)
{
	const float *x = c->data.x;
	const int32_t *classes = c->data.classes;
	for (int i = 0; i < steps * parts_of(c); i++) {
		int64_t rows = c->rows[i], count = rows * c->data.width;
		const RunTensor *got_x = run_get_tensor(r, judge_text(j, "x%d", i));
		const RunTensor *got = run_get_tensor(r, judge_text(j, "classes%d", i));
		bool same = x && classes && got_x && got && got_x->values && got->int_values &&
			    got_x->count == count && got->count == rows &&
			    memcmp(got_x->values, x, (size_t)count * sizeof *x) == 0;
		for (int64_t row = 0; row < rows && same; row++)
			same = got->int_values[row] == classes[row];
		judge_that_for(j, same, "input-changed", "%s: x or classes were changed", c->at);
		x += count;
		classes += rows;
	}
}

static void judge_step_work(Judge *j, Run *r, const Case *c, int step)
{
	Traffic went = run_traffic_of(r, step);
	double gradients = c->count > 1 ? 2.0 * (double)c->start.count * sizeof(float) : 0;
	judge_not_carried(j, &went, c->at);
	judge_that_for(j, went.d2h.copies + went.h2d.copies <= 0, "bounced",
		       "%s: %d copies to the host and %d back, wanted none", c->at,
		       (int)went.d2h.copies, (int)went.h2d.copies);
	judge_worked_in(j, r, step, c->at,
			(RunWork){.flops = mlp_flops(&c->start, rows_in(c, step), true),
				  .between = gradients});
	judge_because(
		j, "sent-again"); /* it could lie beside the backward in the place of what has to */
	judge_at_most(j, judge_text(j, "%s: bytes that the GPUs sent each other", c->at),
		      went.p2p.bytes, gradients);
}

/* Whatever is returned: a hook that stays may point to what is gone. */
static void judge_no_hooks(Judge *j, Run *r, const char *at)
{
	judge_that_for(j, run_get_int(r, "hooks") == 0, "hook-left",
		       "%s: a module still has the hook", at);
}

/* The second step is told where the first one left nothing. */
static void judge_second_left(Judge *j, Run *r, const Case *c)
{
	const char *error = run_get_text(r, "second.error");
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what the second step returned", c->at),
		  run_get_int(r, "status1"), 0);
	judge_that_for(j, run_get_int(r, "second.hooks") == 0, "hook-left",
		       "%s: a module still has the hook behind the second step", c->at);
	judge_that_for(j, error && strcmp(error, "cudaSuccess") == 0, "error-left",
		       "%s: an error was left behind by the second step: %s", c->at,
		       error ? error : "nothing");
}

static void judge_case(Judge *j, Run *r, const Case *c)
{
	judge_that_for(j, run_get_int(r, "status0") == 0, "failure-without-reason",
		       "%s: wanted 0, the step returned %d%s", c->at,
		       (int)run_get_int(r, "status0"), say_reason(j, r));
	judge_parameters(j, r, c);
	judge_parts_kept(j, r, c, STEPS);
	for (int i = 0; i < STEPS && c->count > 0; i++)
		judge_step_work(j, r, c, i);
	judge_no_error_left_at(j, r, c->at);
	if (c->machine > 0)
		judge_device_kept(j, r, (int)c->current);
	for (int i = 0; i < STEPS && c->machine > 0 && run_is_linked(r); i++)
		judge_that_for(j, run_counts_of(r, i)->device == c->current, "device-not-put-back",
			       "%s: the current device was not put back by step %d", c->at, i + 1);
	judge_no_hooks(j, r, c->at);
	judge_second_left(j, r, c);
}

/* --- 12.1 ------------------------------------------------------------------------------------- */

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
	Run *r = run_case(j, &c, 1);
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

static void judge_pieces(Judge *j, Case c)
{
	int64_t sizes[DEEP_MOST];
	const int layers = c.deep ? c.deep : 3;
	sizes_draw(j, sizes, layers);
	case_draw(j, &c, sizes, layers);
	const int64_t rows = rows_in(&c, c.window);
	c.at = judge_text(j, "%d rows in pieces of %d on %s", (int)rows, (int)c.piece,
			  c.count ? "a GPU" : "the CPU");
	Run *r = run_case(j, &c, STEPS);
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
	if (!ops || c.piece >= rows || c.window > 0)
		return;
	const SimcudaCounters *made = run_counts_of(r, 0);
	c.before_update = launches_before_update(j, r);
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
	judge_pieces(j, (Case){.machine = 2,
			       .count = 1,
			       .gpu = {gpu},
			       .current = !gpu,
			       .piece = piece,
			       .rows = {12 * piece + judge_between(j, 1, piece - 1), 2 * piece}});
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
	judge_pieces(j, (Case){.piece = 1, .rows = {6, 3}});
}

/* --- 12.2 ------------------------------------------------------------------------------------- */

static Run *judge_together(Judge *j, Case *drawn)
{
	int64_t sizes[DEEP_MOST] = {0};
	Case c = *drawn;
	const int layers = c.deep ? c.deep : LAYERS;
	if (c.slow)
		sizes_draw_wide(j, sizes);
	else
		sizes_draw(j, sizes, layers);
	case_draw(j, &c, sizes, layers);
	c.at = judge_text(j, "GPU %d and GPU %d%s%s", (int)c.gpu[0], (int)c.gpu[1],
			  c.slow ? ", on a slow machine" : "",
			  c.window ? ", in a second step" : "");
	Run *r = run_case(j, &c, STEPS);
	if (c.slow) {
		run_slower(r, SLOWER);
		run_one_thread(r);
		run_watch(r);
		run_shown(r);
	} else {
		run_watch(r);
	}
	run_go(r);
	judge_case(j, r, &c);
	for (int i = 0; i < STEPS && run_is_linked(r); i++)
		judge_that_for(j, run_counts_of(r, i)->streams == 0, "streams-changed",
			       "%s: %s made in a step, wanted none: gradients are sent in the "
			       "lanes' streams",
			       c.at,
			       say_many(j, (double)run_counts_of(r, i)->streams, "stream was",
					"streams were"));
	for (int i = 0; i < STEPS; i++)
		judge_no_waits(j, c.at, (double)run_counts_of(r, i)->synchronizes);
	Part parts[2];
	for (int i = 0; i < 2; i++) {
		memcpy(parts[i].size, sizes, sizeof parts[i].size);
		parts[i].rows = c.rows[2 * c.window + i];
		parts[i].gpu = (int)c.gpu[i];
	}
	if (c.slow && judge_is_simulated(j))
		judge_overlap(j, r, parts, c.at);
	else if (judge_is_simulated(j))
		judge_sent_from_hooks(j, r, sizes, layers, c.gpu, c.at);
	*drawn = c;
	return r;
}

static void judge_failing_step(Judge *j, const char *kind, int64_t which, const void *data)
{
	Case c = *(const Case *)data;
	const bool full = strcmp(kind, "memory") == 0;
	Run *r = run_case(j, &c, 1);
	const char *fails =
		run_fail_times(j, r, kind, which, full ? FAILING_ALL : failing_times(kind));
	c.at = judge_text(j, "two GPUs, %s", fails);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", c.at), run_get_int(r, "status0"), -1);
	judge_parts_kept(j, r, &c, 1);
	judge_no_hooks(j, r, c.at);
	judge_no_error_left_at(j, r, c.at);
}

/* A call that makes an event or puts streams into order. Whoever goes on without it has no order, but the numbers may well
 * be right. */
static void judge_failing_order(Judge *j, const char *kind, int64_t which, const void *data)
{
	Case c = *(const Case *)data;
	Run *r = run_case(j, &c, 1);
	const char *at = run_fail_times(j, r, kind, which, 1);
	run_allow(r, "race");
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "two GPUs, %s: what is returned", at), run_get_int(r, "status0"),
		  -1);
	judge_no_hooks(j, r, at);
	judge_no_error_left_at(j, r, at);
}

/* To let one stream wait for another takes a call of each kind, often in a function of the lab's: of each such group another
 * kind fails, so that every place is met where somebody has to look. In which order is drawn for each three. */
static void judge_failing_in_turn(Judge *j, Run *good, const Case *c)
{
	static const char *const kinds[] = {"event", "record", "wait"};
	enum { MANY_CALLS = 40 };
	int64_t calls[3], most = 0;
	for (int i = 0; i < 3; i++) {
		calls[i] = calls_of_kind(good, kinds[i]);
		most = calls[i] > most ? calls[i] : most;
	}
	for (int i = 0; i < 3 && most > MANY_CALLS; i++)
		judge_failing_calls(j, good, kinds[i], judge_failing_order, c);
	int first = 0, next = 1;
	for (int64_t at = 1; at <= most && most <= MANY_CALLS; at++) {
		if (at % 3 == 1) {
			first = (int)judge_between(j, 0, 2);
			next = (int)judge_between(j, 1, 2);
		}
		int kind = (int)((first + at * next) % 3);
		while (calls[kind] < at) /* there are fewer of some */
			kind = (kind + 1) % 3;
		judge_told(j, judge_failing_order, kinds[kind], at, c);
	}
}

/* The run that counts what may fail is judged like all others. */
static void judge_failing_steps(Judge *j, Case c)
{
	Run *good = judge_together(j, &c);
	if (!judge_is_simulated(j))
		return;
	const SimcudaCounters *counts = run_counts(good);
	Traffic went = traffic_of(counts);
	judge_failures_by_line(j, good, judge_failing_step, &c);
	judge_failures_of(j, good, "copy", (int64_t)(went.p2p.called + went.d2d.called),
			  judge_failing_step, &c);
	judge_failures_of(j, good, "fill", (int64_t)counts->memsets, judge_failing_step, &c);
	judge_failures_of(j, good, "memory", (int64_t)counts->allocations, judge_failing_step, &c);
	judge_failing_in_turn(j, good, &c);
	judge_failing_calls(j, good, "query", judge_failing_order, &c);
	judge_failing_calls(j, good, "host", judge_failing_order, &c);
}

void judge_12_2(Judge *j)
{
	int64_t odd = judge_between(j, 0, 1), more = judge_between(j, 1, 4);
	const Case two = {
		.machine = 2, .count = 2, .gpu = {odd, !odd}, .rows = {5 + more, 3, 2, 4 + more}};
	const Case of_four = {.machine = 4,
			      .count = 2,
			      .gpu = {2, 3 * odd},
			      .current = 1,
			      .left = true,
			      .rows = {2, 4 + more, 3, 2 + more}};
	const Case slow = {.machine = 2,
			   .count = 2,
			   .gpu = {0, 1},
			   .current = 1,
			   .slow = true,
			   .rows = {12 + more, 11, 10 + more, 11}};
	/* who changes after a step shows in one of these */
	const int late = (int)judge_between(j, 0, 1);
	Case other = slow;
	other.window = late;
	judge_together(j, &other);
	other = two;
	other.deep = DEEP_LEAST;
	judge_together(j, &other);
	other = of_four;
	other.deep = DEEP_MOST;
	other.window = !late;
	judge_together(j, &other);
	judge_failing_steps(j, of_four);
}
