/* difference.c - whether the time that was told in 5.2 and 5.4 is what lies between two readings of the clock, by the
 * machine's timeline: between two events there is less, as the host has no part in that. */
#include "grader/labs/lab5/timed.h"

/* The first and the last reading of the clock behind so many products, and before the next one began; below 0: none. */
typedef struct Readings {
	double first, last;
} Readings;

/* Of 0 to `products` of them. */
static Readings *readings_of(Judge *j, const Timed *t, int products)
{
	Readings *at = judge_memory(j, ((size_t)products + 1) * sizeof *at);
	double end = -1; /* of what has begun */
	int begun = 0;
	for (int i = 0; i <= products; i++)
		at[i] = (Readings){-1, -1};
	for (const RunOp *op = t->ops; op < t->ops + t->count; op++) {
		if (is_product(op) && begun < products) {
			begun++;
			end = fmax(end, op->end);
		}
		if (!op_is_reading(op) || op->end < end - ROUNDING_US)
			continue;
		at[begun].last = op->end;
		if (at[begun].first < 0)
			at[begun].first = op->end;
	}
	return at;
}

static bool are_there(const Readings *before, const Readings *behind)
{
	return before->first >= 0 && behind->first >= 0;
}

void judge_between_readings(Judge *j, const char *told, double us, double least, double most)
{
	const double nearest = us < least ? least : most;
	judge_that_for(j, us >= least - CLOCK_US && us <= most + CLOCK_US, "not-by-the-clock",
		       "%s%s, but between the readings of the clock there were %s: wanted their "
		       "difference",
		       told, say_us_beside(j, us, nearest), say_us_beside(j, nearest, us));
}

static void judge_returned(Judge *j, const Timed *t, double least, double most)
{
	judge_between_readings(j, judge_text(j, "%s: what was returned is ", t->at), t->us, least,
			       most);
}

/* One time, or what may be made of several: a mean, the shortest one, the share of each in the time of all. */
void judge_time_between(Judge *j, const Timed *t)
{
	const int products = (int)t->calls;
	const Readings *at = readings_of(j, t, products);
	double least = INFINITY, most = -1;
	for (int before = 1; before < products; before++)
		for (int behind = before + 1; behind <= products; behind++)
			if (are_there(&at[before], &at[behind])) {
				const int times = behind - before;
				least = fmin(least, (at[behind].first - at[before].last) / times);
				most = fmax(most, (at[behind].last - at[before].first) / times);
			}
	judge_that_for(j, most >= 0, "record-differs",
		       "%s: by the machine's timeline the clock was not read before and behind a "
		       "later time than the first",
		       t->at);
	judge_returned(j, t, least, most);
}

/* The median of the times of the last calls, each `apart` calls behind the one before. */
void judge_median_between(Judge *j, const Timed *t, int repeats, int apart)
{
	const Readings *at = readings_of(j, t, products_before(t, t->calls));
	double *least = judge_memory(j, (size_t)repeats * sizeof *least);
	double *most = judge_memory(j, (size_t)repeats * sizeof *most);
	for (int i = 0; i < repeats; i++) {
		const int64_t call = t->calls - 1 - (int64_t)apart * i;
		const Readings *before = &at[products_before(t, call)],
			       *behind = &at[products_before(t, call + 1)];
		judge_that_for(j, are_there(before, behind), "record-differs",
			       "%s: by the machine's timeline the clock was not read both before "
			       "and behind each time that counts",
			       t->at);
		least[i] = behind->first - before->last;
		most[i] = behind->last - before->first;
	}
	judge_returned(j, t, median_in(least, repeats), median_in(most, repeats));
}
