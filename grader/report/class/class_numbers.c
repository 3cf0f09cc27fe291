/* class_numbers.c - how the marks are spread, over the class and over the labs; and the time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"

#define BINS    10
#define SLOWEST 5

static double share_of(const Student *s)
{
	double share = s->max_score > 0 ? s->final / s->max_score : 0;

	return share < 0 ? 0 : share > 1 ? 1 : share;
}

static int double_compare(const void *a, const void *b)
{
	const double *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

static void columns_draw(FILE *out, const int bins[BINS], double mean, double median)
{
	int most = 1;

	for (int i = 0; i < BINS; i++)
		most = bins[i] > most ? bins[i] : most;
	fputs("<svg class=\"columns\" viewBox=\"-12 0 512 170\" role=\"img\" aria-label=\"how many "
	      "students got which share of the points; the table below has the numbers\">",
	      out);
	for (int i = 0; i < BINS; i++) {
		double high = 130.0 * bins[i] / most;

		fprintf(out,
			"<rect x=\"%d\" y=\"%.1f\" width=\"44\" height=\"%.1f\"/>"
			"<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%d</text>"
			"<text x=\"%d\" y=\"163\" text-anchor=\"middle\">%d%%</text>",
			i * 50 + 3, 148 - high, high, i * 50 + 25, 144 - high, bins[i], i * 50 + 3,
			i * 10);
	}
	fprintf(out,
		"<text x=\"500\" y=\"163\" text-anchor=\"end\">100%%</text>"
		"<line class=\"mean\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"148\"/>"
		"<line class=\"median\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"148\"/></svg>\n"
		"<p class=\"soft\">The line is the mean, the dashed one the median.</p>\n",
		mean * 500, mean * 500, median * 500, median * 500);
}

static void bins_table(FILE *out, const int bins[BINS])
{
	fputs("<details><summary>The numbers</summary>\n<table><thead><tr><th scope=\"col\">share "
	      "of the points</th><th scope=\"col\" class=\"n\">students</th></tr></thead><tbody>\n",
	      out);
	for (int i = 0; i < BINS; i++)
		fprintf(out, "<tr><td>%d %% %s %d %%</td><td class=\"n\">%d</td></tr>\n", i * 10,
			i == BINS - 1 ? "to" : "to below", i * 10 + 10, bins[i]);
	fputs("</tbody></table></details>\n", out);
}

void class_distribution(FILE *out, const ClassData *data)
{
	double *finals = memory_new(((size_t)data->student_count + 1) * sizeof *finals), sum = 0;
	double *shares = memory_new(((size_t)data->student_count + 1) * sizeof *shares), all = 0;
	int bins[BINS] = {0}, count = 0;

	for (int i = 0; i < data->student_count; i++) {
		const Student *s = &data->students[i];
		int bin;

		if (!student_is_graded(s) || isnan(s->final))
			continue;
		bin = (int)(share_of(s) * BINS + 1e-9);
		bins[bin < BINS ? bin : BINS - 1]++;
		shares[count] = share_of(s);
		all += shares[count];
		finals[count++] = s->final;
		sum += s->final;
	}
	if (count > 0) {
		qsort(finals, (size_t)count, sizeof *finals, double_compare);
		double median = (finals[(count - 1) / 2] + finals[count / 2]) / 2;
		html_print(out, "<p>Mean %g, median %g, lowest %g, highest %g points.</p>\n",
			   round(sum / count * 10) / 10, round(median * 10) / 10, finals[0],
			   finals[count - 1]);
		qsort(shares, (size_t)count, sizeof *shares, double_compare);
		columns_draw(out, bins, all / count,
			     (shares[(count - 1) / 2] + shares[count / 2]) / 2);
		bins_table(out, bins);
	}
	free(shares);
	free(finals);
}

/* One whose grading's time is known. */
typedef struct Timed {
	const Student *student;
} Timed;

static int slower(const void *a, const void *b)
{
	double x = ((const Timed *)a)->student->total_s, y = ((const Timed *)b)->student->total_s;

	return (x < y) - (x > y);
}

void class_times(FILE *out, const ClassData *data)
{
	Timed *timed = memory_new(((size_t)data->student_count + 1) * sizeof *timed);
	double compile = 0, check = 0, total = 0;
	int count = 0;

	for (int i = 0; i < data->student_count; i++) {
		const Student *s = &data->students[i];

		if (s->total_s <= 0)
			continue;
		timed[count++].student = s;
		compile += s->compile_s;
		check += s->check_s;
		total += s->total_s;
	}
	html_print(out, "<section>\n<h2 id=\"times\">Time</h2>\n");
	if (count > 0) {
		qsort(timed, (size_t)count, sizeof *timed, slower);
		html_print(out, "<p>Grading took %g s for %d submissions, one by one",
			   round(total * 10) / 10, count);
		if (compile > 0)
			html_print(out, ": compiling %g s, checking %g s", round(compile * 10) / 10,
				   round(check * 10) / 10);
		fputs(". The slowest:</p>\n<ul>\n", out);
		for (int i = 0; i < count && i < SLOWEST; i++)
			html_print(out, "<li><bdi>%s</bdi>: %g s</li>\n", timed[i].student->name,
				   round(timed[i].student->total_s * 100) / 100);
		fputs("</ul>\n", out);
	} else {
		fputs("<p>The gradebook has no times.</p>\n", out);
	}
	fputs("</section>\n", out);
	free(timed);
}
