/* check_part.c - one check of the page: what it gained, the picture, and a row for each attempt. */
#include <math.h>
#include <string.h>

#include "grader/report/data/graded.h"
#include "grader/report/page/html.h"
#include "grader/report/page/timeline_svg.h"
#include "grader/report/worklog/worklog.h"

/* A count, and how it compares with the attempt before. */
static void count_cell(FILE *out, const Entry *entry, const Entry *before, const char *name,
		       double unit)
{
	const json_t *now = json_object_get(json_object_get(entry->check, "work"), name);
	const json_t *was =
		before ? json_object_get(json_object_get(before->check, "work"), name) : NULL;
	double number = json_number_value(now), change = was ? number - json_number_value(was) : 0;

	if (!now) {
		fputs("<td class=\"n\"></td>", out);
		return;
	}
	html_print(out, "<td class=\"n\">%s",
		   change > 0   ? "\342\226\262 "
		   : change < 0 ? "\342\226\274 "
				: "");
	fprintf(out, unit > 1 ? "%.4g</td>" : "%.0f</td>", number / unit);
}

static void entry_row(FILE *out, const Entry *entry, const Entry *before, bool limited)
{
	const char *verdict = text_of(entry->check, "verdict");
	bool passed = strcmp(verdict, "pass") == 0;
	double us = entry_us(entry), wanted = entry_wanted(entry);
	char time[40];

	html_print(out, "<tr><th scope=\"row\" class=\"n\">%d</th><td>%s %s", entry->number,
		   passed                         ? "\342\234\223"
		   : strcmp(verdict, "fail") == 0 ? "\342\234\227"
						  : "\302\267",
		   verdict);
	if (entry->times > 1)
		html_print(out, ", %d times", entry->times);
	if (!passed && *text_of(entry->check, "message") != '\0')
		html_print(out, "<br/><span class=\"soft\">%s</span>",
			   text_of(entry->check, "message"));
	html_print(out, "</td><td class=\"n\">%s</td>",
		   isnan(us) ? "" : time_words(us, time, sizeof time));
	if (limited)
		html_print(out, "<td class=\"n\">%s%s</td>",
			   isnan(wanted)                                             ? ""
			   : json_is_true(json_object_get(entry->limit, "at_least")) ? "at least "
										     : "at most ",
			   isnan(wanted) ? "" : time_words(wanted, time, sizeof time));
	count_cell(out, entry, before, "copies", 1);
	count_cell(out, entry, before, "bytes", 1e3);
	count_cell(out, entry, before, "kernels", 1);
	count_cell(out, entry, before, "waits", 1);
	fputs("</tr>\n", out);
}

static const char *limit_how(const Entries *e)
{
	for (int i = e->count; i > 0; i--)
		if (e->list[i - 1].limit)
			return text_of(e->list[i - 1].limit, "how");
	return "";
}

static void time_of_attempt(FILE *out, const Entry *entry, bool limited)
{
	char time[40], most[40];

	html_print(out, "%s", time_words(entry_us(entry), time, sizeof time));
	if (limited)
		html_print(out, " of at most %s",
			   time_words(entry_wanted(entry), most, sizeof most));
	html_print(out, " in attempt %d", entry->number);
}

/* "9.2 ms in attempt 1, 4.1 ms in attempt 5: 2.24 times as fast". Where the limits differ, the inputs did too, and
 * times are compared by what share of its limit each is. */
static void gain_write(FILE *out, const Entries *e)
{
	const Entry *first = NULL, *last = NULL;

	for (int i = 0; i < e->count; i++) {
		if (isnan(entry_us(&e->list[i])))
			continue;
		first = first ? first : &e->list[i];
		last = &e->list[i];
	}
	if (!first || first == last || entry_us(last) <= 0 || entry_us(first) == entry_us(last))
		return;

	bool at_least = json_is_true(json_object_get(last->limit, "at_least"));
	double wanted = entry_wanted(first) / entry_wanted(last); /* NaN: there is no limit */
	bool limited = !at_least && fabs(wanted - 1) > 1e-3;
	double gain = entry_us(first) / entry_us(last) / (limited ? wanted : 1);

	fputs("<p>", out);
	time_of_attempt(out, first, limited);
	fputs(", ", out);
	time_of_attempt(out, last, limited);
	if (!at_least && gain >= 1.05)
		fprintf(out, ": %.3g times as fast%s", gain,
			limited ? ", each against its limit" : "");
	fputs(".</p>\n", out);
}

void check_part(FILE *out, const Entries *e, const json_t *check)
{
	fputs("<section>\n<h2 id=\"check-", out);
	html_id(out, text_of(check, "id"));
	html_print(out, "\">%s %s</h2>\n", text_of(check, "id"), text_of(check, "title"));
	gain_write(out, e);
	html_print(out, "<p class=\"soft\">Drawn is %s%s%s.</p>\n",
		   e->limit > 0 ? "the time that the judge measured, beside its limit"
				: "the time of the run; where the check failed it may be that of "
				  "another case",
		   *limit_how(e) != '\0' ? ": " : "", limit_how(e));
	chart_draw(out, e, text_of(check, "id"));
	html_print(out,
		   "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"check "
		   "%s\"><table><thead><tr><th scope=\"col\" class=\"n\">no.</th><th "
		   "scope=\"col\">verdict</th><th scope=\"col\" class=\"n\">time</th>",
		   text_of(check, "id"));
	if (e->limit > 0)
		fputs("<th scope=\"col\" class=\"n\">limit</th>", out);
	fputs("<th scope=\"col\" class=\"n\">copies</th><th scope=\"col\" class=\"n\">kB "
	      "copied</th><th scope=\"col\" class=\"n\">kernels</th><th scope=\"col\" "
	      "class=\"n\">waits</th></tr></thead><tbody>\n",
	      out);
	for (int i = 0; i < e->count; i++)
		entry_row(out, &e->list[i], i > 0 ? &e->list[i - 1] : NULL, e->limit > 0);
	fputs("</tbody></table></div>\n</section>\n", out);
}
