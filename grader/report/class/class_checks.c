/* class_checks.c - which checks few passed: of those who did not, who failed and who has not begun. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"

#define SHOWN 15

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
	      "<th scope=\"col\" class=\"hide wide\">passed, failed, "
	      "todo</th></tr></thead><tbody>\n",
	      out);
	for (int i = 0; i < count; i++) {
		fputs("<tr id=\"c-", out);
		html_id(out, list[i].first->check);
		html_print(out,
			   "\"><th scope=\"row\">%s %s</th><td class=\"n\">%d of %d</td>"
			   "<td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"hide wide\">",
			   list[i].first->check, list[i].first->title, list[i].passed,
			   list[i].judged, list[i].failed, list[i].todo);
		class_stack(out, list[i].passed, list[i].failed, list[i].todo);
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
