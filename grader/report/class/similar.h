/* similar.h - the comparison of a class's submissions, from the texts to the pages. */
#ifndef GRADER_REPORT_CLASS_SIMILAR_H
#define GRADER_REPORT_CLASS_SIMILAR_H

#include <stdio.h>

#include "grader/report/alike/blocks.h"
#include "grader/report/alike/clusters.h"
#include "grader/report/alike/names.h"
#include "grader/report/class/class_page.h"
#include "grader/sandbox/sandbox.h"

#define SIMILAR_SHOWN  60        /* clusters that have a page */
#define SIMILAR_FOLDER "similar" /* in the class's folder: pages with students' texts */

typedef struct Similar {
	const ClassAsked *asked;
	const ClassData *data;
	char *work; /* a folder that is gone with this */
	char *box;  /* in it: let to processes in the sandbox */
	SandboxTier tier;
	Names names;
	Numbers starters[ALIKE_LABS];
	Alike all;
	AlikeEdges edges;
	AlikeClusters clusters;
	int same, same_of; /* students with the published solutions, of so many */
	char why[600];     /* there is no comparison; "" */
	char *note;        /* what could not be read, sentences; "" */
} Similar;

/* Compares. Never fails: `why` says what went wrong. NULL, with a line on stderr, only where a folder was named that is
 * none. Free with similar_free. */
Similar *similar_make(const ClassAsked *asked, const ClassData *data);
void similar_free(Similar *s);

/* The first line of the page of the class, if most of it handed in the solutions; and its section. */
void similar_headline(FILE *out, const Similar *s);
void similar_section(FILE *out, const Similar *s);

/* Makes the folder of pages anew, a page for each cluster. 0, or -1 with a line on stderr. */
int similar_pages(const Similar *s);

/* --- parts ------------------------------------------------------------------------------------ */

/* Adds the starters, the class and the solutions (similar_texts.c). 0; -1: `why` is set. */
int similar_texts_load(Similar *s);

/* One more owner, whose labs lie in that folder; takes over name and folder. 0; -1: `why` is set. */
int similar_owner_load(Similar *s, int set, char *name, char *folder);

/* The source of a lab of an owner, to be freed. */
char *similar_source(const Similar *s, int owner, int lab);

/* Adds what EARLIER= and PUBLIC= name, now or at an earlier time (similar_folders.c). 0; -1: `why` is set; -2: after a
 * line on stderr. */
int similar_folders_load(Similar *s);

/* Adds a sentence to the note. */
void similar_note(Similar *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Two texts beside each other, their common parts marked (similar_beside.c). */
void similar_beside(FILE *out, const Similar *s, const AlikeEdge *edge, int number);

#endif
