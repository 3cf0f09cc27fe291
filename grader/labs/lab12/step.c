/* step.c - what is drawn for a step of training, and what holds behind it: it has to be what one step with the whole batch
 * would have made. */
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/common/left.h"
#include "grader/labs/lab12/step.h"

static int parts_of(const Case *c)
{
	return c->count > 0 ? c->count : 1;
}

int64_t rows_in(const Case *c, int step)
{
	int64_t rows = 0;
	for (int i = 0; i < parts_of(c); i++)
		rows += c->rows[step * parts_of(c) + i];
	return rows;
}

void case_draw(Judge *j, Case *c, const int64_t *sizes, int layers)
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

void sizes_draw(Judge *j, int64_t *sizes, int layers)
{
	for (int i = 0; i < layers; i++)
		sizes[i] = judge_between(j, 5, 9) + 5 * (layers - 1 - i);
}

/* What the second step leaves. */
static const char *later_parts(Judge *j, const Case *c)
{
	const char *names = "second* status1";
	for (int i = parts_of(c); i < 2 * parts_of(c); i++)
		names = judge_text(j, "%s x%d classes%d", names, i, i);
	return names;
}

Run *run_case(Judge *j, const Case *c)
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
	run_int(r, "left", c->left);
	run_int(r, "nan", c->left);
	run_windows(r, STEPS);
	run_window(r, c->window);
	run_behind(r, later_parts(j, c));
	run_int(r, "piece", c->piece);
	run_int(r, "begun", !c->slow); /* those are timed */
	if (c->count > 1) {
		run_slower(r, SLOWER); /* how fast the machine is tells nobody what is looked at */
		run_may_time_queueing(r);
	}
	run_touched(r);
	return r;
}

Mlp parameters_of(Judge *j, Run *r, const Case *c, int step, int part)
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

void judge_parts_kept(Judge *j, Run *r, const Case *c, int steps)
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
	judge_host_not_carried(j, &went, c->at);
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

void judge_no_hooks(Judge *j, Run *r, const char *at)
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

void judge_case(Judge *j, Run *r, const Case *c)
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
