/* team.c - decides about 12.2: a step of training on several GPUs. */
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/common/left.h"
#include "grader/labs/lab12/step.h"

/* The second layer has nearly all parameters: its gradient is what can travel beside the backward. */
static void sizes_draw_wide(Judge *j, int64_t *sizes)
{
	for (int i = 0; i < LAYERS; i++)
		sizes[i] = i == 1 || i == 2 ? judge_between(j, 26, 32) : judge_between(j, 5, 9);
}

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
	Run *r = run_case(j, &c);
	run_watch(r);
	if (c.slow)
		run_shown(r);
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
	Run *r = run_case(j, &c);
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
	Run *r = run_case(j, &c);
	const char *at = run_fail_times(j, r, kind, which, 1);
	run_allow(r, "race");
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "two GPUs, %s: what is returned", at), run_get_int(r, "status0"),
		  -1);
	judge_no_hooks(j, r, at);
	judge_no_error_left_at(j, r, at);
}

/* The same in the second step, as it is in all that follow. */
static void judge_failing_later(Judge *j, const char *kind, int64_t which, const void *data)
{
	Case c = *(const Case *)data;
	Run *r = run_case(j, &c);
	const char *at = run_fail_ordered(
		j, r, kind, which, strcmp(kind, "memory") == 0 ? FAILING_ALL : failing_times(kind));
	run_fail_in(r, c.window);
	run_go(r);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "two GPUs, %s, in a second step: what the first returned", at),
		  run_get_int(r, "status0"), 0);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "two GPUs, %s, in a second step: what is returned", at),
		  run_get_int(r, "status1"), -1);
	judge_no_hooks(j, r, at);
}

/* A call of any kind, of a model of another depth. */
static void judge_failing_any(Judge *j, const char *kind, int64_t which, const void *data)
{
	if (is_launch(kind) || strcmp(kind, "memory") == 0 || strcmp(kind, "copy") == 0 ||
	    strcmp(kind, "fill") == 0)
		judge_failing_step(j, kind, which, data);
	else
		judge_failing_order(j, kind, which, data);
}

/* Of each line that makes so few of these calls that none of that kind may have been drawn, the first. In both calls of a
 * process it is the same line's turn: in which of the two it fails is drawn. */
static void judge_failing_few(Judge *j, Run *good, const char *kind, const Case *c)
{
	/* three that follow each other and begin where a group does */
	enum { DRAWN_SURELY = 5, LINES_MOST = 16 };
	int64_t count;
	int lines = 0;
	const RunOp **call = failing_ops(j, good, kind, &count);
	for (int64_t i = 0; i < count; i++) {
		int64_t before = 0, all = 0;
		for (int64_t k = 0; k < count; k++) {
			before += k < i && call[k]->line == call[i]->line;
			all += call[k]->line == call[i]->line;
		}
		if (before == 0 && all < DRAWN_SURELY && lines++ < LINES_MOST)
			judge_told(j, judge_failing_order, kind, i + 1, c);
	}
}

/* To let one stream wait for another takes a call of each kind, often in a function of the lab's: of each such group another
 * kind fails, so that every place is met where somebody has to look. In which order is drawn for each three. Who writes such
 * calls in several places has to look at each kind in each of them. */
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
	for (int i = 0; i < 3 && most <= MANY_CALLS; i++)
		judge_failing_few(j, good, kinds[i], c);
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

/* Of both steps: one part is larger than the other, either of them. */
static void rows_draw_uneven(Judge *j, Case *c)
{
	for (int s = 0; s < STEPS; s++) {
		const int64_t few = judge_between(j, 2, 4), more = judge_between(j, 1, 4);
		const int larger = (int)judge_between(j, 0, 1);
		c->rows[2 * s + larger] = few + more;
		c->rows[2 * s + !larger] = few;
	}
}

/* Of the two steps one is watched: in one run the first, in another one the second. */
static void judge_each_step(Judge *j, Case c)
{
	for (c.window = 0; c.window < STEPS; c.window++) {
		Case drawn = c;
		judge_together(j, &drawn);
	}
}

void judge_12_2(Judge *j)
{
	int64_t odd = judge_between(j, 0, 1), more = judge_between(j, 1, 4);
	Case two = {.machine = 2, .count = 2, .gpu = {odd, !odd}};
	Case of_four = {.machine = 4, .count = 2, .gpu = {2, 3 * odd}, .current = 1, .left = true};
	rows_draw_uneven(j, &two);
	rows_draw_uneven(j, &of_four);
	const Case slow = {.machine = 2,
			   .count = 2,
			   .gpu = {0, 1},
			   .current = 1,
			   .slow = true,
			   .rows = {12 + more, 11, 10 + more, 11}};
	const int late = (int)judge_between(j, 0, 1);
	judge_each_step(j, slow);
	static const char kinds[] = "launch copy fill memory record wait event";
	Case least = two, most = of_four, later = judge_between(j, 0, 1) ? two : of_four;
	least.deep = DEEP_LEAST;
	most.deep = DEEP_MOST;
	judge_each_step(j, two);
	judge_each_step(j, of_four);
	judge_each_step(j, least);
	judge_each_step(j, most);
	most.window = !late;
	later.window = 1;
	Run *of_least = judge_together(j, &least), *of_most = judge_together(j, &most);
	Run *of_later = judge_together(j, &later);
	judge_failing_steps(j, of_four);
	judge_failing_some(j, of_least, kinds, 2, judge_failing_any, &least);
	judge_failing_some(j, of_most, kinds, 2, late ? judge_failing_any : judge_failing_later,
			   &most);
	judge_failing_some(j, of_later, kinds, 3, judge_failing_later, &later);
}
