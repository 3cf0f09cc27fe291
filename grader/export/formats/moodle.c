/* moodle.c - fills in the grading worksheet of a Moodle assignment ("Download grading worksheet";
 * the assignment needs "Offline grading worksheet" switched on).
 * https://docs.moodle.org/en/Assignment_settings (Feedback types), and its source:
 * https://github.com/moodle/moodle (mod/assign/gradingtable.php, mod/assign/feedback/offline/)
 *
 * The headings are in the language of the instructor, and Moodle takes the file back only with
 * them, so the columns are found by their content:
 *   identifier  a word and a number, the same word in every row: "Participant 12"
 *   grades      numbers up to the maximum, or empty cells
 *   maximum     one positive number, the same in every row, right of the grades
 * A worksheet with a scale instead of points has no maximum, and is refused. All other cells are
 * kept; by "last modified" Moodle detects whether a grade was given meanwhile. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/export/formats/format.h"
#include "grader/export/formats/pair.h"

typedef struct Worksheet {
	int identifier, grade; /* columns */
	double full;           /* the maximum grade */
	int comma;             /* numbers have a decimal comma */
} Worksheet;

/* Where the number at the end of "Participant 12" begins; 0 when there is none. */
static size_t number_begin(const char *text)
{
	size_t length = strlen(text), begin = length;

	while (begin > 0 && isdigit((unsigned char)text[begin - 1]))
		begin--;
	return begin < length ? begin : 0;
}

static int column_identifies(const Csv *csv, int column)
{
	const char *model = csv_cell(csv, 1, column);
	size_t begin = number_begin(model);

	if (begin == 0 || strchr(model, '@'))
		return 0;
	for (int row = 1; row < csv->count; row++) {
		const char *text = csv_cell(csv, row, column);

		if (number_begin(text) != begin || strncmp(text, model, begin) != 0)
			return 0;
	}
	return 1;
}

/* A number with a decimal point or comma and nothing else. 0, or -1. */
static int number_parse(const char *text, double *number)
{
	char *copy = text_new("%s", text), *end, *comma = strchr(copy, ',');

	if (comma)
		*comma = '.';
	*number = strtod(copy, &end);
	int bad = end == copy || !isdigit((unsigned char)*copy) || *end != '\0';

	free(copy);
	return bad ? -1 : 0;
}

/* The number that all rows have in this column; -1 when they do not. */
static double column_constant(const Csv *csv, int column)
{
	double number, first = -1;

	for (int row = 1; row < csv->count; row++) {
		if (number_parse(csv_cell(csv, row, column), &number) < 0 || !(number > 0) ||
		    (row > 1 && number != first))
			return -1;
		first = number;
	}
	return first;
}

static bool column_has_grades(const Csv *csv, int column, double most)
{
	double number;

	for (int row = 1; row < csv->count; row++) {
		const char *text = csv_cell(csv, row, column);

		if (*text != '\0' && strcmp(text, "-") != 0 &&
		    (number_parse(text, &number) < 0 || number > most))
			return false;
	}
	return true;
}

static int sheet_refuse(const Job *job, const char *why)
{
	return refuse("IN=%s: %s; expected the grading worksheet that Moodle's assignment "
		      "gives to download",
		      job->in_name, why);
}

static int columns_find(Worksheet *sheet, const Csv *csv, const Job *job)
{
	int identifiers = 0, grades = 0;

	*sheet = (Worksheet){-1, -1, 0, 0};
	if (csv->count < 2)
		return sheet_refuse(job, "it has no students");
	for (int i = 0; i < csv->rows[0].count; i++) {
		double most = column_constant(csv, i);
		int here =
			!job->grade_column || text_same(csv_cell(csv, 0, i - 1), job->grade_column);

		if (column_identifies(csv, i) && identifiers++ == 0)
			sheet->identifier = i;
		if (i > 0 && most > 0 && here && column_has_grades(csv, i - 1, most)) {
			sheet->grade = i - 1;
			sheet->full = most;
			sheet->comma = strchr(csv_cell(csv, 1, i), ',') != NULL;
			grades++;
		}
	}
	if (identifiers == 0) /* of several it is the first: Moodle begins with it */
		return sheet_refuse(job,
				    "no column says \"Participant 12\" or the like in each row");
	if (grades == 0)
		return sheet_refuse(job,
				    "no column of grades stands left of one with the maximum grade "
				    "(a scale is not supported)");
	if (grades > 1)
		return sheet_refuse(job,
				    "several columns could be the grade: say which by its heading, "
				    "GRADE_COLUMN=\"Grade\"");
	return 0;
}

/* --- who a row is ----------------------------------------------------------------------------- */

/* Any cell that is about the student may hold what is looked for, under whatever heading. */
static int any_cell(const Csv *csv, int row, const Worksheet *sheet, const char *text,
		    int (*same)(const char *, const char *))
{
	for (int i = 0; i < csv->rows[row].count && i < sheet->grade; i++)
		if (i != sheet->identifier && same(csv_cell(csv, row, i), text))
			return 1;
	return 0;
}

/* Moodle's download of all submissions names folders "Ada Lovelace_12_assignsubmission_file_": the
 * number is that of "Participant 12". It is all there is when students are anonymous. */
static int by_folder(const Csv *csv, int row, const Record *record, const void *what)
{
	const Worksheet *sheet = what;
	const char *text = csv_cell(csv, row, sheet->identifier);
	char *part = text_new("_%s_assignsubmission_", text + number_begin(text));
	int found = strstr(record->folder, part) != NULL;

	free(part);
	return found;
}

static int by_email(const Csv *csv, int row, const Record *record, const void *what)
{
	return any_cell(csv, row, what, record->email, text_same);
}

static int by_number(const Csv *csv, int row, const Record *record, const void *what)
{
	return any_cell(csv, row, what, record->id, text_same);
}

static int by_name(const Csv *csv, int row, const Record *record, const void *what)
{
	const Worksheet *sheet = what;

	/* two students of one name: their addresses tell them apart */
	if (strchr(record->email, '@'))
		for (int i = 0; i < csv->rows[row].count && i < sheet->grade; i++)
			if (strchr(csv_cell(csv, row, i), '@'))
				return 0;
	return any_cell(csv, row, what, record->name, name_same);
}

static const PairStep steps[] = {by_folder, by_email, by_number, by_name, NULL};

/* --- filling in ------------------------------------------------------------------------------- */

static void grade_set(Csv *csv, const Worksheet *sheet, int row, double mark)
{
	char number[NUMBER_SIZE], *point;

	number_text(number, mark);
	point = strchr(number, '.');
	if (sheet->comma && point)
		*point = ',';
	csv_set(csv, row, sheet->grade, number);
}

static void rows_fill(Csv *csv, const Worksheet *sheet, const Job *job, const Pair *pair)
{
	int filled = 0, replaced = 0;

	for (int row = 1; row < csv->count; row++) {
		double mark, old;

		if (pair->record_of[row] < 0)
			continue;
		const Record *record = &job->list->records[pair->record_of[row]];

		if (!job_mark(job, record, sheet->full, &mark))
			continue;
		if (mark < 0 || mark > sheet->full + 0.005) {
			remark("%s (%s): %g is not from 0 to %g, which is all that Moodle takes; "
			       "left as it was",
			       record->name, record->id, mark, sheet->full);
			continue;
		}
		filled++;
		replaced += number_parse(csv_cell(csv, row, sheet->grade), &old) == 0;
		grade_set(csv, sheet, row, mark);
	}
	remark("%d of %d rows filled in, out of %g points; %d of them had a grade", filled,
	       csv->count - 1, sheet->full, replaced);
}

int moodle_participants(const Job *job, char **numbers)
{
	Worksheet sheet;
	Pair pair;
	Csv csv = {.bytes = NULL};

	if (csv_load(&csv, job->in_name) < 0)
		return -1;
	int rows = rows_trim(&csv), bad = columns_find(&sheet, &csv, job);

	if (!bad) {
		pair_make(&pair, &csv, 1, job->list, steps, &sheet);
		for (int row = 1; row < csv.count; row++) {
			const char *text = csv_cell(&csv, row, sheet.identifier);

			if (pair.record_of[row] >= 0)
				numbers[pair.record_of[row]] =
					text_new("%s", text + number_begin(text));
		}
		pair_release(&pair);
	}
	csv.count = rows;
	csv_release(&csv);
	return bad;
}

int moodle_write(FILE *out, const Job *job)
{
	Worksheet sheet;
	Pair pair;
	Csv csv = {.bytes = NULL};

	if (csv_load(&csv, job->in_name) < 0)
		return -1;
	int rows = rows_trim(&csv), bad = columns_find(&sheet, &csv, job);

	if (!bad) {
		pair_make(&pair, &csv, 1, job->list, steps, &sheet);
		pair_tell(&pair, &csv, 1, sheet.identifier, job->list);
		rows_fill(&csv, &sheet, job, &pair);
		pair_release(&pair);
		csv_write(&csv, out);
	}
	csv.count = rows;
	csv_release(&csv);
	return bad;
}
