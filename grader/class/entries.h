/* entries.h - what lies in the folder of a class: submissions, and what is none. */
#ifndef ENTRIES_H
#define ENTRIES_H

#define ENTRY_KEY_SIZE 80

typedef struct Entry {
	char *name;               /* in the folder, as it is: any bytes */
	char *stem;               /* without the ending of an archive */
	int archive;              /* 1: .zip, .tar, .tar.gz or .tgz; 0: a folder */
	char key[ENTRY_KEY_SIZE]; /* a file name made of the name, safe and unlike all others here */
	int student;              /* index into the roster, -1 for none: roster_match */
	char *left;               /* why it is left alone, one line; NULL: it is graded */
} Entry;

typedef struct Entries {
	Entry *list; /* in the order of their names */
	int count;
} Entries;

/* Lists the folder. Names that begin with "." and __MACOSX are passed over, what is neither a
 * folder nor an archive gets a reason in `left`. -1 with one line on stderr when it cannot be read
 * or has nothing in it. Free with entries_release in both cases. */
int entries_read(Entries *entries, const char *folder);

void entries_release(Entries *entries);

#endif
