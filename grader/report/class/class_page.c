/* class_page.c - the page: how the class did, then every student. */
#include "grader/report/class/class_page.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/report/class/similar.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"
#include "grader/setup/class_folder.h"

#define NAMED_MOST 40 /* of those who have no mark */

static int count_of(const ClassData *data, const char *status)
{
	int count = 0;

	for (int i = 0; i < data->student_count; i++)
		count += strcmp(data->students[i].status, status) == 0;
	return count;
}

bool student_is_weaker(const Student *s)
{
	return *s->isolation != '\0' && strcmp(s->isolation, "full") != 0;
}

/* Who needs something done: what came could not be graded, or nothing came. */
static void missing_write(FILE *out, const ClassData *data, const char *status, const char *title,
			  const char *words)
{
	if (count_of(data, status) == 0)
		return;
	html_print(out, "<h3>%s</h3>\n<p>%s</p>\n<ul>\n", title, words);
	for (int i = 0, named = 0; i < data->student_count; i++) {
		const Student *s = &data->students[i];

		if (strcmp(s->status, status) == 0 && named++ < NAMED_MOST)
			html_print(out, "<li><bdi>%s</bdi> (<bdi>%s</bdi>)%s<bdi>%s</bdi></li>\n",
				   s->name, s->id, *s->why != '\0' ? ": " : "", s->why);
	}
	fputs("</ul>\n", out);
	if (count_of(data, status) > NAMED_MOST)
		html_print(out, "<p>And %d more, whom the lists of students name.</p>\n",
			   count_of(data, status) - NAMED_MOST);
}

/* A number, large, and what it is. */
static void tile_write(FILE *out, int number, const char *kind, const char *words)
{
	if (number > 0)
		html_print(out, "<li class=\"%s\"><b>%d</b> %s</li>", kind, number, words);
}

static void tiles_write(FILE *out, const ClassData *data)
{
	int passed = 0, failed = 0, todo = 0;

	for (int i = 0; i < data->mark_count; i++) {
		passed += strcmp(data->marks[i].verdict, "pass") == 0;
		failed += strcmp(data->marks[i].verdict, "fail") == 0;
		todo += strcmp(data->marks[i].verdict, "todo") == 0;
	}
	fputs("<ul class=\"tiles\">", out);
	tile_write(out, count_of(data, "graded"), "plain", "graded");
	tile_write(out, count_of(data, "absent"), "plain", "absent");
	tile_write(out, count_of(data, "failed"), "bad", "could not be graded");
	tile_write(out, passed, "good", "checks passed");
	tile_write(out, failed, "bad", "checks failed");
	tile_write(out, todo, "plain", "checks not begun");
	fputs("</ul>\n", out);
}

static void glance_write(FILE *out, const ClassData *data, const Heat *heat)
{
	int graded = count_of(data, "graded"), weaker = 0;

	html_print(out,
		   "<section>\n<h2 id=\"glance\">At a glance</h2>\n<p>%d student%s, of whom %d "
		   "handed in what was graded.</p>\n",
		   data->student_count, data->student_count == 1 ? "" : "s", graded);
	tiles_write(out, data);
	for (int i = 0; i < data->student_count; i++)
		weaker += student_is_weaker(&data->students[i]);
	if (weaker > 0)
		html_print(out,
			   "<p>%d of these were not graded in the full sandbox: the list of "
			   "students says which, and docs/isolation.md what that means.</p>\n",
			   weaker);
	class_distribution(out, data);
	class_labs(out, data, heat);
	missing_write(out, data, "absent", "Absent", "Nothing came from these.");
	missing_write(out, data, "failed", "Not graded",
		      "These have no mark, and not a zero: a person has to look.");
	missing_write(out, data, "ungraded", "Not graded yet", "Grade the class again.");
	fputs("</section>\n", out);
}

/* Leads to the table over all assignments (make term), where there is one: beside this page, or above assignments/. */
static void term_write(FILE *out, const ClassData *data)
{
	const char *place = class_assignment(data->folder) ? "../../term.html" : "term.html";
	char *path = text_new("%s/%s", data->folder, place);

	if (access(path, F_OK) == 0)
		html_print(out, "<p><a href=\"%s\">All assignments</a></p>\n", place);
	free(path);
}

static void parts_write(FILE *out, const ClassData *data, const Similar *similar)
{
	static const struct {
		const char *id, *words;
	} parts[] = {
		{"changes", "since the last run"},
		{"heat", "checks by students"},
		{"hardest", "hardest checks"},
		{"causes", "why checks failed"},
		{"misconceptions", "mistakes"},
		{"attempts", "attempts"},
		{"times", "time"},
		{"similar", "similar submissions"},
		{"students", "students"},
	};

	html_print(out, "<header><h1><bdi>%s</bdi></h1></header>\n", data->title);
	term_write(out, data);
	similar_headline(out, similar);
	fputs("<nav aria-label=\"parts\"><ul>", out);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if ((strcmp(parts[i].id, "changes") != 0 || data->has_last) &&
		    (strcmp(parts[i].id, "attempts") != 0 || data->attempt_count > 0))
			html_print(out, "<li><a href=\"#%s\">%s</a></li>", parts[i].id,
				   parts[i].words);
	fputs("</ul></nav>\n<main>\n", out);
}

static void body_write(FILE *out, const ClassData *data, const Heat *heat, const Docs *docs,
		       const Similar *similar)
{
	parts_write(out, data, similar);
	glance_write(out, data, heat);
	class_changes(out, data);
	class_heat(out, data, heat);
	class_hardest(out, data);
	class_causes(out, data, docs);
	class_misconceptions(out, data);
	class_attempts(out, data);
	class_times(out, data);
	similar_section(out, similar);
	class_students(out, data);
	fputs("</main>\n<footer>For instructors: it names every student. Marks are the "
	      "gradebook's, with late rules and overrides.</footer>\n",
	      out);
}

/* The page of what was loaded. 0, or -1 with a line on stderr. */
static int page_write(const ClassData *data, const Docs *docs, const Similar *similar,
		      const char *path)
{
	Heat heat = {.data = NULL};
	char *title = text_new("%s: the class", data->title);
	Page page;
	int bad = page_begin(&page, title, "glance", "Skip to the results") < 0;

	if (!bad) {
		heat_make(&heat, data);
		body_write(page.out, data, &heat, docs, similar);
		bad = page_end(&page, path) < 0;
		bad = class_pages(data, &heat) < 0 || bad;
	}
	heat_release(&heat);
	free(title);
	return bad ? -1 : 0;
}

int class_report(const ClassAsked *asked)
{
	const Docs docs = {asked->build, asked->kit};
	ClassData data;
	int bad = class_load(asked->book, asked->folder, &data) < 0;
	char *path = text_new("%s/class.html", bad ? "" : data.folder);
	Similar *similar = bad ? NULL : similar_make(asked, &data);

	bad = !similar || page_write(&data, &docs, similar, path) < 0 || similar_pages(similar) < 0;
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
