/* hardware_timing.c - judges a time that the program measured on real GPUs.
 *
 * What is right or wrong about the way it measures was judged on the simulator before (judge.c), to
 * the microsecond. Here is left: are its numbers true on this GPU? Nobody knows how fast that is,
 * so the kit's own program does the same work, and both are run in turn (timing_stats.h). Nothing
 * else of this kit runs meanwhile (gpu_lock.h), and the driver is asked how the GPUs are
 * (gpu_status.h). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/gpu/gpu_detect.h"
#include "grader/gpu/gpu_lock.h"
#include "grader/gpu/gpu_status.h"
#include "grader/gpu/timing_stats.h"
#include "grader/judge/causes.h"
#include "grader/judge/judge_state.h"
#include "grader/judge/second_judge.h"
#include "grader/sandbox/run_trusted.h"

#define TRIES   3
#define SECONDS 60 /* of the kit's own program, once */

/* All times of one try: of the program and of the reference. */
typedef struct Times {
	double program[REAL_MAX][TIMING_ROUNDS];
	double reference[REAL_MAX][TIMING_ROUNDS];
} Times;

/* --- one round -------------------------------------------------------------------------------- */

/* Fills in `us`, or says why not. */
static int reference_run(Judge *j, const char *list, const RealWork *w, double *us, char *why,
			 size_t why_size)
{
	enum { WORDS = 80 };
	const Options *o = j->options;
	char *words = text_new("%s", w->reference), *rest = words, *word;
	const char *threads = getenv("OPENBLAS_NUM_THREADS"); /* the program has them too */
	char *env[] = {text_new("CUDA_VISIBLE_DEVICES=%s", list), text_new(HARDWARE_ORDER),
		       threads ? text_new("OPENBLAS_NUM_THREADS=%s", threads) : NULL, NULL};
	char *argv[WORDS + 2] = {text_new("%s/bin/usegpu-reference", o->build)};
	const char *answer;
	int count = 1, got = 0;

	while (count < WORDS && (word = strsep(&rest, " ")))
		argv[count++] = word;
	answer = run_trusted(o->work, argv, env, SECONDS, why, why_size);
	for (char *end; answer && got < w->count; answer = end) {
		us[got] = strtod(answer, &end);
		if (end == answer || !isfinite(us[got]))
			break;
		got++;
	}
	if (answer && got < w->count)
		text_format(why, why_size, "usegpu-reference %s printed %d numbers, wanted %d",
			    w->reference, got, w->count);
	free(words);
	free(argv[0]);
	free(env[0]);
	free(env[1]);
	free(env[2]);
	return got == w->count ? 0 : -1;
}

/* The exercise once more, with the same inputs. What it prints again is not kept. */
static void program_run_again(Judge *j, Run *r, const RealWork *w, double *us)
{
	Run *again = judge_memory(j, sizeof *again);
	size_t printed = j->verdict.output_bytes;
	int cut = j->verdict.cut;

	*again = *r;
	again->answers = (Answers){.results = NULL};
	again->findings = NULL;
	run_on_hardware(again);
	j->verdict.output_bytes = printed;
	j->verdict.cut = cut;

	Ending ending = again->ending;

	for (int i = 0; i < w->count; i++) {
		const Value *value = values_find(again->answers.results, w->names[i]);

		us[i] = NAN;
		if (value && value->type == FRAME_REAL)
			memcpy(&us[i], value->payload, sizeof us[i]);
		us[i] *= w->unit;
		if (ending.kind == VERDICT_PASS && !isfinite(us[i]))
			ending_fail(&ending, "damaged-results",
				    "%s: %s is no number when it is measured "
				    "again",
				    w->at, w->names[i]);
	}
	answers_free(&again->answers);
	j->cause = !ending.cause ? NULL : cause_find(j->lab->causes, ending.cause);
	if (ending.kind != VERDICT_PASS)
		judge_leave(j, ending.kind, "%s", ending.message);
}

static void rounds_run(Judge *j, Run *r, const char *list, const RealWork *w, Times *times,
		       GpuStatus *state)
{
	double us[REAL_MAX];
	char why[300];

	for (int round = 0; round < TIMING_ROUNDS; round++) {
		gpu_status_sample(j->options, list, state);
		if (reference_run(j, list, w, us, why, sizeof why) < 0)
			judge_leave(j, VERDICT_ERROR, "%s", why);
		for (int i = 0; i < w->count; i++)
			times->reference[i][round] = us[i];
		program_run_again(j, r, w, us);
		for (int i = 0; i < w->count; i++)
			times->program[i][round] = us[i];
	}
	gpu_status_sample(j->options, list, state);
}

/* --- what they say ---------------------------------------------------------------------------- */

static json_t *list_json(const double *numbers, int count)
{
	json_t *list = json_array();

	for (int i = 0; i < count; i++)
		json_array_append_new(list,
				      isfinite(numbers[i]) ? json_real(numbers[i]) : json_null());
	return list;
}

/* Everything, for details.json. */
static void times_keep(Judge *j, const RealWork *w, const Times *times, const GpuStatus *s,
		       int tries)
{
	json_t *each = json_array();

	for (int i = 0; i < w->count; i++)
		json_array_append_new(
			each, json_pack("{s:s, s:o, s:o}", "name", w->names[i], "program",
					list_json(times->program[i], TIMING_ROUNDS), "reference",
					list_json(times->reference[i], TIMING_ROUNDS)));

	char gpu[sizeof s->name];

	text_clean(gpu, sizeof gpu, s->name, strlen(s->name));

	json_t *one = json_pack("{s:s, s:s, s:s, s:i, s:o, s:o}", "at", w->at, "unit", w->unit_name,
				"reference", w->reference, "tries", tries, "times", each, "gpu",
				s->looks == 0 ? json_null()
					      : json_pack("{s:s, s:o, s:o, s:b, s:i}", "name", gpu,
							  "sm_clock_mhz", list_json(s->clock, 2),
							  "temperature_c",
							  list_json(s->temperature, 2), "slowed",
							  s->slowed, "other_programs", s->others));

	if (!j->measured)
		j->measured = json_array();
	json_array_append_new(j->measured, one);
}

static const char *state_words(const GpuStatus *s)
{
	return s->others > 0 ? "; another program uses the GPU"
	       : s->slowed   ? "; the GPU was slowed down by heat or for want of power"
			     : "";
}

/* The first of the numbers that does not fit; NULL when all do. */
static TimingVerdict times_decide(const RealWork *w, const Times *times, const GpuStatus *s,
				  int *which, TimingStats *program, TimingStats *reference)
{
	TimingVerdict kind = TIMING_FITS;

	for (int i = 0; i < w->count && kind == TIMING_FITS; i++) {
		*which = i;
		*program = timing_stats_of(times->program[i]);
		*reference = timing_stats_of(times->reference[i]);
		kind = timing_decide(program, reference);
	}
	return s->others > 0 || s->slowed ? TIMING_NOISY : kind;
}

/* Tries until the times can decide, or no longer. */
static TimingVerdict times_take(Judge *j, Run *r, const char *list, const RealWork *w, int *which,
				TimingStats *program, TimingStats *reference,
				const char **state_says)
{
	Times *times = judge_memory(j, sizeof *times);
	TimingVerdict kind = TIMING_NOISY;

	for (int i = 1; i <= TRIES && kind == TIMING_NOISY; i++) {
		GpuStatus state = {.looks = 0};

		rounds_run(j, r, list, w, times, &state);
		kind = times_decide(w, times, &state, which, program, reference);
		if (kind != TIMING_NOISY || i == TRIES)
			times_keep(j, w, times, &state, i);
		*state_says = state_words(&state);
	}
	return kind;
}

/* No GPU is faster than its multiprocessors. Only GPUs whose figures the kit has are known. */
static void limit_judge(Judge *j, Run *r, const RealWork *w, const char *list)
{
	GpuStatus state = {.looks = 0};
	double us = w->flops > 0 ? run_get_real(r, w->names[0]) * w->unit : 0, peak;

	if (w->flops <= 0)
		return;
	gpu_status_sample(j->options, list, &state);
	peak = state.looks > 0 ? peak_of(j, state.name) : 0;
	judge_that_for(
		j, peak <= 0 || us * peak >= w->flops, "impossible-time",
		"%s: %s is %.4g us on the %s, which would mean %.4g TFLOP/s; its peak is %.4g "
		"TFLOP/s: this time cannot be true",
		w->at, w->names[0], us, state.name, w->flops / us / 1e6, peak / 1e6);
}

void judge_on_hardware(Judge *j, Run *r, const RealWork *w)
{
	TimingStats program = {0}, reference = {0};
	const char *says = "";
	int which = 0;

	if (judge_is_simulated(j) || twice_is_second(j))
		return;

	char *visible = gpu_list(r->gpus);
	const char *list = judge_text(j, "%s", visible);

	free(visible);
	limit_judge(j, r, w, list);
	if (gpu_lock_exclusive(j->options) < 0)
		judge_leave(j, VERDICT_ERROR, "%s/gpu.lock cannot be locked", j->options->build);

	TimingVerdict kind = times_take(j, r, list, w, &which, &program, &reference, &says);

	gpu_unlock_exclusive();

	const char *name = w->names[which], *unit = w->unit_name;

	if (kind == TIMING_NOISY)
		judge_leave(j, VERDICT_INCONCLUSIVE,
			    "%s: %s was between %.4g and %.4g%s, for the kit's own program between "
			    "%.4g and %.4g%s: the times vary too much to judge (%d runs of each, "
			    "tried %d times)%s",
			    w->at, name, program.low, program.high, unit, reference.low,
			    reference.high, unit, TIMING_ROUNDS, TRIES, says);
	judge_that_for(
		j, kind == TIMING_FITS, "real-time",
		"%s: %s is %.4g%s, but the same work takes the kit's own program %.4g%s on this "
		"GPU (medians of %d runs, in turn): %s",
		w->at, name, program.median, unit, reference.median, unit, TIMING_ROUNDS,
		kind == TIMING_SHORT ? "that is too short to be true" : "what else was measured?");
	text_format(j->verdict.measured, sizeof j->verdict.measured,
		    "measured: %s %.4g%s; the kit's own program %.4g%s (medians of %d runs)", name,
		    program.median, unit, reference.median, unit, TIMING_ROUNDS);
}
