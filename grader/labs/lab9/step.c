/* step.c - decides about a step of training on several GPUs: it has to be what one GPU
 * would have made of the whole batch. How long it takes is judged in together.c. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/lab9/model.h"

/* On a machine so many times slower a part takes many times longer to be computed than to be queued. */
enum { SLOWER = 4000 };

/* --- comparing -------------------------------------------------------------------------------- */

/* As in module_parameter(): between two layers with parameters stands relu. */
static const char *say_parameter(Judge *j, int p)
{
	return judge_text(j, "%d.%s", p / 2 * 2, p % 2 ? "bias" : "weight");
}

static bool is_near(const Case *c, const float *got, const double *wanted)
{
	for (int64_t k = 0; k < c->net.count; k++)
		if (!(fabs(got[k] - wanted[k]) < 2e-5))
			return false;
	return true;
}

/* Whether got is what the first step makes of some gradient. */
static bool is_step_with(Judge *j, const Case *c, const float *got, const double *gradient)
{
	double *after = judge_memory(j, (size_t)c->net.count * sizeof *after);
	for (int64_t k = 0; k < c->net.count; k++)
		after[k] = c->start[k] - c->rate * gradient[k];
	return is_near(c, got, after);
}

/* Names what is mostly done wrong in a first step, if it is that. */
static void judge_usual(Judge *j, const Case *c, int i, const float *got, const char *at)
{
	double least = INFINITY, *start = judge_memory(j, (size_t)c->net.count * sizeof *start);
	for (int64_t k = 0; k < c->net.count; k++)
		start[k] = c->start[k];
	if (is_near(c, got, c->after[0]))
		return;
	const char *who = judge_text(j, "%s: the replica on %s", at, say_member(j, &c->team, i));
	judge_that_for(j, !is_near(c, got, start), "replica-not-updated",
		       "%s has not changed; every replica makes the update", who);
	if (team_size(&c->team) == 1)
		return;
	judge_that_for(
		j, !is_step_with(j, c, got, step_gradient(j, c, 0, start, PARTS_ALIKE, 0, &least)),
		"parts-alike",
		"%s: the parts were averaged as if they were equally long; each counts by its "
		"share of all rows",
		who);
	judge_that_for(
		j, !is_step_with(j, c, got, step_gradient(j, c, 0, start, NOT_DIVIDED, 0, &least)),
		"parts-not-divided",
		"%s: the gradients of the parts were added up as they are; each is a mean over "
		"its own rows and counts by its share of all rows",
		who);
	for (int part = 0; part < team_size(&c->team); part++) {
		double *own = step_gradient(j, c, 0, start, ONE_PART, part, &least);
		double share = (double)c->rows[0][part] / (double)c->all[0];
		int found = is_step_with(j, c, got, own);
		for (int64_t k = 0; k < c->net.count; k++)
			own[k] *= share;
		judge_that_for(
			j, !found && !is_step_with(j, c, got, own), "part-alone",
			"%s was trained with the part of %s alone; the gradients of all parts "
			"have to be added up",
			who, say_member(j, &c->team, part));
	}
}

static const float *got_parameters(Judge *j, Run *r, const Case *c, const char *when, int i)
{
	int64_t count;
	int64_t gpu = c->team.count > 0 ? c->team.gpu[i] : -1;
	const float *got = run_get_floats_on(r, judge_text(j, "%s%d", when, i), gpu, &count);
	judge_complete(j, got && count == c->net.count);
	return got;
}

static void judge_parameters(Judge *j, Run *r, const Case *c, int step, const char *at)
{
	for (int i = 0; i < team_size(&c->team); i++) {
		const float *got = got_parameters(j, r, c, step ? "second" : "first", i);
		if (step == 0)
			judge_usual(j, c, i, got, at);
		for (int p = 0; p < 2 * c->net.linear; p++) {
			int64_t first = c->net.start[p];
			int64_t behind =
				p + 1 < 2 * c->net.linear ? c->net.start[p + 1] : c->net.count;
			int64_t count = behind - first;
			float *wanted = judge_memory(j, (size_t)count * sizeof *wanted);
			for (int64_t k = 0; k < count; k++)
				wanted[k] = (float)c->after[step][first + k];
			judge_because(j, "step-wrong");
			judge_floats(j,
				     judge_text(j, "%s: %s on %s after the %s", at,
						say_parameter(j, p), say_member(j, &c->team, i),
						step ? "second step, which begins with the "
						       "gradients that the first one left"
						     : "first step"),
				     got + first, wanted, count, 2e-5);
		}
	}
}

/* The same bits everywhere: replicas that round differently drift apart. */
static void judge_bits(Judge *j, Run *r, const Case *c, int step, const char *at)
{
	const char *when = step ? "second" : "first";
	const float *first = got_parameters(j, r, c, when, 0);
	for (int i = 1; i < c->team.count; i++)
		judge_that_for(
			j,
			memcmp(first, got_parameters(j, r, c, when, i),
			       (size_t)c->net.count * sizeof *first) == 0,
			"bits-differ",
			"%s: the replicas on %s and %s agree after the %s step, but not in the "
			"same bits: gradients that are added up in two orders are rounded in two "
			"ways; add up once, then copy",
			at, say_member(j, &c->team, 0), say_member(j, &c->team, i), when);
}

/* A replica can get right parameters from another one; what its momentum has to remember of the
 * steps is in its own optimizer. */
static void judge_optimizers(Judge *j, Run *r, const Case *c, const char *at)
{
	const SimcudaCounters *coast = run_counts_of(r, STEPS);
	const double parameters = 2.0 * c->net.linear * team_size(&c->team);
	for (int i = 0; i < team_size(&c->team); i++) {
		const char *who =
			judge_text(j, "%s: the optimizer of %s", at, say_member(j, &c->team, i));
		const float *got = got_parameters(j, r, c, "coasted", i);
		judge_that_for(j, !is_near(c, got, c->after[STEPS - 1]), "optimizer-idle",
			       "%s was not stepped: it remembers nothing for its momentum; every "
			       "optimizer makes the update of its replica",
			       who);
		judge_that_for(j, is_near(c, got, c->coasted), "optimizer-gradients",
			       "%s was not stepped once in each step: its momentum remembers other "
			       "gradients than those of all rows",
			       who);
	}
	/* each parameter's gradient is set to 0, and each is updated: what else is done there could make up a momentum */
	judge_that_for(j,
		       !run_is_linked(r) || c->team.count == 0 ||
			       ((double)(coast->launches + coast->memsets) <= 2 * parameters &&
				run_traffic_of(r, STEPS).all.copies <= 0),
		       "damaged-results",
		       "%s: the program's results are damaged: more was done than optimizers do",
		       at);
}

/* That the parts of the first step are what was sent. */
static void judge_kept_parts(Judge *j, Run *r, const Case *c, const char *at)
{
	const float *x = c->x[0];
	const int64_t *classes = c->classes[0];
	for (int i = 0; i < team_size(&c->team); i++) {
		int64_t rows = c->rows[0][i], count = rows * c->net.size[0];
		const RunTensor *got_x = run_get_tensor(r, judge_text(j, "x%d", i));
		const RunTensor *got = run_get_tensor(r, judge_text(j, "classes%d", i));
		bool same =
			got_x && got && got_x->count == count && got->count == rows &&
			(count == 0 || (got_x->values &&
					memcmp(got_x->values, x, (size_t)count * sizeof *x) == 0));
		for (int64_t row = 0; row < rows && same; row++)
			same = got->int_values && got->int_values[row] == classes[row];
		judge_that_for(j, same, "input-changed", "%s: x or classes were changed", at);
		x += count;
		classes += rows;
	}
}

/* --- running ---------------------------------------------------------------------------------- */

static Run *run_of_case(Judge *j, const Case *c, int astray)
{
	int size = team_size(&c->team);
	int64_t rows[STEPS * GPUS_MOST], all = 0, in = c->net.size[0];
	for (int s = 0; s < STEPS; s++)
		all += c->all[s];
	float *x = judge_memory(j, (size_t)(all * in) * sizeof *x), *x_at = x;
	int64_t *classes = judge_memory(j, (size_t)all * sizeof *classes), *class_at = classes;
	for (int s = 0; s < STEPS; s++) {
		memcpy(rows + (size_t)s * (size_t)size, c->rows[s], (size_t)size * sizeof *rows);
		memcpy(x_at, c->x[s], (size_t)(c->all[s] * in) * sizeof *x);
		memcpy(class_at, c->classes[s], (size_t)c->all[s] * sizeof *classes);
		x_at += c->all[s] * in;
		class_at += c->all[s];
	}
	Run *r = run_team(j, &c->team);
	run_ints(r, "sizes", c->net.size, c->net.linear + 1);
	run_real(r, "rate", c->rate);
	run_real(r, "momentum", c->momentum);
	run_floats(r, "parameters", c->start, c->net.count);
	run_ints(r, "rows", rows, (int64_t)STEPS * size);
	run_floats(r, "x", x, all * in);
	run_ints(r, "classes", classes, all);
	run_give(r, "parameters", c->team.count);
	run_give(r, "x", c->team.count > 0);
	run_give(r, "classes", c->team.count > 0);
	run_int(r, "left",
		c->deep); /* in the others the second step shows what the first one left */
	run_int(r, "nan", c->team.count > GPUS_MOST / 2 && !c->slow); /* on eight GPUs */
	run_int(r, "astray", astray);
	run_int(r, "begun", !c->slow); /* those are timed */
	run_touched(r);
	run_windows(r, STEPS + 1); /* and one in which optimizers go on */
	run_behind(r, "second* status1 coasted*");
	return r;
}

/* "GPUs 0, 1 with 5 + 3 rows" */
static const char *say_case(Judge *j, const Case *c)
{
	const char *text = judge_text(j, "%s with", say_team(j, &c->team));
	for (int i = 0; i < team_size(&c->team); i++)
		text = judge_text(j, "%s%s %d", text, i ? " +" : "", (int)c->rows[0][i]);
	return judge_text(j, "%s rows%s", text,
			  c->deep ? judge_text(j, ", of models with %d layers", c->net.linear)
				  : "");
}

/* Of the products of a row, forward and backward; what the first layer has of x's gradient nobody needs. */
static double row_flops(const Case *c)
{
	const int64_t *size = c->net.size;
	double flops = 0;
	for (int l = 0; l < c->net.linear; l++)
		flops += (l == 0 ? 4.0 : 6.0) * (double)(size[l] * size[l + 1]);
	return flops;
}

/* What the step's products take at least, and gradients over the links: each part with rows adds its own, and all
 * replicas have the sum. */
static RunWork step_work(const Case *c, int step)
{
	double parts = 0, all = (double)c->all[step], flops = row_flops(c);
	for (int i = 0; i < c->team.count; i++)
		parts += c->rows[step][i] > 0;
	if (c->team.count == 0)
		return (RunWork){.flops = 0};
	return (RunWork){
		.flops = all * flops,
		.between = (parts - 1 + c->team.count - 1) * (double)c->net.count * sizeof(float),
	};
}

static void judge_step_work(Judge *j, Run *r, const Case *c, int step, const char *at)
{
	judge_no_bounce(j, r, step, at);
	judge_worked_in(j, r, step, at, step_work(c, step));
}

/* By how much they may have more: there is no room for others, however small. */
#define PRODUCTS_MORE 1.02

/* Each GPU computes its own part in the step that was watched, and no more: one could compute all of them. */
static void judge_own_parts(Judge *j, Run *r, const Case *c, const char *at)
{
	for (int i = 0; i < c->team.count; i++) {
		const int64_t rows = c->rows[c->watched][i], gpu = c->team.gpu[i];
		const double wanted = (double)rows * row_flops(c), got = products_flops_on(r, gpu);
		judge_that_for(
			j, got >= 0.999 * wanted, "gpu-idle",
			"%s: GPU %d computed products of %.6g operations; those of its part, "
			"of %d rows, have %.6g",
			at, (int)gpu, got, (int)rows, wanted);
		judge_that_for(
			j, got <= PRODUCTS_MORE * wanted, "more-computed",
			"%s: GPU %d computed products of %.6g operations; those of its part, "
			"of %d rows, have %.6g",
			at, (int)gpu, got, (int)rows, wanted);
	}
}

/* In the step that was watched the GPUs have their first products before anybody waits: those of the first layer. */
static void judge_parts_queued(Judge *j, Run *r, const Case *c, const char *at)
{
	double least[GPUS_MOST];
	for (int i = 0; i < c->team.count; i++)
		least[i] = 0.999 * 2.0 *
			   (double)(c->rows[c->watched][i] * c->net.size[0] * c->net.size[1]);
	judge_queued(j, r, &c->team, least, at);
}

static Run *judge_step(Judge *j, Case *as)
{
	draw_case(j, as);
	Case c = *as;
	Run *r = run_of_case(j, &c, -1);
	const char *at = say_case(j, &c);
	run_watch(r);
	if (c.drawn)
		as->watched = c.watched = (int)judge_between(j, 0, STEPS - 1);
	if (c.second)
		as->watched = c.watched = STEPS - 1;
	run_window(r, c.watched);
	if (c.slow) {
		at = judge_text(j, "%s, on a slow machine", at);
		run_slower(r, SLOWER);
		run_shown(r);
	}
	run_go(r);
	judge_that_for(j, run_get_int(r, "status0") == 0, "failure-without-reason",
		       "%s: wanted 0, the step returned %d%s", at, (int)run_get_int(r, "status0"),
		       say_reason(j, r));
	judge_parameters(j, r, &c, 0, at);
	for (int s = 0; s < STEPS; s++)
		judge_step_work(j, r, &c, s, at);
	judge_kept_parts(j, r, &c, at);
	judge_left_reached(j, r, &c.team, at);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what the second step returns", at),
		  run_get_int(r, "status1"), 0);
	judge_parameters(j, r, &c, 1, judge_text(j, "%s, other rows", at));
	for (int s = 0; s < STEPS; s++)
		judge_bits(j, r, &c, s, at);
	judge_optimizers(j, r, &c, at);
	if (!c.slow)
		judge_own_parts(j, r, &c, at);
	if (c.slow)
		judge_efficiency(j, r,
				 &(Long){.size = {c.net.size[0], c.net.size[1], c.net.size[2]},
					 .rows = c.rows[0][0],
					 .gpus = c.team.count,
					 .later = c.watched > 0},
				 at);
	return r;
}

static void judge_unchanged(Judge *j, Run *r, const Case *c, const char *at)
{
	judge_because(j, "updated-on-failure");
	for (int i = 0; i < team_size(&c->team); i++)
		judge_floats(j,
			     judge_text(j,
					"%s: the replica on %s was changed although a part "
					"could not be computed: its parameters",
					at, say_member(j, &c->team, i)),
			     got_parameters(j, r, c, "first", i), c->start, c->net.count, 0);
}

/* What a step launches before its first copy behind all products, which is forward and backward; and behind its last copy,
 * or as many as the replicas have parameters, if these are more: the updates. */
typedef struct Launches {
	int64_t parts, updates;
} Launches;

static Launches launches_of(Run *r, int64_t parameters)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	double product = -INFINITY, first = INFINITY, last = -INFINITY;
	Launches found = {0, 0};
	for (int i = 0; i < count; i++)
		if (is_product(&ops[i]))
			product = fmax(product, ops[i].called);
	for (int i = 0; i < count; i++) {
		if (ops[i].kind != RUN_OP_COPY)
			continue;
		if (ops[i].called > product)
			first = fmin(first, ops[i].called);
		last = fmax(last, ops[i].called);
	}
	for (int i = 0; i < count && isfinite(first); i++) {
		found.parts += ops[i].kind == RUN_OP_KERNEL && ops[i].called < first;
		found.updates += ops[i].kind == RUN_OP_KERNEL && ops[i].called > last;
	}
	if (found.updates < parameters)
		found.updates = parameters;
	return found;
}

/* Where a product is missing, or no gradient has been copied yet, it was one of forward or backward. `untold`: it fails in
 * tensor_free(), which returns nothing; then the step may have been made all the same. */
static void judge_step_fails(Judge *j, Case c, const char *kind, int64_t which, bool untold)
{
	draw_case(j, &c);
	if (which == 0)
		return;
	Run *r = run_of_case(j, &c, -1);
	const char *at =
		judge_text(j, "%s, %s", say_case(j, &c),
			   run_fail_ordered(j, r, kind, which, failing_times_of(kind, untold)));
	run_watch(r);
	run_go(r);
	int64_t status = run_get_int(r, "status0");
	if (untold && status == 0) {
		judge_parameters(j, r, &c, 0, at);
		return;
	}
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), status, -1);
	bool is_part = is_launch(kind) && which <= c.parts;
	if (is_part || products_flops(r) < 0.999 * step_work(&c, 0).flops)
		judge_unchanged(j, r, &c, at);
	judge_left_reached(j, r, &c.team, at);
}

static void judge_failing_step(Judge *j, const char *kind, int64_t which, const void *data)
{
	judge_step_fails(j, *(const Case *)data, kind, which, false);
}

static void judge_failing_launch(Judge *j, Run *good, int64_t which, const Case *c)
{
	judge_told_like(j, good, judge_failing_step, launch_kind(j, good, which), which, c);
}

/* In the second step, as it is in all that follow. */
static void judge_failing_later(Judge *j, const char *kind, int64_t which, const void *data)
{
	Case c = *(const Case *)data;
	draw_case(j, &c);
	Run *r = run_of_case(j, &c, -1);
	const char *at = judge_text(j, "%s, in a second step: %s", say_case(j, &c),
				    run_fail_at(j, r, kind, which));
	run_fail_in(r, STEPS - 1);
	run_go(r);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what the first returned", at), run_get_int(r, "status0"),
		  0);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status1"), -1);
	judge_left_reached(j, r, &c.team, at);
}

/* When the first gradient is copied. */
static double first_copied(Run *r)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	double first = INFINITY;
	for (int i = 0; i < count; i++)
		if (ops[i].kind == RUN_OP_COPY)
			first = fmin(first, ops[i].called);
	return first;
}

/* The same of a drawn one by which gradients of a part without rows are set to zero: they count, too. */
static void judge_idle_part_fails(Judge *j, Run *good, const Case *c, const char *kind)
{
	int64_t count, found = 0;
	const RunOp **op = failing_ops(j, good, kind, &count);
	const double copied = first_copied(good);
	int64_t *at = judge_memory(j, ((size_t)count + 1) * sizeof *at);
	for (int64_t k = 0; k < count; k++)
		for (int i = 0; i < c->team.count; i++)
			if (op[k]->gpu == (int)c->team.gpu[i] && c->rows[0][i] == 0 &&
			    op[k]->called < copied)
				at[found++] = k + 1;
	if (found == 0)
		return;
	const int64_t which = at[judge_between(j, 0, found - 1)];
	const bool is_own = is_launch(kind) && is_own_kernel(op[which - 1]->name);
	judge_told_like(j, good, judge_failing_step, is_own ? "kernel" : kind, which, c);
}

static void judge_untold_step(Judge *j, const char *kind, int64_t which, const void *data)
{
	judge_step_fails(j, *(const Case *)data, kind, which, true);
}

/* The last part is on another GPU than its replica. */
static void judge_astray(Judge *j, Case c)
{
	draw_case(j, &c);
	Run *r = run_of_case(j, &c, c.team.count - 1);
	const char *at = judge_text(j, "%s, the last part on the wrong GPU", say_case(j, &c));
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status0"), -1);
	judge_unchanged(j, r, &c, at);
	judge_left_reached(j, r, &c.team, at);
}

/* The parts are alike, so that no GPU has less to do. */
static void judge_at_once(Judge *j, int gpus)
{
	Case c = {.team = {gpus, gpus, {0, 1, 2, 3, 4, 5, 6, 7}, 0}, .slow = true, .drawn = true};
	int64_t rows = judge_between(j, 60, 70);
	for (int s = 0; s < STEPS; s++)
		for (int i = 0; i < gpus; i++)
			c.rows[s][i] = rows;
	judge_step(j, &c);
}

void judge_9_5(Judge *j)
{
	int odd = (int)judge_between(j, 0, 1), more = (int)judge_between(j, 1, 4);
	enum { TWO, DEEP, SOME, EIGHT, SHAPES };
	/* in a step of that shape a call fails, too: the first step, which is the one that is watched there */
	const int64_t failing = judge_between(j, 0, SHAPES - 1);
	Case two = {.team = {2, 2, {odd, !odd}, 0},
		    .rows = {{5 + more, 3}, {2, 4 + more}},
		    .drawn = failing != TWO};
	Run *on_two = judge_step(j, &two);
	Case three = {.team = {4, 3, {2, 3 * odd, 1}, 3},
		      .rows = {{2, 4 + more, 5}, {3, 3, 2 + more}}};
	Run *good = judge_step(j, &three);
	const SimcudaCounters *counts = run_counts(good);
	const Launches launches = launches_of(good, 4 * three.team.count);
	three.parts = launches.parts;
	Case four = {.team = {4, 4, {0, 1, 2, 3}, 1}, .rows = {{1, 0, 1 + more, 0}, {0, 1, 1, 0}}};
	Run *on_four = judge_step(j, &four);
	Case deep = {.team = {2, 2, {0, 1}, 1},
		     .rows = {{4, 2 + more}, {3, 6}},
		     .deep = true,
		     .drawn = failing != DEEP};
	Run *of_deep = judge_step(j, &deep);
	Case some = {.team = draw_some(j),
		     .rows = {{2, 1, 0, 1 + more, 3, 1, 2}, {1, 3, 1, 2, 1, 0, 2}},
		     .drawn = failing != SOME};
	Run *on_some = judge_step(j, &some);
	Case one = {.team = {2, 1, {1}, 0}, .rows = {{4 + more}, {7}}, .wide = true};
	Run *on_one = judge_step(j, &one);
	judge_step(j, &(Case){.team = {0, 0, {0}, 0}, .rows = {{4 + more}, {7}}});
	Case eight = {.team = draw_eight(j),
		      .rows = {{1, 2, 0, 1, 3, 1, 1, more}, {2, 1, 1, 1, 0, 1, 2, 1}},
		      .drawn = failing != EIGHT};
	Run *on_eight = judge_step(j, &eight);
	judge_astray(j,
		     (Case){.team = {3, 3, {0, 1, 2}, 1}, .rows = {{3, 2 + more, 4}, {3, 2, 4}}});
	judge_at_once(j, 2);
	judge_at_once(j, GPUS_MOST);
	judge_at_once(j, EFFICIENT_MOST);
	judge_parts_queued(j, on_two, &two, "parts of few rows");
	judge_parts_queued(j, good, &three, "parts of few rows");
	judge_parts_queued(j, on_four, &four, "parts of few rows, or of none");
	judge_parts_queued(j, of_deep, &deep, "models with four layers or more");
	judge_parts_queued(j, on_some, &some, "parts of few rows, or of none");
	judge_parts_queued(j, on_eight, &eight, "eight GPUs with few rows");
	if (!judge_is_simulated(j))
		return;
	judge_told_like(j, good, judge_failing_step, "launch", 1, &three);
	/* of the updates one that is not the last GPU's: its status may be overwritten by the next one's */
	const int64_t early = (int64_t)draw_one(j, (uint64_t)launches.updates * 2 / 3);
	judge_failing_launch(j, good, (int64_t)counts->launches - launches.updates + early, &three);
	judge_told_like(j, good, judge_failing_step, "launch", (int64_t)counts->launches,
			&three); /* of an update */
	/* every second of those that a GPU has of a part, each on a drawn one */
	const int64_t of_gpu = (launches.parts > 0 ? launches.parts : (int64_t)counts->launches) /
			       three.team.count;
	for (int64_t at = (int64_t)draw_one(j, 2); at <= of_gpu; at += 2) {
		const int64_t gpu = judge_between(j, 0, three.team.count - 1);
		judge_failing_launch(j, good, at + gpu * of_gpu, &three);
	}
	judge_failures_by_line(j, good, judge_failing_step, &three); /* of the sums, too */
	judge_told_like(j, good, judge_failing_step, "copy", 1, &three);
	judge_told_like(j, good, judge_failing_step, "copy",
			(int64_t)draw_one(j, copies_called(counts)), &three);
	judge_told_like(j, good, judge_failing_step, "copy", (int64_t)copies_called(counts),
			&three);
	judge_told_like(j, good, judge_failing_step, "fill", (int64_t)draw_one(j, counts->memsets),
			&three);
	judge_failing_waits_besides(j, good, judge_failing_step, judge_untold_step, &three);
	judge_failing_setup(j, good, judge_failing_step, &three);
	judge_failing_shape(j, on_one, judge_failing_step, &one);
	judge_idle_part_fails(j, on_four, &four, "fill");
	judge_idle_part_fails(j, on_four, &four, "launch");
	Case later = three;
	later.second = true;
	Run *of_later = judge_step(j, &later);
	judge_parts_queued(j, of_later, &later, "parts of few rows, in a second step");
	judge_failing_some(j, of_later, "launch fill copy sync record wait event", 4,
			   judge_failing_later, &later);
	const Case *const shape[] = {&two, &deep, &some, &eight};
	Run *const of_shape[] = {on_two, of_deep, on_some, on_eight};
	judge_failing_once(j, of_shape[failing], judge_failing_step, shape[failing]);
}
