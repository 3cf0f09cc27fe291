/* book_options.h - the command lines of the sub-commands that work on a gradebook. */
#ifndef GRADER_CLASS_CLI_BOOK_OPTIONS_H
#define GRADER_CLASS_CLI_BOOK_OPTIONS_H

#include "grader/base/command_line.h"
#include "grader/class/book/book.h"

/* The keys in the tables of those commands. */
enum {
	BOOK_BUILD,
	BOOK_SUBMISSIONS,
	BOOK_BOOK,
	BOOK_ASSIGNMENT,
	BOOK_CHECK,
	BOOK_POINTS,
	BOOK_TOTAL,
	BOOK_REASON,
	BOOK_SUBMITTED,
	BOOK_POLICY,
	BOOK_DUE,
	BOOK_LATE,
	BOOK_GRACE,
	BOOK_TEXT,
	BOOK_SECTION,
	BOOK_TA,
	BOOK_BEFORE,
	BOOK_RUBRIC,
	BOOK_ITEM,
	BOOK_TEXTS
};
enum { BOOK_REVOKE, BOOK_YES, BOOK_HIDDEN_KEPT };

/* Those that work on a part of the class. */
#define BOOK_PART_OPTIONS                                                                          \
	{"section", OPTION_KEY(BOOK_SECTION), "NAME", 0, "only students of this section", 0},      \
	{                                                                                          \
		"ta", OPTION_KEY(BOOK_TA), "NAME", 0,                                              \
			"only students whose row of the roster names this assistant", 0            \
	}

/* What each of them has. */
#define BOOK_PLACE_OPTIONS                                                                         \
	{"submissions", OPTION_KEY(BOOK_SUBMISSIONS), "DIR", 0, "the class", 0},                   \
		{"book", OPTION_KEY(BOOK_BOOK), "FILE", 0, "its gradebook", 0},                    \
		{"assignment",                                                                     \
		 OPTION_KEY(BOOK_ASSIGNMENT),                                                      \
		 "NAME",                                                                           \
		 0,                                                                                \
		 "which of the class's assignments",                                               \
		 0},                                                                               \
	{                                                                                          \
		"build", OPTION_KEY(BOOK_BUILD), "DIR", 0, "where the kit is built (build)", 0     \
	}

typedef struct BookOptions {
	const char *build, *submissions, *book, *assignment; /* see book_place_of */
	const char *student; /* what stood behind the options; NULL */
	const char *check, *points, *total, *reason, *submitted;
	const char *policy, *due, *late, *grace;
	const char *text, *section, *ta, *before, *rubric, *item;
	int revoke, yes, hidden_kept;
} BookOptions;

/* Reads what a command was given, of which `argp` is the table; a STUDENT is taken if its args_doc
 * has one. -1 with a line on stderr; 1 when --help was asked for and printed; else 0. */
int book_options_read(BookOptions *options, int argc, char **argv, const struct argp *argp);

/* The book that they name, opened; NULL with a line on stderr. */
Book *book_of_options(const BookOptions *options, BookMode mode);

#endif
