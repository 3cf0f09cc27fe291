/* predict.h - judges a figure that was guessed before it could be seen: how many times as long one thing takes
 * as another. The drive (drive_predict() of its predict.h) measures both in a run of its own, which calls no
 * function of the exercise; on two A100 whatever MACHINE says, so that the question has one answer. */
#ifndef GRADER_LABS_COMMON_PREDICT_H
#define GRADER_LABS_COMMON_PREDICT_H

#include <math.h>
#include <stdbool.h>

#include "grader/include/judge.h"

typedef struct Prediction {
	const char *first, *second; /* "1000 copies", "one copy": what took so long */
	const char *why;            /* a sentence, said with the figures */
} Prediction;

/* Within such a factor a guess is worth that share of the points. */
static const struct {
	double factor, share;
} predict_near[] = {{1.5, 1}, {3, 0.6}, {10, 0.2}};

static inline double predict_share(double off)
{
	for (size_t i = 0; i < sizeof predict_near / sizeof *predict_near; i++)
		if (off <= predict_near[i].factor)
			return predict_near[i].share;
	return 0;
}

/* Microseconds on the host that a guess may take: asking what GPUs there are is free to it. */
#define PREDICT_US 10

/* Whether the guess was measured. */
static inline bool predict_worked(const SimcudaCounters *c)
{
	return c->launches > 0 || traffic_of(c).all.copies > 0 ||
	       (double)c->host_ns > PREDICT_US * 1e3;
}

static inline Run *predict_run(Judge *j, bool guess)
{
	Run *r = judge_run(j, 2);
	run_model(r, "a100");
	run_int(r, "guess", guess);
	run_windows(r, guess ? 1 : 2);
	run_go(r);
	return r;
}

static inline double predict_guess(Judge *j)
{
	Run *r = predict_run(j, true);
	double guess = run_get_real(r, "guess");
	judge_that_for(j, !judge_is_simulated(j) || !predict_worked(run_counts(r)),
		       "guess-measured",
		       "work was done before the guess: wanted a number that you have thought out; "
		       "the check measures afterwards");
	judge_that_for(j, isfinite(guess) && guess > 0, "guess-too-small",
		       "%.4g was returned: wanted how many times as long it takes, above 0", guess);
	return guess;
}

/* The figure is told with full points only: before, a guess can be mended by thought alone. */
static inline void judge_prediction(Judge *j, const Prediction *p)
{
	double guess = predict_guess(j);
	Run *r = predict_run(j, false);
	double first = (double)run_counts_of(r, 0)->host_ns / 1e3;
	double second = (double)run_counts_of(r, 1)->host_ns / 1e3;
	judge_that_for(j, first > 0 && second > 0, "damaged-results",
		       "the program's results are damaged");
	double measured = first / second;
	double off = guess > measured ? guess / measured : measured / guess;
	judge_share(j, predict_share(off));
	judge_because(j, guess < measured ? "guess-too-small" : "guess-too-large");
	judge_that(j, off <= 3, "%.4g times: too %s, by a factor of %s", guess,
		   guess < measured ? "small" : "large", off <= 10 ? "3 to 10" : "more than 10");
	judge_that(j, off <= 1.5, "%.4g times is near, within a factor of 3, but too %s", guess,
		   guess < measured ? "small" : "large");
	judge_lesson(j, "You said %.4g times; measured: %.3g times (%s took %s, %s took %s). %s",
		     guess, measured, p->first, say_us(j, first), p->second, say_us(j, second),
		     p->why);
}

#endif
