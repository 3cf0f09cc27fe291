/* questions.c - decides about 3.8 and 3.9: the time of copies, and what of it overlaps. */
#include <math.h>
#include <stdbool.h>

#include "grader/labs/common/order.h"
#include "grader/labs/lab3/judge.h"

static bool is_near(double got, double wanted)
{
	return fabs(got - wanted) <= 1e-4 * wanted;
}

static const char *copy_cause(double got, double alpha, double beta, double bytes, int64_t pieces)
{
	double transfer = bytes / beta; /* in thousandths of a microsecond */
	double wanted = (double)pieces * alpha + transfer / 1e3;
	if (is_near(got, (double)pieces * beta + bytes / alpha / 1e3))
		return "alpha-for-beta";
	if (is_near(got, alpha + transfer / 1e3))
		return "alpha-once";
	double unit = 1e-12;
	for (int i = 0; i < 24; i++, unit *= 10)
		if (is_near(got, (double)pieces * alpha + transfer * unit))
			return "rate-unit";
	if (is_near(got, (double)pieces * alpha + transfer / 1024))
		return "rate-unit";
	/* a little is missing, as where whole numbers cut something off */
	return got < wanted && got > 0.9 * wanted ? "fraction-cut" : "copy-time";
}

void judge_3_8(Judge *j)
{
	enum { CASES = 7 };
	int64_t bytes[CASES], pieces[CASES], count;
	float alpha[CASES], beta[CASES], wanted[CASES];
	for (int i = 0; i < CASES; i++) {
		bytes[i] = judge_between(j, 1, 400) * 100000;
		pieces[i] = i ? judge_between(j, 1, 1000) : 1;
		alpha[i] = (float)judge_between(j, 4, 80) / 4;
		beta[i] = (float)judge_between(j, 8, 200) / 4;
		if (i == 2) /* more than 4 GiB */
			bytes[i] *= 1000;
		if (i == 3) { /* a piece has no whole number of bytes */
			pieces[i] = 1000;
			bytes[i] = 1000 * judge_between(j, 2, 9) - 500;
			alpha[i] = 0.5F;
			beta[i] = 0.25F;
		}
		if (i == 4) { /* no whole number of microseconds, and few of them */
			pieces[i] = 1;
			bytes[i] = 4000;
		}
		if (i == 5) /* more pieces than 16 bits count */
			pieces[i] = judge_between(j, 100000, 1000000);
		if (i == 6) { /* figures that are no quarters */
			alpha[i] = (float)judge_between(j, 1, 1000) / 1000;
			beta[i] = (float)judge_between(j, 1, 1000) / 1000;
		}
		wanted[i] =
			(float)((double)pieces[i] * alpha[i] + (double)bytes[i] / beta[i] / 1e3);
	}
	Run *r = judge_run(j, 0);
	run_ints(r, "bytes", bytes, CASES);
	run_ints(r, "pieces", pieces, CASES);
	run_floats(r, "alpha", alpha, CASES);
	run_floats(r, "beta", beta, CASES);
	run_go(r);
	const float *got = run_get_floats(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	for (int i = 0; i < CASES; i++) {
		judge_because(j,
			      copy_cause(got[i], alpha[i], beta[i], (double)bytes[i], pieces[i]));
		judge_real(j,
			   judge_text(j, "copy_microseconds(%.4g, %.4g, %lld, %lld)", alpha[i],
				      beta[i], (long long)bytes[i], (long long)pieces[i]),
			   got[i], wanted[i], 1e-4);
	}
	judge_lesson(j,
		     "Each piece pays alpha, all bytes together pay bytes / beta once: for %s in "
		     "%lld pieces your function says %s and ours %s; in one piece it is %s.",
		     say_bytes(j, (double)bytes[1]), (long long)pieces[1], say_us(j, got[1]),
		     say_us(j, wanted[1]),
		     say_us(j, wanted[1] - (double)(pieces[1] - 1) * alpha[1]));
}

static const char *overlap_cause(const float *t, double wanted, double got)
{
	double shorter = (double)fminf(t[1] - t[0], t[3] - t[2]);
	if (wanted > 0 && is_near(got, 100 * wanted))
		return "overlap-percent";
	if (is_near(got * shorter, (double)fminf(t[1], t[3]) - (double)fminf(t[0], t[2])) ||
	    is_near(got * shorter, (double)fmaxf(t[1], t[3]) - (double)fmaxf(t[0], t[2])))
		return "overlap-ends";
	return wanted > 0 ? "overlap-share" : "no-overlap";
}

void judge_3_9(Judge *j)
{
	enum { CASES = 12 };
	float times[CASES][4];
	int64_t count, order[CASES] = {0};
	draw_order(j, order, CASES); /* the place of a case tells nothing of it */
	for (int i = 0; i < CASES; i++) {
		float start = (float)judge_between(j, 0, 50),
		      length = (float)judge_between(j, 8, 60);
		float other = (float)judge_between(j, 8, 60);
		float shift = i < 6 ? (float)judge_between(j, 1, 7) : 0;
		float second = i % 3 == 0   ? start + length + shift /* behind it */
			       : i % 3 == 1 ? start + shift          /* begins inside */
					    : start - shift;         /* begins before */
		float pair[4] = {start, start + length, second, second + other};
		/* a time need not be a whole number; in half of the cases it is much less than 1 */
		float unit = (float)judge_between(j, 5, 12) / (i / 3 % 2 ? 512 : 8);
		for (int k = 0; k < 4; k++) /* each kind with a and b in both roles */
			times[order[i]][k] = unit * pair[i % 2 ? (k + 2) % 4 : k];
	}
	const int64_t late = judge_between(j, 1, 9)
			     << 33; /* the times of every other case are later by that */
	Run *r = judge_run(j, 0);
	run_floats(r, "times", &times[0][0], CASES * 4);
	run_int(r, "late", late);
	run_go(r);
	const float *got = run_get_floats(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	for (int i = 0; i < CASES; i++) {
		const float *t = times[i];
		const double after = i % 2 ? (double)late : 0;
		double both = (double)fminf(t[1], t[3]) - (double)fmaxf(t[0], t[2]);
		double shorter = (double)fminf(t[1] - t[0], t[3] - t[2]);
		judge_because(j, overlap_cause(t, both > 0 ? both / shorter : 0, got[i]));
		judge_real(j,
			   judge_text(j, "overlap_share(%.14g, %.14g, %.14g, %.14g)",
				      after + (double)t[0], after + (double)t[1],
				      after + (double)t[2], after + (double)t[3]),
			   got[i], both > 0 ? both / shorter : 0, 1e-4);
	}
	const int shown = (int)order[2];
	const float *t = times[shown];
	judge_lesson(j,
		     "Two operations overlap from the later start to the earlier end: of "
		     "the shorter "
		     "of (%.6g, %.6g) and (%.6g, %.6g) us your share is %.4g. Look for "
		     "such bars in "
		     "timelines.",
		     t[0], t[1], t[2], t[3], got[shown]);
}
