/* question.c - decides about the questions of lab 5. */
#include "grader/labs/lab5/judge.h"

#include <stdbool.h>

#include "grader/labs/common/order.h"

static const float *answers_of(Judge *j, Run *r, int64_t wanted)
{
	int64_t count;
	const float *got = run_get_floats(r, "answers", &count);
	judge_complete(j, got && count == wanted);
	return got;
}

void judge_5_7(Judge *j)
{
	enum { CASES = 8 };
	int64_t m[CASES], k[CASES], n[CASES];
	float us[CASES], peak[CASES];
	/* some too large to be counted in 32 bits, the last one in 64, too */
	for (int i = 0; i < CASES; i++) {
		int64_t most = i == CASES - 1 ? 4000000 : i % 2 ? 400000 : 1000;
		int64_t least = i == CASES - 1 ? 3000000 : 10;
		m[i] = judge_between(j, least, most);
		k[i] = judge_between(j, least, most);
		n[i] = judge_between(j, least, most);
		us[i] = (float)judge_between(j, 1, 4000) / 4;
		peak[i] = (float)judge_between(j, 1, i % 3 == 1 ? 10 : 320000) / 4;
	}
	Run *r = judge_run(j, 0);
	run_ints(r, "m", m, CASES);
	run_ints(r, "k", k, CASES);
	run_ints(r, "n", n, CASES);
	run_floats(r, "us", us, CASES);
	run_floats(r, "peak", peak, CASES);
	run_go(r);
	const float *got = answers_of(j, r, CASES);
	for (int i = 0; i < CASES; i++) {
		double seconds = us[i] * 1e-6, sums = (double)m[i] * (double)n[i];
		double wanted = sums * (double)k[i] * 2 / (seconds * (double)peak[i] * 1e9);
		const char *at = judge_text(j, "share_of_peak(%lld, %lld, %lld, %.4g, %.4g)",
					    (long long)m[i], (long long)k[i], (long long)n[i],
					    seconds, peak[i]);
		judge_that_for(j, fabs(got[i] * 2 - wanted) > 1e-4 * wanted, "half-the-operations",
			       "%s: wanted %.4g, got %.4g, the half: each term of a sum is a "
			       "multiplication and an addition",
			       at, wanted, got[i]);
		judge_that_for(j, fabs(got[i] - wanted * 1e9) > 1e5 * wanted, "peak-unit",
			       "%s: wanted %.4g, got %.4g: peak_gflops is in 10^9 operations in a "
			       "second",
			       at, wanted, got[i]);
		judge_that_for(j, fabs(got[i] - wanted) <= 1e-4 * wanted,
			       sums * (double)k[i] > 1e9 ? "count-overflow" : "share-wrong",
			       "%s: wanted %.4g, got %.4g%s", at, wanted, got[i],
			       sums * (double)k[i] > 1e9 ? ": more operations than an int can count"
							 : "");
	}
	double all = 2 * (double)m[0] * (double)k[0] * (double)n[0];
	judge_lesson(
		j,
		"A time is only believable below the peak: (%lld, %lld) times (%lld, %lld) are "
		"%.4g million operations; in %.4g us that is %.4g of the peak, by yours and by "
		"ours. "
		"More than 1 would mean that somebody did not wait.",
		(long long)m[0], (long long)k[0], (long long)k[0], (long long)n[0], all / 1e6,
		us[0], got[0]);
}

/* --- 5.8 -------------------------------------------------------------------------------------- */

enum {
	DRAWN = 10,
	LISTS = DRAWN + 2,
	LENGTH_MOST = 9,
	LUCKY = 2,     /* the kind that wins by luck at the first size */
	LONG_LIST = 3, /* the one that is longer */
	LONG_MOST = 100,
	TOTAL_MOST = LISTS * LENGTH_MOST + LONG_MOST,
	SAID_MOST = 12,
};

typedef struct Lists {
	int64_t lengths[LISTS], wanted[LISTS];
	float cpu[TOTAL_MOST], gpu[TOTAL_MOST];
	int total;
	float unit; /* of the times of a list, which are no whole numbers */
} Lists;

/* A list of one size. */
static void draw_single(Judge *j, Lists *lists, int i, bool wins)
{
	lists->unit = 1.0F / (float)(1 << judge_between(j, 7, 20));
	lists->cpu[lists->total] = lists->unit * (wins ? 2.0F : 1.0F);
	lists->gpu[lists->total++] = lists->unit * (wins ? 1.0F : 2.0F);
	lists->lengths[i] = 1;
	lists->wanted[i] = !wins;
}

/* The list at place i: the GPU loses or draws at `wanted` - 1, wins from there on, and may win by luck before; in the last
 * two kinds at each size before.
 * In the first three it never wins in the end, always wins, and wins by luck at the first size. */
static void draw_list(Judge *j, Lists *lists, int i, int kind)
{
	const bool is_long = kind == LONG_LIST;
	int length = (int)judge_between(j, is_long ? 70 : 4, is_long ? LONG_MOST : LENGTH_MOST);
	int wanted = kind == 0 ? length : kind == 1 ? 0 : (int)judge_between(j, 2, length);
	float *cpu = lists->cpu + lists->total, *gpu = lists->gpu + lists->total;
	lists->unit =
		1.0F / (float)(1 << judge_between(j, 7, 20)); /* milliseconds or microseconds */
	int lucky = (int)judge_between(j, 0, length - 2);
	for (int at = 0; at < length; at++) {
		int wins = at >= wanted || at == lucky || (kind == LUCKY && at == 0) ||
			   kind > DRAWN - 3;
		if (at == wanted - 1)
			wins = 0;
		float small = (float)judge_between(j, 1 + 10 * at, 5 + 10 * at);
		float large = small + (float)judge_between(j, !wins && kind % 2 ? 0 : 1, 9);
		cpu[at] = lists->unit * (wins ? large : small);
		gpu[at] = lists->unit * (wins ? small : large);
		if (at == wanted - 1 && kind % 3 == 2)
			gpu[at] = cpu[at]; /* as fast is not faster */
	}
	lists->lengths[i] = length;
	lists->wanted[i] = wanted;
	lists->total += length;
}

void judge_5_8(Judge *j)
{
	Lists lists = {.total = 0};
	int64_t count;
	int64_t order[LISTS] = {0};
	int lucky = 0;
	draw_order(j, order, LISTS); /* the place of a list tells nothing of it */
	for (int i = 0; i < LISTS; i++) {
		lucky = order[i] == LUCKY ? i : lucky;
		if (order[i] < DRAWN)
			draw_list(j, &lists, i, (int)order[i]);
		else
			draw_single(j, &lists, i, order[i] == DRAWN);
	}
	Run *r = judge_run(j, 0);
	run_ints(r, "lengths", lists.lengths, LISTS);
	run_floats(r, "cpu", lists.cpu, lists.total);
	run_floats(r, "gpu", lists.gpu, lists.total);
	run_go(r);
	const int64_t *got = run_get_ints(r, "answers", &count);
	judge_complete(j, got && count == LISTS);
	judge_that_for(j, run_get_int(r, "kept") == 1, "input-changed",
		       "faster_from: the times were changed; they are its caller's");
	for (int i = 0, at = 0; i < LISTS; at += (int)lists.lengths[i++]) {
		const char *text = "cpu", *gpu = "gpu";
		for (int k = 0; k < lists.lengths[i] && k < SAID_MOST; k++) {
			text = judge_text(j, "%s %.4g", text, lists.cpu[at + k]);
			gpu = judge_text(j, "%s %.4g", gpu, lists.gpu[at + k]);
		}
		const char *more = lists.lengths[i] > SAID_MOST ? " ..." : "";
		const char *name = judge_text(j, "%s%s and %s%s: the index", text, more, gpu, more);
		judge_that_for(
			j,
			got[i] < 0 || got[i] >= lists.wanted[i] ||
				!(lists.gpu[at + got[i]] < lists.cpu[at + got[i]]),
			"first-win",
			"%s: wanted %lld, got %lld, where the GPU wins; but not at every size "
			"from there on",
			name, (long long)lists.wanted[i], (long long)got[i]);
		judge_because(j, "lasting-win");
		judge_int(j, name, got[i], lists.wanted[i]);
	}
	judge_lesson(j,
		     "Below some size queueing costs more than computing, and one lucky win says "
		     "nothing: in one of %d lists the GPU wins at the first size too, and for "
		     "good from number %lld on, by yours and by ours.",
		     LISTS, (long long)got[lucky]);
}

/* --- 5.9 -------------------------------------------------------------------------------------- */

/* By the host's and the GPU's clock, product after product. */
static double simulate(int count, const float us[3], int wait_each)
{
	double host = 0, gpu = 0;
	for (int i = 0; i < count; i++) {
		host += (double)us[0];
		gpu = fmax(host, gpu) + (double)us[1];
		if (wait_each || i == count - 1)
			host = gpu + (double)us[2];
	}
	return host;
}

static bool is_near(double got, double wanted)
{
	return fabs(got - wanted) <= 1e-4 * wanted;
}

static void judge_loop(Judge *j, int count, const float us[3], int wait_each, double got)
{
	double queue = us[0], product = us[1], wait = us[2],
	       wanted = simulate(count, us, wait_each);
	const char *why = "", *cause = "loop-wrong";
	if (is_near(got, wanted))
		return;
	if (wait_each && is_near(got, simulate(count, us, 0))) {
		why = ": that is the loop that waits only once";
		cause = "loop-waits-once";
	} else if (is_near(got, count * (queue + product) + wait)) {
		why = ": the host may queue the next product while the GPU computes";
		cause = "loop-not-together";
	} else if (is_near(got, queue + count * product + wait)) {
		why = ": the GPU cannot start a product that is not queued yet";
		cause = "loop-not-queued";
	}
	judge_fail_for(j, cause,
		       "loop_microseconds(%d, %.4g, %.4g, %.4g, %s): wanted %.4g, got %.4g%s",
		       count, queue, product, wait, wait_each ? "true" : "false", wanted, got, why);
}

void judge_5_9(Judge *j)
{
	enum { CASES = 8, TOLD = 2 };
	int64_t counts[CASES];
	float us[CASES][3];
	int64_t order[CASES] = {0};
	int told = 0;
	draw_order(j, order, CASES); /* the place of a case does not tell who is slower */
	for (int i = 0; i < CASES; i++) {
		const int64_t kind = order[i];
		told = kind == TOLD ? i : told;
		counts[i] = kind ? judge_between(j, 2, 1000) : 1;
		us[i][0] = (float)judge_between(j, 8, 40) / 4;
		us[i][1] = kind == 4  ? us[i][0] /* none is slower */
			   : kind % 2 ? us[i][0] / 4
				      : us[i][0] * (float)judge_between(j, 2, 9);
		us[i][2] = (float)judge_between(j, 4, 40) / 4;
	}
	Run *r = judge_run(j, 0);
	run_ints(r, "counts", counts, CASES);
	run_floats(r, "us", &us[0][0], CASES * 3);
	run_go(r);
	const float *got = answers_of(j, r, 2 * CASES);
	for (int i = 0; i < 2 * CASES; i++)
		judge_loop(j, (int)counts[i / 2], us[i / 2], i % 2, got[i]);
	judge_lesson(
		j,
		"Without waiting, queueing hides behind computing: %lld products of %.4g us "
		"take %s when the host waits after each and %s when it waits once, by yours and "
		"by ours.",
		(long long)counts[told], us[told][1], say_us(j, got[2 * told + 1]),
		say_us(j, got[2 * told]));
}
