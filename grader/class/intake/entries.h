/* entries.h - the entries of a class's folder: submissions, and other files. */
#ifndef GRADER_CLASS_INTAKE_ENTRIES_H
#define GRADER_CLASS_INTAKE_ENTRIES_H

#include <stdbool.h>

#include "grader/base/path_key.h"
#include "grader/class/intake/flat.h"

/* What a platform tells of a submission besides the names of files. NULL and "": it does not. */
typedef struct Told {
	char *name, *id, *email; /* of the student */
	char *login_end;         /* it ends with "_" and the login, which may have a "_" itself */
	char when[40];           /* when it was handed in; timestamp_read takes it */
} Told;

typedef struct Entry {
	char *name;   /* as in the file system: any bytes */
	char *folder; /* the name for gradebook and output: clean, on one line, NFC */
	char *stem;   /* the name without its ending (.zip, .pdf ...), NFC */
	Told told;
	const char
		*undated; /* times of its files are those of a download, and this is whose, such as
				  * "clones of repositories"; NULL: they are the student's */
	bool late;        /* the platform says so in a name, and not when it came */
	int archive;      /* 1: .zip, .tar, .tar.gz or .tgz; 0: a folder, or files */
	Flat flat;        /* the files, of a flat download; then there is no folder */
	char key[PATH_KEY_SIZE]; /* path_key */
	int student;             /* index into the roster, -1 for none; set by roster_match */
	char *left;              /* why it is ignored, one line; NULL: it is graded */
	char *doubt;             /* two students of the roster whom it fits, "1001 or 1002"; NULL */
	char *unfit;             /* why it cannot be graded: it is neither folder nor archive. It
				  * is ignored too, unless it is all that a student sent */
} Entry;

typedef struct Entries {
	Entry *list; /* in the order of their names */
	int count;
} Entries;

/* Lists the folder. The files of a platform's flat download (download.h) make an entry for each student.
 * Names that begin with "." and __MACOSX are skipped; an entry that is neither a
 * folder nor an archive gets a reason in `unfit` and `left`. -1 with one line on stderr when the
 * folder cannot be read or is empty. Free with entries_release in both cases. */
int entries_read(Entries *entries, const char *folder);

void entries_release(Entries *entries);

/* --- for platform.c --------------------------------------------------------------------------- */

/* Adds one of that name in the file system; without `folder`, `stem` and key. It lives until the next is added. */
Entry *entries_add(Entries *entries, const char *name);

void entries_drop(Entries *entries, int at);

/* Sets folder, stem and key. */
void entry_call(Entry *entry, const char *folder, const char *stem);

#endif
