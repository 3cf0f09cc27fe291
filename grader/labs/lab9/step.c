/* step.c - decides about a step of training on several GPUs: it has to be what one GPU
 * would have made of the whole batch. How long it takes is judged in together.c. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab9/step.h"

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

const float *got_parameters(Judge *j, Run *r, const Case *c, const char *when, int i)
{
	int64_t count;
	int64_t gpu = c->team.count > 0 ? c->team.gpu[i] : -1;
	const float *got = run_get_floats_on(r, judge_text(j, "%s%d", when, i), gpu, &count);
	judge_complete(j, got && count == c->net.count);
	return got;
}

void judge_parameters(Judge *j, Run *r, const Case *c, int step, const char *at)
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

Run *run_of_case(Judge *j, const Case *c, int astray)
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

const char *say_case(Judge *j, const Case *c)
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
RunWork step_work(const Case *c, int step)
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

void judge_parts_queued(Judge *j, Run *r, const Case *c, const char *at)
{
	double least[GPUS_MOST];
	for (int i = 0; i < c->team.count; i++)
		least[i] = 0.999 * 2.0 *
			   (double)(c->rows[c->watched][i] * c->net.size[0] * c->net.size[1]);
	judge_queued(j, r, &c->team, least, at);
}

Run *judge_step(Judge *j, Case *as)
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
