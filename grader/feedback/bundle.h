/* bundle.h - the folder that all of it goes to, in the way that a platform takes it back. */
#ifndef GRADER_FEEDBACK_BUNDLE_H
#define GRADER_FEEDBACK_BUNDLE_H

#include "grader/feedback/given.h"

typedef struct Bundle Bundle;

/* How pages of students are put for one platform. A table of them is in bundle.c. */
typedef struct BundleFormat {
	const char *name, *what;
	const char *zip;              /* file made of all the others in the end; NULL: none */
	int (*begin)(Bundle *bundle); /* 0, or -1 with a line; NULL: nothing to do */
	/* 0; 1 when there is no place for this student, with a line that says why; -1 with a line */
	int (*put)(Bundle *bundle, const Given *given);
	void (*end)(Bundle *bundle); /* releases `known`; NULL: nothing to do */
} BundleFormat;

struct Bundle {
	const BundleFormat *format;
	const GivenFrom *from;
	char *out;               /* the folder; it is there, and only its owner can look in */
	const char *in_name;     /* the platform's own file; NULL: none */
	const char *submissions; /* what was handed in, as the platform gave it; NULL: not known */
	void *known;             /* of the format */
};

const BundleFormat *bundle_format(const char *name); /* NULL with a line on stderr */

/* Prints name and what of each. */
void bundle_formats_print(void);

/* Makes the folder, which must not be there or be empty; `is_own`: what is there goes first. 0, or -1 with a
 * line. */
int bundle_begin(Bundle *bundle, int is_own);

/* Packs and closes; also after a failure, then with `bad`. 0, or -1 with a line. */
int bundle_end(Bundle *bundle, int bad);

/* Writes a file into the folder; `part` is a folder in it, NULL: itself. 0, or -1 with a line. */
int bundle_file(const Bundle *bundle, const char *part, const char *name, const char *text,
		size_t bytes);

/* The page of the student, as that file. 0, or -1 with a line. */
int bundle_page(const Bundle *bundle, const char *part, const char *name, const Given *given);

/* --- the formats, each in its file ------------------------------------------------------------ */
int mail_put(Bundle *bundle, const Given *given);
int moodle_begin(Bundle *bundle);
int moodle_put(Bundle *bundle, const Given *given);
void moodle_end(Bundle *bundle);
int canvas_begin(Bundle *bundle);
int canvas_put(Bundle *bundle, const Given *given);
void canvas_end(Bundle *bundle);
int gradescope_begin(Bundle *bundle);
int gradescope_put(Bundle *bundle, const Given *given);

#endif
