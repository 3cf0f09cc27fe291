/* dyed.c - which numbers come out of shared memory as others. */
#include <math.h>
#include <stdlib.h>

#include "grader/labs/lab11/dyed.h"

/* One number of so many: few enough that a kernel which looks at some of them, for which it may read a tenth more than
 * others, does not know where it is so. */
#define DYED_EACH 16
#define GRID_DYED 8 /* values of a grid, with each of its powers */

/* Between them are numbers of rows, but neither exp, nor sums, nor what is left where a row's largest was taken off: in
 * some rows all others are so far below it. */
#define ROWS_ALONE (-ROWS_SPREAD - 8)
#define ROWS_LEAST (ROWS_SPREAD - ROWS_TOWER)

/* A row's sum of exp is less than one of so many of its numbers: where they are near to each other, a sixth (rows_draw). */
#define ROWS_SUM 4

static int floats_compare(const void *a, const void *b)
{
	const float *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* By `from`, which comes first. */
static int dyed_compare(const void *a, const void *b)
{
	return floats_compare(&((const DyedNumber *)a)->from, &((const DyedNumber *)b)->from);
}

static const DyedNumber *dyed_find(const Dyed *d, float number)
{
	const DyedNumber key = {.from = number};
	return d->count > 0 ? bsearch(&key, d->list, (size_t)d->count, sizeof key, dyed_compare)
			    : NULL;
}

float dyed_of(const Dyed *d, float number)
{
	const DyedNumber *found = dyed_find(d, number);
	return found ? found->to : number;
}

float *dyed_all(Judge *j, const Dyed *d, const float *x, int64_t count)
{
	float *all = judge_memory(j, (size_t)(count + 1) * sizeof *all);
	for (int64_t i = 0; i < count; i++)
		all[i] = dyed_of(d, x[i]);
	return all;
}

static void dyed_sort(Dyed *d)
{
	qsort(d->list, (size_t)d->count, sizeof *d->list, dyed_compare);
	int64_t kept = 0;
	for (int64_t i = 0; i < d->count; i++)
		if (kept == 0 || d->list[i].from > d->list[kept - 1].from)
			d->list[kept++] = d->list[i];
	d->count = kept;
}

Dyed dyed_any(Judge *j, const float *x, int64_t count)
{
	Dyed d = {.list = judge_memory(j, (size_t)(count + 1) * sizeof *d.list)};
	const float *drawn = judge_uniform(j, count, 0, 1), *to = judge_uniform(j, count, -1, 1);
	/* bits of small numbers, which half of them are, might be another value's: a count, a mark */
	for (int64_t i = 0; i < count; i++)
		if (drawn[i] < 2.0F / DYED_EACH && fabsf(x[i]) > 1.0F / 1024)
			d.list[d.count++] = (DyedNumber){x[i], to[i]};
	dyed_sort(&d);
	for (int64_t i = 0; i < d.count; i++)
		while (dyed_find(&d, d.list[i].to))
			d.list[i].to = nextafterf(d.list[i].to, 2);
	return d;
}

/* How often that number is in a sorted list: 0, 1, or 2 for more. */
static int times_in(const float *sorted, int64_t count, float number)
{
	const float *found = bsearch(&number, sorted, (size_t)count, sizeof number, floats_compare);
	if (!found)
		return 0;
	return 1 + ((found > sorted && found[-1] >= number) ||
		    (found + 1 < sorted + count && found[1] <= number));
}

/* Next to that number, and none of the list. */
static float beside(const float *sorted, int64_t count, float number)
{
	do
		number = nextafterf(number, INFINITY);
	while (times_in(sorted, count, number) > 0);
	return number;
}

/* Whether that number of a row is no thread's largest, wherever threads stand side by side: whole warps go along a row
 * in strides, each thread with one number or some that lie together. Largest numbers go from thread to thread, with what
 * was made of others. */
static bool is_hidden(const float *row, int64_t columns, int64_t at)
{
	bool larger = false;
	for (int64_t i = at % KERNEL_THREADS; i < columns; i += KERNEL_THREADS)
		larger = larger || row[i] > row[at];
	return larger && at > 0 && at + 1 < columns && row[at - 1] > row[at] &&
	       row[at + 1] > row[at];
}

/* Whether a number that a row of so many has is nothing else: what is made of a row is not as far below 0, nor as large. */
static bool is_alone(float number, int64_t columns)
{
	return (number < ROWS_ALONE && number > ROWS_LEAST) || number > (float)columns / ROWS_SUM;
}

/* One of the places from `first` on that may be changed; -1: there is none. */
static int64_t place_draw(Judge *j, const float *row, int64_t columns, int64_t first)
{
	const int64_t drawn = judge_between(j, 0, DYED_EACH - 1);
	for (int64_t i = 0; i < DYED_EACH; i++) {
		const int64_t at = first + (drawn + i) % DYED_EACH;
		if (is_alone(row[at], columns) && is_hidden(row, columns, at))
			return at;
	}
	return -1;
}

Dyed dyed_pairs(Judge *j, const float *x, int64_t rows, int64_t columns)
{
	const int64_t all = rows * columns, pairs = columns / (2 * DYED_EACH);
	Dyed d = {.list = judge_memory(j, (size_t)(rows * pairs * 2 + 1) * sizeof *d.list)};
	float *sorted = judge_memory(j, (size_t)(all + 1) * sizeof *sorted);
	for (int64_t i = 0; i < all; i++)
		sorted[i] = x[i];
	qsort(sorted, (size_t)all, sizeof *sorted, floats_compare);
	for (int64_t i = 0; i < rows * pairs; i++) {
		const float *row = x + i / pairs * columns;
		const int64_t first = i % pairs * 2 * DYED_EACH;
		const int64_t a = place_draw(j, row, columns, first);
		const int64_t b = place_draw(j, row, columns, first + DYED_EACH);
		if (a < 0 || b < 0 || fabsf(row[a] - row[b]) < 0.25F ||
		    times_in(sorted, all, row[a]) > 1 || times_in(sorted, all, row[b]) > 1)
			continue;
		d.list[d.count++] = (DyedNumber){row[a], beside(sorted, all, row[b])};
		d.list[d.count++] = (DyedNumber){row[b], beside(sorted, all, row[a])};
	}
	dyed_sort(&d);
	return d;
}

Dyed dyed_grid(Judge *j, int steps, float a, float b)
{
	const float powers[] = {a, b};
	Dyed d = {.list = judge_memory(j, 2 * GRID_DYED * sizeof *d.list), .count = 2 * GRID_DYED};
	/* each of its part of the positive ones; what comes is negative. The largest are left out: a small number's first
	 * half, where it is a double, is one of them. */
	const int part = 7 * steps / (16 * GRID_DYED);
	for (int i = 0; i < 2 * GRID_DYED; i++) {
		const float step = powers[i / GRID_DYED] / (float)steps;
		const int64_t from =
			steps / 2 + part * (i % GRID_DYED) + judge_between(j, 0, part - 1);
		d.list[i].from = (float)from * step;
		d.list[i].to = -(float)judge_between(j, 1, steps) * step;
	}
	dyed_sort(&d);
	return d;
}

void dyed_order(Judge *j, Run *r, RunDyed of, const Dyed *d)
{
	float *from = judge_memory(j, (size_t)(d->count + 1) * sizeof *from);
	float *to = judge_memory(j, (size_t)(d->count + 1) * sizeof *to);
	for (int64_t i = 0; i < d->count; i++) {
		from[i] = d->list[i].from;
		to[i] = d->list[i].to;
	}
	run_handed(r, of, from, to, d->count);
}

void dyed_judge(Judge *j, const char *at, const char *name, const char *how, int64_t unchanged,
		int64_t all)
{
	judge_that_for(j, unchanged == 0, "not-shared",
		       "%s: %lld of %lld numbers of %s did not come out of shared memory%s: there "
		       "they were changed, and %s has them unchanged",
		       at, (long long)unchanged, (long long)all, name, how, name);
}
