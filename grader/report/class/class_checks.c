/* class_checks.c - which checks few passed, and which mistakes many made. */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"

#define SHOWN          15
#define MISTAKES_SHOWN 20

typedef struct Hard {
	const Mark *first;
	int judged, passed, failed, todo;
} Hard;

static double passed_share(const Hard *h)
{
	return h->judged > 0 ? (double)h->passed / h->judged : 1;
}

/* A check that nobody has begun says nothing about how hard it is, so it comes last. */
static bool is_begun(const Hard *h)
{
	return h->passed + h->failed > 0;
}

static int harder(const void *a, const void *b)
{
	double x = passed_share(a), y = passed_share(b);

	if (is_begun(a) != is_begun(b))
		return is_begun(b) - is_begun(a);
	return x < y   ? -1
	       : x > y ? 1
		       : strcmp(((const Hard *)a)->first->check, ((const Hard *)b)->first->check);
}

/* Marks come check after check. Returns how many checks there are. */
static int hard_count(const ClassData *data, Hard *list)
{
	int count = 0;

	for (int i = 0; i < data->mark_count; i++) {
		const Mark *m = &data->marks[i];
		int pass = strcmp(m->verdict, "pass") == 0, fail = strcmp(m->verdict, "fail") == 0,
		    todo = strcmp(m->verdict, "todo") == 0;

		if (i == 0 || strcmp(m->check, data->marks[i - 1].check) != 0)
			list[count++] = (Hard){.first = m};
		list[count - 1].judged += pass || fail || todo;
		list[count - 1].passed += pass;
		list[count - 1].failed += fail;
		list[count - 1].todo += todo;
	}
	return count;
}

static void hard_rows(FILE *out, const Hard *list, int count)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"checks\"><table>"
	      "<thead><tr><th scope=\"col\">check</th><th scope=\"col\" class=\"n\">passed</th>"
	      "<th scope=\"col\" class=\"n\">failed</th><th scope=\"col\" class=\"n\">todo</th>"
	      "<th scope=\"col\" class=\"hide\">share</th></tr></thead><tbody>\n",
	      out);
	for (int i = 0; i < count; i++) {
		html_print(out,
			   "<tr><th scope=\"row\">%s %s</th><td class=\"n\">%d of %d</td>"
			   "<td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"hide\">",
			   list[i].first->check, list[i].first->title, list[i].passed,
			   list[i].judged, list[i].failed, list[i].todo);
		page_bar(out, passed_share(&list[i]));
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}

void class_hardest(FILE *out, const ClassData *data)
{
	Hard *list = memory_new(((size_t)data->mark_count + 1) * sizeof *list);
	int count = hard_count(data, list), shown;

	qsort(list, (size_t)count, sizeof *list, harder);
	shown = count < SHOWN ? count : SHOWN;
	fputs("<section>\n<h2 id=\"hardest\">Hardest checks</h2>\n", out);
	if (count > 0)
		fputs("<p class=\"soft\">What nobody has begun comes last.</p>\n", out);
	if (count > 0)
		hard_rows(out, list, shown);
	else
		fputs("<p>Nothing was judged.</p>\n", out);
	if (count > shown) {
		html_print(out, "<details><summary>The other %d</summary>\n", count - shown);
		hard_rows(out, list + shown, count - shown);
		fputs("</details>\n", out);
	}
	fputs("</section>\n", out);
	free(list);
}

/* --- mistakes --------------------------------------------------------------------------------- */

typedef struct Mistake {
	const Mark *mark;
	char *kind; /* its check and its message without numbers */
	int count;
} Mistake;

/* "3.1 wanted 20, got 7.5" becomes "3.1 wanted N, got N": with other inputs the same mistake has
 * other numbers. */
static char *kind_make(const Mark *m)
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

static int kind_compare(const void *a, const void *b)
{
	return strcmp(((const Mistake *)a)->kind, ((const Mistake *)b)->kind);
}

static int more_common(const void *a, const void *b)
{
	const Mistake *x = a, *y = b;

	return x->count != y->count ? y->count - x->count : strcmp(x->kind, y->kind);
}

/* Puts equal ones together; returns how many remain. */
static int mistakes_merge(Mistake *list, int count)
{
	int kept = 0;

	qsort(list, (size_t)count, sizeof *list, kind_compare);
	for (int i = 0; i < count; i++) {
		if (kept > 0 && strcmp(list[kept - 1].kind, list[i].kind) == 0) {
			list[kept - 1].count++;
			free(list[i].kind);
		} else {
			list[kept++] = list[i];
		}
	}
	qsort(list, (size_t)kept, sizeof *list, more_common);
	return kept;
}

static void mistake_write(FILE *out, const Mistake *mistake)
{
	html_print(out, "<li><b>%d students</b>, check %s: %s", mistake->count,
		   mistake->mark->check, mistake->mark->message);
	if (*mistake->mark->hint != '\0')
		html_print(out, "<br/><span class=\"soft\">hint: %s</span>", mistake->mark->hint);
	fputs("</li>\n", out);
}

void class_misconceptions(FILE *out, const ClassData *data)
{
	Mistake *list = memory_new(((size_t)data->mark_count + 1) * sizeof *list);
	int count = 0, shown = 0;

	for (int i = 0; i < data->mark_count; i++)
		if (strcmp(data->marks[i].verdict, "fail") == 0 &&
		    data->marks[i].message[0] != '\0')
			list[count++] = (Mistake){&data->marks[i], kind_make(&data->marks[i]), 1};
	count = mistakes_merge(list, count);
	fputs("<section>\n<h2 id=\"misconceptions\">Common mistakes</h2>\n<p "
	      "class=\"soft\">Messages "
	      "of failed checks that differ in numbers only count as one; an example of each is "
	      "shown.</p>\n<ol>\n",
	      out);
	for (; shown < count && shown < MISTAKES_SHOWN && list[shown].count > 1; shown++)
		mistake_write(out, &list[shown]);
	fputs("</ol>\n", out);
	if (shown == 0)
		fputs("<p>No two students made the same mistake.</p>\n", out);
	fputs("</section>\n", out);
	for (int i = 0; i < count; i++)
		free(list[i].kind);
	free(list);
}
