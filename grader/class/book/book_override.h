/* book_override.h - overrides: points that an instructor sets for one student, with a reason. An
 * override survives every regrade, until it is revoked. */
#ifndef GRADER_CLASS_BOOK_BOOK_OVERRIDE_H
#define GRADER_CLASS_BOOK_BOOK_OVERRIDE_H

#include "grader/class/book/book.h"

typedef struct BookOverride {
	const char *student; /* an id of the book */
	const char *check;   /* "3.2"; NULL: the total, with any late penalty included */
	double points;
	const char *reason;  /* not empty */
	const char *made_by; /* or NULL */
} BookOverride;

/* Stores the override and revokes an older one for the same student and check. The points must lie
 * between 0 and those of the check (or of all checks). 0, or -1 with a line on stderr. */
int book_override_put(Book *book, const BookOverride *override);

/* Revokes the active override; -1 with a line on stderr also when there is none. */
int book_override_revoke(Book *book, const char *student, const char *check);

/* Sets the time when the student's newest attempt was handed in, in seconds since 1970; it takes
 * precedence over the files' times and the roster. -1 with a line on stderr also when there is no
 * attempt. */
int book_submitted_put(Book *book, const char *student, int64_t submitted_at, const char *reason);

/* Gives the student a deadline of their own, in seconds since 1970, for all attempts, with a reason that is not empty;
 * an older one is revoked. 0, or -1 with a line on stderr. */
int book_due_put(Book *book, const char *student, int64_t due, const char *reason,
		 const char *made_by);

/* Back to the deadline of all; -1 with a line on stderr also when the student has no other. */
int book_due_revoke(Book *book, const char *student);

#endif
