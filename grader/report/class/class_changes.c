/* class_changes.c - whose mark is another one than before the last run, and what further attempts brought. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/class/heat.h"
#include "grader/report/page/html.h"

#define CHANGES_SHOWN 20

typedef struct Change {
	const Student *student;
	double by;
} Change;

static int larger(const void *a, const void *b)
{
	double x = fabs(((const Change *)a)->by), y = fabs(((const Change *)b)->by);

	return x != y ? (x < y) - (x > y)
		      : strcmp(((const Change *)a)->student->id, ((const Change *)b)->student->id);
}

/* From where to where, on a line as long as the marks are. */
static void move_draw(FILE *out, double was, double now, double most)
{
	double from = most > 0 ? was / most * 100 : 0, to = most > 0 ? now / most * 100 : 0;

	fprintf(out,
		"<svg class=\"move %s\" viewBox=\"-4 0 108 12\" aria-hidden=\"true\">"
		"<line class=\"rail\" x1=\"0\" x2=\"100\" y1=\"6\" y2=\"6\"/>"
		"<line class=\"way\" x1=\"%.1f\" x2=\"%.1f\" y1=\"6\" y2=\"6\"/>"
		"<circle class=\"was\" cx=\"%.1f\" cy=\"6\" r=\"3\"/>"
		"<circle class=\"now\" cx=\"%.1f\" cy=\"6\" r=\"3.5\"/></svg>",
		now < was ? "down" : "up", from, to, from, to);
}

static void change_rows(FILE *out, const Change *list, int from, int to)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"changes\"><table>"
	      "<thead><tr><th scope=\"col\">student</th><th scope=\"col\" class=\"n\">was</th>"
	      "<th scope=\"col\" class=\"n\">is</th><th scope=\"col\" class=\"n\">change</th>"
	      "<th scope=\"col\" class=\"hide wide\">of the points</th></tr></thead><tbody>\n",
	      out);
	for (int i = from; i < to; i++) {
		const Student *s = list[i].student;

		fputs("<tr><th scope=\"row\">", out);
		student_name(out, s, "");
		if (s->was_attempt > 0 && s->attempt != s->was_attempt)
			html_print(out, " <span class=\"soft\">attempt %d</span>", s->attempt);
		html_print(out, "</th><td class=\"n\">%g</td><td class=\"n\">%g</td>", s->was_final,
			   s->final);
		fprintf(out, "<td class=\"n\">%s %g</td><td class=\"hide wide\">",
			list[i].by > 0 ? "\342\226\262" : "\342\226\274", fabs(list[i].by));
		move_draw(out, s->was_final, s->final, s->max_score);
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}

static void changes_list(FILE *out, Change *list, int count)
{
	int shown = count < CHANGES_SHOWN ? count : CHANGES_SHOWN;

	if (count == 0)
		return;
	qsort(list, (size_t)count, sizeof *list, larger);
	change_rows(out, list, 0, shown);
	if (count == shown)
		return;
	html_print(out, "<details><summary>The other %d</summary>\n", count - shown);
	change_rows(out, list, shown, count);
	fputs("</details>\n", out);
}

static bool had_mark(const Student *s)
{
	return s->was_known && strcmp(s->was_status, "graded") == 0 && !isnan(s->was_final);
}

void class_changes(FILE *out, const ClassData *data)
{
	Change *list = memory_new(((size_t)data->student_count + 1) * sizeof *list);
	int count = 0, up = 0, fresh = 0, lost = 0, same = 0;

	if (!data->has_last) {
		free(list);
		return;
	}
	for (int i = 0; i < data->student_count; i++) {
		const Student *s = &data->students[i];
		bool has = student_is_graded(s) && !isnan(s->final);

		fresh += has && !had_mark(s);
		lost += !has && had_mark(s);
		if (!has || !had_mark(s))
			continue;
		same += s->final == s->was_final;
		up += s->final > s->was_final;
		if (s->final != s->was_final)
			list[count++] = (Change){s, s->final - s->was_final};
	}
	html_print(out,
		   "<section>\n<h2 id=\"changes\">Since the last run began</h2>\n<p><b>%d</b> went "
		   "up, <b>%d</b> went down, %d stayed as they were; %d have a mark for the first "
		   "time, and %d have none any more.</p>\n",
		   up, count - up, same, fresh, lost);
	changes_list(out, list, count);
	fputs("</section>\n", out);
	free(list);
}
