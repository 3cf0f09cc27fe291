/* heat.c - which cell has which mark, and the table of them.
 *
 * A cell has a sign besides its colour, and takes two dozen bytes: a page has thousands. */
#include "grader/report/class/heat.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/data/graded.h"
#include "grader/report/page/html.h"

/* How a cell looks: a class of style.css, a sign, and words for the legend. */
static const struct Look {
	const char *verdict, *class, *sign, *words;
} looks[] = {
	{"pass", "p", "\342\234\223", "passed"},
	{"part", "s", "\342\227\220", "failed, but with a part of the points"},
	{"fail", "f", "\342\234\227", "failed"},
	{"todo", "t", "\302\267", "todo: not begun"},
	{"error", "e", "!", "the grader failed"},
	{"inconclusive", "q", "?", "could not be judged"},
	{"skip", "k", "\342\200\223", "needs what this machine lacks"},
};

static const struct Look *look_of(const Mark *m)
{
	const char *name = strcmp(m->verdict, "fail") == 0 && m->points > 0 ? "part" : m->verdict;

	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
		if (strcmp(looks[i].verdict, name) == 0)
			return &looks[i];
	return &looks[4];
}

/* --- columns ---------------------------------------------------------------------------------- */

static int check_number(const char *check)
{
	const char *dot = strchr(check, '.');

	return !dot ? 0 : atoi(dot + 1);
}

static int column_compare(const void *a, const void *b)
{
	const Mark *x = *(const Mark *const *)a, *y = *(const Mark *const *)b;
	int labs = lab_number(x->lab) - lab_number(y->lab);
	int checks = check_number(x->check) - check_number(y->check);

	return labs != 0 ? labs : checks != 0 ? checks : strcmp(x->check, y->check);
}

static void columns_find(Heat *heat)
{
	const ClassData *data = heat->data;

	heat->column = memory_new(((size_t)data->mark_count + 1) * sizeof(const Mark *));
	for (int i = 0; i < data->mark_count; i++)
		if (i == 0 || strcmp(data->marks[i].check, data->marks[i - 1].check) != 0)
			heat->column[heat->columns++] = &data->marks[i];
	qsort((void *)heat->column, (size_t)heat->columns, sizeof(const Mark *), column_compare);
}

static int column_of(const Heat *heat, const Mark *m)
{
	const Mark **found = bsearch(&m, (const void *)heat->column, (size_t)heat->columns,
				     sizeof(const Mark *), column_compare);

	return !found ? -1 : (int)(found - heat->column);
}

static int id_compare(const void *a, const void *b)
{
	return strcmp((*(const Student *const *)a)->id, (*(const Student *const *)b)->id);
}

void heat_make(Heat *heat, const ClassData *data)
{
	const Student **by_id = students_by_name(data);
	int column = -1;

	*heat = (Heat){.data = data};
	columns_find(heat);
	heat->cell = memory_new(((size_t)data->student_count * (size_t)heat->columns + 1) *
				sizeof(const Mark *));
	qsort((void *)by_id, (size_t)data->student_count, sizeof(const Student *), id_compare);
	for (int i = 0; i < data->mark_count; i++) {
		const Mark *m = &data->marks[i];
		const Student key = {.id = m->student}, *wanted = &key;
		const Student **found =
			bsearch(&wanted, (const void *)by_id, (size_t)data->student_count,
				sizeof(const Student *), id_compare);

		if (i == 0 || strcmp(m->check, data->marks[i - 1].check) != 0)
			column = column_of(heat, m);
		if (found && column >= 0)
			heat->cell[(*found - data->students) * heat->columns + column] = m;
	}
	free((void *)by_id);
}

void heat_release(Heat *heat)
{
	free((void *)heat->column);
	free((void *)heat->cell);
	*heat = (Heat){.data = NULL};
}

/* --- rows ------------------------------------------------------------------------------------- */

static int mark_compare(const void *a, const void *b)
{
	const Student *x = *(const Student *const *)a, *y = *(const Student *const *)b;

	if (isnan(x->final) || isnan(y->final) || x->final == y->final) {
		int none = (isnan(x->final) != 0) - (isnan(y->final) != 0);

		return none != 0 ? none : x < y ? -1 : x > y;
	}
	return x->final > y->final ? -1 : 1;
}

const Student **students_by_name(const ClassData *data)
{
	const Student **list =
		memory_new(((size_t)data->student_count + 1) * sizeof(const Student *));

	for (int i = 0; i < data->student_count; i++) /* as the gradebook gives them */
		list[i] = &data->students[i];
	return list;
}

const Student **students_by_mark(const ClassData *data)
{
	const Student **list = students_by_name(data);

	qsort((void *)list, (size_t)data->student_count, sizeof(const Student *), mark_compare);
	return list;
}

void student_name(FILE *out, const Student *s, const char *up)
{
	if (!s->key) {
		html_print(out, "<bdi>%s</bdi>", s->name);
		return;
	}
	fprintf(out, "<a href=\"%sstudents/", up);
	for (const char *at = s->key; *at != '\0'; at++) /* a link has its own escapes */
		fprintf(out,
			strchr("%?#&<>\"' ", *at) || (unsigned char)*at < 0x21 ||
					(unsigned char)*at > 0x7e
				? "%%%02X"
				: "%c",
			(unsigned char)*at);
	html_print(out, "/report.html\"><bdi>%s</bdi></a>", s->name);
}

static void row_write(FILE *out, const Heat *heat, const Student *s, const char *up)
{
	const Mark **cells = &heat->cell[(s - heat->data->students) * heat->columns];
	bool any = false;

	fputs("<tr><th scope=\"row\">", out);
	student_name(out, s, up);
	fputs("</th><td class=\"n\">", out);
	if (isnan(s->final))
		fputs("none", out);
	else
		html_print(out, "%g", s->final);
	fputs("</td>", out);
	for (int k = 0; k < heat->columns; k++)
		any = any || cells[k];
	if (!any && heat->columns > 0)
		html_print(out, "<td class=\"none\" colspan=\"%d\">%s</td>", heat->columns,
			   s->status);
	for (int k = 0; any && k < heat->columns; k++) {
		if (!cells[k]) {
			fputs("<td></td>", out);
			continue;
		}
		fprintf(out, "<td class=\"%s%s\">%s</td>", look_of(cells[k])->class,
			cells[k]->by_hand ? " h" : "", look_of(cells[k])->sign);
	}
	fputs("</tr>\n", out);
}

/* --- the table -------------------------------------------------------------------------------- */

/* Calls each(out, lab, columns) for each lab. */
static void labs_each(FILE *out, const Heat *heat,
		      void (*each)(FILE *out, const char *lab, int columns))
{
	for (int k = 0, n; k < heat->columns; k += n) {
		for (n = 1; k + n < heat->columns &&
			    strcmp(heat->column[k + n]->lab, heat->column[k]->lab) == 0;
		     n++)
			;
		each(out, heat->column[k]->lab, n);
	}
}

static void group_write(FILE *out, const char *lab, int columns)
{
	(void)lab;
	fprintf(out, "<colgroup class=\"lab\" span=\"%d\"></colgroup>", columns);
}

static void lab_write(FILE *out, const char *lab, int columns)
{
	if (lab_number(lab) > 0)
		html_print(out, "<th scope=\"colgroup\" colspan=\"%d\">%s%d</th>", columns,
			   columns > 2 ? "lab " : "", lab_number(lab));
	else
		html_print(out, "<th scope=\"colgroup\" colspan=\"%d\">%s</th>", columns, lab);
}

/* Of all students, not only of these: how many of a hundred passed. */
static void foot_write(FILE *out, const Heat *heat)
{
	fputs("<tfoot><tr><th scope=\"row\">passed, of 100</th><td></td>", out);
	for (int k = 0; k < heat->columns; k++) {
		int judged = 0, passed = 0;

		for (int i = 0; i < heat->data->student_count; i++) {
			const Mark *m = heat->cell[i * heat->columns + k];

			judged += m && strchr("pft", *m->verdict) != NULL;
			passed += m && strcmp(m->verdict, "pass") == 0;
		}
		if (judged > 0)
			fprintf(out, "<td>%d</td>", passed * 100 / judged);
		else
			fputs("<td></td>", out);
	}
	fputs("</tr></tfoot>\n", out);
}

void heat_table(FILE *out, const Heat *heat, const Student *const *rows, int count, const char *up)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"checks by "
	      "students\">\n<table class=\"heat\"><colgroup span=\"2\"></colgroup>",
	      out);
	labs_each(out, heat, group_write);
	fputs("<thead><tr><th scope=\"col\" rowspan=\"2\">student</th><th scope=\"col\" "
	      "rowspan=\"2\" class=\"n\">mark</th>",
	      out);
	labs_each(out, heat, lab_write);
	fputs("</tr><tr>", out);
	for (int k = 0; k < heat->columns; k++) {
		fprintf(out, "<th scope=\"col\"><a href=\"%s#c-",
			*up == '\0' ? "" : "../class.html");
		html_id(out, heat->column[k]->check);
		html_print(out, "\">%s</a></th>", heat->column[k]->check);
	}
	fputs("</tr></thead>\n<tbody>\n", out);
	for (int i = 0; i < count; i++)
		row_write(out, heat, rows[i], up);
	fputs("</tbody>\n", out);
	foot_write(out, heat);
	fputs("</table></div>\n", out);
}

void heat_legend(FILE *out)
{
	fputs("<ul class=\"legend\">", out);
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
		fprintf(out, "<li><span class=\"cell %s\">%s</span> %s</li>", looks[i].class,
			looks[i].sign, looks[i].words);
	fputs("<li><span class=\"cell p h\">\342\234\223</span> points by hand</li></ul>\n", out);
}
