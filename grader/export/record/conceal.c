/* conceal.c - an instructor's hidden checks, as students may see them. */
#include <stdlib.h>

#include "grader/base/text.h"
#include "grader/export/record/record.h"

static void text_set(char **text, const char *to)
{
	free(*text);
	*text = clean_copy(to);
}

void record_conceal(Record *record)
{
	for (int i = 0; i < record->lab_count; i++) {
		for (int k = 0; k < record->labs[i].count; k++) {
			RecordCheck *check = &record->labs[i].checks[k];

			if (!check->told)
				continue;
			text_set(&check->title, check->told);
			text_set(&check->message, "");
			text_set(&check->hint, "");
			text_set(&check->where, "");
		}
	}
}
