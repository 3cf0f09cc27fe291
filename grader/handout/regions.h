/* regions.h - what a handout must not hold: the solutions, and whatever is made of them. */
#ifndef REGIONS_H
#define REGIONS_H

#include "tokens.h"

/* Why a text is too much like a solution. */
typedef struct Resemblance {
	const char *region; /* "exercise 3.2", "a helper of lab3_copies" */
	const char *how;    /* "the same text", "the same with other names", "its name" */
	int line;           /* of the text */
	int begin, end;     /* bytes of the text */
} Resemblance;

typedef struct Regions Regions;

/* Makes an empty set; NULL when there is no memory. To be freed. */
Regions *regions_create(void);
void regions_free(Regions *regions);

/* Adds the regions of a solution (grader/stubs/regions.awk tells how they are marked). `name` is
 * the lab's. Returns how many exercises it had, or -1 when there is no memory. */
int regions_add(Regions *regions, const char *name, const char *text, size_t bytes);

/* Exercises too short for their text to tell anything: `return count;` is everywhere. */
int regions_too_short(const Regions *regions);

/* Looks for every region in the text, and calls `found` for each that is there, once. 0, or -1 when
 * there is no memory. */
typedef void RegionsFound(void *context, const Resemblance *resemblance);
int regions_search(const Regions *regions, const char *text, size_t bytes, RegionsFound *found,
		   void *context);

#endif
