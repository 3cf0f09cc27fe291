/* judge.c - decides about lab 12: larger batches, more GPUs. */
#include "grader/labs/lab12/judge.h"

#include "grader/labs/common/causes.h"
#include "grader/labs/common/order.h"

/* `each` numbers a case. */
static const float *answers_get(Judge *j, const float *numbers, int each, int cases)
{
	int64_t count;
	Run *r = judge_run(j, 0);
	run_floats(r, "numbers", numbers, (int64_t)each * cases);
	run_go(r);
	const float *got = run_get_floats(r, "answers", &count);
	judge_complete(j, got && count == cases);
	return got;
}

static void judge_12_3(Judge *j)
{
	enum { CASES = 8, EACH = 4 };
	float n[CASES][EACH];
	double wanted[CASES];
	int64_t order[CASES] = {0};
	draw_order(j, order, CASES);
	for (int k = 0; k < CASES; k++) {
		const int64_t i = order[k]; /* its place tells nothing of a case */
		/* quarters, also of less than a microsecond */
		float one = (float)judge_between(j, 1, k % 4 < 2 ? 8 : 20000) / 4,
		      gpus = (float)judge_between(j, 2, 8);
		bool weak = k % 2;
		n[i][0] = one;
		n[i][2] = k < 2 ? 1 : gpus;
		n[i][1] = one * (float)judge_between(j, 11, 20) / 10 / (weak ? 1 : n[i][2]);
		n[i][3] = weak;
		double ideal = weak ? n[i][0] : (double)n[i][0] / (double)n[i][2];
		wanted[i] = ideal / n[i][1];
	}
	const float *got = answers_get(j, &n[0][0], EACH, CASES);
	judge_because(j, "efficiency");
	for (int i = 0; i < CASES; i++)
		judge_real(j,
			   judge_text(j, "efficiency(%g, %g, %g, %s)", n[i][0], n[i][1], n[i][2],
				      n[i][3] != 0 ? "true" : "false"),
			   got[i], wanted[i], 1e-4);
	judge_lesson(
		j,
		"With strong scaling the time should shrink, with weak scaling it should stay: "
		"%s on one GPU and %s on %g have an efficiency of %.4g with one batch for all, "
		"by yours and by ours.",
		say_us(j, n[order[2]][0]), say_us(j, n[order[2]][1]), n[order[2]][2],
		got[order[2]]);
}

static void judge_12_4(Judge *j)
{
	enum { CASES = 10, EACH = 5 };
	float n[CASES][EACH];
	double wanted[CASES];
	int64_t order[CASES] = {0};
	draw_order(j, order, CASES); /* the place of a case tells nothing of it */
	for (int i = 0; i < CASES; i++) {
		/* quarters: a batch need not be a whole number of times as large */
		int64_t batch = 32 * judge_between(j, 1, 8), quarters = judge_between(j, 4, 64);
		if (i == 1 && quarters % 4 == 0)
			quarters++;
		int64_t warm_up = i == 0 ? 0 : i == 6 ? 1 : judge_between(j, 5, 100);
		int64_t step = i == 0   ? 0
			       : i == 1 ? warm_up
			       : i == 2 ? 0
			       : i % 2  ? judge_between(j, 1, warm_up - 1)
					: judge_between(j, warm_up, 2 * warm_up);
		const int64_t larger = batch * quarters / 4;
		if (i == 3 || i == 8) { /* more than 32 bits count */
			step <<= 30;
			warm_up <<= 30;
		}
		const float numbers[EACH] = {(float)judge_between(j, 1, 20) / 64, (float)batch,
					     (float)larger, (float)step, (float)warm_up};
		for (int k = 0; k < EACH; k++)
			n[order[i]][k] = numbers[k];
		double climbed = step >= warm_up ? 1 : (double)step / (double)warm_up;
		wanted[order[i]] = (double)numbers[0] * (1 + ((double)quarters / 4 - 1) * climbed);
	}
	const float *got = answers_get(j, &n[0][0], EACH, CASES);
	judge_because(j, "rate");
	for (int i = 0; i < CASES; i++)
		judge_real(j,
			   judge_text(j, "rate_for(%g, %g, %g, %g, %g)", n[i][0], n[i][1], n[i][2],
				      n[i][3], n[i][4]),
			   got[i], wanted[i], 1e-4);
	const float *shown = n[order[4]];
	judge_lesson(
		j,
		"Fewer and longer steps go as far: for %g rows instead of %g the rate is %.4g "
		"in step %g, by yours and by ours, after %g steps in which it climbs from %.4g.",
		shown[2], shown[1], got[order[4]], shown[3], shown[4], shown[0]);
}

static const Check checks[] = {
	{.id = "12.1",
	 .title = "step_in_pieces trains with a batch that does not fit",
	 .points = 2,
	 .stretch = true,
	 .gpus = 2,
	 .function = "step_in_pieces",
	 .forbidden = "parallel_create parallel_step module_backward",
	 .rule = "make the step yourself, without the gradient of the input",
	 .hints = {"how often are gradients set to 0, and how often is there an update?",
		   "module_backward_parameters adds to the gradients; each piece counts by its "
		   "share "
		   "of all rows",
		   "tensor_rows(x, first, here); tensor_add_scaled(gradient, share - 1, gradient) "
		   "before the backward; sgd_step behind the last piece"},
	 .no_handles = true,
	 .judge = judge_12_1},
	{.id = "12.2",
	 .title = "step_overlapped sends gradients beside the backward",
	 .points = 4,
	 .stretch = true,
	 .gpus = 4,
	 .one_thread = true,
	 .function = "step_overlapped",
	 .forbidden = "parallel_create parallel_step module_backward pthread_create thrd_create",
	 .rule = "make the step yourself, in one thread, and without the gradient of the input",
	 .hints = {"when is a gradient complete, and which stream may then send it?",
		   "in the hook: let the lane wait for an event of the default stream, and queue "
		   "the "
		   "copy in the lane; when both backwards are queued, let each default stream wait "
		   "for both lanes, and add",
		   "cudaEventRecord(event, 0); cudaStreamWaitEvent(lane, event, 0); "
		   "cudaMemcpyPeerAsync(..., lane); then tensor_add_scaled(gradient, 1, room) and "
		   "sgd_step. Before the first copy the lane waits for the other GPU's default "
		   "stream, which may still read the room"},
	 .no_handles = true,
	 .judge = judge_12_2},
	{.id = "12.3",
	 .title = "question: strong and weak scaling",
	 .points = 1,
	 .stretch = true,
	 .gpus = 0,
	 .function = "efficiency",
	 .hints = {"which time would be right if nothing were lost?",
		   "weak: the same time as on one GPU; strong: that time divided by the GPUs",
		   "the efficiency is the right time divided by the time that it takes"},
	 .judge = judge_12_3},
	{.id = "12.4",
	 .title = "question: the rate for a larger batch",
	 .points = 1,
	 .stretch = true,
	 .gpus = 0,
	 .function = "rate_for",
	 .hints =
		 {"how many times as large is the batch?",
		  "the full rate is as many times the rate; before step warm_up it is between both",
		  "rate + (full - rate) * step / warm_up"},
	 .judge = judge_12_4},
	{.id = "12.5",
	 .title = "question: find the stall in a timeline",
	 .points = 2,
	 .stretch = true,
	 .gpus = 0,
	 .function = "find_stall",
	 .hints =
		 {"where does the GPU stop computing, and where does it go on?",
		  "from a kernel's start go on to the end of all kernels that overlap it; the next "
		  "start behind that ends the gap",
		  "the cause is the copy of that GPU with the latest end in the gap; without one "
		  "it "
		  "is the host"},
	 .judge = judge_12_5},
};

const LabChecks lab12_judge = {
	.number = 12,
	.name = "lab12_scaling",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.causes = lab12_causes,
	.is_beyond = true,
};
