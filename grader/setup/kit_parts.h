/* kit_parts.h - which files of the kit programs in a sandbox read; for kit_copy.c. */
#ifndef GRADER_SETUP_KIT_PARTS_H
#define GRADER_SETUP_KIT_PARTS_H

#include <fts.h>

#include "grader/setup/options.h"

#define PARTS_MAX 64

/* A file or a folder of the kit, and its path in the copy. */
typedef struct Part {
	char *from, *to;
	int headers; /* 1: only headers of it */
} Part;

typedef struct Parts {
	Part list[PARTS_MAX];
	int count;
} Parts;

/* All parts, to be copied to the folder `copy`. */
void parts_list(Parts *parts, const Options *options, const char *copy);
void parts_free(Parts *parts);

/* Calls `visit` for each folder, file and link in it until one call fails. A part that does not exist
 * has none. 0, or -1. */
int part_walk(const Part *part, int (*visit)(const Part *, const FTSENT *));

/* For a word of the compiler's that names a folder of the kit: its path below the kit's folder, with a
 * slash in front. NULL for any other word. */
const char *word_below(const Options *options, const char *word);

#endif
