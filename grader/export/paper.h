/* paper.h - what an export is made of: one graded submission, or those of a class.
 *
 * All text in it is UTF-8 on one line, without control characters (text_clean), so that a writer
 * has only its format's own characters to escape. */
#ifndef PAPER_H
#define PAPER_H

#include <jansson.h>

typedef enum PaperVerdict {
	PAPER_PASS,
	PAPER_FAIL,
	PAPER_TODO,
	PAPER_SKIP,
	PAPER_INCONCLUSIVE,
	PAPER_ERROR,
} PaperVerdict;

typedef struct PaperCheck {
	char *id, *title, *message, *hint, *where;
	double points, max_points;
	PaperVerdict verdict;
	char *told; /* of an instructor's hidden check: what was announced of it; NULL: not hidden
		     */
} PaperCheck;

/* Points of a lab: as in results.json, max_score is without what was not judged. */
typedef struct PaperLab {
	char *name; /* "lab3_copies" */
	double score, max_score, unjudged;
	PaperCheck *checks; /* of a single submission only, NULL in a class */
	int count;
} PaperLab;

typedef struct Paper {
	char *id, *name, *email, *section, *folder; /* "" when not known */
	json_t *columns;                            /* the roster's row, NULL when there is none */
	char *status;                               /* "graded", "failed", "absent" */
	char *message;                              /* why the grader failed */
	double score, max_score, unjudged;
	double penalty, final; /* after late rules and overrides */
	double late_s;
	double class_full; /* the most points that there are for anybody in the class */
	int overridden;    /* the total was set by hand */
	int errors;        /* checks that the grader failed to judge */
	char *gpu, *machine, *isolation;
	json_int_t seed;
	const char *visibility; /* of hidden checks, one of Gradescope's words; NULL: as others */
	PaperLab *labs;
	int lab_count;
} Paper;

typedef struct PaperList {
	Paper *papers;
	int count;
} PaperList;

/* A results.json. 0, or -1 with one line on stderr. */
int paper_read(Paper *paper, const char *path, const char *name);

/* Leaves of each hidden check what was announced, its points and its verdict: message, hint and
 * line could give it away. */
void paper_conceal(Paper *paper);

/* All students of a gradebook, by name. 0, or -1 with one line on stderr. */
int papers_read(PaperList *list, const char *path);

void paper_release(Paper *paper);
void papers_release(PaperList *list);

/* Why this paper has no mark, NULL when it has one. What the grader failed at is never a zero. */
const char *paper_refusal(const Paper *paper);

int verdict_is_judged(PaperVerdict verdict);
int verdict_parse(const char *name); /* PaperVerdict, or -1 */
const char *verdict_word(PaperVerdict verdict);

/* Whether every check that was judged passed. */
int paper_passes(const Paper *paper);

/* All points there are, whether they were judged or not. */
double paper_full(const Paper *paper);

/* The mark on a scale that ends with `full`: what was not judged is left out of both sides, so that
 * nobody loses points to the grader. Only for a paper without a refusal. */
double paper_mark(const Paper *paper, double full);

/* The same for a lab; -1 when nothing of it was judged. */
double lab_mark(const PaperLab *lab, double full);

/* "lab3_copies" -> 3, -1 when it is no lab's name. */
int lab_number(const char *name);

/* The lab of that name, NULL when the paper has none. */
const PaperLab *paper_lab(const Paper *paper, const char *name);

/* The first paper with the most labs: it has them all, while one that failed has none. NULL when
 * the list is empty. */
const Paper *papers_whole(const PaperList *list);

/* A cleaned copy; NULL counts as "". The process ends when there is no memory. */
char *clean_copy(const char *text);

/* Points with at most two decimals and without needless zeros: "12", "0.5". */
#define NUMBER_SIZE 40
const char *number_text(char out[NUMBER_SIZE], double number);

/* A zeroed list with room for one more, in powers of two; ends the process without memory. */
void *list_grown(void *list, int count, size_t size);

#endif
