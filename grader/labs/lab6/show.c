/* show.c - decides about 6.5: whether the GPU went on while losses were shown, and which ones were. */
#include <stdbool.h>
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab6/judge.h"

/* A block runs for T, to show one takes T / 2 (and to queue one T / 10 at most). While the GPU goes
 * on, B blocks take B T and what is shown at the end: with B = 12, 1.04 of the steps alone, and
 * 0.01 to 0.05 for memory and the first launch. Who lets the GPU wait while losses are shown
 * takes 1.5. */
#define MOST_TIMES  1.25
#define SHOW_SHARE  0.5
#define QUEUE_TIMES 10

/* More steps than somebody has room for who does not count. */
enum { LONG_BLOCK = 350 };

typedef struct Showing {
	int current, steps, block;
	int fails;           /* the step that does, or -1 */
	bool timed, full;    /* full: the GPU has no memory left */
	const char *failing; /* the kind of operation of which the one numbered failing_at fails, */
	int64_t failing_at;  /* or 0: none does, as where they are counted */
	int64_t times;       /* FAILING_ALL: all behind it, too */
} Showing;

/* A large product, and one of two numbers, which is the loss. */
static double step_us(Run *r, int size)
{
	return run_product_us(r, size, size, size) + run_product_us(r, 1, 1, 1);
}

/* Of the products. */
static int side_of(Run *r)
{
	return size_that_takes(r, QUEUE_TIMES);
}

/* What the exercise is asked for. */
static const char *say_showing(Judge *j, const Showing *s)
{
	if (s->full)
		return "the GPU has no memory left";
	if (s->fails >= 0)
		return judge_text(j, "step %d returns -1", s->fails);
	if (s->failing && s->failing_at > 0)
		return judge_text(j, "%s number %lld fails%s", say_failing(s->failing),
				  (long long)s->failing_at,
				  s->times == 1            ? ""
				  : s->times < FAILING_ALL ? ", and the next one"
							   : ", and all behind it");
	return judge_text(j, "%d step%s, block %d", s->steps, s->steps == 1 ? "" : "s", s->block);
}

/* How long a block is looked at. */
static int64_t show_us(Run *r, const Showing *s)
{
	return (int64_t)(SHOW_SHARE * s->block * step_us(r, side_of(r)));
}

/* The loss of a step is the square of its number, and the machine has it off by a little that nobody knows beforehand: so
 * who reads the numbers from where they lie, before the step has run, has not read its loss. */
static const float *losses_of(Judge *j, const Run *r, const float *numbers, int steps)
{
	float *losses = judge_memory(j, (size_t)steps * sizeof *losses);
	for (int i = 0; i < steps; i++)
		losses[i] = run_roughened(r, numbers[i] * numbers[i], 2 * i + 2);
	return losses;
}

static Run *run_showing(Judge *j, const Showing *s, const float *numbers)
{
	Run *r = judge_run(j, 2);
	const char *at = say_showing(j, s);
	int size = side_of(r);
	if (s->failing && s->failing_at > 0)
		run_fail_times(j, r, s->failing, s->failing_at, s->times);
	if (s->failing && s->failing_at > 0 && !is_launch(s->failing))
		run_may_do_without(r); /* told below */
	else
		run_about(r, at);
	if (s->failing) {
		run_watch(r);
		run_allow(r, "race"); /* nobody waits where the wait has failed */
		/* where no wait ends well, work may run when it has lost its memory */
		if (s->times == FAILING_ALL)
			run_allow(r, "use-after-free");
	}
	run_given_instead(r, "kernel cublasSgemm writes", "step writes its loss,",
			  "; each loss keeps its place until its block has been copied",
			  "loss-room");
	run_int(r, "current", s->current);
	run_int(r, "size", size);
	run_int(r, "block", s->block);
	run_int(r, "fails", judge_is_simulated(j) ? -1 : s->fails);
	if (s->full)
		run_full(r);
	run_int(r, "settle", !s->timed && !s->failing);
	run_int(r, "show_us", show_us(r, s));
	run_floats(r, "numbers", numbers, s->steps);
	run_give(r, "numbers", 1);
	run_rough(r);
	if (s->timed)
		run_shown(r);
	run_go(r);
	judge_handed_on(j, r, at, "data");
	judge_no_error_left_at(j, r, at);
	return r;
}

static void judge_shows(Judge *j, Run *r, const Showing *s, const char *at)
{
	int64_t known, shows = run_get_int(r, "shows");
	int blocks = (s->steps + s->block - 1) / s->block;
	const int64_t *first = run_get_ints(r, "first", &known);
	const int64_t *count = run_want_ints(r, "count", known);
	const int64_t *then = run_want_ints(r, "then", known);
	judge_complete(j, first != NULL);
	for (int b = 0; b < blocks && b < known; b++) {
		int from = b * s->block, left = s->steps - from;
		int wanted = left < s->block ? left : s->block;
		judge_that_for(
			j, first[b] == from && count[b] == wanted, "blocks-wrong",
			"%s: call %d of show was for %lld losses from step %lld; wanted %d from "
			"step %d",
			at, b + 1, (long long)count[b], (long long)first[b], wanted, from);
	}
	judge_because(j, "blocks-wrong");
	judge_int(j, judge_text(j, "%s: how often show was called", at), shows, blocks);
	judge_complete(j, known >= blocks);
	for (int b = 0; b < blocks; b++)
		judge_that_for(
			j, then[b] <= (int64_t)(b + 2) * s->block, "queued-too-far",
			"%s: steps %d to %d were shown when %lld steps had been queued; wanted "
			"%d at most",
			at, b * s->block, b * s->block + (int)count[b] - 1, (long long)then[b],
			(b + 2) * s->block);
	judge_because(j, "copies-of-losses");
	judge_at_most(j, judge_text(j, "%s: copies to the host", at), run_traffic(r).d2h.copies,
		      blocks);
}

/* Either the GPU had nothing queued, or what was queued had run before the losses were shown: that is
 * the cause then. */
static const char *say_why_still(Judge *j, Run *r, const Showing *s)
{
	int64_t known;
	const int64_t *then = run_get_ints(r, "then", &known);
	if (known > 0 && then[0] <= s->block)
		return "the next block was not queued yet";
	judge_because(j, "waits-for-more");
	return "the next block was queued, but it had run by then; wait for no more than the copy "
	       "of the block that you show (with ordinary memory, or in a stream of "
	       "cudaStreamCreate(), a copy waits for more)";
}

static Run *judge_showing(Judge *j, Showing s)
{
	float *numbers = judge_uniform(j, s.steps, 1, 10);
	int64_t count;
	Run *r = run_showing(j, &s, numbers);
	const float *losses = losses_of(j, r, numbers, s.steps);
	const char *at = say_showing(j, &s);
	judge_that_for(j, run_get_int(r, "queued") <= s.steps, "blocks-wrong",
		       "%s: step %d was called, but the last one is step %d: the last block may be "
		       "smaller",
		       at, s.steps, s.steps - 1);
	int64_t wrong = run_get_int(r, "wrong");
	judge_that_for(j, wrong < 0, "steps-counted", "%s: step %lld was called out of order", at,
		       (long long)wrong);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_because(j, "steps-counted");
	judge_int(j, judge_text(j, "%s: the steps that were queued", at), run_get_int(r, "queued"),
		  s.steps);
	judge_shows(j, r, &s, at);
	const float *seen = run_get_floats(r, "seen", &count);
	judge_complete(j, seen && count == s.steps);
	double copied = run_traffic(r).d2h.bytes;
	judge_that_for(j, copied >= 4.0 * s.steps, "log-bytes",
		       "%s: %.4g of the losses' %d bytes were copied to the host", at, copied,
		       4 * s.steps);
	for (int i = 0; i < s.steps; i++)
		judge_that_for(
			j, fabs((double)seen[i] - losses[i]) <= 1e-6 * losses[i], "shown-wrongly",
			"%s: the loss of step %d that was shown: wanted %.4g, got %.4g: its copy "
			"had not ended, or these are other losses",
			at, i, losses[i], seen[i]);
	int64_t changed = run_get_int(r, "changed");
	judge_that_for(j, changed < 0, "shown-overwritten",
		       "%s: the loss of step %lld was overwritten while it was shown", at,
		       (long long)changed);
	double side = side_of(r);
	judge_worked(
		j, r, at,
		(RunWork){.flops = 2 * s.steps * side * side * side, .to_host = 4.0 * s.steps});
	const double step = step_us(r, side_of(r)), alone = s.steps * step;
	const Shown shown = {.at = at,
			     .losses = losses,
			     .steps = s.steps,
			     .block = s.block,
			     .show_us = show_us(r, &s),
			     .flops = 2 * side * side * side,
			     .least_ns = 990 * step};
	judge_marks_shown(j, r, &shown);
	judge_gpu_left(j, r, at, 0);
	if (!s.timed) {
		judge_marks_busy(j, r, &shown, step);
		if (s.block >= LONG_BLOCK)
			judge_marks_hidden(j, r, &shown, step);
		return r;
	}
	judge_possible(j, r, at, alone);
	double times = (double)run_counts(r)->host_ns / 1e3 / alone;
	judge_in_time(
		j, times <= MOST_TIMES, "gpu-stood-still",
		((TimeLimit){.wanted = MOST_TIMES * alone,
			     .wanted_how = "the next block runs while one is shown",
			     .measured = times * alone,
			     .measured_how = judge_text(j, "the steps alone take %s",
							say_us_beside(j, alone, times * alone))}),
		"%s: took %.3g times as long as the steps alone, wanted at most %.3g: the GPU "
		"stood still while losses were shown: %s",
		at, times, MOST_TIMES, say_why_still(j, r, &s));
	judge_marks_busy(j, r, &shown, step);
	double still = (1 + SHOW_SHARE) * alone;
	judge_lesson(j,
		     "While one block is looked at, the GPU computes the next: yours took %s, the "
		     "steps alone %s; with a GPU that stands still meanwhile it would be %s.",
		     say_us_beside(j, times * alone, still), say_us_beside(j, alone, still),
		     say_us(j, still));
	return r;
}

/* Whether all losses were shown as they are. */
static bool losses_were_shown(Run *r, const float *losses, int steps)
{
	int64_t count;
	const float *seen = run_get_floats(r, "seen", &count);
	bool shown = seen && count == steps;
	for (int i = 0; i < steps && shown; i++)
		shown = fabs((double)seen[i] - losses[i]) <= 1e-6 * losses[i];
	return shown;
}

/* Who makes the call again, and has shown all then, may say so. */
static int64_t show_fails(Judge *j, const char *kind, int64_t which, int64_t times,
			  const void *data)
{
	Showing s = *(const Showing *)data;
	s.failing = kind;
	s.failing_at = which;
	s.times = times;
	float *numbers = judge_uniform(j, s.steps, 1, 10);
	Run *r = run_showing(j, &s, numbers);
	const float *losses = losses_of(j, r, numbers, s.steps);
	const char *at = say_showing(j, &s);
	judge_because(j, "failure-not-told");
	if (run_get_int(r, "status") != 0 || !losses_were_shown(r, losses, s.steps))
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
			  -1);
	if (run_get_int(r, "status") != 0 && !is_launch(kind))
		run_want_failed(r);
	judge_that_for(j, marks_show_known(r, losses, s.steps), "shown-wrongly",
		       "%s: losses were shown that are not known, because of the call that failed, "
		       "or that had been shown",
		       at);
	const bool of_step = is_launch(kind); /* a step cannot be called again */
	if (of_step)
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
			  -1);
	/* who looks for errors when a block's work is queued has called a block's steps by then */
	const int64_t later = marks_behind_failure(r, MARK_STEP);
	judge_that_for(j, run_get_int(r, "status") == 0 || later <= (of_step ? 0 : s.block),
		       "steps-counted",
		       "%s: %lld more steps were called behind the call that failed", at,
		       (long long)later);
	/* a call that was spared has not been made again */
	return run_is_spared(r) ? -1 : run_get_int(r, "status");
}

/* A call that was made again has to be looked at, too, however often it was. */
static void judge_failing_show(Judge *j, const char *kind, int64_t which, const void *data)
{
	const int64_t times = is_launch(kind) ? 2 : FAILING_ALL;
	if (show_fails(j, kind, which, 1, data) == 0)
		show_fails(j, kind, which, times, data);
}

/* Calls of the exercise's own, and launches, which are those of `step`. */
static void judge_failing_shows(Judge *j, Showing s)
{
	s.failing = "";
	Run *r = judge_showing(j, s);
	judge_failures_of(j, r, "launch", (int64_t)run_counts(r)->launches, judge_failing_show, &s);
	judge_failures_of(j, r, "copy", (int64_t)run_traffic(r).all.called, judge_failing_show, &s);
	judge_failures_of(j, r, "fill", (int64_t)run_counts(r)->memsets, judge_failing_show, &s);
	judge_failures_of(j, r, "memory", (int64_t)run_counts(r)->allocations, judge_failing_show,
			  &s);
	judge_failing_waits(j, r, judge_failing_show, &s);
	judge_failing_setup(j, r, judge_failing_show, &s);
}

/* Where all steps are one block the exercise may go another way. */
static void judge_failing_block(Judge *j, Run *good, const Showing *s)
{
	const int64_t launches = (int64_t)run_counts(good)->launches;
	if (launches > 0)
		judge_told_like(j, good, judge_failing_show, "launch",
				judge_between(j, 1, launches), s);
	if (run_traffic(good).all.called > 0)
		judge_told_like(j, good, judge_failing_show, "copy", 1, s);
	judge_failing_first(j, good, judge_failing_show, s);
}

/* On real GPUs, where nothing can be made to fail. */
static void judge_step_fails(Judge *j, Showing s, const float *numbers)
{
	Run *r = run_showing(j, &s, numbers);
	const char *at = say_showing(j, &s);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_because(j, "steps-counted");
	judge_int(j, judge_text(j, "%s: the steps that were called", at), run_get_int(r, "queued"),
		  s.fails + 1);
	int64_t noted = marks_of(r, MARK_STEP);
	judge_that_for(j, noted < 0 || noted == s.fails + 1, "record-differs",
		       "%s: by the machine's record %lld steps were called", at, (long long)noted);
}

/* A drawn launch fails, which is one of a step's two, and drawn calls of the exercise's own. */
static void judge_step_of(Judge *j, Showing s)
{
	s.failing = "";
	Run *good = judge_showing(j, s);
	judge_told_like(j, good, judge_failing_show, "launch",
			judge_between(j, 1, 2 * (int64_t)s.steps), &s);
	judge_failing_some(j, good, "copy sync query memory pinned record wait host", 2,
			   judge_failing_show, &s);
}

void judge_6_5(Judge *j)
{
	int block = (int)judge_between(j, 8, 12);
	judge_showing(j, (Showing){0, 12 * block, block, -1, true, false, NULL, 0, 0});
	block = (int)judge_between(j, LONG_BLOCK, 400);
	const Showing many = {1,     3 * block + (int)judge_between(j, 1, block - 1),
			      block, -1,
			      false, false,
			      NULL,  0,
			      0};
	judge_showing(j, many);
	block = (int)judge_between(j, 3, 7);
	const Showing single = {0, (int)judge_between(j, 2, 6), 1, -1, false, false, NULL, 0, 0};
	judge_showing(j, single);
	const Showing alone = {1, block - 1, block, -1, false, false, "", 0, 0};
	Run *alone_well = judge_showing(j, alone);

	int steps = 4 * block, fails = (int)judge_between(j, block, steps - 1);
	float *numbers = judge_uniform(j, steps, 1, 10);
	if (!judge_is_simulated(j)) {
		judge_step_fails(j, (Showing){0, steps, block, fails, false, false, NULL, 0, 0},
				 numbers);
		return;
	}
	/* each step has two launches: which one fails the program does not know, nor by the steps that any does */
	const Showing whole = {1, steps, block, -1, false, false, "", 0, 0};
	Run *well = judge_showing(j, whole);
	judge_told_like(j, well, judge_failing_show, "launch",
			2 * (int64_t)fails + judge_between(j, 1, 2), &whole);
	Run *r = run_showing(j, &(Showing){1, steps, block, -1, false, true, "", 0, 0}, numbers);
	judge_because(j, "failure-not-told");
	judge_int(j, "the GPU has no memory left: what is returned", run_get_int(r, "status"), -1);
	judge_failing_block(j, alone_well, &alone);
	steps = 3 * block + (int)judge_between(j, 1, block - 1);
	judge_failing_shows(j, (Showing){1, steps, block, -1, false, false, NULL, 0, 0});
	/* nor does it tell that blocks are long or that there is one for each step */
	judge_step_of(j, many);
	judge_step_of(j, single);
}
