/* class_page.c - the page: how the class did, then every student. */
#include "grader/report/class/class_page.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/class/similar.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"

static int count_of(const ClassData *data, const char *status)
{
	int count = 0;

	for (int i = 0; i < data->student_count; i++)
		count += strcmp(data->students[i].status, status) == 0;
	return count;
}

static void name_write(FILE *out, const Student *s)
{
	if (s->key) {
		fputs("<a href=\"students/", out);
		for (const char *at = s->key; *at != '\0'; at++) /* a link has its own escapes */
			fprintf(out,
				strchr("%?#&<>\"' ", *at) || (unsigned char)*at < 0x21 ||
						(unsigned char)*at > 0x7e
					? "%%%02X"
					: "%c",
				(unsigned char)*at);
		html_print(out, "/report.html\"><bdi>%s</bdi></a>", s->name);
	} else {
		html_print(out, "<bdi>%s</bdi>", s->name);
	}
}

/* A student whose grading failed has no mark, which is not a zero; one who sent nothing has a
 * zero. */
static int has_mark(const Student *s)
{
	return !isnan(s->final);
}

/* The sandbox was not the full one. */
static bool is_weaker(const Student *s)
{
	return *s->isolation != '\0' && strcmp(s->isolation, "full") != 0;
}

static void students_write(FILE *out, const ClassData *data)
{
	fputs("<section>\n<h2 id=\"students\">Students</h2>\n<div class=\"scroll\" tabindex=\"0\" "
	      "role=\"region\" aria-labelledby=\"students\">\n<table><thead><tr>"
	      "<th scope=\"col\">name</th><th scope=\"col\">id</th>"
	      "<th scope=\"col\" class=\"hide\">section</th>"
	      "<th scope=\"col\" class=\"n\">mark</th><th scope=\"col\" class=\"n\">of</th>"
	      "<th scope=\"col\" class=\"n\">late</th><th scope=\"col\">state</th></tr></thead>"
	      "<tbody>\n",
	      out);
	for (int i = 0; i < data->student_count; i++) {
		const Student *s = &data->students[i];

		fputs("<tr><th scope=\"row\">", out);
		name_write(out, s);
		html_print(out, "</th><td><bdi>%s</bdi></td><td class=\"hide\">%s</td>", s->id,
			   s->section);
		if (has_mark(s))
			html_print(out, "<td class=\"n\">%g</td><td class=\"n\">%g</td>", s->final,
				   s->max_score);
		else
			fputs("<td class=\"n\">none</td><td class=\"n\"></td>", out);
		fputs("<td class=\"n\">", out);
		if (s->late_s > 0)
			html_print(out, "%g h, -%g", round(s->late_s / 360.0) / 10, s->penalty);
		html_print(out, "</td><td>%s", s->status);
		if (s->attempt > 1)
			html_print(out, ", attempt %d", s->attempt);
		if (is_weaker(s))
			html_print(out, ", isolation %s", s->isolation);
		if (s->unjudged > 0)
			html_print(out, ", %g points unjudged", s->unjudged);
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table></div>\n</section>\n", out);
}

/* Who needs something done: what came could not be graded, or nothing came. */
static void missing_write(FILE *out, const ClassData *data, const char *status, const char *title,
			  const char *words)
{
	if (count_of(data, status) == 0)
		return;
	html_print(out, "<h3>%s</h3>\n<p>%s</p>\n<ul>\n", title, words);
	for (int i = 0; i < data->student_count; i++) {
		const Student *s = &data->students[i];

		if (strcmp(s->status, status) == 0)
			html_print(out, "<li><bdi>%s</bdi> (<bdi>%s</bdi>)%s<bdi>%s</bdi></li>\n",
				   s->name, s->id, *s->why != '\0' ? ": " : "", s->why);
	}
	fputs("</ul>\n", out);
}

static void glance_write(FILE *out, const ClassData *data)
{
	int graded = count_of(data, "graded"), weaker = 0;

	html_print(out,
		   "<section>\n<h2 id=\"glance\">At a glance</h2>\n<p>%d student%s, of whom %d "
		   "handed in what was graded.</p>\n",
		   data->student_count, data->student_count == 1 ? "" : "s", graded);
	for (int i = 0; i < data->student_count; i++)
		weaker += is_weaker(&data->students[i]);
	if (weaker > 0)
		html_print(out,
			   "<p>%d of these were not graded in the full sandbox: the list of "
			   "students says which, and docs/isolation.md what that means.</p>\n",
			   weaker);
	class_distribution(out, data);
	class_labs(out, data);
	missing_write(out, data, "absent", "Absent", "Nothing came from these.");
	missing_write(out, data, "failed", "Not graded",
		      "These have no mark, and not a zero: a person has to look.");
	missing_write(out, data, "ungraded", "Not graded yet", "Grade the class again.");
	fputs("</section>\n", out);
}

/* The page of what was loaded. 0, or -1 with a line on stderr. */
static int page_write(const ClassData *data, const Similar *similar, const char *path)
{
	char *title = text_new("%s: the class", data->title);
	Page page;
	int bad = page_begin(&page, title, "glance", "Skip to the results") < 0;

	if (!bad) {
		html_print(page.out, "<header><h1><bdi>%s</bdi></h1></header>\n", data->title);
		similar_headline(page.out, similar);
		fputs("<nav aria-label=\"parts\"><ul><li><a href=\"#hardest\">hardest "
		      "checks</a></li><li><a href=\"#misconceptions\">common mistakes</a></li>"
		      "<li><a href=\"#times\">time</a></li><li><a href=\"#similar\">similar "
		      "submissions</a></li><li><a href=\"#students\">students</a></li></ul>"
		      "</nav>\n<main>\n",
		      page.out);
		glance_write(page.out, data);
		class_hardest(page.out, data);
		class_misconceptions(page.out, data);
		class_times(page.out, data);
		similar_section(page.out, similar);
		students_write(page.out, data);
		fputs("</main>\n<footer>For instructors: it names every student. Marks are the "
		      "gradebook's, with late rules and overrides.</footer>\n",
		      page.out);
		bad = page_end(&page, path) < 0;
	}
	free(title);
	return bad ? -1 : 0;
}

int class_report(const ClassAsked *asked)
{
	ClassData data;
	int bad = class_load(asked->book, asked->folder, &data) < 0;
	char *path = text_new("%s/class.html", bad ? "" : data.folder);
	Similar *similar = bad ? NULL : similar_make(asked, &data);

	bad = !similar || page_write(&data, similar, path) < 0 || similar_pages(similar) < 0;
	if (!bad && !asked->quiet) {
		char clean[1000];

		text_clean(clean, sizeof clean, path, strlen(path));
		printf("       %s\n", clean);
	}
	if (similar)
		similar_free(similar);
	free(path);
	class_release(&data);
	return bad ? -1 : 0;
}
