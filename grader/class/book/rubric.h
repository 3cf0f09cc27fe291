/* rubric.h - a small text file of points by hand: items of a name, a check, points and a reason.
 *
 *     # of lab 3
 *     typo     3.2  +1.5  right but for a typo
 *     untidy   3.2  -0.5  an array that nobody needs
 *     oral     3.4  2     explained in the lab
 *
 * Points with a sign are added to what the grader gave, or to what an item without a sign sets. */
#ifndef GRADER_CLASS_BOOK_RUBRIC_H
#define GRADER_CLASS_BOOK_RUBRIC_H

#include "grader/class/book/book.h"

typedef struct RubricItem {
	char *name, *check, *reason;
	double points;
	int is_relative;
} RubricItem;

typedef struct Rubric {
	RubricItem *items;
	int count;
} Rubric;

/* Reads the file. 0, or -1 with a line on stderr that names the line and what was expected; release it in both
 * cases. */
int rubric_read(Rubric *rubric, const char *path);
void rubric_release(Rubric *rubric);

/* Gives the student points by hand for the items of `names`, between commas: one override for each check,
 * whose reason is that of all its items. What lies outside of what the check is worth is cut to it. Every
 * name is looked up first. *given: how many checks. 0, or -1 with a line on stderr. */
int rubric_apply(const Rubric *rubric, Book *book, const char *student, const char *names,
		 const char *made_by, int *given);

#endif
