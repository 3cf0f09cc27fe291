/* validate.c - makes fits with and without parts of the rows, and tells how well they do. */
#include <math.h>
#include <stdlib.h>

#include "framework/simcuda/tools/calibrate/calibrate.h"

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double median_of(double *number, size_t count)
{
	qsort(number, count, sizeof *number, compare);
	return count % 2 ? number[count / 2] : (number[count / 2 - 1] + number[count / 2]) / 2;
}

static Errors errors_sum(double *error, size_t count)
{
	double sum = 0;
	if (count == 0)
		return (Errors){0};
	for (size_t i = 0; i < count; i++)
		sum += error[i];
	double median = median_of(error, count); /* sorts */
	return (Errors){count, sum / (double)count, median, error[count - 1]};
}

/* error[i]: of row i by the fit as it stands, for the rows of a part (-1: all). */
static void errors_fill(const Rows *rows, int part, const Method *method, double *error)
{
	for (size_t i = 0; i < rows->count; i++) {
		const Row *row = &rows->row[i];
		double modelled =
			part < 0 || row->part == part ? method->model(method->context, row) : 0;
		if (modelled > 0)
			error[i] = fabs(modelled / row->nanoseconds - 1);
	}
}

/* What has been filled in; a row without an error is negative. */
static Errors errors_of(const Rows *rows, const double *error, bool large)
{
	double *some = calloc(rows->count, sizeof *some);
	size_t count = 0;
	if (!some)
		abort(); /* a few thousand numbers */
	for (size_t i = 0; i < rows->count; i++)
		if (error[i] >= 0 && (!large || rows->row[i].large))
			some[count++] = error[i];
	Errors errors = errors_sum(some, count);
	free(some);
	return errors;
}

Fit *fit_validate(Result *result, const Rows *rows, const Method *method)
{
	double *error = calloc(rows->count, sizeof *error);
	if (!error || result->fits == MAX_FITS)
		abort(); /* there are fewer kinds than that */
	Fit *fit = &result->fit[result->fits];
	*fit = (Fit){.gap = -1, .floor = -1};
	for (size_t i = 0; i < rows->count; i++)
		error[i] = -1;
	for (int part = 0; part < PARTS; part++)
		if (method->make(method->context, rows, part))
			errors_fill(rows, part, method, error);
	fit->unseen = errors_of(rows, error, false);
	fit->unseen_large = errors_of(rows, error, true);
	bool made = method->make(method->context, rows, -1);
	if (made) {
		errors_fill(rows, -1, method, error);
		fit->seen = errors_of(rows, error, false);
		fit->seen_large = errors_of(rows, error, true);
		result->fits++;
	}
	free(error);
	return made ? fit : NULL;
}

double figure_round(double number)
{
	if (!(number > 0))
		return 0;
	double unit = pow(10, floor(log10(number)) - 3);
	return unit < 1 ? round(number / unit) / (1 / unit) : round(number / unit) * unit;
}
