/* source.c - a <pre> of rows; remarks about a line stand below it. */
#include "grader/report/page/source.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/data/graded.h"
#include "grader/report/page/html.h"

#define REMARKS_MAX 200
#define ROWS_MAX    6000
#define ROW_MOST    2000 /* bytes shown of a line */

typedef struct Remark {
	int line;
	const char *who, *text; /* who: a check, or the compiler */
	size_t bytes;
} Remark;

typedef struct Remarks {
	Remark list[REMARKS_MAX];
	int count;
} Remarks;

int where_line(const char *where)
{
	const char *colon = strrchr(where, ':');
	long line = !colon ? 0 : strtol(colon + 1, NULL, 10);

	return line > 0 && line < 10000000 ? (int)line : 0;
}

/* Adds a remark, unless the line has the same one already. */
static void remark_add(Remarks *all, int line, const char *who, const char *text, size_t bytes)
{
	for (int i = 0; i < all->count; i++) {
		const Remark *other = &all->list[i];
		size_t least = bytes < other->bytes ? bytes : other->bytes;

		if (other->line == line && least > 0 && strncmp(other->text, text, least) == 0)
			return;
	}
	if (line > 0 && all->count < REMARKS_MAX)
		all->list[all->count++] = (Remark){line, who, text, bytes};
}

/* Lines of the compiler's such as "lab3_copies.c:12: error: ...". */
static void compiler_add(Remarks *all, const json_t *lab)
{
	char *file = text_new("%s:", text_of(lab, "file"));
	const char *text = text_of(lab, "diagnostics");

	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		const char *what = text + strlen(file);
		int line = strncmp(text, file, strlen(file)) == 0 ? atoi(what) : 0;

		if (line > 0 && memmem(text, length, ": error: ", 9)) {
			what += strspn(what, "0123456789");
			what += strspn(what, ": ");
			remark_add(all, line, "compiler", what, length - (size_t)(what - text));
		}
		text += length + (text[length] == '\n');
	}
	free(file);
}

static void remarks_find(Remarks *all, const json_t *lab, const json_t *checks)
{
	const json_t *details = json_object_get(lab, "checks");

	all->count = 0;
	for (size_t i = 0; i < json_array_size(checks); i++) {
		const json_t *check = json_array_get(checks, i);
		const char *message = text_of(check, "message");

		/* The compiler's messages are added by compiler_add(). */
		if (strcmp(text_of(check, "verdict"), "fail") == 0 &&
		    !strstr(message, "does not compile"))
			remark_add(all, where_line(text_of(check, "where")), text_of(check, "id"),
				   message, strlen(message));
	}
	for (size_t i = 0; i < json_array_size(details); i++) {
		const json_t *check = json_array_get(details, i);
		const json_t *list = json_object_get(check, "findings");
		const json_t *result = list_find(checks, "id", text_of(check, "id"));

		if (strcmp(text_of(result, "verdict"), "fail") != 0)
			continue; /* a finding that a check expects is no fault */
		for (size_t k = 0; k < json_array_size(list); k++) {
			const json_t *finding = json_array_get(list, k);
			const char *text = text_of(finding, "message");

			remark_add(all, int_of(finding, "line"), text_of(check, "id"), text,
				   strlen(text));
		}
	}
	compiler_add(all, lab);
}

/* --- rows ------------------------------------------------------------------------------------- */

static bool is_in(const json_t *lines, int line)
{
	for (size_t i = 0; i < json_array_size(lines); i++)
		if (json_integer_value(json_array_get(lines, i)) == line)
			return true;
	return false;
}

static void row_write(FILE *out, const char *lab, int line, const char *text, size_t length,
		      const Remarks *all, int never)
{
	int marked = 0;

	for (int i = 0; i < all->count; i++)
		marked |= all->list[i].line == line;
	fprintf(out, "<span class=\"row%s%s\" id=\"", marked ? " marked" : "",
		never ? " never" : "");
	html_id(out, lab);
	fprintf(out, "-%d\"><span class=\"no\">%d</span><span class=\"code\">", line, line);
	html_cut(out, text, length, ROW_MOST);
	fputs("</span>", out);
	if (never)
		fputs("<span class=\"hide soft\">  (never reached)</span>", out);
	fputs("\n</span>", out);
	for (int i = 0; i < all->count; i++) {
		if (all->list[i].line != line)
			continue;
		html_print(out, "<span class=\"said\"><b>%s:</b> ", all->list[i].who);
		html_cut(out, all->list[i].text, all->list[i].bytes, ROW_MOST);
		fputs("\n</span>", out);
	}
}

static int lines_count(const char *text)
{
	int count = 0;

	for (; *text != '\0'; text++)
		count += *text == '\n' || text[1] == '\0';
	return count;
}

void source_write(FILE *out, const json_t *lab, const json_t *checks, const json_t *coverage)
{
	static Remarks all; /* too large for some stacks */
	const char *name = text_of(lab, "lab"), *text = text_of(lab, "source");
	const char *file = text_of(lab, "file");
	const json_t *never = json_object_get(coverage, "never");
	int line = 0;

	if (*text == '\0')
		return;
	remarks_find(&all, lab, checks);
	fputs(all.count > 0 ? "<details open=\"open\">" : "<details>", out);
	html_print(out, "<summary>%s: %d lines", file, lines_count(text));
	if (all.count > 0)
		fprintf(out, ", %d remark%s", all.count, all.count == 1 ? "" : "s");
	if (json_array_size(never) > 0)
		fprintf(out, ", %zu never reached", json_array_size(never));
	html_print(out,
		   "</summary>\n<pre class=\"source\" tabindex=\"0\" role=\"region\" "
		   "aria-label=\"source of %s\"><span class=\"rows\">",
		   file);
	while (*text != '\0' && line < ROWS_MAX) {
		size_t length = strcspn(text, "\n");

		line++;
		row_write(out, name, line, text, length, &all, is_in(never, line));
		text += length + (text[length] == '\n');
	}
	if (*text != '\0')
		fprintf(out, "<span class=\"row\">... (%d more lines)</span>", lines_count(text));
	fputs("</span></pre></details>\n", out);
}
