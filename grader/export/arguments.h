/* arguments.h - the command line of usegpu export. */
#ifndef GRADER_EXPORT_ARGUMENTS_H
#define GRADER_EXPORT_ARGUMENTS_H

#include <argp.h>

#include "grader/export/formats/format.h"

extern const struct argp export_argp;

enum {
	FORMAT,
	SUBMISSION,
	RESULTS,
	SUBMISSIONS,
	BOOK,
	IN,
	OUT,
	COLUMNS,
	ASSIGNMENT,
	GRADE,
	ABSENT,
	SHOW_HIDDEN,
	SECTION,
	BUILD,
	TEXTS
};

typedef struct Arguments {
	const char *given[TEXTS]; /* NULL: not given; the empty text counts as that */
	const Format *format;
	int conceals;           /* hidden checks as they were announced */
	const char *visibility; /* of hidden checks in Gradescope; NULL: as others */
} Arguments;

/* Reads the command line. 0, 1 when --help or --list was asked for and printed, or -1 with one line
 * on stderr that names what is wrong and what was expected. */
int arguments_read(Arguments *a, int argc, char **argv);

#endif
