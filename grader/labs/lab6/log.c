/* log.c - decides about 6.3: a log that stays on the GPU and is sent once. */
#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab6/again.h"
#include "grader/labs/lab6/work.h"

#define MOST_WAITS 4
#define MANY                                                                                       \
	2048 /* steps, twice those of the chapter's exercise, and some more: nobody has room for just as many */

/* The most that all steps may take. Nothing makes the host wait, so a step takes the longer of
 * queueing and running: 5.5 us on a100 for 100 x 100, where one at a time takes 14; 3.3 against 12
 * on rtx4090; 66 against 91 on tiny, where the product is so slow. The contract allows one more
 * small kernel or one copy of the product within the GPU; with 5 percent more that makes 8.2,
 * 6.4 and 88. (On tiny the counts below tell the two ways apart, not this.) To it come the calls
 * that are made once: memory, a handle, the one copy. */
static double most_us(Run *r, const Products *p, int steps)
{
	double count = (double)p->n * p->m, launch = launch_us(r);
	double call = fmax(launch, run_figure(r, "copy_call_time") / 1e3);
	double more = fmax(norm_us(r, 1), run_copy_us(r, "d2d", 4 * count));
	double gpu = run_product_us(r, p->n, p->m, p->k) + norm_us(r, count) + more;
	double once = 3 * (run_figure(r, "malloc_time") + run_figure(r, "free_time") +
			   run_figure(r, "host_alloc_time")) +
		      MOST_WAITS * run_figure(r, "sync_time");
	return 1.05 * steps * fmax(2 * launch + call, gpu) + once / 1e3 +
	       run_copy_us(r, "d2h_pageable", 4.0 * steps);
}

/* The call of the lab that made the host wait most often; of no times where that is not known. */
typedef struct Waiting {
	const char *name;
	int line, times;
} Waiting;

static Waiting waiting_most(Run *r)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	Waiting most = {"", 0, 0};
	for (int i = 0; i < count; i++) {
		Waiting this = {ops[i].name, ops[i].line, 0};
		for (int k = i; k < count && ops[i].waited > 0 && ops[i].line > 0; k++)
			this.times += ops[k].waited > 0 && ops[k].line == this.line &&
				      strcmp(ops[k].name, this.name) == 0;
		if (this.times > most.times)
			most = this;
	}
	return most;
}

/* ", 11 of them by cudaMemcpy in line 120" */
static const char *say_waiting(Judge *j, const Waiting *w)
{
	if (w->times < 2)
		return "";
	return judge_text(j, ", %d of them by %s in %s", w->times, w->name, judge_line(j, w->line));
}

static void judge_few_copies(Judge *j, Run *r, const char *at, int steps)
{
	const SimcudaCounters *c = run_counts(r);
	Traffic went = run_traffic(r);
	Waiting often = {"", 0, 0};
	if (steps < MANY && (went.d2h.copies > 1 || c->synchronizes > MOST_WAITS)) /* watched */
		often = waiting_most(r);
	judge_that_for(
		j, went.d2h.copies <= 1 || strncmp(often.name, "cublas", 6) != 0,
		"norm-by-host-mode",
		"%s: %d copies to the host: %s in %s, in host pointer mode, copies its result "
		"to the host and waits for it, each time; wanted 1 copy, when all norms are "
		"known",
		at, (int)went.d2h.copies, often.name, judge_line(j, often.line));
	judge_that_for(
		j, went.d2h.carried <= 0, "log-not-on-gpu",
		"%s: kernels wrote %s to memory of the host, norm by norm: is the log not in "
		"memory of the GPU?",
		at, say_bytes(j, went.d2h.carried));
	judge_that_for(j, went.p2p.carried <= 0, "log-not-on-gpu",
		       "%s: kernels wrote or read %s of another GPU's memory, norm by norm: is the "
		       "log not in memory of the GPU of the work?",
		       at, say_bytes(j, went.p2p.carried));
	judge_that_for(j, went.d2h.copies <= 1, "log-fetched-often",
		       "%s: %d copies to the host%s; wanted 1, when all norms are known", at,
		       (int)went.d2h.copies, say_waiting(j, &often));
	judge_that_for(j, went.d2h.bytes <= 4.0 * steps, "more-than-the-norm",
		       "%s: %.4g bytes went to the host; wanted the norms alone, 4 each", at,
		       went.d2h.bytes);
	judge_that_for(j, c->synchronizes <= MOST_WAITS, "host-waits",
		       "%s: the host waited for the GPU %d times%s; wanted %d times at most, "
		       "however many steps there are",
		       at, (int)c->synchronizes, say_waiting(j, &often), MOST_WAITS);
}

enum { MORE_WORK = 8 }; /* that is queued once: the log is cleared, something is tried again */

/* What there is no time for is not to be done in a short run either. */
static void judge_little_work(Judge *j, Run *r, const char *at, int steps)
{
	const SimcudaCounters *c = run_counts(r);
	const double queued = (double)(c->launches + c->memsets) + run_traffic(r).d2d.copies;
	judge_that_for(j, queued <= 3.0 * steps + MORE_WORK, "steps-too-slow",
		       "%s: %.4g kernels, copies and fills within the GPU; wanted 3 a step at most",
		       at, queued);
}

/* Who counts numbers where bytes are counted copies a part of the log. */
static void judge_whole_log(Judge *j, Run *r, const char *at, int steps)
{
	const Moved host = run_traffic(r).d2h;
	judge_that_for(j, host.copies != 1 || host.bytes >= 4.0 * steps, "log-bytes",
		       "%s: %.4g of the log's %d bytes were copied to the host", at, host.bytes,
		       4 * steps);
}

static void judge_norms(Judge *j, Run *r, const char *at, const Products *p, int steps)
{
	int64_t count;
	const float *norms = run_get_floats(r, "norms", &count);
	judge_complete(j, norms && count == steps);
	double last = step_norm(r, p, steps - 1);
	judge_that_for(
		j, norm_is(norms[0], step_norm(r, p, 0)) || steps < 2 || !norm_is(norms[0], last),
		"log-place",
		"%s: norms[0] is that of the last step: each norm needs a place of its own", at);
	judge_whole_log(j, r, at, steps);
	for (int i = 0; i < steps; i++)
		judge_norm(j, judge_text(j, "%s: norms[%d]", at, i), norms[i], step_norm(r, p, i));
}

static Run *judge_log(Judge *j, int current, Products p, int steps)
{
	products_draw(j, &p);
	p.rough = true;
	Run *r = products_run(j, &p, current, steps);
	const char *at = products_say(j, &p, steps);
	run_about(r, at);
	run_int(r, "null", 0);
	if (steps < MANY)
		run_watch(r);
	else
		run_shown(r);
	run_go(r);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_because(j, "steps-counted");
	judge_int(j, judge_text(j, "%s: the steps that were queued", at), run_get_int(r, "queued"),
		  steps);
	judge_norms(j, r, at, &p, steps);
	judge_mode(j, at, r, 0);
	judge_no_error_left_at(j, r, at);
	judge_few_copies(j, r, at, steps);
	judge_worked(j, r, at,
		     (RunWork){.flops = 2.0 * steps * p.n * p.k * p.m, .launches = 2.0 * steps});
	judge_products_made(j, r, at, &p, steps, 2);
	judge_awaited_well(j, r, at, 0, current);
	judge_gpu_left(j, r, at, 0);
	judge_little_work(j, r, at, steps);
	if (steps < MANY) /* memory and the one copy take longer than the steps */
		return r;
	double product = run_product_us(r, p.n, p.m, p.k);
	double took = (double)run_counts(r)->host_ns / 1e3, most = most_us(r, &p, steps);
	judge_possible(j, r, at, steps * product);
	double norm = norm_us(r, (double)p.n * p.m);
	double slow = one_at_a_time_us(r, product, norm);
	judge_in_time(
		j, took <= most, "steps-too-slow",
		((TimeLimit){.wanted = most,
			     .wanted_how = "all steps queued, one copy in the end",
			     .measured = took,
			     .measured_how = judge_text(j, "a copy and a wait for each take %s",
							say_us(j, steps * slow))}),
		"%s: a step took %.4g us, wanted at most %.4g; one at a time it takes %.4g", at,
		took / steps, most / steps, slow);
	judge_lesson(
		j,
		"A log that stays on the GPU makes nobody wait: yours took %s a step with %s for "
		"%d steps; the GPU alone needs %s a step, and one at a time it takes %s.",
		say_us(j, took / steps), say_many(j, run_traffic(r).d2h.copies, "copy", "copies"),
		steps, say_us(j, product + norm), say_us(j, slow));
	return r;
}

static bool norms_are_known(Run *r, const Products *p, int steps)
{
	int64_t count;
	const float *norms = run_get_floats(r, "norms", &count);
	bool known = norms && count == steps;
	for (int i = 0; i < steps && known; i++)
		known = norm_is(norms[i], p->norm[i % p->factors]);
	return known;
}

typedef struct Failing {
	const Products *p;
	int steps, gpu;    /* as where none fails */
	uint64_t launches; /* and so many */
} Failing;

/* Who makes the call again, and has all norms then, may say so. */
static int64_t log_fails(Judge *j, const char *kind, int64_t which, int64_t times, const void *data)
{
	const Failing *f = data;
	Products p = *f->p;
	products_alike_or_not(j, &p);
	Run *r = products_run(j, &p, f->gpu, f->steps);
	run_int(r, "null", 0);
	const char *at = run_fail_ordered(j, r, kind, which, times);
	run_may_do_without(r);
	run_go(r);
	judge_because(j, "failure-not-told");
	if (run_get_int(r, "status") != 0 || !norms_are_known(r, &p, f->steps) ||
	    launch_is_missing(r, kind, f->launches))
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
			  -1);
	if (run_get_int(r, "status") != 0)
		run_want_failed(r);
	judge_mode(j, at, r, 0);
	judge_no_error_left_at(j, r, at);
	return run_get_int(r, "status");
}

/* Either the GPU is full, or work_step() fails. */
static void judge_log_fails(Judge *j, const Failing *of, bool full, const char *at)
{
	Products p = *of->p; /* as where nothing fails: no size tells */
	products_draw(j, &p);
	Run *r = products_run(j, &p, of->gpu, of->steps);
	run_about(r, at);
	if (full)
		run_full(r);
	run_int(r, "null", !full);
	if (full)
		run_may_do_without(r); /* told below */
	run_go(r);
	if (full && run_get_int(r, "status") != 0)
		run_want_failed(r);
	judge_that_for(
		j, run_get_int(r, "status") != 0 || !full, "log-not-on-gpu",
		"%s: what is returned: wanted -1, got 0: is the log not in memory of the GPU?", at);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_mode(j, at, r, 0);
	judge_no_error_left_at(j, r, at);
}

void judge_6_3(Judge *j)
{
	Products p = {.factors = 4};
	p.n = (int)judge_between(j, 2, 20);
	p.k = (int)judge_between(j, 21, 40);
	p.m = (int)judge_between(j, 41, 60);
	int steps = (int)judge_between(j, 5, 12);
	const int gpu = (int)judge_between(j, 0, 1);
	Products some = p;
	products_draw(j, &some);
	Failing other = {&some, steps % p.factors == 1 ? steps + 1 : steps, !gpu, 0};
	Run *elsewhere = judge_log(j, !gpu, p, other.steps);
	other.launches = run_counts(elsewhere)->launches;
	Products alike = p; /* as where a call fails */
	alike.factors = 1;
	judge_log(j, !gpu, alike, other.steps);
	judge_log(j, 0, p, 1);
	Products few = p;
	products_draw(j, &few);
	Failing failing = {&few, (int)judge_between(j, 5, 12), gpu, 0};
	judge_log(j, gpu, alike, failing.steps);
	Run *good = judge_log(j, gpu, few, failing.steps);
	failing.launches = run_counts(good)->launches;
	p = (Products){.n = 100, .k = 100, .m = 100, .factors = 3};
	judge_log(j, 0, p, MANY + (int)judge_between(j, 1, 40));

	if (judge_is_simulated(j))
		judge_log_fails(j, &failing, true, "the GPU has no memory left");
	judge_log_fails(j, &failing, false, "work->cublas is NULL");
	judge_failures_again(j, good, log_fails, &failing);
	judge_failing_some(j, elsewhere, "launch copy memory", 2, failing_again,
			   &(const Again){log_fails, &other});
}
