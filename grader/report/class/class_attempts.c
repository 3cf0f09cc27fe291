/* class_attempts.c - how many attempts students made, what each brought, and when they came. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"

#define NUMBERS_MOST 10 /* of attempts; what is behind counts as the last of these */
#define BINS_MOST    60 /* of the times of handing in */

typedef struct Row {
	int students, graded, timed;
	int both; /* it and the one before were graded */
	double share, gained, *hours, seconds;
} Row;

static int double_compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double median(double *list, int count)
{
	qsort(list, (size_t)count, sizeof *list, double_compare);
	return (list[(count - 1) / 2] + list[count / 2]) / 2;
}

/* Attempts come student after student, in order. */
static int rows_count(const ClassData *data, Row *rows)
{
	int most = 0;

	for (int i = 0; i < data->attempt_count; i++) {
		const Attempt *a = &data->attempts[i];
		const Attempt *before =
			a->number > 1 && i > 0 && strcmp(a[-1].student, a->student) == 0 ? a - 1
											 : NULL;
		int at = a->number > NUMBERS_MOST ? NUMBERS_MOST - 1 : a->number - 1;
		Row *row = &rows[at];

		most = at + 1 > most ? at + 1 : most;
		row->students++;
		row->seconds += a->seconds;
		if (a->graded && a->max_score > 0) {
			row->graded++;
			row->share += a->score / a->max_score;
		}
		if (before && a->graded && before->graded) {
			row->both++;
			row->gained += a->score - before->score;
		}
		if (before && a->submitted > 0 && before->submitted > 0)
			row->hours[row->timed++] =
				(double)(a->submitted - before->submitted) / 3600;
	}
	return most;
}

static void hours_write(FILE *out, Row *row)
{
	double hours = row->timed > 0 ? median(row->hours, row->timed) : 0;

	if (row->timed == 0)
		fputs("<td class=\"n\"></td>", out);
	else if (hours < 48)
		html_print(out, "<td class=\"n\">%g h</td>", round(hours * 10) / 10);
	else
		html_print(out, "<td class=\"n\">%g days</td>", round(hours / 2.4) / 10);
}

static void row_write(FILE *out, Row *row, int number, int students)
{
	fprintf(out, "<tr><th scope=\"row\">%d%s</th><td class=\"n\">%d</td><td class=\"hide\">",
		number, number == NUMBERS_MOST ? " or more" : "", row->students);
	page_bar(out, students > 0 ? (double)row->students / students : 0);
	if (row->graded > 0)
		html_print(out, "</td><td class=\"n\">%g %%</td>",
			   round(row->share / row->graded * 100));
	else
		fputs("</td><td class=\"n\"></td>", out);
	if (row->both > 0)
		fprintf(out, "<td class=\"n\">%+g</td>", round(row->gained / row->both * 10) / 10);
	else
		fputs("<td class=\"n\"></td>", out);
	hours_write(out, row);
	html_print(out, "<td class=\"n\">%g s</td></tr>\n", round(row->seconds));
}

/* --- when they came --------------------------------------------------------------------------- */

static void came_columns(FILE *out, const int bins[], int count, long long first, long long step,
			 long long due)
{
	double wide = 480.0 / count;
	int most = 1;

	for (int i = 0; i < count; i++)
		most = bins[i] > most ? bins[i] : most;
	fprintf(out,
		"<svg class=\"columns\" viewBox=\"-12 0 512 118\" role=\"img\" "
		"aria-label=\"How many attempts were handed in in each %s; at most %d in one\">",
		step == 3600    ? "hour"
		: step == 86400 ? "day"
				: "stretch of time",
		most);
	for (int i = 0; i < count; i++)
		if (bins[i] > 0)
			fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
				i * wide, 92 - 76.0 * bins[i] / most, wide > 2 ? wide - 1 : wide,
				76.0 * bins[i] / most);
	fprintf(out, "<line class=\"base\" x1=\"0\" x2=\"480\" y1=\"92.5\" y2=\"92.5\"/>");
	if (due >= first && due <= first + count * step)
		fprintf(out,
			"<line class=\"due\" x1=\"%.1f\" x2=\"%.1f\" y1=\"4\" y2=\"93\"/>"
			"<text x=\"%.1f\" y=\"13\">due</text>",
			(double)(due - first) / (double)step * wide,
			(double)(due - first) / (double)step * wide,
			(double)(due - first) / (double)step * wide + 4);
	fputs("<text x=\"0\" y=\"108\">the first</text><text x=\"480\" y=\"108\" "
	      "text-anchor=\"end\">the last</text></svg>\n",
	      out);
}

/* Bins are hours where all came within two days, days within two months, else a sixtieth of it all. */
static void came_write(FILE *out, const ClassData *data)
{
	long long first = 0, last = 0, step;
	int bins[BINS_MOST] = {0}, count;

	for (int i = 0; i < data->attempt_count; i++) {
		long long at = data->attempts[i].submitted;

		if (at <= 0)
			continue;
		first = first == 0 || at < first ? at : first;
		last = at > last ? at : last;
	}
	if (last - first < 3600)
		return;
	step = last - first < 48 * 3600LL    ? 3600
	       : last - first < 60 * 86400LL ? 86400
					     : (last - first) / BINS_MOST + 1;
	count = (int)((last - first) / step) + 1;
	for (int i = 0; i < data->attempt_count; i++)
		if (data->attempts[i].submitted > 0)
			bins[(data->attempts[i].submitted - first) / step]++;
	html_print(out,
		   "<h3>When they came</h3>\n<p class=\"soft\">Over %g days, %s a column.</p>\n",
		   round((double)(last - first) / 8640) / 10,
		   step == 3600    ? "an hour"
		   : step == 86400 ? "a day"
				   : "a sixtieth of them");
	came_columns(out, bins, count, first, step, data->due);
}

void class_attempts(FILE *out, const ClassData *data)
{
	Row rows[NUMBERS_MOST] = {{0}};
	int most;

	if (data->attempt_count == 0)
		return;
	for (int i = 0; i < NUMBERS_MOST; i++)
		rows[i].hours = memory_new(((size_t)data->attempt_count + 1) * sizeof(double));
	most = rows_count(data, rows);
	fputs("<section>\n<h2 id=\"attempts\">Attempts</h2>\n<div class=\"scroll\" tabindex=\"0\" "
	      "role=\"region\" aria-labelledby=\"attempts\"><table><thead><tr><th "
	      "scope=\"col\">attempt</th><th scope=\"col\" class=\"n\">students</th><th "
	      "scope=\"col\" class=\"hide\">of all</th><th scope=\"col\" class=\"n\">mean "
	      "share</th><th scope=\"col\" class=\"n\">mean gain, points</th><th scope=\"col\" "
	      "class=\"n\">after the one before (median)</th><th scope=\"col\" "
	      "class=\"n\">grading took</th></tr></thead><tbody>\n",
	      out);
	for (int i = 0; i < most; i++)
		row_write(out, &rows[i], i + 1, data->student_count);
	fputs("</tbody></table></div>\n", out);
	came_write(out, data);
	fputs("</section>\n", out);
	for (int i = 0; i < NUMBERS_MOST; i++)
		free(rows[i].hours);
}
