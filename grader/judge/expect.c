/* expect.c - the expectations of judge.h: each compares, and says what was wanted and what came.
 *
 * Messages hold at most 4 significant digits of a float, so that two machines whose arithmetic
 * differs in the last bits print the same. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "grader/judge/causes.h"
#include "grader/judge/judge_state.h"

/* What an expectation is about where the judge has not said it. */
#define judge_that_or(j, holds, cause, ...)                                                        \
	((holds) ? (void)0 : (cause_unless(j, cause), judge_fail(j, __VA_ARGS__)))

typedef struct NumberText {
	char text[32];
} NumberText;

static NumberText float_text(double value)
{
	NumberText out;

	if (isnan(value)) /* printf would show a sign that means nothing */
		snprintf(out.text, sizeof out.text, "NaN");
	else
		snprintf(out.text, sizeof out.text, "%.4g", value + 0.0);
	return out;
}

/* As above, but a whole number, such as a count, with all its digits. */
static NumberText number_text(double value)
{
	NumberText out;

	if (isnan(value) || value != floor(value) || fabs(value) >= 1e15)
		return float_text(value);
	snprintf(out.text, sizeof out.text, "%.0f", value + 0.0);
	return out;
}

static const char *shape_text(Judge *j, Shape shape)
{
	const char *text = "";

	if (shape.rank == 0)
		return "() (a single number)";
	for (int i = 0; i < shape.rank && i < TENSOR_MAX_RANK; i++)
		text = judge_text(j, "%s%s%lld", text, i > 0 ? ", " : "", (long long)shape.dim[i]);
	return judge_text(j, "(%s)", text);
}

static const char *device_words(Judge *j, Device device)
{
	return device.kind == DEVICE_CPU ? "cpu" : judge_text(j, "gpu:%d", device.index);
}

void judge_int(Judge *j, const char *what, int64_t got, int64_t wanted)
{
	judge_that_or(j, got == wanted, "wrong-result", "%s: wanted %lld, got %lld", what,
		      (long long)wanted, (long long)got);
}

static bool real_is_close(double got, double wanted, double tolerance)
{
	double scale = fmax(1, fabs(wanted));

	/* Infinities are equal to themselves only; a NaN is close to nothing. */
	return got == wanted || (isfinite(wanted) && fabs(got - wanted) <= tolerance * scale);
}

/* Two numbers that differ must not be printed alike. */
static _Noreturn void real_fail(Judge *j, const char *what, double got, double wanted,
				double tolerance)
{
	NumberText come = float_text(got), want = float_text(wanted);

	cause_unless(j, "wrong-result");
	if (strcmp(come.text, want.text) == 0)
		judge_fail(j, "%s: wanted %s within %s, got a number near it", what, want.text,
			   float_text(tolerance * fmax(1, fabs(wanted))).text);
	judge_fail(j, "%s: wanted %s, got %s", what, want.text, come.text);
}

void judge_real(Judge *j, const char *what, double got, double wanted, double tolerance)
{
	if (!real_is_close(got, wanted, tolerance))
		real_fail(j, what, got, wanted, tolerance);
}

void judge_text_is(Judge *j, const char *what, const char *got, const char *wanted)
{
	judge_that_or(j, got, "wrong-result", "%s: wanted \"%s\", got nothing", what, wanted);
	judge_that_or(j, strcmp(got, wanted) == 0, "wrong-result",
		      "%s: wanted \"%s\", got \"%.100s\"", what, wanted, got);
}

void judge_device(Judge *j, const char *what, Device got, Device wanted)
{
	int same = got.kind == wanted.kind && (got.kind == DEVICE_CPU || got.index == wanted.index);

	judge_that_or(j, same, "wrong-place", "%s: wanted %s, got %s", what,
		      device_words(j, wanted), device_words(j, got));
}

void judge_shape(Judge *j, const char *what, Shape got, Shape wanted)
{
	int same = got.rank == wanted.rank;

	for (int i = 0; same && i < wanted.rank; i++)
		same = got.dim[i] == wanted.dim[i];
	judge_that_or(j, same, "wrong-shape", "%s: wanted %s, got %s", what, shape_text(j, wanted),
		      shape_text(j, got));
}

void judge_at_most(Judge *j, const char *what, double got, double most)
{
	judge_that_or(j, got <= most, "too-many", "%s: wanted %s%s, got %s", what,
		      most > 0 ? "at most " : "", most > 0 ? number_text(most).text : "none",
		      number_text(got).text);
}

/* Rounding, and what a formula leaves out that may lie beside other work. */
#define POSSIBLE_SHARE 0.9

/* One part in a thousand is for rounding. */
static void judge_enough(Judge *j, const char *at, double did, double least, const char *what)
{
	judge_that_for(j, did >= 0.999 * least, "work-not-done",
		       "%s: the machine counted %.4g %s in the call; the work takes %.4g at least",
		       at, did, what, least);
}

/* By fills of a byte each the host writes any result, and no copy is counted. */
#define FILLS_MOST 100

/* A call that launches a kernel takes eight numbers of the host's along at most, which the kernel can write: the four
 * factors of cublasDrotm, of two floats each. A copy from a place that the host chooses takes some, too. Right answers
 * take some kernels, or one for each row. So the host can tell all of 576 numbers, of more less than all: each check that
 * asks for numbers has a case with more. */
enum { NUMBERS_A_CALL = 12, FREE_CALLS = 24 };

static void judge_not_dictated(Judge *j, const SimcudaCounters *c, const char *at, double numbers)
{
	double operations = (double)(c->launches + c->memsets + c->copies_d2d);

	judge_that_for(j, numbers <= 0 || operations <= FREE_CALLS + numbers / NUMBERS_A_CALL,
		       "work-not-done",
		       "%s: %.4g kernels, fills and copies within GPUs for %.4g numbers: numbers "
		       "that the host has "
		       "written one by one are not the GPU's",
		       at, operations, numbers);
}

void judge_worked(Judge *j, Run *r, const char *at, RunWork least)
{
	judge_worked_in(j, r, r->window, at, least);
}

void judge_worked_in(Judge *j, Run *r, int window, const char *at, RunWork least)
{
	const SimcudaCounters *c = run_counts_of(r, window);
	Traffic t = run_traffic_of(r, window);

	judge_enough(j, at, (double)c->flops, least.flops, "FLOPs of GPUs");
	judge_enough(j, at, (double)c->launches, least.launches, "kernels");
	judge_that_for(
		j, least.flops <= 0 || c->memsets <= FILLS_MOST + c->launches, "work-not-done",
		"%s: %llu fills: numbers that the host writes byte by byte are not the GPU's", at,
		(unsigned long long)c->memsets);
	judge_not_dictated(j, c, at, least.numbers);
	judge_enough(j, at, t.h2d.bytes, least.to_gpus, "bytes sent to GPUs");
	judge_enough(j, at, t.d2h.bytes, least.to_host, "bytes fetched from GPUs");
	judge_enough(j, at, t.p2p.bytes, least.between, "bytes from GPU to GPU");
}

void judge_numbers_sent(Judge *j, Run *r, const char *at, int64_t numbers)
{
	const double bytes = (double)numbers * sizeof(float);

	judge_worked(j, r, at, (RunWork){.to_gpus = bytes, .numbers = (double)numbers});
}

void judge_possible(Judge *j, Run *r, const char *at, double least)
{
	double took = (double)run_counts(r)->host_ns / 1e3;

	if (!judge_is_simulated(j))
		return;
	judge_that_for(
		j, took >= POSSIBLE_SHARE * least, "impossible-time",
		"%s: it took %.4g us, but the machine needs %.4g us at least: this time cannot be "
		"true",
		at, took, least);
}

void judge_at_least(Judge *j, const char *what, double got, double least)
{
	judge_that_or(j, got >= least, "too-few", "%s: wanted at least %s, got %s", what,
		      number_text(least).text, number_text(got).text);
}

/* Who counts numbers where bytes are counted copies a quarter of them. */
static bool is_quarter(int64_t right, int64_t count)
{
	return right > 1 && (right == count / 4 || right == (count - 1) / 4);
}

static void floats_compare(Judge *j, const char *what, const float *got, const float *wanted,
			   int64_t count, double tolerance, bool copied)
{
	if (!got && count > 0)
		judge_fail_for(j, "result-missing",
			       "%s: wanted %lld numbers, got nothing that can be read", what,
			       (long long)count);

	int64_t behind = results_behind(j, got);

	if (behind >= 0 && behind / (int64_t)sizeof *got < count)
		judge_fail_for(j, "result-too-small", "%s: wanted %lld numbers, got %lld", what,
			       (long long)count, (long long)(behind / (int64_t)sizeof *got));
	for (int64_t i = 0; i < count; i++) {
		if (real_is_close((double)got[i], (double)wanted[i], tolerance))
			continue;
		if (copied && is_quarter(i, count))
			judge_fail_for(
				j, "quarter-copied",
				"%s: of %lld numbers the first %lld are right, a quarter: as many "
				"bytes were copied as there are numbers?",
				what, (long long)count, (long long)i);
		real_fail(j, judge_text(j, "%s: element %lld", what, (long long)i), (double)got[i],
			  (double)wanted[i], tolerance);
	}
}

void judge_floats(Judge *j, const char *what, const float *got, const float *wanted, int64_t count,
		  double tolerance)
{
	floats_compare(j, what, got, wanted, count, tolerance, false);
}

void judge_copied(Judge *j, const char *what, const float *got, const float *wanted, int64_t count)
{
	floats_compare(j, what, got, wanted, count, 0, true);
}
