/* term_page.c - the same table as a page, which leads to the page of each assignment; and on the terminal. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/class/cli/table.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"
#include "grader/term/term.h"

/* The heading of an assignment, which leads to its page where there is one. */
static void heading_write(FILE *out, const Term *term, int i)
{
	const TermAssignment *a = &term->assignments[i];
	const char *folder = term->books.names[i];
	char *below = *folder == '\0' ? text_new("class.html")
				      : text_new("assignments/%s/class.html", folder);
	char *path = text_new("%s/%s", term->books.folder, below);
	bool has_page = access(path, F_OK) == 0;

	fputs("<th scope=\"col\" class=\"n\">", out);
	if (has_page)
		html_print(out, "<a href=\"%s\">", below);
	html_print(out, "<bdi>%s</bdi>", a->name);
	fputs(has_page ? "</a>" : "", out);
	html_print(out, "<br/>of %g</th>", a->full);
	free(path);
	free(below);
}

static void cell_write(FILE *out, const Term *term, const TermStudent *s, int i)
{
	const Record *record = s->records[i];
	bool by_hand = record && record->overridden;
	double mark;

	fputs("<td class=\"n\">", out);
	if (term_mark(term, s, i, &mark))
		html_print(out, "%g%s", round(mark * 100) / 100, by_hand ? "*" : "");
	else
		html_print(out, "%s", term_status(s, i));
	if (record && record->late_s >= 3600)
		html_print(out, " <small>%g h late</small>", round(record->late_s / 360) / 10);
	else if (record && record->late_s > 0)
		html_print(out, " <small>%g min late</small>", ceil(record->late_s / 60));
	fputs("</td>", out);
}

static void table_write(FILE *out, const Term *term)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"term\">\n"
	      "<table><thead><tr><th scope=\"col\">name</th><th scope=\"col\">id</th>"
	      "<th scope=\"col\">section</th>",
	      out);
	for (int i = 0; i < term->count; i++)
		heading_write(out, term, i);
	fputs("<th scope=\"col\" class=\"n\">missing</th></tr></thead><tbody>\n", out);
	for (int i = 0; i < term->student_count; i++) {
		const TermStudent *s = &term->students[i];

		html_print(
			out,
			"<tr><th scope=\"row\"><bdi>%s</bdi></th><td><bdi>%s</bdi></td><td>%s</td>",
			s->name, s->id, s->section);
		for (int k = 0; k < term->count; k++)
			cell_write(out, term, s, k);
		html_print(out, "<td class=\"n\">%d</td></tr>\n", s->missing);
	}
	fputs("</tbody></table></div>\n", out);
}

int term_page(const Term *term, const char *path)
{
	char *title = text_new("%s: all assignments", term->name);
	Page page;
	int bad = page_begin(&page, title, "term", "Skip to the table") < 0;

	if (!bad) {
		html_print(
			page.out,
			"<header><h1><bdi>%s</bdi></h1></header>\n<main>\n<section>\n"
			"<h2 id=\"term\">All assignments</h2>\n<p>%d student%s, %d assignment%s. "
			"* by hand.</p>\n",
			term->name, term->student_count, term->student_count == 1 ? "" : "s",
			term->count, term->count == 1 ? "" : "s");
		table_write(page.out, term);
		fputs("</section>\n</main>\n<footer>For instructors: it names every student. Marks "
		      "are the "
		      "gradebooks', with late rules and overrides.</footer>\n",
		      page.out);
		bad = page_end(&page, path) < 0;
	}
	free(title);
	return bad ? -1 : 0;
}

/* --- on the terminal -------------------------------------------------------------------------- */

static void mark_cell(Table *t, const Term *term, const TermStudent *s, int i)
{
	const Record *record = s->records[i];
	bool late = record && record->late_s > 0, by_hand = record && record->overridden;
	double mark;

	if (term_mark(term, s, i, &mark))
		table_cell(t, late ? "33" : NULL, "%g%s%s", round(mark * 100) / 100,
			   by_hand ? "*" : "", late ? " late" : "");
	else
		table_cell(t, "31", "%s", record ? term_status(s, i) : "-");
}

void term_print(const Term *term)
{
	char *right = memory_new((size_t)term->count + 4);
	Table *t;

	memset(right, 'l', (size_t)term->count + 2);
	right[term->count + 2] = 'r';
	t = table_new(right);
	table_cell(t, "1", "id");
	table_cell(t, "1", "name");
	for (int i = 0; i < term->count; i++)
		table_cell(t, "1", "%s/%g", term->assignments[i].name, term->assignments[i].full);
	table_cell(t, "1", "missing");
	for (int i = 0; i < term->student_count; i++) {
		const TermStudent *s = &term->students[i];

		table_cell(t, NULL, "%s", s->id);
		table_cell(t, NULL, "%s", s->name);
		for (int k = 0; k < term->count; k++)
			mark_cell(t, term, s, k);
		table_cell(t, s->missing > 0 ? "31" : NULL, "%d", s->missing);
	}
	table_print(t, colours_wanted());
	table_free(t);
	free(right);
}
