/* class_labs.c - each lab: how much of it the class has, and how its points are spread. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/page/html.h"

#define BINS 10

/* Of the columns of one lab. */
typedef struct Lab {
	const char *name;
	int first, count; /* columns */
	int passed, failed, todo, other;
	int bins[BINS], students; /* by the share of its points that a student has */
	double points, most;
} Lab;

void class_stack(FILE *out, int passed, int failed, int todo)
{
	double all = passed + failed + todo, x = 0;
	const struct {
		const char *class;
		int count;
	} parts[] = {{"p", passed}, {"f", failed}, {"t", todo}};

	fputs("<svg class=\"stack\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" "
	      "aria-hidden=\"true\">",
	      out);
	for (size_t i = 0; all > 0 && i < sizeof parts / sizeof *parts; i++) {
		double wide = parts[i].count / all * 100;

		if (parts[i].count > 0)
			fprintf(out, "<rect class=\"%s\" x=\"%.1f\" width=\"%.1f\" height=\"8\"/>",
				parts[i].class, x, wide);
		x += wide;
	}
	fputs("</svg>", out);
}

static void mark_add(Lab *lab, const Mark *m, double *points, double *most)
{
	if (strcmp(m->verdict, "skip") == 0 || strcmp(m->verdict, "error") == 0 ||
	    strcmp(m->verdict, "inconclusive") == 0) {
		lab->other++;
		return;
	}
	lab->passed += strcmp(m->verdict, "pass") == 0;
	lab->failed += strcmp(m->verdict, "fail") == 0;
	lab->todo += strcmp(m->verdict, "todo") == 0;
	*points += m->points;
	*most += m->max_points;
}

static void lab_count(Lab *lab, const ClassData *data, const Heat *heat)
{
	for (int i = 0; i < data->student_count; i++) {
		double points = 0, most = 0;

		for (int k = lab->first; k < lab->first + lab->count; k++) {
			const Mark *m = heat->cell[i * heat->columns + k];

			if (m)
				mark_add(lab, m, &points, &most);
		}
		lab->points += points;
		lab->most += most;
		if (most <= 0)
			continue;

		int bin = (int)(points / most * BINS + 1e-9);

		lab->bins[bin < 0 ? 0 : bin < BINS ? bin : BINS - 1]++;
		lab->students++;
	}
}

/* A small picture of ten columns. */
static void spread_draw(FILE *out, const Lab *lab)
{
	int most = 1;

	for (int i = 0; i < BINS; i++)
		most = lab->bins[i] > most ? lab->bins[i] : most;
	fputs("<svg class=\"spread\" viewBox=\"0 0 100 24\" role=\"img\" aria-label=\"students by "
	      "tenths "
	      "of the points:",
	      out);
	for (int i = 0; i < BINS; i++)
		fprintf(out, " %d", lab->bins[i]);
	fputs("\">", out);
	for (int i = 0; i < BINS; i++)
		fprintf(out, "<rect x=\"%d\" y=\"%.1f\" width=\"9\" height=\"%.1f\"/>", i * 10,
			23 - 22.0 * lab->bins[i] / most, 22.0 * lab->bins[i] / most + 1);
	fputs("</svg>", out);
}

static void lab_row(FILE *out, const Lab *lab)
{
	html_print(
		out,
		"<tr><th scope=\"row\">%s</th><td class=\"n\">%g %%</td><td class=\"wide hide\">",
		lab->name, round(lab->most > 0 ? lab->points / lab->most * 100 : 0));
	class_stack(out, lab->passed, lab->failed, lab->todo);
	html_print(out,
		   "</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td>",
		   lab->passed, lab->failed, lab->todo);
	spread_draw(out, lab);
	fputs("</td></tr>\n", out);
}

void class_labs(FILE *out, const ClassData *data, const Heat *heat)
{
	if (heat->columns == 0)
		return;
	fputs("<h3>Labs</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
	      "aria-label=\"labs\"><table><thead><tr><th scope=\"col\">lab</th><th scope=\"col\" "
	      "class=\"n\">mean share</th><th scope=\"col\" class=\"wide hide\">its checks</th><th "
	      "scope=\"col\" class=\"n\">passed</th><th scope=\"col\" class=\"n\">failed</th><th "
	      "scope=\"col\" class=\"n\">todo</th><th scope=\"col\">students, from 0 to 100 "
	      "%</th></tr></thead><tbody>\n",
	      out);
	for (int k = 0; k < heat->columns;) {
		Lab lab = {.name = heat->column[k]->lab, .first = k};

		for (; k < heat->columns && strcmp(heat->column[k]->lab, lab.name) == 0; k++)
			lab.count++;
		lab_count(&lab, data, heat);
		lab_row(out, &lab);
	}
	fputs("</tbody></table></div>\n", out);
}
