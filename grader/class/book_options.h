/* book_options.h - the command lines of the sub-commands that work on a gradebook. */
#ifndef BOOK_OPTIONS_H
#define BOOK_OPTIONS_H

#include "book.h"

typedef struct BookOptions {
	const char *build, *submissions, *book; /* see book_place */
	const char *student;                    /* what stood behind the options; NULL */
	const char *check, *points, *reason, *submitted;
	const char *policy, *due, *late, *grace;
	int revoke, yes;
} BookOptions;

/* Reads what a sub-command was given; `allowed` names the options it takes besides --build,
 * --submissions, --book and --help, each between spaces. -1 with a line on stderr; 1 when --help
 * was asked for (`usage` is printed); else 0. */
int book_options_read(BookOptions *options, int argc, char **argv, const char *allowed,
		      const char *usage);

/* The book that they name, opened; NULL with a line on stderr. */
Book *book_of_options(const BookOptions *options, BookMode mode);

#endif
