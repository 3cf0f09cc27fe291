/* book_override.h - what an instructor decides about one student, with a reason; it stays through
 * every regrading, until it is revoked. */
#ifndef BOOK_OVERRIDE_H
#define BOOK_OVERRIDE_H

#include "book.h"

typedef struct BookOverride {
	const char *student; /* an id of the book */
	const char *check;   /* "3.2"; NULL: the total, also after lateness */
	double points;
	const char *reason;  /* not empty */
	const char *made_by; /* or NULL */
} BookOverride;

/* Stores it; one for the same student and check that was there is revoked by it. The points must
 * lie between 0 and what the check (or everything) is worth. 0, or -1 with a line on stderr. */
int book_override_put(Book *book, const BookOverride *override);

/* Takes it back; -1 with a line on stderr also when there is none. */
int book_override_revoke(Book *book, const char *student, const char *check);

/* When the student's newest attempt was handed in, in seconds since 1970, whatever files and roster
 * say. -1 with a line on stderr also when there is no attempt. */
int book_submitted_put(Book *book, const char *student, int64_t submitted_at, const char *reason);

#endif
