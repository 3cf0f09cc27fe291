/* regions.h - searches texts for solutions, which a handout must not contain.
 *
 * Theory of operation. make.sh packs the files that `files` lists, and hidden.sh builds an
 * instructor's hidden checks for it. Before anything is packed, leaks.c searches every file for the
 * regions of the solutions (here), also with other names or small changes, by hashes of windows of
 * tokens (regions.c, tokens.h). All of it runs on the instructor's computer, in processes of their
 * own. If a solution is found, no archive is written. */
#ifndef GRADER_HANDOUT_REGIONS_H
#define GRADER_HANDOUT_REGIONS_H

#include "grader/handout/tokens.h"

/* Why a text is too much like a solution. */
typedef struct Resemblance {
	const char *region; /* "exercise 3.2", "a helper of lab3_copies" */
	const char *how;    /* "the same text", "the same with other names", "its name" */
	int line;           /* of the text */
	int begin, end;     /* bytes of the text */
} Resemblance;

typedef struct Regions Regions;

/* Makes an empty set, to be freed. */
Regions *regions_create(void);
void regions_free(Regions *regions);

/* Adds the regions of a solution (grader/stubs/regions.awk tells how they are marked). `name` is
 * the lab's. Returns how many exercises it had. */
int regions_add(Regions *regions, const char *name, const char *text, size_t bytes);

/* Exercises too short for their text to tell anything: `return count;` is everywhere. */
int regions_too_short(const Regions *regions);

/* Looks for every region in the text, and calls `found` for each that is there, once. */
typedef void RegionsFound(void *context, const Resemblance *resemblance);
void regions_search(const Regions *regions, const char *text, size_t bytes, RegionsFound *found,
		    void *context);

#endif
