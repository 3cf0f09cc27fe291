/* norms.c - decides about 6.1 and 6.2: norms that are fetched or reported one at a time. */
#include <stdbool.h>

#include "grader/labs/lab6/again.h"
#include "grader/labs/lab6/work.h"

/* --- 6.1 -------------------------------------------------------------------------------------- */

/* What *norm holds before: no norm, and no mark that everybody would take. */
static double before_draw(Judge *j, Run *r)
{
	const double before = -(double)judge_between(j, 5, 4000) / 4;
	run_real(r, "before", before);
	return before;
}

static bool is_before(Run *r, double before)
{
	const double norm = run_get_real(r, "norm");
	return norm >= before && norm <= before;
}

/* No norm is near 0, nor the sum of the numbers. */
static float *draw_list(Judge *j, int64_t count)
{
	const double size = (double)judge_between(j, 1, 20);
	float *x = judge_uniform(j, count, -size, size);
	x[count - 1] = (float)-size;
	return x;
}

static Run *judge_one_norm(Judge *j, int current, int device_mode, int64_t count, int null)
{
	int64_t got_count;
	float *x = draw_list(j, count);
	Run *r = judge_run(j, 2);
	const char *at = null ? "cublas is NULL"
			      : judge_text(j, "%lld number%s, %s pointer mode", (long long)count,
					   count == 1 ? "" : "s", device_mode ? "device" : "host");
	run_about(r, at);
	run_floats(r, "x", x, count);
	run_give(r, "x", 1);
	run_int(r, "current", current);
	run_int(r, "device_mode", device_mode);
	run_int(r, "null", null);
	run_int(r, "broken", 0);
	const double before = before_draw(j, r);
	run_watch(r);
	if (count > 2000)
		run_shown(r);
	run_go(r);
	judge_because(j, null ? "failure-not-told" : "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
		  null ? -1 : 0);
	if (null)
		judge_that_for(j, is_before(r, before), "changed-on-failure",
			       "%s: -1 was returned, but *norm was changed", at);
	else
		judge_norm(j, judge_text(j, "%s: the norm", at), run_get_real(r, "norm"),
			   root_of_squares(x, count));
	judge_mode(j, at, r, device_mode);
	double bytes = run_traffic(r).d2h.bytes;
	judge_that_for(j, bytes <= 8, "more-than-the-norm",
		       "%s: %.4g bytes went to the host; wanted the norm alone", at, bytes);
	if (!null)
		judge_worked(j, r, at, (RunWork){.flops = (double)count, .to_host = 4});
	judge_awaited_well(j, r, at, 0, current);
	judge_gpu_left(j, r, at, 0);
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: x afterwards", at),
		     run_get_floats_on(r, "x", current, &got_count), x, count, 0);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, current);
	if (count > 2000)
		judge_lesson(
			j,
			"Reduce on the GPU and fetch the result alone: yours brought %s to the "
			"host, %s in all; the %s of x would take %s to fetch, and the norm would "
			"still have to be computed.",
			say_bytes(j, bytes), say_us(j, run_us(r)),
			say_bytes(j, 4.0 * (double)count),
			say_us(j, run_copy_us(r, "d2h_pageable", 4.0 * (double)count)));
	return r;
}

/* A list of which the norm was found where nothing fails. */
typedef struct List {
	Run *good;
	int64_t count;
	int gpu;
} List;

/* One of these: neither a size tells nor a GPU. */
typedef struct FailingNorm {
	List of[2];
	int device_mode;
} FailingNorm;

/* Who makes the call again, and has the norm then, may give it. */
static int64_t norm_fails(Judge *j, const char *kind, int64_t which, int64_t times,
			  const void *data)
{
	const FailingNorm *f = data;
	const List *l = &f->of[judge_between(j, 0, 1)];
	const int64_t count = l->count;
	judge_repeat(j, l->good);
	float *x = draw_list(j, count);
	Run *r = judge_run(j, 2);
	run_floats(r, "x", x, count);
	run_give(r, "x", 1);
	run_int(r, "current", l->gpu);
	run_int(r, "device_mode", f->device_mode);
	run_int(r, "null", 0);
	run_int(r, "broken", 0);
	const double before = before_draw(j, r);
	const char *at = run_fail_ordered(j, r, kind, which, times);
	run_may_do_without(r); /* cuBLAS can write to the host itself */
	run_go(r);
	double norm = run_get_real(r, "norm");
	int64_t status = run_get_int(r, "status");
	judge_because(j, "failure-not-told");
	if (status != 0 || !norm_is(norm, root_of_squares(x, count)))
		judge_int(j, judge_text(j, "%s: what is returned", at), status, -1);
	if (status != 0)
		run_want_failed(r);
	judge_that_for(j, status == 0 || is_before(r, before), "changed-on-failure",
		       "%s: -1 was returned, but *norm was changed", at);
	judge_mode(j, at, r, f->device_mode);
	int64_t got_count;
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: x afterwards", at),
		     run_get_floats_on(r, "x", l->gpu, &got_count), x, count, 0);
	judge_no_error_left_at(j, r, at);
	return run_get_int(r, "status");
}

/* After a kernel that went wrong every call fails that needs the GPU. */
static void judge_norm_of_broken(Judge *j)
{
	const float x[] = {3, 0, 0, 4};
	const char *at = "a mistake in an earlier kernel makes all calls fail";
	Run *r = judge_run(j, 2);
	run_about(r, at);
	run_floats(r, "x", x, 4);
	run_give(r, "x", 1);
	run_int(r, "current", 0);
	run_int(r, "device_mode", 1);
	run_int(r, "null", 0);
	run_int(r, "broken", 1);
	const double before = before_draw(j, r);
	run_allow(r, "host-pointer"); /* that mistake is one of these, as the memory lies */
	run_allow(r, "out-of-bounds");
	run_allow(r, "use-after-free");
	run_alone(r);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_that_for(j, is_before(r, before), "changed-on-failure",
		       "%s: -1 was returned, but *norm was changed", at);
	judge_mode(j, at, r, 1);
}

void judge_6_1(Judge *j)
{
	Run *good[2], *few[2];
	const int gpu = (int)judge_between(j, 0, 1);
	const int64_t few_count = judge_between(j, 30, 2000);
	for (int mode = 0; mode < 2; mode++)
		few[mode] = judge_one_norm(j, !gpu, mode, few_count, 0);
	/* more than 16 bits count */
	const int64_t many = judge_between(j, 100000, 300000);
	Run *large = judge_one_norm(j, !gpu, 1, many, 0);
	const int64_t count = judge_between(j, 2001, 40000);
	for (int mode = 0; mode < 2; mode++)
		good[mode] = judge_one_norm(j, gpu, mode, count, 0);
	judge_one_norm(j, gpu, 1, 1, 0);
	judge_one_norm(j, !gpu, 1, 4, 1);
	judge_norm_of_broken(j);
	for (int mode = 0; mode < 2; mode++) {
		const FailingNorm failing = {
			{{good[mode], count, gpu}, {few[mode], few_count, !gpu}}, mode};
		judge_failures_again(j, good[mode], norm_fails, &failing);
	}
	const List whole = {large, many, !gpu};
	const FailingNorm failing = {{whole, whole}, 1};
	judge_failing_some(j, large, "launch copy", 1, failing_again,
			   &(const Again){norm_fails, &failing});
}

/* --- 6.2 -------------------------------------------------------------------------------------- */

static void judge_reports(Judge *j, Run *r, const char *at, const Products *p, int steps)
{
	int64_t known, count;
	const int64_t *step = run_get_ints(r, "step", &known);
	const int64_t *then = run_get_ints(r, "queued.then", &count);
	judge_complete(j, step && then && known == count);
	const float *norm = run_get_floats(r, "norm", &count);
	judge_complete(j, norm && known == count);
	for (int64_t i = 0; i < known && i < steps; i++) {
		judge_that_for(j, step[i] == i, "report-order",
			       "%s: report number %lld was about step %lld", at, (long long)i,
			       (long long)step[i]);
		judge_that_for(
			j, then[i] == i + 1, "reported-late",
			"%s: step %lld was reported when %lld steps had been queued; wanted its "
			"report before the next step is queued",
			at, (long long)i, (long long)then[i]);
		judge_norm(j, judge_text(j, "%s: the norm of step %lld", at, (long long)i), norm[i],
			   step_norm(r, p, (int)i));
	}
	judge_because(j, "report-order");
	judge_int(j, judge_text(j, "%s: the number of reports", at), run_get_int(r, "reports"),
		  steps);
	judge_complete(j, known == steps);
}

static Run *judge_one_at_a_time(Judge *j, int current, Products p, int steps)
{
	products_draw(j, &p);
	p.rough = true;
	Run *r = products_run(j, &p, current, steps);
	const char *at = products_say(j, &p, steps);
	run_about(r, at);
	run_int(r, "null", 0);
	run_watch(r);
	if (steps > 1)
		run_shown(r);
	run_go(r);
	judge_handed_on(j, r, at, "user");
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_reports(j, r, at, &p, steps);
	judge_because(j, "steps-counted");
	judge_int(j, judge_text(j, "%s: the steps that were queued", at), run_get_int(r, "queued"),
		  steps);
	double bytes = run_traffic(r).d2h.bytes;
	judge_worked(j, r, at,
		     (RunWork){.flops = 2.0 * steps * p.n * p.k * p.m, .to_host = 4.0 * steps});
	judge_that_for(j, bytes <= 8.0 * steps, "more-than-the-norm",
		       "%s: %.4g bytes a step went to the host; wanted the norm alone, 8 at most",
		       at, bytes / steps);
	double *norms = judge_memory(j, (size_t)steps * sizeof *norms);
	for (int i = 0; i < steps; i++)
		norms[i] = step_norm(r, &p, i);
	judge_marks_reported(j, r, at, norms, steps, 2.0 * p.n * p.k * p.m);
	judge_products_made(j, r, at, &p, steps, 0);
	judge_gpu_left(j, r, at, 0);
	judge_mode(j, at, r, 0);
	judge_no_error_left_at(j, r, at);
	double product = run_product_us(r, p.n, p.m, p.k), norm = norm_us(r, (double)p.n * p.m);
	if (steps > 1)
		judge_lesson(j,
			     "To know each norm at once is a wait for each step: yours took %s a "
			     "step with %s for %d steps; queued without waiting, as in 6.3, a step "
			     "takes %s.",
			     say_us(j, run_us(r) / steps),
			     say_many(j, run_traffic(r).d2h.copies, "copy", "copies"), steps,
			     say_us(j, fmax(2 * launch_us(r), product + norm)));
	return r;
}

typedef struct Failing {
	Products p;
	int steps, gpu;
	uint64_t launches; /* where none fails */
} Failing;

/* Each report is that of a norm which is known. */
static int64_t judge_known_reports(Judge *j, Run *r, const char *at, const Failing *f)
{
	int64_t known, count;
	const int64_t *step = run_get_ints(r, "step", &known);
	const float *norm = run_get_floats(r, "norm", &count);
	judge_complete(j, step && norm && known == count);
	for (int64_t i = 0; i < known; i++) {
		bool is_step = step[i] >= 0 && step[i] < f->steps;
		judge_that_for(j, is_step && norm_is(norm[i], f->p.norm[step[i] % f->p.factors]),
			       "reported-unknown",
			       "%s: step %lld was reported as %.4g, but its norm is not known", at,
			       (long long)step[i], norm[i]);
		judge_that_for(j, i == 0 || step[i] > step[i - 1], "report-order",
			       "%s: step %lld was reported behind step %lld", at,
			       (long long)step[i], (long long)(i ? step[i - 1] : 0));
	}
	return known;
}

/* Who makes the call again, and has the norm then, may report it. */
static int64_t report_fails(Judge *j, const char *kind, int64_t which, int64_t times,
			    const void *data)
{
	Failing f = *(const Failing *)data;
	products_alike_or_not(j, &f.p);
	Run *r = products_run(j, &f.p, f.gpu, f.steps);
	run_int(r, "null", 0);
	const char *at = run_fail_ordered(j, r, kind, which, times);
	run_may_do_without(r);
	run_go(r);
	judge_handed_on(j, r, at, "user");
	int64_t known = judge_known_reports(j, r, at, &f);
	judge_because(j, "failure-not-told");
	if (run_get_int(r, "status") != 0 || known < f.steps ||
	    launch_is_missing(r, kind, f.launches))
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
			  -1);
	if (run_get_int(r, "status") != 0)
		run_want_failed(r);
	judge_mode(j, at, r, 0);
	judge_no_error_left_at(j, r, at);
	return run_get_int(r, "status");
}

void judge_6_2(Judge *j)
{
	Products p = {.factors = 3};
	p.n = (int)judge_between(j, 2, 20);
	p.k = (int)judge_between(j, 21, 40);
	p.m = (int)judge_between(j, 41, 60);
	const int gpu = (int)judge_between(j, 0, 1);
	Failing failing = {.p = p, .steps = (int)judge_between(j, 5, 40), .gpu = gpu};
	Run *good = judge_one_at_a_time(j, gpu, p, failing.steps);
	failing.launches = run_counts(good)->launches;
	p.factors = 1; /* products that are alike, as where a call fails */
	judge_one_at_a_time(j, gpu, p, failing.steps);
	p = (Products){.n = p.m, .k = p.k, .m = p.n, .factors = 2};
	judge_one_at_a_time(j, !gpu, p, 1);

	products_draw(j, &p);
	Run *r = products_run(j, &p, 0, 3);
	const char *at = "work->cublas is NULL";
	run_about(r, at);
	run_int(r, "null", 1);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_because(j, "reported-unknown");
	judge_int(j, judge_text(j, "%s: the number of reports", at), run_get_int(r, "reports"), 0);
	judge_no_error_left_at(j, r, at);

	products_draw(j, &failing.p);
	judge_failures_again(j, good, report_fails, &failing);
	/* behind what is told of failures: more than a list has room for that was not asked how long */
	Failing many = {.p = {.n = 2, .k = 3, .m = 2, .factors = 3},
			.steps = (int)judge_between(j, 260, 400),
			.gpu = !gpu};
	good = judge_one_at_a_time(j, !gpu, many.p, many.steps);
	many.launches = run_counts(good)->launches;
	Products alike = many.p;
	alike.factors = 1;
	judge_one_at_a_time(j, !gpu, alike, many.steps);
	products_draw(j, &many.p);
	judge_failing_some(j, good, "launch copy", 1, failing_again,
			   &(const Again){report_fails, &many});
}
