/* survivors.h - the reviewed list: mutants that no check catches, each with the reason.
 *
 *	3.7  operand
 *	    was  if (a || b)
 *	    is   if (0 || b)
 *	    equal  a is never true here
 *
 * "equal" is for a mutant that is no mistake: no check can tell it from the solution. "accept" is
 * for a mistake that is not worth a check, and counts as not caught. "chance" is the same for one
 * that depends on undefined behaviour, and so is caught on some computers only. Several entries may
 * stand before one reason, which then holds for all of them. "#" begins a comment line. An entry
 * covers one mutant, wherever in the exercise it is; two equal mutants need two entries. */
#ifndef GRADER_MUTANTS_SURVIVORS_H
#define GRADER_MUTANTS_SURVIVORS_H

#include <stdio.h>

typedef struct Survivor {
	int lab, line;
	char exercise[16], op[16]; /* "3.7"; "helper" when the first line says "lab 3" */
	char *was, *is, *why;
	int is_equal, is_chance;
	int mutants; /* that say this, */
	int tried;   /* of which so many were graded; */
	int claimed; /* one of them survived, and this entry covers it */
} Survivor;

typedef struct Survivors {
	Survivor *list;
	int count;
} Survivors;

/* 0, or -1 with one line on stderr that names the line and what was expected. */
int survivors_read(Survivors *survivors, const char *path);
void survivors_free(Survivors *survivors);

/* There is a mutant that says this. */
void survivors_note(Survivors *survivors, int lab, const char *exercise, const char *op,
		    const char *was, const char *is, int is_tried);

/* The first entry that says this and is not claimed yet; NULL when there is none. */
Survivor *survivors_find(const Survivors *survivors, int lab, const char *exercise, const char *op,
			 const char *was, const char *is);
/* Tells the entries of the lab, and of the exercise `check` if it is not NULL, that speak for no
 * mutant, because what they said has changed, or for one that a check catches now. Of two mutants
 * that say the same one may survive. Returns how many entries. */
int survivors_judge(const Survivors *survivors, int lab, const char *check, const char *file);

/* An entry without its reason, as it stands in the list. */
void survivor_print(FILE *out, int lab, const char *exercise, const char *op, const char *was,
		    const char *is);

#endif
