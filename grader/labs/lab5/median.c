/* median.c - decides about the exercise of lab 5 that measures several times. */
#include "grader/labs/lab5/timed.h"

enum { REPEATS_MOST = 100, REPEATS_DRAWN = 32, CALLS_MOST = 512, WIDER = 6 };

/* In one run the host takes so long besides over the outliers that an int has no room for the difference in nanoseconds;
 * in the others it does not, where the time of all that was queued at once is told as the mean. */
enum { OUTLIER = 40, OUTLIER_US = 2500000 };

/* How many products each time has: 2, 4, 6 ..., so that neighbours in order differ by more than
 * calls_us(), with a wider gap behind those in the middle, so that the mean of several of them is another time; two of
 * five or more are outliers of 40 and 60, so that the mean of all is far off. The order
 * is drawn, but the times in the middle of the list are not those in the middle of the order, and
 * the first is the shortest: a longer one behind the last, instead of it, moves the median. */
static void draw_products(Judge *j, int64_t *products, int repeats)
{
	if (repeats > REPEATS_DRAWN) { /* so many that their number alone is a mistake's */
		for (int i = 0; i < repeats; i++)
			products[i] = 2 * judge_between(j, 1, 5);
		return;
	}
	for (int i = 0; i < repeats; i++)
		products[i] = repeats >= 5 && i >= repeats - 2
				      ? OUTLIER + 20 * (repeats - 1 - i)
				      : 2 * (i + 1) + (i > repeats / 2 ? WIDER : 0);
	for (int i = repeats - 1; i > 0; i--) {
		int other = (int)judge_between(j, 0, i);
		int64_t kept = products[i];
		products[i] = products[other];
		products[other] = kept;
	}
	for (int i = 0; i < repeats; i++)
		if (products[i] == 2) {
			products[i] = products[0];
			products[0] = 2;
		}
	for (int i = 0; repeats >= 5 && i < repeats; i++)
		if (products[i] == 60) {
			products[i] = products[repeats / 2];
			products[repeats / 2] = 60;
			break;
		}
}

static void sort_times(double *times, int count)
{
	for (int i = 1; i < count; i++)
		for (int k = i; k > 0 && times[k] < times[k - 1]; k--) {
			double kept = times[k];
			times[k] = times[k - 1];
			times[k - 1] = kept;
		}
}

double median_in(double *times, int count)
{
	sort_times(times, count);
	return (times[(count - 1) / 2] + times[count / 2]) / 2;
}

/* Says what the number that was returned is, if it is one that people take instead. */
static _Noreturn void fail_median(Judge *j, const Timed *t, const double *order,
				  const double *sorted, int repeats)
{
	double mean = 0, median = (sorted[(repeats - 1) / 2] + sorted[repeats / 2]) / 2;
	for (int i = 0; i < repeats; i++)
		mean += sorted[i] / repeats;
	const char *at =
		judge_text(j, "%s, %d times: wanted %s to %s, got %s", t->at, repeats,
			   say_us(j, median), say_us(j, median + t->most), say_us(j, t->us));
	judge_time_unit(j, t, median, median + t->most);
	judge_that_for(j, !time_within(t->us, mean, mean + t->most), "mean-taken",
		       "%s: that is the mean, in which a few long times count too much", at);
	for (int cut = 1; cut < (repeats - 1) / 2; cut++) {
		mean = 0;
		for (int i = cut; i < repeats - cut; i++)
			mean += sorted[i] / (repeats - 2 * cut);
		judge_that_for(j, !time_within(t->us, mean, mean + t->most), "mean-taken",
			       "%s: that is the mean of the %d times in the middle", at,
			       repeats - 2 * cut);
	}
	double middle = (order[(repeats - 1) / 2] + order[repeats / 2]) / 2;
	judge_that_for(j,
		       !time_within(t->us, order[repeats / 2], order[repeats / 2] + t->most) &&
			       !time_within(t->us, middle, middle + t->most),
		       "not-in-order",
		       "%s: that is what is in the middle of the list; are the times in order?",
		       at);
	judge_that_for(j,
		       !time_within(t->us, sorted[repeats / 2], sorted[repeats / 2] + t->most) &&
			       !time_within(t->us, sorted[(repeats - 1) / 2],
					    sorted[(repeats - 1) / 2] + t->most),
		       "one-of-two", "%s: that is one of the two in the middle; wanted their mean",
		       at);
	judge_that_for(j, !time_within(t->us, sorted[0], sorted[0] + t->most), "shortest-taken",
		       "%s: that is the shortest time", at);
	judge_that_for(
		j, t->us >= sorted[0], "clock-too-soon",
		"%s: that is shorter than the shortest time: the work was still running when "
		"the clock was read%s",
		at, say_line(j, t->r));
	for (int i = 0; i + 1 < repeats && t->calls <= repeats + 1; i++) {
		double between = (sorted[i] + sorted[i + 1]) / 2;
		judge_that_for(j, !time_within(t->us, between, between + t->most), "off-the-middle",
			       "%s: that lies between times number %d and %d in order", at, i + 1,
			       i + 2);
		judge_that_for(j, !time_within(t->us, sorted[i], sorted[i] + t->most),
			       "off-the-middle", "%s: that is time number %d in order", at, i + 1);
	}
	judge_fail_for(j, "times-counted", "%s%s", at,
		       t->calls > repeats + 1
			       ? judge_text(j,
					    ": the work was done %d times, and the last %d count",
					    (int)t->calls, repeats)
			       : "");
}

/* What that call of the work takes. */
static double call_us(const Timed *t, int64_t call)
{
	const double besides = t->products[call] >= OUTLIER ? t->long_us : 0;
	return (double)t->products[call] * t->product + besides;
}

/* The times that count, each `apart` calls behind the one before; and their median. */
static double median_of(const Timed *t, int repeats, int apart, double *order, double *sorted)
{
	for (int i = 0; i < repeats; i++)
		order[i] = sorted[i] =
			call_us(t, t->calls - 1 - (int64_t)apart * (repeats - 1 - i));
	return median_in(sorted, repeats);
}

/* Who did the work twice as often had a time before each that does not count, as in 5.2, or as many before the first; so
 * with three times as often and more, where gpu_seconds() warms up longer. */
static int calls_apart(Judge *j, const Timed *t, int repeats)
{
	double order[REPEATS_MOST], sorted[REPEATS_MOST];
	if (t->calls <= repeats || t->calls % repeats != 0)
		return 1;
	const double median = median_of(t, repeats, 1, order, sorted);
	return time_within(t->us, median, median + t->most) && calls_are_clocked(j, t, repeats, 1)
		       ? 1
		       : (int)(t->calls / repeats);
}

/* How many products the median has. */
static double judge_times(Judge *j, const Timed *t, int repeats)
{
	double order[REPEATS_MOST] = {0}, sorted[REPEATS_MOST] = {0};
	judge_that_for(j, t->calls <= CALLS_MOST, "times-counted",
		       "%s, %d times: the work was done %lld times", t->at, repeats,
		       (long long)t->calls);
	judge_calls_made(j, t);
	const int apart = calls_apart(j, t, repeats);
	const double median = median_of(t, repeats, apart, order, sorted);
	if (judge_is_simulated(j) && !time_within(t->us, median, median + t->most))
		fail_median(j, t, order, sorted, repeats);
	judge_calls_clocked(j, t, repeats, apart);
	if (judge_is_simulated(j))
		judge_median_between(j, t, repeats, apart);
	return median / t->product;
}

/* The mean of so many times that were drawn. */
static double mean_us(const Timed *t, int repeats)
{
	double sum = 0;
	for (int64_t i = t->calls - repeats; i < t->calls; i++)
		sum += call_us(t, i);
	return sum / repeats;
}

static Run *run_repeats(Judge *j, int current, int repeats, int64_t fails_at, int64_t long_us,
			Timed *t)
{
	int64_t designed = repeats + 2;
	int64_t *products = judge_memory(j, CALLS_MOST * sizeof *products);
	products[0] = 1; /* of the call that warms up */
	draw_products(j, products + 1, repeats);
	products[repeats + 1] = 80; /* one time more than asked for is longer than all others */
	for (int64_t i = designed; i < CALLS_MOST; i++)
		products[i] = products[1 + (i - 1) % (designed - 1)];
	Run *r = run_task(j, current, fails_at, t);
	t->products = products;
	t->repeats = repeats;
	run_ints(r, "products", products, designed);
	run_int(r, "repeats", repeats);
	t->long_us = (double)long_us;
	run_int(r, "long_from", OUTLIER);
	run_int(r, "long_us", long_us);
	return r;
}

/* Returns the run, and in *products how many the median has. */
static Timed judge_median(Judge *j, int current, int repeats, int64_t long_us, double *products)
{
	Timed t;
	run_watch(run_repeats(j, current, repeats, -1, long_us, &t));
	if (repeats > 5)
		run_shown(t.r);
	run_timed(j, &t);
	t.ops = run_ops(t.r, &t.count);
	judge_that_for(
		j, t.calls > repeats, "not-warmed-up",
		"%s, %d %s: the work was done %lld times; wanted once more, before the first "
		"time that counts",
		t.at, repeats, repeats == 1 ? "time" : "times", (long long)t.calls);
	*products = judge_times(j, &t, repeats);
	judge_device_kept(j, t.r, current);
	if (repeats > 5 && repeats <= REPEATS_DRAWN) /* there are outliers */
		judge_lesson(
			j,
			"Two of %d times were outliers, and the median does not see them: yours "
			"says %s, the times in the middle are %s of products; their mean would "
			"be %s.",
			repeats, say_us(j, t.us), say_us(j, *products * t.product),
			say_us(j, mean_us(&t, repeats)));
	return t;
}

static Run *repeats_again(Judge *j, const Timed *like, Timed *t)
{
	return run_repeats(j, like->current, like->repeats, -1, (int64_t)like->long_us, t);
}

void judge_5_4(Judge *j)
{
	Timed t, failing;
	double products, unused;
	const int repeats = 2 * (int)judge_between(j, 3, 6) + 1;
	t = judge_median(j, 0, repeats, 0, &products);
	judge_median(j, 1, 2 * (int)judge_between(j, 3, 6), judge_is_simulated(j) ? OUTLIER_US : 0,
		     &unused);
	judge_median(j, 0, 1, 0, &unused);
	judge_median(j, 0, (int)judge_between(j, 2, 5), 0, &unused);
	judge_median(j, 1, REPEATS_MOST, 0, &unused);
	/* as often as where nothing fails, once, too, on either GPU: no number tells */
	const int64_t fails_at[] = {0, 1, judge_between(j, 2, repeats), t.calls - 1};
	for (int i = 0; i < 4; i++) {
		const int often = i == 1 ? 1 : repeats + i % 2;
		judge_failure(j, run_repeats(j, i % 2, often, fails_at[i], 0, &failing),
			      fails_at[i]);
	}
	judge_failing_work(j, &t, repeats_again);
	judge_products_measured(j, &t, "product", 0, (int)(products + 0.5));
}
