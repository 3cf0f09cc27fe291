/* term.h - a class over all its assignments: a row a student, a column an assignment.
 *
 * Theory of operation. Each assignment has a gradebook of its own (docs/decisions/one-assignment.md). term_read reads
 * them one after the other, as exports do, so that a mark here is the mark that is exported, and puts together who
 * has the same id. Nothing is added up: what counts how much is the instructor's, or the platform's. It
 * runs in the process of usegpu term, and changes no gradebook. */
#ifndef GRADER_TERM_TERM_H
#define GRADER_TERM_TERM_H

#include <stdbool.h>

#include "grader/class/book/book_all.h"
#include "grader/export/record/record.h"

typedef struct TermAssignment {
	const char *name; /* "lab3"; of the class's own gradebook that of the class */
	RecordList list;
	double full; /* what marks are out of */
} TermAssignment;

typedef struct TermStudent {
	const char *id, *name, *email,
		*section; /* as the last assignment has them that knows them */
	const Record *
		*records; /* one an assignment; NULL: its gradebook does not know the student */
	int missing;      /* assignments for which nothing came */
} TermStudent;

typedef struct Term {
	BookAll books;
	const char *name; /* of the class */
	TermAssignment *assignments;
	int count;
	TermStudent *students; /* by name, then by id */
	int student_count;
} Term;

/* Students of that section alone, or (NULL) all. 0, or -1 with a line on stderr. Free it with term_release in
 * both cases. */
int term_read(Term *term, const char *build, const char *submissions, const char *section);
void term_release(Term *term);

/* The mark, out of the assignment's `full`; false: there is none. */
bool term_mark(const Term *term, const TermStudent *student, int assignment, double *mark);

/* "graded", "absent", "failed", "ungraded"; "" of who is not in that gradebook. */
const char *term_status(const TermStudent *student, int assignment);

/* Write the table: 0, or -1 with a line on stderr. */
int term_csv(const Term *term, const char *path);
int term_page(const Term *term, const char *path);
void term_print(const Term *term);

#endif
