/* book_diff.h - the differences between two gradings of one student, and their possible reasons.
 * Pure functions: nothing here reads the gradebook. */
#ifndef GRADER_CLASS_BOOK_BOOK_DIFF_H
#define GRADER_CLASS_BOOK_BOOK_DIFF_H

#include <stdint.h>

typedef struct DiffCheck {
	char *id, *verdict, *message;
	double points, max_points; /* as the grader gave them */
} DiffCheck;

/* One lab of one grading; the texts belong to it. */
typedef struct DiffReading {
	char *content, *kit, *gpu, *machine, *isolation, *key;
	int64_t seed;
	DiffCheck *checks; /* in the order of their ids */
	int count;
} DiffReading;

/* Why two gradings may differ: bits of a set. */
typedef enum DiffReason {
	DIFF_SUBMISSION = 1, /* other files were handed in, or another attempt counts */
	DIFF_KIT = 2,
	DIFF_MACHINE = 4,  /* the GPU, the machine, the sandbox */
	DIFF_SEED = 8,     /* other inputs */
	DIFF_SETTINGS = 16 /* none of the above, but the keys differ: some other setting changed */
} DiffReason;

/* A set of reasons; 0 when all that verdicts depend on is the same. */
unsigned diff_reasons(const DiffReading *was, const DiffReading *now);

/* "kit changed, seed changed", or, for none, that nothing else is known to have changed. */
void diff_reasons_text(unsigned reasons, char *text, int size);

/* Calls changed(context, was, now) for each check whose verdict or points differ, in the order of
 * the ids; a check that is missing on one side is NULL there. Returns how many there were. */
int diff_checks(const DiffReading *was, const DiffReading *now,
		void (*changed)(void *context, const DiffCheck *was, const DiffCheck *now),
		void *context);

/* Compares check ids by their numbers ("3.2" < "3.10"), with a result as strcmp()'s. */
int diff_id_compare(const char *one, const char *other);

#endif
