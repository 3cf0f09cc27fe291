/* brightspace.h - names in Brightspace's download of an assignment: "12345-67890 - Ada Lovelace - Nov 4, 2026 800 AM",
 * a folder, or the beginning of a file's name with " - " behind it; the time has no colon.
 * (community.d2l.com, "Download assignment submissions") */
#ifndef GRADER_CLASS_INTAKE_BRIGHTSPACE_H
#define GRADER_CLASS_INTAKE_BRIGHTSPACE_H

#include <stdbool.h>

typedef struct Brightspace {
	int who;          /* bytes: numbers and name, "12345-67890 - Ada Lovelace" */
	int first;        /* where the name begins in them */
	char when[24];    /* "2026-11-04T08:00:00", of the place where the platform is */
	const char *file; /* in the name that was read; NULL: it is a folder's */
} Brightspace;

bool brightspace_read(const char *name, Brightspace *out);

#endif
