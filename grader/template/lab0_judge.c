/* judge.c - decides about lab 0. Each thing that an answer can get wrong has its place below, with what it
 * costs to look for it; take out what your exercise does not promise. */
#include "grader/include/judge.h"
#include "grader/labs/common/failing.h"
#include "grader/labs/common/left.h"

/* The judge is linked without the framework: a device is written down, and named, by hand. */
static const Device places[] = {{DEVICE_GPU, 1}, {DEVICE_GPU, 0}, {DEVICE_CPU, 0}};
static const char *const names[] = {"gpu:1", "gpu:0", "cpu"};
enum { PLACES = sizeof places / sizeof *places };

/* A case: n rows of m numbers on places[place], while another GPU is the current one. */
typedef struct Case {
	int place;
	int64_t n, m;
	const char *at; /* begins its messages */
	const float *x;
} Case;

static Case draw_case(Judge *j, int place, int64_t n, int64_t m)
{
	Case c = {.place = place, .n = n, .m = m};

	c.at = judge_text(j, "x on %s", names[place]);
	c.x = judge_uniform(j, n * m, -1, 1);
	return c;
}

static int current_of(const Case *c)
{
	return places[c->place].index == 0;
}

static Run *run_of(Judge *j, const Case *c)
{
	Run *r = judge_run(j, 2);

	run_tensor(r, "x", SHAPE(c->n, c->m), c->x, places[c->place]);
	run_int(r, "current", current_of(c));
	run_about(r, c->at); /* ends the messages about leaks and crashes in this run */
	return r;
}

/* LEFT OVER. The error that the next cudaGetLastError() would return, and the current device. */
static void judge_left(Judge *j, Run *r, const Case *c)
{
	judge_no_error_left_at(j, r, c->at);
	judge_device_kept(j, r, current_of(c));
}

/* COUNTERS. Of the call alone, as the machine counted: what went between host and GPUs is run_traffic(), also what
 * kernels carry; launches, FLOPs, peak_bytes, allocations ... are run_counts() (framework/simcuda/simcuda.h). */
static void judge_counts(Judge *j, Run *r, const Case *c)
{
	Traffic went = run_traffic(r);
	double copies = went.h2d.copies + went.d2h.copies + went.p2p.copies;
	double bytes = went.h2d.bytes + went.d2h.bytes + went.p2p.bytes;
	RunWork least = {.flops = (double)(c->n * c->m), .launches = 1};

	judge_at_most(j, judge_text(j, "%s: copies", c->at), copies, 0);
	judge_at_most(j, judge_text(j, "%s: bytes copied", c->at), bytes, 0);
	if (places[c->place].kind == DEVICE_GPU) /* the CPU could come to the same numbers */
		judge_worked(j, r, c->at, least);
}

/* What is right is computed here, never by running the solution. LEAKS and BOUNDS need no line: the simulated
 * GPUs and the heap find memory that is never given back, and every access outside of a block, and
 * run_go() fails the check for it. */
static Run *judge_on(Judge *j, int place, int64_t n, int64_t m)
{
	Case c = draw_case(j, place, n, m);
	float *wanted = judge_memory(j, (size_t)(n * m) * sizeof *wanted);
	Run *r = run_of(j, &c);

	for (int64_t i = 0; i < n * m; i++)
		wanted[i] = 2 * c.x[i];
	run_watch(r); /* for judge_every_failure, which counts waits */
	run_go(r);

	const RunTensor *result = run_get_tensor(r, "result");
	judge_that_for(j, result, "result-missing", "%s: NULL was returned", c.at);
	judge_device(j, judge_text(j, "%s: the result's device", c.at), result->device,
		     places[place]);
	judge_shape(j, judge_text(j, "%s: the result's shape", c.at), result->shape, SHAPE(n, m));
	judge_floats(j, judge_text(j, "%s: the result", c.at), result->values, wanted, n * m, 1e-6);
	const RunTensor *after = run_get_tensor(r, "after");
	judge_because(j, "input-changed"); /* the cause of what fails from here on */
	judge_that(j, after, "%s: x is gone", c.at);
	judge_floats(j, judge_text(j, "%s: x afterwards", c.at), after->values, c.x, n * m, 0);
	judge_left(j, r, &c);
	judge_because(j, "too-many");
	judge_counts(j, r, &c);
	return r;
}

/* FAILURES. Each operation of a right run fails in turn; leaks on that way out are found as well. */
static void judge_failure(Judge *j, const char *kind, int64_t at, const void *data)
{
	Case c = *(const Case *)data;
	Run *r = run_of(j, &c);

	c.at = judge_text(j, "%s, and %s", c.at, run_fail_times(j, r, kind, at, 1));
	run_about(r, c.at);
	run_go(r);
	judge_that_for(j, !run_get_tensor(r, "result"), "failure-not-told",
		       "%s: wanted NULL, but a tensor was returned", c.at);
	judge_left(j, r, &c);
}

/* TIMES. Simulated time is exact, but compare it with another run or with the machine's figures
 * (run_copy_us, run_figure), never with a number that you saw. Here: eight times as many rows. */
enum { MORE = 8, TIMES_AS_LONG = 2 };

static void judge_ratio(Judge *j)
{
	int64_t n = judge_between(j, 2, 8), m = judge_between(j, 41, 80);
	double few = run_us(judge_on(j, 0, n, m));
	double many = run_us(judge_on(j, 0, MORE * n, m)), most = TIMES_AS_LONG * few;

	if (!judge_is_simulated(j)) /* one real time says little */
		return;
	judge_in_time(j, many <= most, "work-in-pieces",
		      ((TimeLimit){.wanted = most,
				   .measured = many,
				   .wanted_how = "twice that of few rows"}),
		      "%d times as many rows: wanted at most %d times as long, got %.3g times",
		      MORE, TIMES_AS_LONG, many / few);
	judge_lesson(j,
		     "A GPU is told once what to do with all numbers: %d times as many rows took "
		     "yours %.3g times as long, %s.",
		     MORE, many / few, say_us(j, many));
}

static void judge_0_1(Judge *j)
{
	for (int place = 0; place < PLACES; place++) {
		int64_t n = judge_between(j, 2, 40), m = judge_between(j, 41, 80);
		Run *r = judge_on(j, place, n, m);
		Case c = draw_case(j, place, n, m);

		judge_every_failure(j, r, judge_failure, &c);
	}
	judge_ratio(j);
}

/* Mistakes of this lab alone: a page of docs/ with its heading, and a hint. All others are in
 * grader/judge/causes.c. */
static const Cause causes[] = {
	{"work-in-pieces", "lab0.md#The idea", "how many kernels does one call of yours start?"},
	{NULL, NULL, NULL},
};

static const Check checks[] = {
	{.id = "0.1",
	 .title = "twice doubles x where it lives",
	 .points = 2,
	 .gpus = 2,
	 .function = "twice",
	 .forbidden = "tensor_to_host tensor_item",
	 .rule = "nothing has to come to the host",
	 .hints =
		 {"where does a result of a tensor_ function live?",
		  "framework/include/usegpu/tensor.h, the part \"computing\": one function does it",
		  "tensor_scale(x, factor)"},
	 .judge = judge_0_1},
};

const LabChecks lab0_judge = {
	.number = 0,
	.name = "lab0_template",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.causes = causes,
};
