/* submission_page.c - the page: at a glance, then lab after lab. */
#include "grader/report/submission/submission_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"
#include "grader/report/page/source.h"
#include "grader/report/submission/check_section.h"
#include "grader/report/submission/head_section.h"

static void counts_write(FILE *out, const json_t *checks)
{
	static const char *const verdicts[] = {"pass", "fail",         "todo",
					       "skip", "inconclusive", "error"};
	const char *between = "";

	for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
		int count = 0;

		for (size_t k = 0; k < json_array_size(checks); k++)
			count += strcmp(text_of(json_array_get(checks, k), "verdict"),
					verdicts[i]) == 0;
		if (count > 0)
			fprintf(out, "%s%d %s", between, count, verdicts[i]);
		if (count > 0)
			between = ", ";
	}
}

static void lab_row(FILE *out, const json_t *lab)
{
	double score = number_of(lab, "score"), most = number_of(lab, "max_score");

	fputs("<tr><td><a href=\"#", out);
	html_id(out, text_of(lab, "lab"));
	html_print(out, "\">%s</a></td><td class=\"n\">%g of %g</td><td class=\"wide\">",
		   text_of(lab, "lab"), score, most);
	page_bar(out, most > 0 ? score / most : 0);
	fputs("</td><td class=\"hide\">", out);
	counts_write(out, json_object_get(lab, "checks"));
	fputs("</td></tr>\n", out);
}

static void glance_write(FILE *out, const json_t *results)
{
	const json_t *labs = json_object_get(results, "labs");
	double score = number_of(results, "score"), most = number_of(results, "max_score");
	double unjudged = number_of(results, "unjudged");
	char *said = text_new("%g of %g points", score, most);
	char *inside = text_new("%g/%g", score, most);

	fputs("<section aria-labelledby=\"glance\">\n<h2 id=\"glance\">At a glance</h2>\n"
	      "<div class=\"glance\">\n",
	      out);
	page_ring(out, most > 0 ? score / most : 0, inside, said);
	fputs("<table><thead><tr><th scope=\"col\">lab</th><th scope=\"col\" class=\"n\">points"
	      "</th><th scope=\"col\">share</th><th scope=\"col\" class=\"hide\">checks</th></tr>"
	      "</thead><tbody>\n",
	      out);
	for (size_t i = 0; i < json_array_size(labs); i++)
		lab_row(out, json_array_get(labs, i));
	html_print(out, "</tbody></table>\n</div>\n<p>%s.", said);
	if (unjudged > 0)
		html_print(out, " %g points were not judged; they count neither for nor against.",
			   unjudged);
	fputs("</p>\n", out);
	free(inside);
	free(said);
}

/* What the student handed in besides the labs and changed: it was not used. */
static void changed_write(FILE *out, const json_t *details)
{
	const json_t *changed = json_object_get(details, "changed");

	if (json_array_size(changed) == 0)
		return;
	fputs("<p class=\"note\">Not used, the kit's own were taken instead: ", out);
	for (size_t i = 0; i < json_array_size(changed); i++) {
		const char *name = json_string_value(json_array_get(changed, i));

		html_print(out, "%s%s", i > 0 ? ", " : "", !name ? "" : name);
	}
	fputs("</p>\n", out);
}

/* More than a reader takes up at one glance would be no help: the table above has them all. */
enum { LOOK_AT_MOST = 5 };

static void link_write(FILE *out, const json_t *check)
{
	fputs("<li><a href=\"#check-", out);
	html_id(out, text_of(check, "id"));
	html_print(out, "\">%s %s</a></li>\n", text_of(check, "id"), text_of(check, "title"));
}

/* The checks to look at first, as links: those of the first labs, which later ones build on. */
static void failed_write(FILE *out, const json_t *labs)
{
	int count = 0;

	for (size_t i = 0; i < json_array_size(labs); i++) {
		const json_t *checks = json_object_get(json_array_get(labs, i), "checks");

		for (size_t k = 0; k < json_array_size(checks); k++) {
			const json_t *check = json_array_get(checks, k);

			if (strcmp(text_of(check, "verdict"), "fail") != 0)
				continue;
			if (count++ == 0)
				fputs("<nav aria-label=\"checks that failed\"><p>Look at these:</p>"
				      "<ul>\n",
				      out);
			if (count <= LOOK_AT_MOST)
				link_write(out, check);
		}
	}
	if (count > LOOK_AT_MOST)
		html_print(out, "<li>and then %d more</li>\n", count - LOOK_AT_MOST);
	if (count > 0)
		fputs("</ul></nav>\n", out);
}

static void compiler_write(FILE *out, const json_t *detail)
{
	const char *text = text_of(detail, "diagnostics");

	if (*text == '\0')
		return;
	fputs("<details><summary>What the compiler said</summary>\n<pre tabindex=\"0\">", out);
	html_lines(out, text, 120);
	fputs("</pre></details>\n", out);
}

/* What every check of a lab says that was not built: then it is said once. NULL when they differ.
 */
static const char *message_common(const json_t *checks)
{
	const char *first = text_of(json_array_get(checks, 0), "message");

	for (size_t i = 0; i < json_array_size(checks); i++)
		if (strcmp(text_of(json_array_get(checks, i), "message"), first) != 0)
			return NULL;
	return json_array_size(checks) > 1 && *first != '\0' ? first : NULL;
}

static void lab_write(FILE *out, const Graded *g, const json_t *lab)
{
	const char *name = text_of(lab, "lab");
	const json_t *detail = list_find(json_object_get(g->details, "labs"), "lab", name);
	const json_t *coverage = list_find(json_object_get(g->coverage, "labs"), "lab", name);
	const json_t *checks = json_object_get(lab, "checks");
	const char *common = message_common(checks);

	fputs("<section>\n<h2 id=\"", out);
	html_id(out, name);
	html_print(out, "\">%s: %g of %g points</h2>\n", name, number_of(lab, "score"),
		   number_of(lab, "max_score"));
	if (common)
		html_print(out, "<p class=\"note\">%s</p>\n", common);
	compiler_write(out, detail);
	fputs("<ul class=\"checks\">\n", out);
	for (size_t i = 0; i < json_array_size(checks); i++) {
		const json_t *check = json_array_get(checks, i);

		check_write(
			out, g, name, check,
			list_find(json_object_get(detail, "checks"), "id", text_of(check, "id")),
			common != NULL);
	}
	fputs("</ul>\n", out);
	source_write(out, detail, checks, coverage);
	fputs("</section>\n", out);
}

/* Seconds as a reader wants them. */
static double tenths_of(const json_t *times, const char *name)
{
	return round(number_of(times, name) * 10) / 10;
}

static void foot_write(FILE *out, const Graded *g)
{
	const json_t *times = json_object_get(g->details, "times");

	fputs("</main>\n<footer>", out);
	if (times)
		html_print(out, "Compiling took %g s, checking %g s, all together %g s. ",
			   tenths_of(times, "compile_s"), tenths_of(times, "check_s"),
			   tenths_of(times, "total_s"));
	if (!g->head)
		html_print(out,
			   "Every mark on this page stands in results.json beside it, and the ");
	else if (json_array_size(json_object_get(g->results, "labs")) > 0)
		html_print(out, "The ");
	if (!g->head || json_array_size(json_object_get(g->results, "labs")) > 0)
		html_print(out,
			   "command under a check repeats that check with the same inputs (seed "
			   "%d). Times in timelines are those of the simulated machine.",
			   int_of(g->results, "seed"));
	fputs("</footer>\n", out);
}

/* Where the computer did not have the full sandbox, or it was not wanted. */
static void isolation_write(FILE *out, const char *tier)
{
	if (strcmp(tier, "reduced") == 0)
		fputs("<p role=\"note\">Judged with reduced isolation: without namespaces, the "
		      "sandbox keeps programs from other files, processes and the network, and "
		      "promises less about the rest (docs/isolation.md).</p>\n",
		      out);
	else if (strcmp(tier, "none") == 0)
		fputs("<p role=\"note\">Judged without a sandbox: the program could do all that "
		      "its "
		      "user may (docs/isolation.md).</p>\n",
		      out);
}

static void graded_on_write(FILE *out, const json_t *results)
{
	html_print(out, "<p class=\"soft\">graded on %s GPUs (%s), isolation %s, seed %d</p>",
		   strcmp(text_of(results, "gpu"), "sim") == 0 ? "simulated" : "these",
		   text_of(results, "machine"), text_of(results, "isolation"),
		   int_of(results, "seed"));
}

static void body_write(FILE *out, const Graded *g, const char *whose)
{
	const json_t *labs = json_object_get(g->results, "labs");
	size_t count = json_array_size(labs);

	html_print(out, "<header><h1><bdi>%s</bdi></h1>\n", whose);
	if (g->head)
		head_line(out, g->head);
	if (!g->head || count > 0)
		graded_on_write(out, g->results);
	fputs("</header>\n<main>\n", out);
	if (g->head)
		head_write(out, g->head);
	if (count > 0 || !g->head) {
		isolation_write(out, text_of(g->results, "isolation"));
		glance_write(out, g->results);
		changed_write(out, g->details);
		failed_write(out, labs);
		fputs("</section>\n", out);
	}
	for (size_t i = 0; i < count; i++)
		lab_write(out, g, json_array_get(labs, i));
	foot_write(out, g);
}

int submission_page(const char *path, const Graded *g, const char *name)
{
	const char *whose = name ? name : text_of(g->results, "submission");
	char *title = text_new("%s: report", whose);
	Page page;
	int bad = page_begin(&page, title, g->head ? "mark" : "glance", "Skip to the results");

	if (bad == 0) {
		body_write(page.out, g, whose);
		bad = page_end(&page, path);
	}
	free(title);
	return bad;
}

int submission_report(const char *folder, const Graded *g, const char *name)
{
	char *path = text_new("%s/report.html", folder);
	int bad = submission_page(path, g, name);

	free(path);
	return bad;
}
