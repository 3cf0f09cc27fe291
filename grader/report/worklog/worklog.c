/* worklog.c - the page: the attempts, then check after check what became of it. */
#include "grader/report/worklog/worklog.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/data/graded.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"

#define CHECKS_MOST 400

/* All checks that any attempt has, in the order in which they first stand. */
typedef struct Checks {
	const json_t *list[CHECKS_MOST];
	int count;
} Checks;

static void checks_find(Checks *checks, const json_t *attempts)
{
	for (size_t i = 0; i < json_array_size(attempts); i++) {
		const json_t *labs = json_object_get(json_array_get(attempts, i), "labs");

		for (size_t l = 0; l < json_array_size(labs); l++) {
			const json_t *list = json_object_get(json_array_get(labs, l), "checks");

			for (size_t k = 0; k < json_array_size(list); k++) {
				const json_t *check = json_array_get(list, k);
				int at = 0;

				while (at < checks->count && strcmp(text_of(checks->list[at], "id"),
								    text_of(check, "id")) != 0)
					at++;
				if (at == checks->count && at < CHECKS_MOST &&
				    !json_is_true(json_object_get(check, "hidden")))
					checks->list[checks->count++] = check;
			}
		}
	}
}

static int id_order(const void *a, const void *b)
{
	const char *x = text_of(*(const json_t *const *)a, "id");
	const char *y = text_of(*(const json_t *const *)b, "id");
	const char *x_dot = strchr(x, '.'), *y_dot = strchr(y, '.');
	int labs = atoi(x) - atoi(y);
	int numbers = (x_dot ? atoi(x_dot + 1) : 0) - (y_dot ? atoi(y_dot + 1) : 0);

	return labs != 0 ? labs : numbers != 0 ? numbers : strcmp(x, y);
}

/* --- the attempts ----------------------------------------------------------------------------- */

static void points_sum(const json_t *attempt, double *points, double *most)
{
	const json_t *labs = json_object_get(attempt, "labs");

	*points = *most = 0;
	for (size_t i = 0; i < json_array_size(labs); i++) {
		const json_t *checks = json_object_get(json_array_get(labs, i), "checks");

		for (size_t k = 0; k < json_array_size(checks); k++) {
			*points += number_of(json_array_get(checks, k), "points");
			*most += number_of(json_array_get(checks, k), "max_points");
		}
	}
}

static void attempt_row(FILE *out, const json_t *attempt, int number)
{
	double points, most;

	points_sum(attempt, &points, &most);
	html_print(out,
		   "<tr><th scope=\"row\" class=\"n\">%d</th><td>%s</td><td>%s</td><td "
		   "class=\"n\">%g of %g</td><td class=\"wide hide\">",
		   number, text_of(attempt, "when"), text_of(attempt, "name"), points, most);
	page_bar(out, most > 0 ? points / most : 0);
	fprintf(out, "</td><td class=\"n hide\">%.0f</td>", number_of(attempt, "seed"));
	if (*text_of(attempt, "digest") != '\0')
		html_print(out, "<td class=\"hide\"><code>%s</code></td>",
			   text_of(attempt, "digest"));
	fputs("</tr>\n", out);
}

static void attempts_table(FILE *out, const WorkLog *log)
{
	size_t count = json_array_size(log->attempts);

	fputs("<section>\n<h2 id=\"attempts\">Attempts</h2>\n<div class=\"scroll\" tabindex=\"0\" "
	      "role=\"region\" aria-labelledby=\"attempts\"><table "
	      "class=\"attempts\"><thead><tr><th "
	      "scope=\"col\" class=\"n\">no.</th><th scope=\"col\">judged</th><th "
	      "scope=\"col\">what</th><th scope=\"col\" class=\"n\">points</th><th scope=\"col\" "
	      "class=\"wide hide\">share</th><th scope=\"col\" class=\"n hide\">seed</th>",
	      out);
	if (!log->is_own)
		fputs("<th scope=\"col\" class=\"hide\">digest</th>", out);
	fputs("</tr></thead><tbody>\n", out);
	for (size_t i = 0; i < count; i++)
		attempt_row(out, json_array_get(log->attempts, i), (int)i + 1);
	fputs("</tbody></table></div>\n</section>\n", out);
}

/* --- the checks ------------------------------------------------------------------------------- */

static bool has_time(const Entries *e)
{
	for (int i = 0; i < e->count; i++)
		if (!isnan(entry_us(&e->list[i])))
			return true;
	return false;
}

/* First those with a limit, then what else changed; the others in one line. */
static void checks_write(FILE *out, const WorkLog *log, const Checks *checks)
{
	Entries *e = memory_new(sizeof *e);
	int same = 0;

	for (int limited = 1; limited >= 0; limited--) {
		for (int i = 0; i < checks->count; i++) {
			entries_find(e, log->attempts, text_of(checks->list[i], "id"));
			if ((e->limit > 0) == limited && (limited || (e->changed && has_time(e))))
				check_part(out, e, checks->list[i]);
		}
	}
	for (int i = 0; i < checks->count; i++) {
		entries_find(e, log->attempts, text_of(checks->list[i], "id"));
		if (e->limit > 0 || (e->changed && has_time(e)))
			continue;
		html_print(out,
			   same++ == 0 ? "<p>The same in all attempts, or without a time: %s"
				       : ", %s",
			   text_of(checks->list[i], "id"));
	}
	fputs(same > 0 ? ".</p>\n" : "", out);
	free(e);
}

/* --- the page --------------------------------------------------------------------------------- */

static void words_write(FILE *out, const WorkLog *log)
{
	if (log->is_own)
		fputs("<p class=\"note\">The student's own log: made from gradings on the "
		      "student's "
		      "own computer, where it can be changed. It proves nothing.</p>\n",
		      out);
	else if (*log->doubt != '\0')
		html_print(out, "<p class=\"note\">This log is not as it was written: %s.</p>\n",
			   log->doubt);
	else
		fputs("<p class=\"soft\">Each attempt was judged by the instructor's grader, which "
		      "counted and timed it itself. The digest of a row is over all that the "
		      "grading "
		      "found and over the digest before: all are as they were written.</p>\n",
		      out);
}

int worklog_page(const char *path, const WorkLog *log)
{
	char *title = text_new("%s: work log", log->name);
	Checks *checks = memory_new(sizeof *checks);
	Page page;
	int bad = page_begin(&page, title, "attempts", "Skip to the attempts") < 0;

	checks_find(checks, log->attempts);
	qsort((void *)checks->list, (size_t)checks->count, sizeof(const json_t *), id_order);
	if (!bad) {
		html_print(page.out,
			   "<header><h1><bdi>%s</bdi>: how this solution became fast</h1>\n",
			   log->name);
		if (*log->assignment != '\0')
			html_print(page.out, "<p class=\"soft\">%s</p>\n", log->assignment);
		fputs("</header>\n<main>\n", page.out);
		words_write(page.out, log);
		attempts_table(page.out, log);
		checks_write(page.out, log, checks);
		fputs("</main>\n<footer>Times are modelled by the simulated machine, in the same "
		      "way on every computer. Inputs differ from seed to seed, and limits with "
		      "them.</footer>\n",
		      page.out);
		bad = page_end(&page, path) < 0;
	}
	free(checks);
	free(title);
	return bad ? -1 : 0;
}
