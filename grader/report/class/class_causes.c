/* class_causes.c - why checks failed: by the causes that the judges name, and for failures of which they
 * name none by message. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"

#define CAUSES_SHOWN   25
#define MISTAKES_SHOWN 20
#define CHECKS_NAMED   8

/* Failed marks that are one: of one cause, or with one message in one check. */
typedef struct Kind {
	const Mark **marks;
	int count, students;
	char *name;
} Kind;

/* "3.1 wanted 20, got 7.5" becomes "3.1 wanted N, got N": with other inputs the same mistake has
 * other numbers. */
static char *message_kind(const Mark *m)
{
	char *kind = text_new("%s %s", m->check, m->message), *to = kind + strlen(m->check);

	for (const char *at = to; *at != '\0';) {
		if (!isdigit((unsigned char)*at)) {
			*to++ = *at++;
			continue;
		}
		while (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1])))
			at++;
		*to++ = 'N';
	}
	*to = '\0';
	return kind;
}

typedef struct Named {
	const Mark *mark;
	char *name;
} Named;

static int named_compare(const void *a, const void *b)
{
	const Named *x = a, *y = b;
	int names = strcmp(x->name, y->name);

	if (names == 0)
		names = strcmp(x->mark->student, y->mark->student);
	return names != 0 ? names : strcmp(x->mark->check, y->mark->check);
}

static int more_common(const void *a, const void *b)
{
	const Kind *x = a, *y = b;

	return x->students != y->students ? y->students - x->students : strcmp(x->name, y->name);
}

/* Puts marks of one name together. Returns how many kinds there are. */
static int kinds_make(Named *list, int count, Kind *kinds)
{
	int kept = 0;

	qsort(list, (size_t)count, sizeof *list, named_compare);
	for (int i = 0; i < count; i++) {
		Kind *kind = kept > 0 ? &kinds[kept - 1] : NULL;

		if (!kind || strcmp(kind->name, list[i].name) != 0) {
			kind = &kinds[kept++];
			*kind = (Kind){.name = text_new("%s", list[i].name)};
		}
		kind->marks = list_grown((void *)kind->marks, kind->count, sizeof(const Mark *));
		kind->students += kind->count == 0 || strcmp(kind->marks[kind->count - 1]->student,
							     list[i].mark->student) != 0;
		kind->marks[kind->count++] = list[i].mark;
	}
	qsort(kinds, (size_t)kept, sizeof *kinds, more_common);
	return kept;
}

static void kinds_free(Kind *kinds, int count)
{
	for (int i = 0; i < count; i++) {
		free((void *)kinds[i].marks);
		free(kinds[i].name);
	}
	free(kinds);
}

/* --- the sections ----------------------------------------------------------------------------- */

static int id_compare(const void *a, const void *b)
{
	const Mark *x = *(const Mark *const *)a, *y = *(const Mark *const *)b;

	return strcmp(x->check, y->check);
}

/* "3.2 (4), 3.7": the checks, with how many students where they are several. */
static void checks_write(FILE *out, const Kind *kind)
{
	int named = 0;

	qsort((void *)kind->marks, (size_t)kind->count, sizeof(const Mark *), id_compare);
	for (int i = 0, n; i < kind->count; i += n) {
		for (n = 1; i + n < kind->count &&
			    strcmp(kind->marks[i + n]->check, kind->marks[i]->check) == 0;
		     n++)
			;
		if (named++ == CHECKS_NAMED)
			fputs(", ...", out);
		if (named > CHECKS_NAMED)
			continue;
		html_print(out, "%s%s", named > 1 ? ", " : "", kind->marks[i]->check);
		if (kind->count > n)
			html_print(out, " (%d)", n);
	}
}

static void cause_row(FILE *out, const ClassData *data, const Docs *docs, const Kind *kind)
{
	const Mark *m = kind->marks[0];

	html_print(out, "<tr><th scope=\"row\">%s</th><td class=\"n\">%d</td><td class=\"hide\">",
		   kind->name, kind->students);
	page_bar(out, (double)kind->students / (data->student_count > 0 ? data->student_count : 1));
	fputs("</td><td class=\"n\">", out);
	checks_write(out, kind);
	html_print(out, "</td><td>%s", m->message);
	if (*m->hint != '\0')
		html_print(out, "<br/><span class=\"soft\">hint: %s</span>", m->hint);
	if (*m->page != '\0') {
		fputs("<br/><span class=\"soft\">see ", out);
		docs_link(out, data, docs, m->page);
		fputs("</span>", out);
	}
	fputs("</td></tr>\n", out);
}

static void causes_write(FILE *out, const ClassData *data, const Docs *docs, const Kind *kinds,
			 int from, int to)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"causes\"><table "
	      "class=\"causes\"><thead><tr><th scope=\"col\">cause</th><th scope=\"col\" "
	      "class=\"n\">students</th><th scope=\"col\" class=\"hide\">of the class</th><th "
	      "scope=\"col\" class=\"n\">checks</th><th scope=\"col\">for example</th></tr></thead>"
	      "<tbody>\n",
	      out);
	for (int i = from; i < to; i++)
		cause_row(out, data, docs, &kinds[i]);
	fputs("</tbody></table></div>\n", out);
}

void class_causes(FILE *out, const ClassData *data, const Docs *docs)
{
	Named *list = memory_new(((size_t)data->mark_count + 1) * sizeof *list);
	Kind *kinds = memory_new(((size_t)data->mark_count + 1) * sizeof *kinds);
	int count = 0, kept, shown;

	for (int i = 0; i < data->mark_count; i++)
		if (strcmp(data->marks[i].verdict, "fail") == 0 && *data->marks[i].cause != '\0')
			list[count++] = (Named){&data->marks[i], data->marks[i].cause};
	kept = kinds_make(list, count, kinds);
	shown = kept < CAUSES_SHOWN ? kept : CAUSES_SHOWN;
	fputs("<section>\n<h2 id=\"causes\">Why checks failed</h2>\n", out);
	if (kept > 0)
		causes_write(out, data, docs, kinds, 0, shown);
	else
		fputs("<p>No failure has a cause that is known.</p>\n", out);
	if (kept > shown) {
		html_print(out, "<details><summary>The other %d</summary>\n", kept - shown);
		causes_write(out, data, docs, kinds, shown, kept);
		fputs("</details>\n", out);
	}
	fputs("</section>\n", out);
	kinds_free(kinds, kept);
	free(list);
}

static void mistake_write(FILE *out, const Kind *kind)
{
	const Mark *m = kind->marks[0];

	html_print(out, "<li><b>%d students</b>, check %s: %s", kind->students, m->check,
		   m->message);
	if (*m->hint != '\0')
		html_print(out, "<br/><span class=\"soft\">hint: %s</span>", m->hint);
	fputs("</li>\n", out);
}

void class_misconceptions(FILE *out, const ClassData *data)
{
	Named *list = memory_new(((size_t)data->mark_count + 1) * sizeof *list);
	Kind *kinds = memory_new(((size_t)data->mark_count + 1) * sizeof *kinds);
	int count = 0, kept, shown = 0;

	for (int i = 0; i < data->mark_count; i++)
		if (strcmp(data->marks[i].verdict, "fail") == 0 &&
		    data->marks[i].message[0] != '\0')
			list[count++] = (Named){&data->marks[i], message_kind(&data->marks[i])};
	kept = kinds_make(list, count, kinds);
	fputs("<section>\n<h2 id=\"misconceptions\">Common mistakes</h2>\n<p "
	      "class=\"soft\">Messages "
	      "of failed checks that differ in numbers only count as one; an example of each is "
	      "shown.</p>\n<ol>\n",
	      out);
	for (; shown < kept && shown < MISTAKES_SHOWN && kinds[shown].students > 1; shown++)
		mistake_write(out, &kinds[shown]);
	fputs("</ol>\n", out);
	if (shown == 0)
		fputs("<p>No two students made the same mistake.</p>\n", out);
	fputs("</section>\n", out);
	for (int i = 0; i < count; i++)
		free(list[i].name);
	kinds_free(kinds, kept);
	free(list);
}
