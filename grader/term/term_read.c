/* term_read.c - reads all gradebooks, then puts together who has one id. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/text.h"
#include "grader/term/term.h"

/* The row of the student, a new one for the first assignment that knows the id. */
static TermStudent *row_of(Term *term, const Record *record)
{
	TermStudent *row;

	for (int i = 0; i < term->student_count; i++)
		if (strcmp(term->students[i].id, record->id) == 0)
			return &term->students[i];
	term->students = list_grown(term->students, term->student_count, sizeof *term->students);
	row = &term->students[term->student_count++];
	*row = (TermStudent){.id = record->id};
	row->records = memory_new((size_t)term->count * sizeof(const Record *));
	return row;
}

static void record_add(Term *term, int assignment, const Record *record)
{
	TermStudent *row = row_of(term, record);

	row->records[assignment] = record;
	row->name = record->name;
	row->email = record->email;
	row->section = record->section;
}

static int by_name(const void *a, const void *b)
{
	const TermStudent *x = a, *y = b;
	int order = strcasecmp(x->name, y->name);

	return order != 0 ? order : strcmp(x->id, y->id);
}

static void missing_count(const Term *term, TermStudent *row)
{
	for (int i = 0; i < term->count; i++)
		row->missing += strcmp(term_status(row, i), "absent") == 0 || !row->records[i];
}

static int assignment_read(Term *term, int i, const char *section)
{
	TermAssignment *a = &term->assignments[i];

	a->name = *term->books.names[i] != '\0' ? term->books.names[i] : term->name;
	if (records_read(&a->list, term->books.paths[i]) < 0 ||
	    (section && records_section(&a->list, section) < 0))
		return -1;
	for (int k = 0; k < a->list.count; k++) {
		a->full = a->list.records[k].class_full;
		if (!a->list.records[k].is_apart)
			record_add(term, i, &a->list.records[k]);
	}
	return 0;
}

int term_read(Term *term, const char *build, const char *submissions, const char *section)
{
	*term = (Term){.count = 0};
	if (book_all_find(&term->books, build, submissions) < 0)
		return -1;
	term->name = strrchr(term->books.folder, '/') + 1;
	term->count = term->books.count;
	term->assignments = memory_new((size_t)term->count * sizeof *term->assignments);
	for (int i = 0; i < term->count; i++)
		if (assignment_read(term, i, section) < 0)
			return -1;
	if (term->student_count > 0)
		qsort(term->students, (size_t)term->student_count, sizeof *term->students, by_name);
	for (int i = 0; i < term->student_count; i++)
		missing_count(term, &term->students[i]);
	return 0;
}

void term_release(Term *term)
{
	for (int i = 0; i < term->student_count; i++)
		free((void *)term->students[i].records);
	free(term->students);
	for (int i = 0; term->assignments && i < term->count; i++)
		records_release(&term->assignments[i].list);
	free(term->assignments);
	book_all_release(&term->books);
	*term = (Term){.count = 0};
}

bool term_mark(const Term *term, const TermStudent *student, int assignment, double *mark)
{
	const Record *record = student->records[assignment];

	if (!record || record_refusal(record))
		return false;
	*mark = record_mark(record, term->assignments[assignment].full);
	return true;
}

const char *term_status(const TermStudent *student, int assignment)
{
	const Record *record = student->records[assignment];

	if (!record)
		return "";
	return record_refusal(record) && strcmp(record->status, "graded") == 0 ? "failed"
									       : record->status;
}
