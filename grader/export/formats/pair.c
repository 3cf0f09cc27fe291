/* pair.c - finds the student of each row. */
#include "grader/export/formats/pair.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"

/* The name with its halves around the only comma exchanged, NULL when there is no such comma. */
static char *name_turned(const char *name)
{
	const char *comma = strchr(name, ',');

	if (!comma || strchr(comma + 1, ','))
		return NULL;
	return text_new("%s %.*s", comma + 1, (int)(comma - name), name);
}

/* The name without the ="..." that Canvas puts around it. */
static char *name_plain(const char *name)
{
	size_t length = strlen(name);

	if (length >= 3 && strncmp(name, "=\"", 2) == 0 && name[length - 1] == '"')
		return text_new("%.*s", (int)length - 3, name + 2);
	return text_new("%s", name);
}

/* A hash, equal for names that name_same() takes for the same: cheap, as every pair is compared. */
static unsigned name_sum(const char *name)
{
	unsigned sum = 0;

	for (; *name != '\0'; name++) {
		unsigned char c = (unsigned char)*name;

		/* letters of either case count as one; what may be around and between names not at
		 * all */
		if (c != ' ' && c != '\t' && c != ',' && c != '=' && c != '"')
			sum += c >= 'A' && c <= 'Z' ? c + 32u : c;
	}
	return sum;
}

int name_same(const char *a, const char *b)
{
	if (name_sum(a) != name_sum(b))
		return 0;
	char *plain_a = name_plain(a), *plain_b = name_plain(b);
	char *turned_a = name_turned(plain_a), *turned_b = name_turned(plain_b);
	int same = text_same(plain_a, plain_b) || (turned_a && text_same(turned_a, plain_b)) ||
		   (turned_b && text_same(plain_a, turned_b));

	free(plain_a);
	free(plain_b);
	free(turned_a);
	free(turned_b);
	return same;
}

/* The only student who matches in this step. One who has a row already may be a namesake. */
static int row_ask(const Pair *pair, const Csv *csv, int row, const RecordList *list, PairStep step,
		   const void *what)
{
	int found = PAIR_NONE;

	for (int i = 0; i < list->count; i++)
		if (step(csv, row, &list->records[i], what))
			found = found == PAIR_NONE && !pair->taken[i] ? i : PAIR_UNCLEAR;
	return found;
}

/* Gives each student that a row found in this step to that row; to none when several found it. */
static void step_end(Pair *pair, int *found, int *rows_of)
{
	memset(rows_of, 0, (size_t)pair->records * sizeof *rows_of);
	for (int row = 0; row < pair->rows; row++)
		if (found[row] >= 0)
			rows_of[found[row]]++;
	for (int row = 0; row < pair->rows; row++) {
		if (found[row] == PAIR_NONE)
			continue;
		if (found[row] >= 0 && rows_of[found[row]] > 1)
			found[row] = PAIR_UNCLEAR;
		pair->record_of[row] = found[row];
		if (found[row] >= 0)
			pair->taken[found[row]] = 1;
	}
}

void pair_make(Pair *pair, const Csv *csv, int first, const RecordList *list, const PairStep *steps,
	       const void *what)
{
	int *found = memory_new((size_t)csv->count * sizeof *found);
	int *rows_of = memory_new((size_t)list->count * sizeof *rows_of);

	*pair = (Pair){memory_new((size_t)csv->count * sizeof *pair->record_of), csv->count,
		       memory_new((size_t)list->count), list->count};
	for (int row = 0; row < csv->count; row++)
		pair->record_of[row] = PAIR_NONE;
	for (; *steps; steps++) {
		for (int row = 0; row < csv->count; row++)
			found[row] = row < first || pair->record_of[row] != PAIR_NONE
					     ? PAIR_NONE
					     : row_ask(pair, csv, row, list, *steps, what);
		step_end(pair, found, rows_of);
	}
	free(found);
	free(rows_of);
}

void pair_release(Pair *pair)
{
	free(pair->record_of);
	free(pair->taken);
}

void pair_tell(const Pair *pair, const Csv *csv, int first, int label, const RecordList *list)
{
	for (int row = first; row < pair->rows; row++) {
		const char *who = csv_cell(csv, row, label);

		if (pair->record_of[row] == PAIR_NONE)
			remark("line %d (%s): no such student in the gradebook; left as it was",
			       csv->rows[row].line, who);
		else if (pair->record_of[row] == PAIR_UNCLEAR)
			remark("line %d (%s): several students or rows fit; left as it was",
			       csv->rows[row].line, who);
	}
	for (int i = 0; i < pair->records; i++)
		if (!pair->taken[i] && !list->records[i].is_apart)
			remark("%s (%s): no row of the file is this student's; not exported",
			       list->records[i].name, list->records[i].id);
}
