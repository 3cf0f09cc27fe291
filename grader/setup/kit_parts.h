/* kit_parts.h - which files of the kit programs in a sandbox read; for kit_copy.c. */
#ifndef GRADER_SETUP_KIT_PARTS_H
#define GRADER_SETUP_KIT_PARTS_H

#include <fts.h>

#include "grader/setup/options.h"

#define PARTS_MAX 64

/* A file or a folder of the kit, and its path in the copy. */
typedef struct Part {
	char *from, *to;
	int headers; /* 1: of the files in it only these */
} Part;

typedef struct Parts {
	Part list[PARTS_MAX];
	int count;
} Parts;

/* All parts, to be copied to the folder `copy`. */
void parts_list(Parts *parts, const Options *options, const char *copy);
void parts_free(Parts *parts);

/* Calls `visit` for each folder, file and link in it until that fails. What is not there is no
 * fault. 0, or -1. */
int part_walk(const Part *part, int (*visit)(const Part *, const FTSENT *));

/* What lies behind a word of the compiler's that names a folder of the kit, from the slash on; NULL
 * for any other word. */
const char *word_below(const Options *options, const char *word);

#endif
