/* book_rules.h - which attempt of a student counts, and what lateness costs. */
#ifndef GRADER_CLASS_BOOK_BOOK_RULES_H
#define GRADER_CLASS_BOOK_BOOK_RULES_H

#include "grader/class/book/book.h"
#include "grader/class/book/late.h"

/* The rules as the instructor wrote them. NULL in book_rules_put: keep the stored one. */
typedef struct BookRules {
	char *policy; /* "best" (the default), "last" or "first" */
	char *due;    /* timestamp_read's text; kept as UTC; "none": no deadline */
	char *late;   /* late_rule_read's texts */
	char *grace;
} BookRules;

/* Checks and stores the rules, and recomputes lateness and the attempts that count, all in one
 * transaction. 0, or -1 with a line on stderr that names the rule and what was expected. */
int book_rules_put(Book *book, const BookRules *rules);

/* Reads all four rules, none of them NULL; free the members with book_rules_free. 0 or -1. */
int book_rules_get(Book *book, BookRules *rules);
void book_rules_free(BookRules *rules);

/* --- for the room's own files, inside a transaction ------------------------------------------- */

/* Recomputes late_s and late_share of a submission (0: of all). */
int book_late_work_out(Book *book, int64_t submission);

/* Recomputes which attempt of the student (NULL: of every student) counts. */
int book_count_attempts(Book *book, const char *student);

#endif
