/* record.c - marks, and what keeps a record from having one. */
#include "grader/export/record/record.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"

static const char *const verdicts[] = {"pass", "fail", "todo", "skip", "inconclusive", "error"};

int verdict_parse(const char *name)
{
	for (int i = 0; i <= RECORD_ERROR; i++)
		if (name && strcmp(verdicts[i], name) == 0)
			return i;
	return -1;
}

const char *verdict_word(RecordVerdict verdict)
{
	return verdicts[verdict];
}

bool verdict_is_judged(RecordVerdict verdict)
{
	return verdict <= RECORD_TODO;
}

const char *record_refusal(const Record *record)
{
	if (record->overridden)
		return NULL;
	if (strcmp(record->status, "absent") == 0)
		return "sent nothing";
	if (strcmp(record->status, "failed") == 0)
		return *record->message ? record->message : "the grader failed";
	if (record->errors > 0)
		return "the grader failed at some checks";
	if (!(record->max_score > 0))
		return "nothing was judged";
	if (record_full(record) < record->class_full - 1e-6)
		return "fewer points could be had than by others: not all labs were graded, or by "
		       "an older kit";
	return NULL;
}

int record_passes(const Record *record)
{
	for (int i = 0; i < record->lab_count; i++)
		for (int k = 0; k < record->labs[i].count; k++)
			if (verdict_is_judged(record->labs[i].checks[k].verdict) &&
			    record->labs[i].checks[k].verdict != RECORD_PASS)
				return 0;
	return 1;
}

double record_full(const Record *record)
{
	return record->max_score + record->unjudged;
}

double record_mark(const Record *record, double full)
{
	/* what was set by hand counts in all points there are */
	double of = record->overridden ? record->class_full : record->max_score;

	return of > 0 ? record->final * (full / of) : record->final;
}

double lab_mark(const RecordLab *lab, double full)
{
	return lab->max_score > 0 ? lab->score * (full / lab->max_score) : -1;
}

int record_lab_number(const char *name)
{
	char *end;

	if (strncmp(name, "lab", 3) != 0 || !isdigit((unsigned char)name[3]))
		return -1;
	long number = strtol(name + 3, &end, 10);

	return *end == '_' && number < 1000 ? (int)number : -1;
}

const RecordLab *record_lab(const Record *record, const char *name)
{
	for (int i = 0; i < record->lab_count; i++)
		if (strcmp(record->labs[i].name, name) == 0)
			return &record->labs[i];
	return NULL;
}

const Record *records_whole(const RecordList *list)
{
	const Record *best = NULL;

	for (int i = 0; i < list->count; i++)
		if (!best || list->records[i].lab_count > best->lab_count)
			best = &list->records[i];
	return best;
}

/* What sections there are, separated by ", "; to be freed. */
static char *sections_text(const RecordList *list)
{
	char *known = text_new("%s", "");

	for (int i = 0; i < list->count; i++) {
		const char *section = list->records[i].section;
		int is_new = *section != '\0';

		for (int k = 0; k < i && is_new; k++)
			is_new = strcasecmp(list->records[k].section, section) != 0;
		if (is_new)
			known = text_listed(known, section);
	}
	return known;
}

int records_section(RecordList *list, const char *section)
{
	char *wanted = clean_copy(section);
	int in = 0;

	for (int i = 0; i < list->count; i++) {
		list->records[i].is_apart = strcasecmp(list->records[i].section, wanted) != 0;
		in += !list->records[i].is_apart;
	}
	free(wanted);
	if (in > 0)
		return 0;
	char *known = sections_text(list);

	refuse("SECTION=%s: nobody is in it; the roster has %s", section,
	       *known != '\0' ? known : "none");
	free(known);
	return -1;
}

const char *number_text(char out[NUMBER_SIZE], double number)
{
	double rounded = round(number * 100) / 100;

	snprintf(out, NUMBER_SIZE, "%.2f", rounded == 0 ? 0 : rounded); /* never -0 */
	size_t length = strlen(out);

	while (out[length - 1] == '0')
		out[--length] = '\0';
	if (out[length - 1] == '.')
		out[length - 1] = '\0';
	return out;
}

static void lab_release(RecordLab *lab)
{
	for (int i = 0; i < lab->count; i++) {
		RecordCheck *check = &lab->checks[i];

		free(check->id);
		free(check->title);
		free(check->message);
		free(check->hint);
		free(check->where);
		free(check->told);
	}
	free(lab->checks);
	free(lab->name);
}

void record_release(Record *record)
{
	char *texts[] = {record->id,      record->name,     record->email,   record->section,
			 record->folder,  record->status,   record->message, record->gpu,
			 record->machine, record->isolation};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		free(texts[i]);
	for (int i = 0; i < record->lab_count; i++)
		lab_release(&record->labs[i]);
	free(record->labs);
	json_decref(record->columns);
	*record = (Record){.id = NULL};
}

void records_release(RecordList *list)
{
	for (int i = 0; i < list->count; i++)
		record_release(&list->records[i]);
	free(list->records);
	*list = (RecordList){.records = NULL};
}
