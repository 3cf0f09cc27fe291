/* head_section.c - the mark with its reasons, comments, and requests with their answers. */
#include "grader/report/submission/head_section.h"

#include <string.h>

#include "grader/report/page/html.h"

void head_line(FILE *out, const json_t *head)
{
	static const char *const parts[] = {"course", "assignment", "date"};
	const char *between = "";

	fputs("<p class=\"soft\">", out);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (*text_of(head, parts[i]) == '\0')
			continue;
		html_print(out, "%s%s", between, text_of(head, parts[i]));
		between = ", ";
	}
	fputs("</p>\n", out);
}

/* ", kim, 2026-11-25 09:00:00 CET" */
static void made_write(FILE *out, const json_t *note, const char *by, const char *at)
{
	if (*text_of(note, by) != '\0')
		html_print(out, ", %s", text_of(note, by));
	if (*text_of(note, at) != '\0')
		html_print(out, ", %s", text_of(note, at));
}

static void comment_write(FILE *out, const json_t *note)
{
	fputs("<p class=\"note\">comment", out);
	made_write(out, note, "by", "at");
	html_print(out, ": %s</p>\n", text_of(note, "text"));
}

static void request_write(FILE *out, const json_t *note)
{
	fputs("<p class=\"note\">asked", out);
	made_write(out, note, "", "at");
	html_print(out, ": %s<br/>", text_of(note, "text"));
	if (*text_of(note, "answer") == '\0') {
		fputs("not answered yet</p>\n", out);
		return;
	}
	fputs("answer", out);
	made_write(out, note, "by", "answered");
	html_print(out, ": %s</p>\n", text_of(note, "answer"));
}

/* Those about this check; "": about all. */
static void notes_write(FILE *out, const json_t *head, const char *check)
{
	static const struct {
		const char *list;
		void (*write)(FILE *out, const json_t *note);
	} kinds[] = {{"comments", comment_write}, {"requests", request_write}};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const json_t *list = json_object_get(head, kinds[i].list);

		for (size_t k = 0; k < json_array_size(list); k++) {
			const json_t *note = json_array_get(list, k);

			if (strcmp(text_of(note, "check"), check) == 0)
				kinds[i].write(out, note);
		}
	}
}

void head_write(FILE *out, const json_t *head)
{
	const json_t *rows = json_object_get(head, "rows");

	html_print(out,
		   "<section aria-labelledby=\"mark\">\n<h2 id=\"mark\">Your mark: %s</h2>\n<dl>\n",
		   text_of(head, "mark"));
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);
		const char *label = json_string_value(json_array_get(row, 0));
		const char *text = json_string_value(json_array_get(row, 1));

		html_print(out, "<dt>%s</dt><dd>%s</dd>\n", !label ? "" : label, !text ? "" : text);
	}
	fputs("</dl>\n", out);
	notes_write(out, head, "");
	fputs("</section>\n", out);
}

void head_check_write(FILE *out, const Graded *g, const json_t *check)
{
	const json_t *by_hand = json_object_get(check, "by_hand");

	if (by_hand)
		html_print(out, "<p class=\"note\">points by hand (the grader gave %s): %s</p>\n",
			   text_of(by_hand, "was"), text_of(by_hand, "reason"));
	if (g->head)
		notes_write(out, g->head, text_of(check, "id"));
}
