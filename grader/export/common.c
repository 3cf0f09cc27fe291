/* common.c - what several writers need. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "format.h"
#include "refuse.h"
#include "text.h"

int json_finish(FILE *out, json_t *root, size_t flags)
{
	int bad = root == NULL || json_dumpf(root, out, flags | JSON_REAL_PRECISION(12)) < 0;

	json_decref(root);
	if (bad)
		return refuse("the JSON cannot be built (no memory, or the disk is full)");
	fputc('\n', out);
	return 0;
}

json_t *json_tests(const Paper *paper, int all, TestJson test_json)
{
	json_t *tests = json_array();

	for (int i = 0; i < paper->lab_count; i++) {
		const PaperLab *lab = &paper->labs[i];

		for (int k = 0; k < lab->count; k++)
			if (all || verdict_is_judged(lab->checks[k].verdict))
				json_array_append_new(tests,
						      test_json(paper, lab, &lab->checks[k]));
	}
	return tests;
}

json_t *json_points(double points)
{
	double rounded = round(points * 1e4) / 1e4;

	return rounded == floor(rounded) ? json_integer((json_int_t)rounded) : json_real(rounded);
}

const char *check_reason(const PaperCheck *check)
{
	return *check->message                ? check->message
	       : check->verdict == PAPER_TODO ? "still to be written"
	       : check->verdict == PAPER_FAIL ? "failed"
					      : verdict_word(check->verdict);
}

char *check_story(const Paper *paper, const PaperLab *lab, const PaperCheck *check)
{
	char again[120] = "";

	if (check->verdict == PAPER_PASS)
		return text_new("%s", "");
	if (!verdict_is_judged(check->verdict))
		return text_new("not judged (%s), no points lost%s%s", verdict_word(check->verdict),
				*check->message ? ": " : "", check->message);
	if (lab_number(lab->name) > 0 && check->told == NULL) /* a hidden one students lack */
		snprintf(again, sizeof again, "again: make check LAB=%d CHECK=%.20s SEED=%lld",
			 lab_number(lab->name), check->id, (long long)paper->seed);
	return text_new("%s%s%s%s%s%s%s", check_reason(check), *check->where ? "\n" : "",
			check->where, *check->hint ? "\nhint: " : "", check->hint,
			*again ? "\n" : "", again);
}

char *unjudged_story(const Paper *paper)
{
	char number[NUMBER_SIZE];

	if (!(paper->unjudged > 0))
		return text_new("%s", "");
	return text_new("%s points were not judged; they count neither for nor against.",
			number_text(number, paper->unjudged));
}

int job_mark(const Job *job, const Paper *paper, double full, double *mark)
{
	const char *why = paper_refusal(paper);

	if (why == NULL) {
		*mark = paper_mark(paper, full);
		return 1;
	}
	if (strcmp(paper->status, "absent") == 0 && job->absent_zero) {
		*mark = 0;
		return 1;
	}
	remark("%s (%s) has no mark: %s", paper->name, paper->id, why);
	return 0;
}

int rows_trim(Csv *csv)
{
	int all = csv->count;

	for (; csv->count > 1; csv->count--)
		for (int i = 0; i < csv->rows[csv->count - 1].count; i++)
			if (*csv_cell(csv, csv->count - 1, i) != '\0')
				return all;
	return all;
}

void labs_warn(const Job *job)
{
	int late = 0, by_hand = 0;

	for (int i = 0; i < job->list->count; i++) {
		late += job->list->papers[i].penalty > 0;
		by_hand += job->list->papers[i].overridden;
	}
	if (late > 0 || by_hand > 0)
		remark("COLUMNS=labs: these are points of labs; late rules (%d students) and "
		       "totals "
		       "set by hand (%d) are in the total only",
		       late, by_hand);
}

void cell_text(FILE *out, const char *text, char before)
{
	char *cell =
		text_new("%s%s", strchr("=+-@", *text) != NULL && *text != '\0' ? "'" : "", text);

	if (before != '\0')
		fputc(before, out);
	csv_cell_write(out, cell, ',');
	free(cell);
}

const char *paper_column(const Paper *paper, const char *heading)
{
	const char *key;
	json_t *value;

	json_object_foreach(paper->columns, key,
			    value) if (text_same(key, heading) &&
				       json_is_string(value)) return json_string_value(value);
	return "";
}

/* The next character of a text with its spaces put right. */
static int next_character(const char **at)
{
	int c = (unsigned char)**at;

	if (c == ' ' || c == '\t') {
		*at += strspn(*at, " \t");
		return **at == '\0' ? '\0' : ' ';
	}
	*at += c != '\0';
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

int text_same(const char *a, const char *b)
{
	if (*a == '\0' || *b == '\0')
		return 0;
	a += strspn(a, " \t");
	b += strspn(b, " \t");
	if (*a == '\0')
		return 0;
	for (;;) {
		int ca = next_character(&a), cb = next_character(&b);

		if (ca != cb)
			return 0;
		if (ca == '\0')
			return 1;
	}
}
