/* entries.h - what lies in the folder of a class: submissions, and what is none. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "folder_key.h"

typedef struct Entry {
	char *name;                /* as it is: any bytes */
	char *folder;              /* the name for the gradebook and for eyes: clean, on one line */
	char *stem;                /* without the ending of an archive, or of another file */
	int archive;               /* 1: .zip, .tar, .tar.gz or .tgz; 0: a folder */
	char key[FOLDER_KEY_SIZE]; /* folder_key */
	int student;               /* index into the roster, -1 for none: roster_match */
	char *left;                /* why it is left alone, one line; NULL: it is graded */
	char *unfit;               /* why it cannot be graded: it is neither folder nor archive. It
				    * is left alone too, unless it is all that a student sent */
} Entry;

typedef struct Entries {
	Entry *list; /* in the order of their names */
	int count;
} Entries;

/* Lists the folder. Names that begin with "." and __MACOSX are passed over, what is neither a
 * folder nor an archive gets a reason in `unfit` and `left`. -1 with one line on stderr when it
 * cannot be read or has nothing in it. Free with entries_release in both cases. */
int entries_read(Entries *entries, const char *folder);

void entries_release(Entries *entries);

#endif
