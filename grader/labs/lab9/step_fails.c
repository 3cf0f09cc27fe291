/* step_fails.c - decides about 9.5: the steps that are made, and those in which a call fails. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/lab9/step.h"

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
