/* book_note.h - comments on a student's marks, requests to look again with their answers, and what
 * was given back. All of it outlasts a regrade, and goes when the student is forgotten. */
#ifndef GRADER_CLASS_BOOK_BOOK_NOTE_H
#define GRADER_CLASS_BOOK_BOOK_NOTE_H

#include "grader/class/book/book.h"

typedef struct BookNote {
	const char *student; /* an id of the book */
	const char *check;   /* "3.2"; NULL: all of it */
	const char *text;    /* not empty */
	const char *made_by; /* or NULL */
} BookNote;

/* Each returns 0, or -1 with a line on stderr. A check must be one that the book knows. */

/* Adds a comment; several may stand beside each other. */
int book_comment_put(Book *book, const BookNote *note);

/* Takes back the newest comment on this check (NULL: on all of it) that still stands; it stays in the
 * book as history. It is an error that there is none. */
int book_comment_revoke(Book *book, const char *student, const char *check);

/* Keeps what the student asks. */
int book_request_put(Book *book, const BookNote *note);

/* Answers the oldest request of the student that has no answer yet; with a check, the oldest about
 * that one. It is an error that there is none. */
int book_request_answer(Book *book, const BookNote *answer);

/* Keeps that the student's page was put into `place`, with this final mark (NaN: none). */
int book_handback_put(Book *book, const char *student, const char *format, const char *place,
		      double final, const char *made_by);

#endif
