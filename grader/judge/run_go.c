/* run_go.c - a run of the first judge goes into one process with the run of the second that goes with it, where one
 * process can do for both; then what came of it is looked at. */
#include <stdbool.h>
#include <string.h>

#include "grader/judge/causes.h"
#include "grader/judge/judge_state.h"
#include "grader/judge/repeats.h"
#include "grader/judge/run_inputs.h"
#include "grader/judge/run_outcome.h"
#include "grader/judge/same_calls.h"
#include "grader/judge/second_judge.h"

static int env_equal(const Run *a, const Run *b)
{
	int equal = a->env_count == b->env_count;

	for (int i = 0; equal && i < a->env_count; i++)
		equal = strcmp(a->env[i], b->env[i]) == 0;
	return equal;
}

/* Whether one process can do for both. */
static int runs_fit(const Run *a, const Run *b)
{
	return !a->alone && !b->alone && a->gpus == b->gpus && a->allowed == b->allowed &&
	       a->watched == b->watched && a->single == b->single &&
	       (a->rough != 0) == (b->rough != 0) &&
	       strcmp(run_machine_name(a), run_machine_name(b)) == 0 && env_equal(a, b);
}

static void run_go_first(Run *r)
{
	Judge *j = r->judge;
	Run *other = twice_other(j, r);

	if (other && runs_fit(r, other)) {
		if (j->options->remote &&
		    j->options->gpu == GPU_SIM) /* else the program is told what is to fail */
			twice_spare(j, r, other);
		run_together(j, (Run *const[]){r, other}, 2);
		return;
	}
	run_together(j, &r, 1);
	if (other && r->ending.kind == VERDICT_PASS)
		run_together(j, &other, 1);
}

/* Where more is under way than the machine keeps it takes the oldest as waited for. */
static void queue_judge(Judge *j, const Run *r)
{
	for (int i = 0; i < r->answers.ended; i++)
		judge_that_for(
			j,
			!r->answers.window[i].counted || r->answers.window[i].end.full_queues == 0,
			"queue-full",
			"more than 65536 operations were under way at a time: no GPU keeps as "
			"many in its queues");
}

static bool is_question_of_threads(const Run *r)
{
	return r->orders.failing.kind && strcmp(r->orders.failing.kind, "query") == 0 &&
	       run_has_threads(r);
}

static void no_call_wanted(Run *r)
{
	Judge *j = r->judge;

	if (!judge_without_calls(j) || !run_is_linked(r))
		return;
	/* a handle of cuBLAS is made without a call of CUDA's that counts, but has memory of a GPU */
	judge_that_for(j, run_counts(r)->api_calls == 0 && run_counts(r)->library_calls == 0,
		       "cuda-called",
		       "CUDA was called, which this exercise does without: it is about what the "
		       "function is given, and nothing else");
}

void run_go(Run *r)
{
	Judge *j = r->judge;

	if (r->gone)
		judge_leave(j, VERDICT_ERROR, "run_go was called twice");
	repeats_keep(r);
	j->cause = NULL;
	j->unpictured = false;
	if (twice_is_second(j))
		twice_wait(r);
	else
		run_go_first(r);
	if (r->ending.where[0] != '\0')
		memcpy(j->verdict.where, r->ending.where, sizeof j->verdict.where);
	if (r->answers.second)
		judge_fail_for(j, "second-thread", "a second host thread used the GPUs; %s",
			       j->check->one_thread ? "this exercise is for one"
						    : "what is timed here is what one thread does");
	if (r->ending.cause)
		j->cause = cause_find(j->lab->causes, r->ending.cause);
	if (r->ending.kind != VERDICT_PASS)
		judge_leave(j, r->ending.kind, "%s", r->ending.message);
	queue_judge(j, r);
	same_calls_judge(j, r);
	/* how often threads ask hangs on their turns, so the question that was to fail may not have been asked */
	r->spared |= is_question_of_threads(r) && run_is_whole(r);
	if (r->orders.failing.kind && !r->may_do_without && !r->spared)
		run_want_failed(r);
	no_call_wanted(r);
}
