/* judge.c - decides about lab 6: norms that are reported one at a time, and the questions.
 * What has to be fast is judged in log.c, time.c and show.c. */
#include <stdbool.h>
#include <stdio.h>

#include "grader/labs/common/causes.h"
#include "grader/labs/common/failing.h"
#include "grader/labs/common/steps.h"
#include "grader/labs/lab6/judge.h"
#include "grader/labs/lab6/work.h"
#include "grader/labs/common/predict.h"

/* --- 6.1 -------------------------------------------------------------------------------------- */

static Run *judge_one_norm(Judge *j, int current, int device_mode, int64_t count, int null)
{
	int64_t got_count;
	const double size = (double)judge_between(j, 1, 20);
	float *x = judge_uniform(j, count, -size, size);
	x[count - 1] = (float)-size; /* so that no norm is near 0, nor the sum of the numbers */
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
	run_watch(r);
	if (count > 2000)
		run_shown(r);
	run_go(r);
	judge_because(j, null ? "failure-not-told" : "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
		  null ? -1 : 0);
	if (null)
		judge_that_for(j, run_get_real(r, "norm") == -1, "changed-on-failure",
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

typedef struct FailingNorm {
	int64_t count; /* as where nothing fails: no size tells */
	int device_mode;
} FailingNorm;

/* Who makes the call again, and has the norm then, may give it. */
static void judge_failing_norm(Judge *j, const char *kind, int64_t which, const void *data)
{
	const FailingNorm *f = data;
	const int64_t count = f->count;
	float *x = judge_uniform(j, count, 1, 2);
	Run *r = judge_run(j, 2);
	run_floats(r, "x", x, count);
	run_give(r, "x", 1);
	run_int(r, "current", 1);
	run_int(r, "device_mode", f->device_mode);
	run_int(r, "null", 0);
	run_int(r, "broken", 0);
	const char *at = run_fail_ordered(j, r, kind, which, 1);
	run_may_do_without(r); /* cuBLAS can write to the host itself */
	run_go(r);
	double norm = run_get_real(r, "norm");
	int64_t status = run_get_int(r, "status");
	judge_because(j, "failure-not-told");
	if (status != 0 || !norm_is(norm, root_of_squares(x, count)))
		judge_int(j, judge_text(j, "%s: what is returned", at), status, -1);
	if (status != 0)
		run_want_failed(r);
	judge_that_for(j, status == 0 || norm == -1, "changed-on-failure",
		       "%s: -1 was returned, but *norm was changed", at);
	judge_mode(j, at, r, f->device_mode);
	judge_no_error_left_at(j, r, at);
}

/* After a kernel that went wrong every call fails that needs the GPU. */
static void judge_norm_of_broken(Judge *j)
{
	const float x[] = {3, 0, 0, 4};
	const char *at = "the GPU refuses everything after a mistake in an earlier kernel";
	Run *r = judge_run(j, 2);
	run_about(r, at);
	run_floats(r, "x", x, 4);
	run_give(r, "x", 1);
	run_int(r, "current", 0);
	run_int(r, "device_mode", 1);
	run_int(r, "null", 0);
	run_int(r, "broken", 1);
	run_allow(r, "host-pointer"); /* that mistake is one of these, as the memory lies */
	run_allow(r, "out-of-bounds");
	run_allow(r, "use-after-free");
	run_alone(r);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_that_for(j, run_get_real(r, "norm") == -1, "changed-on-failure",
		       "%s: -1 was returned, but *norm was changed", at);
	judge_mode(j, at, r, 1);
}

static void judge_6_1(Judge *j)
{
	judge_one_norm(j, 0, 0, judge_between(j, 30, 2000), 0);
	const int64_t count = judge_between(j, 2001, 40000);
	Run *good[2];
	for (int mode = 0; mode < 2; mode++)
		good[mode] = judge_one_norm(j, 1, mode, count, 0);
	judge_one_norm(j, 1, 0, 1, 0);
	judge_one_norm(j, 0, 1, 4, 1);
	judge_norm_of_broken(j);
	for (int mode = 0; mode < 2; mode++) {
		const FailingNorm failing = {count, mode};
		judge_every_failure(j, good[mode], judge_failing_norm, &failing);
		judge_failing_setup(j, good[mode], judge_failing_norm, &failing);
	}
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
			   p->norm[i % p->factors]);
	}
	judge_because(j, "report-order");
	judge_int(j, judge_text(j, "%s: the number of reports", at), run_get_int(r, "reports"),
		  steps);
	judge_complete(j, known == steps);
}

static Run *judge_one_at_a_time(Judge *j, int current, Products p, int steps)
{
	products_draw(j, &p);
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
	judge_marks_reported(j, r, at, p.norm, p.factors, steps, 2.0 * p.n * p.k * p.m);
	judge_products_made(j, r, at, &p, steps, 0);
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
	int steps;
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
static void judge_failing_reports(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Failing *f = data;
	Run *r = products_run(j, &f->p, 0, f->steps);
	run_int(r, "null", 0);
	const char *at = run_fail_ordered(j, r, kind, which, 1);
	run_may_do_without(r);
	run_go(r);
	judge_handed_on(j, r, at, "user");
	int64_t known = judge_known_reports(j, r, at, f);
	judge_because(j, "failure-not-told");
	if (run_get_int(r, "status") != 0 || known < f->steps)
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
			  -1);
	if (run_get_int(r, "status") != 0)
		run_want_failed(r);
	judge_mode(j, at, r, 0);
	judge_no_error_left_at(j, r, at);
}

static void judge_6_2(Judge *j)
{
	Products p = {.factors = 3};
	p.n = (int)judge_between(j, 2, 20);
	p.k = (int)judge_between(j, 21, 40);
	p.m = (int)judge_between(j, 41, 60);
	Failing failing = {p, (int)judge_between(j, 5, 40)};
	Run *good = judge_one_at_a_time(j, 0, p, failing.steps);
	p = (Products){.n = p.m, .k = p.k, .m = p.n, .factors = 2};
	judge_one_at_a_time(j, 1, p, 1);

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
	judge_every_failure(j, good, judge_failing_reports, &failing);
	judge_failing_setup(j, good, judge_failing_reports, &failing);
}

/* --- questions -------------------------------------------------------------------------------- */

enum { CASES = 9 };

/* Between two whole numbers. */
static float draw_quarters(Judge *j, int64_t least, int64_t most)
{
	float whole = (float)judge_between(j, least, most - 1);
	return whole + (float)judge_between(j, 1, 3) / 4;
}

/* Queueing is slower than the GPU in every second case; no two figures of a case are alike. */
static void figures_draw(Judge *j, float figure[CASES][3])
{
	for (int i = 0; i < CASES; i++) {
		float small = draw_quarters(j, 3, 9), large = draw_quarters(j, 11, 30);
		figure[i][0] = i % 2 ? large : small;
		figure[i][1] = i % 2 ? small : large;
		figure[i][2] = (float)judge_between(j, 5, 25) + 0.5F;
	}
}

/* What answers would be after the usual mistakes, each with its own cause; `slow` and `fast` are right. */
static void judge_speedup(Judge *j, const char *what, double got, const float figure[3],
			  int64_t steps)
{
	double queue = figure[0], gpu = figure[1], fetch = figure[2], count = (double)steps;
	double slow = steps_us(steps, queue, gpu, fetch, true);
	double fast = steps_us(steps, queue, gpu, fetch, false);
	const struct {
		double answer;
		const char *cause;
	} wrong[] = {
		{slow / (count * fmax(queue, gpu) + fetch), "speedup-ends"},
		{slow / (count * fmin(queue, gpu) + fmax(queue, gpu) + fetch), "speedup-pace"},
		{slow / (count * gpu + queue + fetch), "speedup-pace"},
		{slow / (count * queue + gpu + fetch), "speedup-pace"},
		{fast / slow, "speedup-upside-down"},
	};
	judge_because(j, "speedup-parts");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		if (fabs(got - wrong[i].answer) <= 1e-4 * fmax(1, wrong[i].answer)) {
			judge_because(j, wrong[i].cause);
			break;
		}
	judge_real(j, what, got, slow / fast, 1e-4);
}

static void judge_6_6(Judge *j)
{
	float figure[CASES][3];
	int64_t steps[CASES], count;
	figures_draw(j, figure);
	for (int i = 0; i < CASES; i++)
		steps[i] = i == 0 ? 1 : judge_between(j, 2, i < 5 ? 10 : 2000);
	Run *r = judge_run(j, 0);
	run_floats(r, "figures", &figure[0][0], (int64_t)CASES * 3);
	run_ints(r, "steps", steps, CASES);
	run_go(r);
	const float *got = run_get_floats(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	for (int i = 0; i < CASES; i++)
		judge_speedup(j,
			      judge_text(j, "log_speedup(%.4g, %.4g, %.4g, %lld)", figure[i][0],
					 figure[i][1], figure[i][2], (long long)steps[i]),
			      got[i], figure[i], steps[i]);
	judge_lesson(
		j,
		"Fetching in the end pays the fetch once, and queueing hides behind the GPU: "
		"with %.4g us to queue, %.4g to compute and %.4g to fetch, %lld steps are %.4g "
		"times as fast, by yours and by ours.",
		figure[2][0], figure[2][1], figure[2][2], (long long)steps[2], got[2]);
}

static const char *say_part(int64_t part)
{
	static const char *const names[] = {"PART_QUEUE", "PART_GPU", "PART_FETCH"};
	return part >= 0 && part <= 2 ? names[part] : "another number";
}

static void judge_6_7(Judge *j)
{
	float figure[CASES][3];
	int64_t every[CASES], count;
	figures_draw(j, figure);
	for (int k = 0; k < 2; k++) /* less than a microsecond */
		figure[1][k] /= 64;
	for (int i = 0; i < CASES; i++) {
		float small = fminf(figure[i][0], figure[i][1]);
		float large = fmaxf(figure[i][0], figure[i][1]);
		every[i] = i < 2 ? 1 : judge_between(j, 2, 40);
		/* longer than all steps, but not than both parts of them together; longer than one
		 * step, but not than all; next to nothing */
		figure[i][2] = i % 3 == 0   ? (float)every[i] * (large + small / 2)
			       : i % 3 == 1 ? (float)every[i] * large * 0.75F
					    : 2.5F;
	}
	Run *r = judge_run(j, 0);
	run_floats(r, "figures", &figure[0][0], (int64_t)CASES * 3);
	run_ints(r, "every", every, CASES);
	run_go(r);
	const int64_t *got = run_get_ints(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	for (int i = 0; i < CASES; i++) {
		double queue = (double)every[i] * figure[i][0];
		double gpu = (double)every[i] * figure[i][1], fetch = figure[i][2];
		int64_t wanted = fetch > queue && fetch > gpu ? 2 : gpu > queue;
		judge_that_for(j, got[i] == wanted, "slowest-part",
			       "slowest_part(%.4g, %.4g, %.4g, %lld): wanted %s, got %s",
			       figure[i][0], figure[i][1], figure[i][2], (long long)every[i],
			       say_part(wanted), say_part(got[i]));
	}
	judge_lesson(
		j,
		"Three parts that run beside each other take as long as the slowest: with %.4g "
		"us to queue, %.4g to compute and %.4g to fetch every %lld steps that is %s, by "
		"yours and by ours. To make another one faster gains nothing.",
		figure[3][0], figure[3][1], figure[3][2], (long long)every[3], say_part(got[3]));
}

/* --- 6.8: a prediction ------------------------------------------------------------------------- */

static void judge_6_8(Judge *j)
{
	const Prediction p = {.first = "fetching each norm",
			      .second = "the log on the GPU",
			      .why = "A fetch waits until the GPU is done, and then the GPU waits "
				     "for the next product to be queued."};
	judge_prediction(j, &p);
}

static const Check checks[] = {
	{.id = "6.1",
	 .title = "norm_to_host fetches one number",
	 .points = 1,
	 .gpus = 2,
	 .function = "norm_to_host",
	 .hints = {"which cuBLAS routine gives the root of the sum of squares?",
		   "in host pointer mode cublasSnrm2 writes to host memory and waits; in device "
		   "pointer mode it writes to GPU memory",
		   "cublasGetPointerMode (-1 if it fails), cublasSetPointerMode to host, "
		   "cublasSnrm2(cublas, count, x, 1, &result), the old mode again, and *norm only "
		   "if it worked"},
	 .judge = judge_6_1},
	{.id = "6.2",
	 .title = "log_one_at_a_time reports every norm at once",
	 .points = 1,
	 .gpus = 2,
	 .function = "log_one_at_a_time",
	 .hints = {"what has to happen between two steps, and what if one of its calls fails?",
		   "the norm is computed where the product is; only the norm has to come to the "
		   "host",
		   "in the loop: work_step, cublasSnrm2 of the n * m numbers at work->c into a "
		   "variable of yours, report(user, i, norm); if one of the first two fails, "
		   "return -1 in front of the report"},
	 .judge = judge_6_2},
	{.id = "6.3",
	 .title = "log_on_gpu sends the log once",
	 .points = 3,
	 .gpus = 2,
	 .function = "log_on_gpu",
	 .hints = {"where can the norms wait until the end?",
		   "cudaMalloc room for one number a step; in device pointer mode cublasSnrm2 "
		   "writes there and does not wait; each of these calls can fail",
		   "for each step: work_step, device mode, cublasSnrm2(..., log + i), host mode, "
		   "which comes also if a call has failed; after the loop, if all went well, one "
		   "cudaMemcpy to norms; then cudaFree and cudaGetLastError() on each way out"},
	 .judge = judge_6_3},
	{.id = "6.4",
	 .title = "measure_ways times both, first call and waiting considered",
	 .points = 2,
	 .gpus = 2,
	 .function = "measure_ways",
	 .forbidden = "clock time",
	 .rule = "clock() counts what the processor works, and time() whole seconds: use "
		 "timer_now()",
	 .hints = {"what must have ended before you read the clock, the first and the second time?",
		   "a function of your own for one way: call, wait, clock, call, wait, clock; the "
		   "two calls and the two waits can fail",
		   "way(data, steps), cudaDeviceSynchronize(), start = timer_now(), the first two "
		   "once more, (timer_now() - start) * 1e6 / steps; a failure gives -1 and takes "
		   "the error away, and us is written when both ways have worked"},
	 .judge = judge_6_4},
	{.id = "6.5",
	 .title = "train_and_show lets the GPU go on",
	 .points = 3,
	 .stretch = true,
	 .gpus = 2,
	 .function = "train_and_show",
	 .hints =
		 {"what does the GPU do while show is at work?",
		  "queue the next block before you wait for the last one's losses; wait for their "
		  "copy alone, not for the whole GPU",
		  "for each block: its steps; then cudaEventSynchronize and show the block before; "
		  "then cudaMemcpyAsync to pinned memory and cudaEventRecord; behind the loop the "
		  "last block is shown in the same way"},
	 .judge = judge_6_5},
	{.id = "6.6",
	 .title = "question: how much faster is the log on the GPU?",
	 .points = 1,
	 .gpus = 0,
	 .function = "log_speedup",
	 .hints = {"what of the three is paid in every step, and what only once?",
		   "what happens at the same time does not add up: the longer one counts",
		   "steps * (queue + gpu + fetch), divided by queue + gpu + fetch + (steps - 1) * "
		   "the longer of queue and gpu"},
	 .judge = judge_6_6},
	{.id = "6.7",
	 .title = "question: what takes the most time?",
	 .points = 0.5,
	 .stretch = true,
	 .gpus = 0,
	 .function = "slowest_part",
	 .hints = {"how often is each of the three paid in `every` steps?",
		   "to queue and to run is paid `every` times, to fetch once",
		   "compare every * queue_us, every * gpu_us and fetch_us"},
	 .judge = judge_6_7},
	{.id = "6.8",
	 .title = "predict: fetching each norm against a log on the GPU",
	 .points = 0.5,
	 .gpus = 2,
	 .function = "predict_fetching",
	 .hints = {"what can the host do while the GPU computes, and what not while it waits?",
		   "the fetch adds a copy and a wait to a step, which takes what it takes: is that "
		   "nearer to twice as long or to ten times as long?",
		   "product, norm and sum take some nine microseconds a step, and a fetch with its "
		   "wait some six more: how many times as long is that?"},
	 .judge = judge_6_8},
};

const LabChecks lab6_judge = {
	.number = 6,
	.name = "lab6_norm_logging",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.no_handles = true,
	.causes = lab6_causes,
};
