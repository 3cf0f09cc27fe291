/* class_students.c - every student: the heat map and the list, on one page for a class that fits, else on
 * pages of ROWS students, by mark and by name, in a folder of their own. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/class/heat.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"

#define ROWS 150

/* The two orders that there are pages of. */
static const struct Order {
	const char *file, *words;
} orders[] = {{"marks", "by mark"}, {"names", "by name"}};
enum { BY_MARK, BY_NAME };

static int page_count(const ClassData *data)
{
	return data->student_count <= ROWS ? 0 : (data->student_count + ROWS - 1) / ROWS;
}

static void late_write(FILE *out, const Student *s)
{
	fputs("<td class=\"n\">", out);
	if (s->late_s > 0)
		html_print(out, "%g h, -%g", round(s->late_s / 360.0) / 10, s->penalty);
	html_print(out, "</td><td>%s", s->status);
	if (s->attempt > 1)
		html_print(out, ", attempt %d", s->attempt);
	if (student_is_weaker(s))
		html_print(out, ", isolation %s", s->isolation);
	if (s->unjudged > 0)
		html_print(out, ", %g points unjudged", s->unjudged);
	fputs("</td></tr>\n", out);
}

/* A student whose grading failed has no mark, which is not a zero; one who sent nothing has a
 * zero. */
static void list_table(FILE *out, const Student *const *rows, int count, const char *up)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
	      "aria-labelledby=\"students\">\n<table><thead><tr>"
	      "<th scope=\"col\">name</th><th scope=\"col\">id</th>"
	      "<th scope=\"col\" class=\"hide\">section</th>"
	      "<th scope=\"col\" class=\"n\">mark</th><th scope=\"col\" class=\"n\">of</th>"
	      "<th scope=\"col\" class=\"n\">late</th><th scope=\"col\">state</th></tr></thead>"
	      "<tbody>\n",
	      out);
	for (int i = 0; i < count; i++) {
		const Student *s = rows[i];

		fputs("<tr><th scope=\"row\">", out);
		student_name(out, s, up);
		html_print(out, "</th><td><bdi>%s</bdi></td><td class=\"hide\">%s</td>", s->id,
			   s->section);
		if (!isnan(s->final))
			html_print(out, "<td class=\"n\">%g</td><td class=\"n\">%g</td>", s->final,
				   s->max_score);
		else
			fputs("<td class=\"n\">none</td><td class=\"n\"></td>", out);
		late_write(out, s);
	}
	fputs("</tbody></table></div>\n", out);
}

/* --- on the page of the class ----------------------------------------------------------------- */

/* "Ada Lovelace to Kim" */
static void ends_write(FILE *out, const Student *const *rows, int first, int last, int order)
{
	if (order == BY_NAME)
		html_print(out, "<bdi>%s</bdi> to <bdi>%s</bdi>", rows[first]->name,
			   rows[last]->name);
	else if (isnan(rows[last]->final))
		html_print(out, "places %d to %d", first + 1, last + 1);
	else
		html_print(out, "places %d to %d: %g to %g points", first + 1, last + 1,
			   rows[first]->final, rows[last]->final);
}

/* Links to all pages of one order; `here` is the one that they stand on, -1: the page of the class. */
static void links_write(FILE *out, const ClassData *data, const Student *const *rows, int order,
			int here, const char *folder)
{
	fprintf(out, "<nav aria-label=\"%s\"><p>Pages %s:</p><ul>\n", orders[order].words,
		orders[order].words);
	for (int page = 0; page < page_count(data); page++) {
		int first = page * ROWS, last = first + ROWS - 1;

		if (last >= data->student_count)
			last = data->student_count - 1;
		fputs("<li>", out);
		if (page != here)
			fprintf(out, "<a href=\"%s%s-%d.html\">", folder, orders[order].file,
				page + 1);
		else
			fputs("<b aria-current=\"page\">", out);
		ends_write(out, rows, first, last, order);
		fputs(page != here ? "</a></li>\n" : "</b></li>\n", out);
	}
	fputs("</ul></nav>\n", out);
}

void class_heat(FILE *out, const ClassData *data, const Heat *heat)
{
	const Student **rows = students_by_mark(data);

	fputs("<section>\n<h2 id=\"heat\">Checks by students</h2>\n", out);
	if (heat->columns == 0) {
		fputs("<p>Nothing was graded yet.</p>\n", out);
	} else {
		heat_legend(out);
		if (page_count(data) > 0) {
			html_print(out,
				   "<p>%d students, on pages of %d; here are the first %d.</p>\n",
				   data->student_count, ROWS, HEAT_FIRST);
			links_write(out, data, rows, BY_MARK, -1, CLASS_PAGES "/");
			heat_table(out, heat, rows, HEAT_FIRST, "");
		} else {
			heat_table(out, heat, rows, data->student_count, "");
		}
	}
	fputs("</section>\n", out);
	free((void *)rows);
}

void class_students(FILE *out, const ClassData *data)
{
	const Student **rows = students_by_name(data);

	fputs("<section>\n<h2 id=\"students\">Students</h2>\n", out);
	if (page_count(data) > 0)
		links_write(out, data, rows, BY_NAME, -1, CLASS_PAGES "/");
	else
		list_table(out, rows, data->student_count, "");
	fputs("</section>\n", out);
	free((void *)rows);
}

/* --- pages of their own ----------------------------------------------------------------------- */

static int page_write(const ClassData *data, const Heat *heat, const Student *const *rows,
		      int order, int page, const char *folder)
{
	int first = page * ROWS, count = data->student_count - first;
	char *path = text_new("%s/%s-%d.html", folder, orders[order].file, page + 1);
	char *title =
		text_new("%s: students %s, page %d", data->title, orders[order].words, page + 1);
	Page made;
	int bad = page_begin(&made, title, "students", "Skip to the students") < 0;

	count = count > ROWS ? ROWS : count;
	if (!bad) {
		html_print(made.out,
			   "<header><h1><bdi>%s</bdi></h1>\n<p><a href=\"../class.html\">the page "
			   "of the class</a></p></header>\n<main>\n<h2 id=\"students\">Students "
			   "%s, %d to %d of %d</h2>\n",
			   data->title, orders[order].words, first + 1, first + count,
			   data->student_count);
		links_write(made.out, data, rows, order, page, "");
		if (order == BY_NAME)
			list_table(made.out, rows + first, count, "../");
		heat_legend(made.out);
		heat_table(made.out, heat, rows + first, count, "../");
		fputs("</main>\n<footer>For instructors: it names students.</footer>\n", made.out);
		bad = page_end(&made, path) < 0;
	}
	free(title);
	free(path);
	return bad ? -1 : 0;
}

int class_pages(const ClassData *data, const Heat *heat)
{
	char *folder = text_new("%s/%s", data->folder, CLASS_PAGES);
	const Student **rows[] = {students_by_mark(data), students_by_name(data)};
	int bad = 0;

	folder_remove(folder); /* those of a larger class */
	if (page_count(data) > 0 && mkdir(folder, 0700) < 0)
		bad = refuse("%s cannot be made: %s", folder, strerror(errno)) < 0;
	for (int order = 0; order <= BY_NAME; order++)
		for (int page = 0; !bad && page < page_count(data); page++)
			bad = page_write(data, heat, rows[order], order, page, folder) < 0;
	free((void *)rows[BY_MARK]);
	free((void *)rows[BY_NAME]);
	free(folder);
	return bad ? -1 : 0;
}
