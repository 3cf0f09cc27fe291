/* judge.c - decides about the questions of lab 6; and the table of its checks. */
#include <stdbool.h>

#include "grader/labs/common/causes.h"
#include "grader/labs/common/order.h"
#include "grader/labs/common/predict.h"
#include "grader/labs/common/steps.h"
#include "grader/labs/lab6/judge.h"

/* --- questions -------------------------------------------------------------------------------- */

enum { CASES = 9 };

/* Between two whole numbers. */
static float draw_quarters(Judge *j, int64_t least, int64_t most)
{
	float whole = (float)judge_between(j, least, most - 1);
	return whole + (float)judge_between(j, 1, 3) / 4;
}

/* Queueing is slower than the GPU in half of the cases, in any of them; no two figures of a case are alike. */
static void figures_draw(Judge *j, float figure[CASES][3])
{
	for (int i = 0; i < CASES; i++) {
		float small = draw_quarters(j, 3, 9), large = draw_quarters(j, 11, 30);
		figure[i][0] = i % 2 ? large : small;
		figure[i][1] = i % 2 ? small : large;
		figure[i][2] = (float)judge_between(j, 5, 25) + 0.5F;
	}
	draw_shuffled(j, figure, sizeof *figure, CASES);
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
	draw_shuffled(j, steps, sizeof *steps, CASES);
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

static void longest_put(float figure[3], bool is_gpu)
{
	const float small = fminf(figure[0], figure[1]), large = fmaxf(figure[0], figure[1]);
	figure[0] = is_gpu ? small : large;
	figure[1] = is_gpu ? large : small;
}

/* All less than half a microsecond: alike in whole numbers. */
static void parts_tiny(float figure[3])
{
	figure[0] /= 64;
	figure[1] /= 64;
	figure[2] = fminf(figure[0], figure[1]) / 2;
}

static void judge_6_7(Judge *j)
{
	float figure[CASES][3];
	int64_t every[CASES], count, middle = 0, next = 0;
	figures_draw(j, figure);
	const bool gpu_longest = judge_between(j, 0, 1);
	for (int i = 0; i < CASES; i++) {
		if (i % 3 == 0) { /* no order that repeats itself */
			middle = judge_between(j, 0, i == 0 ? 1 : 2);
			next = judge_between(j, 1, 2);
		}
		const int64_t kind = (middle + (i % 3 + 2) * next) % 3;
		/* to queue and to compute is the longest in one each of the cases that are tiny, and of those that have more
		 * than one step and a fetch that is longer than one of them */
		if (kind > 0)
			longest_put(figure[i], gpu_longest == (i / 3 == (kind == 1)));
		float small = fminf(figure[i][0], figure[i][1]);
		float large = fmaxf(figure[i][0], figure[i][1]);
		const bool tiny = kind == 2 && i / 3 != 1;
		every[i] = i < 2 || tiny ? 1 : judge_between(j, 2, 40);
		/* longer than all steps, but not than both parts of them together; longer than one
		 * step, but not than all; next to nothing */
		figure[i][2] = kind == 0   ? (float)every[i] * (large + small / 2)
			       : kind == 1 ? (float)every[i] * large * 0.75F
					   : 2.5F;
		if (tiny)
			parts_tiny(figure[i]);
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
	 .one_thread = true,
	 .function = "log_on_gpu",
	 .forbidden = "pthread_create thrd_create",
	 .rule = "use one thread",
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
	 .no_gpu_memory = true,
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
	 .one_thread = true,
	 .function = "train_and_show",
	 .forbidden = "pthread_create thrd_create",
	 .rule = "use one thread",
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
