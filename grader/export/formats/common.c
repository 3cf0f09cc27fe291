/* common.c - what several writers need. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/export/formats/format.h"

int json_finish(FILE *out, json_t *root, size_t flags)
{
	int bad = !root || json_dumpf(root, out, flags | JSON_REAL_PRECISION(12)) < 0;

	json_decref(root);
	if (bad)
		return refuse("the JSON cannot be built (no memory, or the disk is full)");
	fputc('\n', out);
	return 0;
}

json_t *json_tests(const Record *record, int all, TestJson test_json)
{
	json_t *tests = json_array();

	for (int i = 0; i < record->lab_count; i++) {
		const RecordLab *lab = &record->labs[i];

		for (int k = 0; k < lab->count; k++)
			if (all || verdict_is_judged(lab->checks[k].verdict))
				json_array_append_new(tests,
						      test_json(record, lab, &lab->checks[k]));
	}
	return tests;
}

json_t *json_points(double points)
{
	double rounded = round(points * 1e4) / 1e4;

	return rounded == floor(rounded) ? json_integer((json_int_t)rounded) : json_real(rounded);
}

const char *check_reason(const RecordCheck *check)
{
	return *check->message                 ? check->message
	       : check->verdict == RECORD_TODO ? "still to be written"
	       : check->verdict == RECORD_FAIL ? "failed"
					       : verdict_word(check->verdict);
}

char *check_story(const Record *record, const RecordLab *lab, const RecordCheck *check)
{
	char again[120] = "";

	if (check->verdict == RECORD_PASS)
		return text_new("%s", "");
	if (!verdict_is_judged(check->verdict))
		return text_new("not judged (%s), no points lost%s%s", verdict_word(check->verdict),
				*check->message ? ": " : "", check->message);
	if (record_lab_number(lab->name) > 0 && !check->told) /* a hidden one students lack */
		snprintf(again, sizeof again, "again: make check LAB=%d CHECK=%.20s SEED=%lld",
			 record_lab_number(lab->name), check->id, (long long)record->seed);
	return text_new("%s%s%s%s%s%s%s", check_reason(check), *check->where ? "\n" : "",
			check->where, *check->hint ? "\nhint: " : "", check->hint,
			*again ? "\n" : "", again);
}

char *unjudged_story(const Record *record)
{
	char number[NUMBER_SIZE];

	if (!(record->unjudged > 0))
		return text_new("%s", "");
	return text_new("%s points were not judged; they count neither for nor against.",
			number_text(number, record->unjudged));
}

int job_mark(const Job *job, const Record *record, double full, double *mark)
{
	if (record->is_apart)
		return 0;
	const char *why = record_refusal(record);

	if (!why) {
		*mark = record_mark(record, full);
		return 1;
	}
	if (strcmp(record->status, "absent") == 0 && job->absent_zero) {
		*mark = 0;
		return 1;
	}
	remark("%s (%s) has no mark: %s", record->name, record->id, why);
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

const char *job_column(const Job *job)
{
	return job->grade_column ? job->grade_column : job->assignment ? job->assignment : "usegpu";
}

void labs_warn(const Job *job)
{
	int late = 0, by_hand = 0;

	for (int i = 0; i < job->list->count; i++) {
		if (job->list->records[i].is_apart)
			continue;
		late += job->list->records[i].penalty > 0;
		by_hand += job->list->records[i].overridden;
	}
	if (late > 0 || by_hand > 0)
		remark("COLUMNS=labs: these are points of labs; late rules (%d students) and "
		       "totals "
		       "set by hand (%d) are in the total only",
		       late, by_hand);
}

bool text_is_formula(const char *text)
{
	return *text != '\0' && strchr("=+-@\t\r", *text);
}

char *text_inert(const char *text)
{
	char *copy = memory_new(2 * strlen(text) + 1), *to = copy;

	for (const char *at = text; *at != '\0'; at++) {
		if (at > text && strchr(";\t\n", at[-1]) && text_is_formula(at))
			*to++ = '\'';
		*to++ = *at;
	}
	return copy;
}

void cell_text(FILE *out, const char *text, char before)
{
	char *inert = text_inert(text);
	char *cell = text_new("%s%s", text_is_formula(text) ? "'" : "", inert);

	if (before != '\0')
		fputc(before, out);
	csv_cell_write(out, cell, ',');
	free(cell);
	free(inert);
}

const char *record_column(const Record *record, const char *heading)
{
	const char *key;
	json_t *value;

	json_object_foreach(record->columns, key,
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
