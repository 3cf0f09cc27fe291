/* book_rules.h - which attempt of a student counts, and what lateness costs. */
#ifndef BOOK_RULES_H
#define BOOK_RULES_H

#include "book.h"
#include "late.h"

/* As the instructor wrote them. NULL in book_rules_put: stays as it is. */
typedef struct BookRules {
	char *policy; /* "best" (the default), "last" or "first" */
	char *due;    /* when_read's text; kept as UTC; "none": no deadline */
	char *late;   /* late_rule_read's texts */
	char *grace;
} BookRules;

/* Checks and stores them, and works out anew what is late and which attempt counts, all in one
 * transaction. 0, or -1 with a line on stderr that names the rule and what was expected. */
int book_rules_put(Book *book, const BookRules *rules);

/* All four, none NULL; the members are to be freed with book_rules_free. 0 or -1. */
int book_rules_get(Book *book, BookRules *rules);
void book_rules_free(BookRules *rules);

/* --- inside a transaction of another file's --------------------------------------------------- */

/* Works out late_s and late_share of a submission (0: of all). */
int book_late_work_out(Book *book, int64_t submission);

/* Works out which attempt of the student (NULL: of everybody) counts. */
int book_count_attempts(Book *book, const char *student);

#endif
