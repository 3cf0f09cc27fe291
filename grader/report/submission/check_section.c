/* check_section.c - verdict, what was wanted and what came, hint, the command that repeats it,
 * output, timeline. */
#include "grader/report/submission/check_section.h"

#include <stdlib.h>
#include <string.h>

#include "grader/report/page/html.h"
#include "grader/report/page/source.h"
#include "grader/report/page/timeline_svg.h"
#include "grader/report/submission/head_section.h"
#include "grader/report/submission/sweep.h"
#include "grader/report/submission/timing_section.h"

#define OUTPUT_LINES 40

const char *verdict_words(const char *verdict)
{
	static const struct {
		const char *verdict, *words;
	} known[] = {
		{"pass", "\342\234\223 pass"},      {"fail", "\342\234\227 fail"},
		{"todo", "\342\200\246 todo"},      {"skip", "\342\200\223 skipped"},
		{"inconclusive", "? inconclusive"}, {"error", "! grader error"},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].verdict, verdict) == 0)
			return known[i].words;
	return "? unknown";
}

/* A class of style.css; a damaged file must not name another. */
static const char *verdict_class(const char *verdict)
{
	static const char *const known[] = {"pass", "fail",         "todo",
					    "skip", "inconclusive", "error"};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i], verdict) == 0)
			return known[i];
	return "error";
}

/* Writes "x: wanted 2, got 3" as three rows, other messages unchanged. */
static void message_write(FILE *out, const char *message)
{
	const char *wanted = strstr(message, ": wanted "), *got = NULL;

	for (const char *at = wanted; at && (at = strstr(at, ", got ")); at++)
		got = at;
	if (*message == '\0')
		return;
	if (!got || strstr(wanted + 1, ": wanted ")) {
		html_print(out, "<p class=\"message\">%s</p>\n", message);
		return;
	}
	fputs("<dl><dt>what</dt><dd>", out);
	html_bytes(out, message, (size_t)(wanted - message));
	fputs("</dd><dt>wanted</dt><dd>", out);
	html_bytes(out, wanted + 9, (size_t)(got - wanted - 9));
	html_print(out, "</dd><dt>came</dt><dd>%s</dd></dl>\n", got + 6);
}

static void line_write(FILE *out, const char *kind, const char *line)
{
	if (*line == '\0')
		return;
	fprintf(out, "<p class=\"%s\">", kind);
	html_print(out, "%s</p>\n", line);
}

static void where_write(FILE *out, const char *lab, const char *where)
{
	int line = where_line(where);

	if (line == 0)
		return;
	fputs("<p>at <a href=\"#", out);
	html_id(out, lab);
	html_print(out, "-%d\">%s</a></p>\n", line, where);
}

static void findings_write(FILE *out, const char *lab, const json_t *check, const json_t *detail)
{
	const json_t *list = json_object_get(detail, "findings");
	const char *message = text_of(check, "message");
	size_t shown = 0;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *finding = json_array_get(list, i);
		const char *text = text_of(finding, "message");
		int line = int_of(finding, "line");

		if (strncmp(message, text, strlen(text)) == 0)
			continue; /* the check's message tells it */
		if (shown++ == 0)
			fputs("<h4>The simulated GPUs found besides</h4>\n<ul>\n", out);
		html_print(out, "<li><b>%s</b>: %s", text_of(finding, "kind"), text);
		if (line > 0) {
			fputs(" (<a href=\"#", out);
			html_id(out, lab);
			html_print(out, "-%d\">line %d</a>)", line, line);
		}
		fputs("</li>\n", out);
	}
	if (shown > 0)
		fputs("</ul>\n", out);
}

static void output_write(FILE *out, const json_t *detail)
{
	const char *output = text_of(detail, "output");

	if (*output == '\0')
		return;
	fputs("<details><summary>What the program printed</summary>\n<pre tabindex=\"0\">", out);
	html_lines(out, output, OUTPUT_LINES);
	if (json_is_true(json_object_get(detail, "cut")))
		fputs("... (more was printed)\n", out);
	fputs("</pre></details>\n", out);
}

static void again_write(FILE *out, const Graded *g, const char *lab, const char *id)
{
	const char *machine = text_of(g->results, "machine"), *gpu = text_of(g->results, "gpu");

	html_print(out, "<p class=\"soft\">again: <code>make check LAB=%d CHECK=%s SEED=%d",
		   lab_number(lab), id, int_of(g->results, "seed"));
	if (strcmp(gpu, "sim") != 0)
		html_print(out, " GPU=%s", gpu);
	else if (strcmp(machine, "2xa100") != 0)
		html_print(out, " MACHINE=%s", machine);
	fputs("</code></p>\n", out);
}

/* --- the timeline ----------------------------------------------------------------------------- */

int run_choose(const json_t *check, const json_t *detail)
{
	const json_t *timeline = json_object_get(detail, "timeline");
	int runs = (int)json_array_size(json_object_get(detail, "runs")), best = 0, most = 0;
	int shown = int_of(detail, "shown");

	if (strcmp(text_of(check, "verdict"), "fail") == 0 && picture_end(timeline, runs) > 0)
		return runs;
	if (picture_end(timeline, shown) > 0)
		return shown;
	for (int run = 1; run <= runs; run++) {
		int ops = picture_gpu_ops(timeline, run);

		if (ops > most) {
			most = ops;
			best = run;
		}
	}
	return best;
}

static void words_write(FILE *out, const char *whose, const json_t *timeline, int run)
{
	fprintf(out, "<figcaption><b>%s</b>: ", whose);
	picture_words(out, timeline, run);
	fputs("</figcaption>\n", out);
}

/* Both pictures have one scale: a longer bar is a longer time. */
static void timeline_write(FILE *out, const Graded *g, const json_t *check, const json_t *detail)
{
	const json_t *timeline = json_object_get(detail, "timeline");
	const json_t *reference = json_object_get(
		json_object_get(json_object_get(g->reference, "checks"), text_of(check, "id")),
		"timeline");
	int run = run_choose(check, detail);
	double end = picture_end(timeline, run), its = picture_end(reference, run);
	int same = int_of(g->reference, "seed") == int_of(g->results, "seed") &&
		   strcmp(text_of(g->reference, "machine"), text_of(g->results, "machine")) == 0;
	double scale = its > end ? its : end;

	if (end <= 0)
		return;
	html_print(out,
		   "<details open=\"open\"><summary>Timeline of run %d</summary>\n<figure>\n"
		   "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
		   "aria-label=\"timeline of check %s\">\n",
		   run, text_of(check, "id"));
	words_write(out, "This submission", timeline, run);
	picture_draw(out, timeline, run, scale, "this submission");
	if (its > 0) {
		words_write(out, "The kit's own solution", reference, run);
		picture_draw(out, reference, run, scale, "the kit's own solution");
		if (!same)
			html_print(out,
				   "<figcaption>The solution ran with other inputs: seed %d on "
				   "%s.</figcaption>\n",
				   int_of(g->reference, "seed"), text_of(g->reference, "machine"));
	}
	picture_legend(out);
	fputs("</div>\n</figure></details>\n", out);
}

/* Of the exercise's lines how many some check reached; the source below shades the others. */
static void lines_write(FILE *out, const Graded *g, const char *lab, const json_t *detail)
{
	const json_t *counted = list_find(json_object_get(g->coverage, "labs"), "lab", lab);
	const json_t *exercise = list_find(json_object_get(counted, "exercises"), "function",
					   text_of(detail, "function"));
	int lines = int_of(exercise, "lines"), reached = int_of(exercise, "reached");

	if (!exercise || lines <= 0)
		return;
	html_print(out, "<p class=\"soft\">%d of %d lines of %s were reached (%d %%)", reached,
		   lines, text_of(detail, "function"), reached * 100 / lines);
	if (reached < lines) {
		fputs("; <a href=\"#", out);
		html_id(out, lab);
		fprintf(out, "-%d\">the first that was not</a>",
			(int)json_integer_value(
				json_array_get(json_object_get(exercise, "never"), 0)));
	}
	fputs("</p>\n", out);
}

/* "errors/kernels.md#a-race-in-shared-memory": which page of the docs explains it, and where in it. */
static void page_write(FILE *out, const char *page)
{
	char text[200], *heading;

	snprintf(text, sizeof text, "%s", page);
	heading = strchr(text, '#');
	if (!heading)
		return;
	*heading++ = '\0';
	for (char *at = heading; *at != '\0'; at++)
		*at = *at == '-' ? ' ' : *at;
	html_print(out, "<p>See docs/%s, <q>%s</q>.</p>\n", text, heading);
}

/* A check of the same lab that this one's function calls, and that does not pass. */
static void first_write(FILE *out, const char *id)
{
	if (*id == '\0')
		return;
	fputs("<p>It calls the function of <a href=\"#check-", out);
	html_id(out, id);
	html_print(out, "\">%s</a>, which does not pass: mend that first.</p>\n", id);
}

void check_write(FILE *out, const Graded *g, const char *lab, const json_t *check,
		 const json_t *detail, int told)
{
	const char *verdict = text_of(check, "verdict"), *hint = text_of(check, "hint");
	int judged = strcmp(verdict, "pass") == 0 || strcmp(verdict, "fail") == 0 ||
		     strcmp(verdict, "todo") == 0;

	fprintf(out, "<li class=\"check %s\" id=\"check-", verdict_class(verdict));
	html_id(out, text_of(check, "id"));
	html_print(out,
		   "\"><h3><span class=\"verdict\">%s</span> <span>%s %s</span> "
		   "<span class=\"points\">",
		   verdict_words(verdict), text_of(check, "id"), text_of(check, "title"));
	if (judged || json_object_get(check, "by_hand"))
		html_print(out, "%g of %g points", number_of(check, "points"),
			   number_of(check, "max_points"));
	else
		html_print(out, "not judged, %g points", number_of(check, "max_points"));
	if (json_is_true(json_object_get(check, "stretch")))
		fputs(", stretch", out);
	fputs("</span></h3>\n", out);
	head_check_write(out, g, check);
	if (strcmp(verdict, "pass") != 0 && !told)
		message_write(out, text_of(check, "message"));
	first_write(out, text_of(check, "rests_on"));
	if (json_is_true(json_object_get(check, "other_task")))
		fputs("<p>The task reads otherwise in this kit than in the file: was the file made "
		      "from an older "
		      "one?</p>\n",
		      out);
	line_write(out, "lesson", text_of(check, "lesson"));
	line_write(out, "times", text_of(check, "times"));
	if (strcmp(verdict, "fail") == 0 && !told) {
		where_write(out, lab, text_of(check, "where"));
		findings_write(out, lab, check, detail);
	}
	if (*hint != '\0')
		html_print(out, "<details><summary>A hint</summary><p>%s</p></details>\n", hint);
	if (strcmp(verdict, "fail") == 0)
		page_write(out, text_of(check, "page"));
	if (strcmp(verdict, "fail") == 0) {
		if (!json_is_true(json_object_get(check, "hidden"))) /* students have it not */
			again_write(out, g, lab, text_of(check, "id"));
		output_write(out, detail);
	}
	lines_write(out, g, lab, detail);
	measured_write(out, detail);
	timeline_write(out, g, check, detail);
	sweep_write(out, g, check, detail);
	fputs("</li>\n", out);
}
