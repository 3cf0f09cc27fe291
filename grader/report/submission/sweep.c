/* sweep.c - collects the points, has gnuplot draw them, and takes in its SVG.
 *
 * gnuplot gets numbers and words of ours, nothing of the submission's text. It is the same program
 * for every page, so it is looked for once. */
#include "grader/report/submission/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/report/page/html.h"
#include "grader/report/page/timeline_svg.h"
#include "grader/report/submission/run_gnuplot.h"

#define POINTS_MAX 64
#define SVG_MOST   (512 << 10)

/* The names that lab5_drive.c gives the three times; all three make a point. */
static const char *const names[] = {"cpu", "gpu", "gpu_with_copies"};
static const char *const words[] = {"CPU", "GPU", "GPU with copies"};
static const char *const colours[] = {"#8a5a00", "#2e8b57", "#3b82c4"};
enum { SERIES = sizeof names / sizeof *names };

typedef struct Point {
	double size;            /* of a square product with as much work */
	double seconds[SERIES]; /* all above 0 */
} Point;

/* A run that multiplied "a" (m, k) by "b" (k, n) and says that all went well. 1 when it is one. */
static int point_read(const json_t *run, Point *point)
{
	const json_t *a = json_object_get(json_object_get(run, "sizes"), "a");
	const json_t *b = json_object_get(json_object_get(run, "sizes"), "b");
	const json_t *values = json_object_get(run, "values");
	double m = json_number_value(json_array_get(a, 0)),
	       k = json_number_value(json_array_get(a, 1)),
	       n = json_number_value(json_array_get(b, 1));

	if (json_number_value(json_array_get(b, 0)) != k || number_of(values, "status") != 0)
		return 0;
	point->size = cbrt(m * k * n);
	for (int i = 0; i < SERIES; i++) {
		point->seconds[i] = number_of(values, names[i]);
		if (!(point->seconds[i] > 1e-12 && point->seconds[i] < 1e6))
			return 0;
	}
	return point->size > 0;
}

static int point_compare(const void *a, const void *b)
{
	const Point *x = a, *y = b;

	return x->size < y->size ? -1 : x->size > y->size;
}

/* The points by size; of runs with one size any. */
static int points_read(const json_t *runs, Point points[POINTS_MAX])
{
	int count = 0, kept = 0;

	for (size_t i = 0; i < json_array_size(runs) && count < POINTS_MAX; i++)
		count += point_read(json_array_get(runs, i), &points[count]);
	qsort(points, (size_t)count, sizeof *points, point_compare);
	for (int i = 0; i < count; i++)
		if (kept == 0 || points[i].size > points[kept - 1].size)
			points[kept++] = points[i];
	return kept;
}

static void table_write(FILE *out, const Point *points, int count)
{
	char time[40];

	fputs("<table><caption class=\"soft\">Times that this submission measured, by the side of "
	      "a square product with as much work</caption><thead><tr><th scope=\"col\" "
	      "class=\"n\">side</th>",
	      out);
	for (int i = 0; i < SERIES; i++)
		fprintf(out, "<th scope=\"col\" class=\"n\">%s</th>", words[i]);
	fputs("</tr></thead><tbody>\n", out);
	for (int p = 0; p < count; p++) {
		fprintf(out, "<tr><td class=\"n\">%.0f</td>", points[p].size);
		for (int i = 0; i < SERIES; i++)
			fprintf(out, "<td class=\"n\">%s</td>",
				time_words(points[p].seconds[i] * 1e6, time, sizeof time));
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table>\n", out);
}

/* --- gnuplot ---------------------------------------------------------------------------------- */

static void points_print(FILE *to, const char *name, const Point *points, int count)
{
	fprintf(to, "$%s << END\n", name);
	for (int p = 0; p < count; p++) {
		fprintf(to, "%.6g", points[p].size);
		for (int i = 0; i < SERIES; i++)
			fprintf(to, " %.6g", points[p].seconds[i] * 1e6);
		fputc('\n', to);
	}
	fputs("END\n", to);
}

static char *script_make(const Point *own, int count, const Point *reference, int its)
{
	char *text = NULL;
	size_t bytes;
	FILE *to = open_memstream(&text, &bytes);
	const char *between = "plot";

	if (!to)
		return NULL;
	fputs("set terminal svg size 720,340 font 'sans-serif,12' noenhanced background "
	      "rgb '#ffffff'\nset logscale xy\nset grid\nset key below\n"
	      "set xlabel 'side of the product'\nset ylabel 'microseconds'\n",
	      to);
	points_print(to, "own", own, count);
	if (its > 0)
		points_print(to, "reference", reference, its);
	for (int i = 0; i < SERIES; i++) {
		fprintf(to, "%s $own using 1:%d with linespoints lw 2 pt %d lc rgb '%s' title '%s'",
			between, i + 2, i * 2 + 4, colours[i], words[i]);
		between = ",";
		if (its > 0)
			fprintf(to,
				", $reference using 1:%d with lines dashtype 2 lw 1 lc rgb "
				"'%s' title '%s, solution'",
				i + 2, colours[i], words[i]);
	}
	fputc('\n', to);
	return fclose(to) == 0 ? text : NULL;
}

/* What stands between the prologue and the end: an <svg> without a script. */
static void svg_write(FILE *out, const char *svg)
{
	const char *from = strstr(svg, "<svg");

	if (!from || strstr(svg, "<script") || !strstr(svg, "</svg>")) {
		fputs("<p class=\"soft\">gnuplot drew nothing that can be shown.</p>\n", out);
		return;
	}
	fputs("<div class=\"plot\" tabindex=\"0\" role=\"region\" aria-label=\"plot of the "
	      "table above\">\n",
	      out);
	fputs(from, out);
	fputs("</div>\n", out);
}

static void plot_write(FILE *out, const Point *own, int count, const Point *reference, int its)
{
	char *script = script_make(own, count, reference, its);
	char *const gnuplot[] = {"gnuplot", "-", NULL};
	char *svg = !script ? NULL : tool_filter(gnuplot, script, SVG_MOST);

	if (svg)
		svg_write(out, svg);
	else
		fputs("<p class=\"soft\">No plot: gnuplot (Debian's gnuplot-nox) is not "
		      "installed.</p>\n",
		      out);
	free(svg);
	free(script);
}

void sweep_write(FILE *out, const Graded *g, const json_t *check, const json_t *detail)
{
	const json_t *its_check =
		json_object_get(json_object_get(g->reference, "checks"), text_of(check, "id"));
	Point own[POINTS_MAX] = {0}, reference[POINTS_MAX] = {0};
	int count = points_read(json_object_get(detail, "runs"), own);
	int its = points_read(json_object_get(its_check, "runs"), reference);

	if (count < 2)
		return;
	fputs("<details open=\"open\"><summary>The measured times by size</summary>\n"
	      "<div class=\"scroll\">\n",
	      out);
	table_write(out, own, count);
	fputs("</div>\n", out);
	plot_write(out, own, count, reference, its);
	fputs("</details>\n", out);
}
