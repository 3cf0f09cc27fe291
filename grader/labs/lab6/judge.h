/* judge.h - what the judges of lab 6 share: what a step of the work costs on the machine of a
 * run, and what is said about a norm that is wrong. */
#ifndef GRADER_LABS_LAB6_JUDGE_H
#define GRADER_LABS_LAB6_JUDGE_H

#include <math.h>

#include "grader/include/judge.h"
#include "grader/labs/common/left.h"

/* Microseconds that the host needs to queue a kernel. */
static inline double launch_us(Run *r)
{
	return run_figure(r, "launch_time") / 1e3;
}

/* The smallest square product, in steps of 32, that runs `times` times as long as it takes to queue
 * two kernels. */
static inline int size_that_takes(Run *r, double times)
{
	int size = 64;
	while (size < 4096 && run_product_us(r, size, size, size) < times * 2 * launch_us(r))
		size += 32;
	return size;
}

/* Microseconds of a kernel that reads `count` numbers, and multiplies and adds each once. A GB/s is
 * a byte a nanosecond, a GFLOP/s an operation a nanosecond. */
static inline double norm_us(Run *r, double count)
{
	double memory =
		(4 * count + 4) / (run_figure(r, "memory_share") * run_figure(r, "memory_rate"));
	double sums = 2 * count / run_figure(r, "peak_f32");
	return (run_figure(r, "kernel_time") + fmax(memory, sums)) / 1e3;
}

/* Microseconds of a step whose norm is fetched at once: the norm is queued while the product runs,
 * and the copy is called meanwhile, so the longer of the two counts; then comes the copy, for which
 * the host waits. */
static inline double one_at_a_time_us(Run *r, double product, double norm)
{
	double launch = launch_us(r), call = run_figure(r, "copy_call_time") / 1e3;
	double computed = launch + fmax(product, launch) + norm;
	return fmax(computed, 2 * launch + call) + run_copy_us(r, "d2h_pageable", 4);
}

/* Norms are summed in float32: an error of 1e-6 or so each. */
#define NORM_TOLERANCE 1e-4

static inline int norm_is(double got, double wanted)
{
	return fabs(got - wanted) <= NORM_TOLERANCE * fmax(1, wanted);
}

static inline void judge_norm(Judge *j, const char *what, double got, double wanted)
{
	judge_that_for(j, norm_is(got, wanted) || !norm_is(got / wanted, wanted), "root-missing",
		       "%s: wanted %.4g, got %.4g: that is the sum of the squares without the root",
		       what, wanted, got);
	judge_because(j, "norm-wrong");
	judge_real(j, what, got, wanted, NORM_TOLERANCE);
}

static inline void judge_mode(Judge *j, const char *at, Run *r, int64_t device_mode)
{
	judge_that_for(j, run_get_int(r, "device_mode") == device_mode, "mode-left",
		       "%s: the handle is in %s pointer mode afterwards, wanted %s pointer mode",
		       at, device_mode ? "host" : "device", device_mode ? "device" : "host");
	judge_handles_kept(j, r, at);
}

/* The functions that an exercise is given get what its caller gave for them, `name`: "user" or "data". */
static inline void judge_handed_on(Judge *j, Run *r, const char *at, const char *name)
{
	const char *stranger = run_get_text(r, "stranger");
	judge_that_for(
		j, stranger && *stranger == '\0', "not-handed-on",
		"%s: %.60s for `%s`; wanted the pointer that your own function was given for it",
		at, stranger ? stranger : "a function", name);
}

/* marks.c: what 6.5 was to show, of a run that has passed otherwise. */
typedef struct Shown {
	const char *at;
	const float *losses;
	int steps, block;
	int64_t show_us; /* that a block is looked at */
	double flops;    /* of a step */
	double least_ns; /* that a step runs */
} Shown;
void judge_marks_shown(Judge *j, Run *r, const Shown *s);

/* busy.c: how many losses there are up to the end of block b. */
int shown_until(const Shown *s, int b);

/* That the GPU had work while losses were shown, but for the last ones; `step_us` is what a step runs. */
void judge_marks_busy(Judge *j, Run *r, const Shown *s, double step_us);

/* Of 6.5, where blocks take far longer than the calls around them. */
void judge_marks_hidden(Judge *j, Run *r, const Shown *s, double step_us);

/* How many moments of that kind the machine noted; -1 where it is not asked. */
int64_t marks_of(Run *r, DriveMark kind);
int64_t marks_behind_failure(Run *r, DriveMark kind); /* behind the call that was to fail */
/* Of 6.5, whether all that was shown were losses that are known, each once and in order. */
bool marks_show_known(Run *r, const float *losses, int steps);

/* Of 6.2. */
void judge_marks_reported(Judge *j, Run *r, const char *at, const double *norm, int steps,
			  double flops);

/* record.c: of 6.4, the kernels of so many calls and nothing else, and the clock around a later call of each way, by the
 * machine's record. */
typedef struct WaysMade {
	const char *at;
	int64_t slow, fast; /* calls */
	int steps;
	double side, count; /* of the products; numbers of a norm */
} WaysMade;
void judge_ways_made(Judge *j, Run *r, const WaysMade *w);

void judge_6_1(Judge *j);
void judge_6_2(Judge *j);
void judge_6_3(Judge *j);
void judge_6_4(Judge *j);
void judge_6_5(Judge *j);

#endif
