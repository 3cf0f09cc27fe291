/* record.h - the input of an export: the marks of one submission, or those of a class.
 *
 * Theory of operation. This room reads results.json (record_read.c) or a gradebook (book_read.c, in
 * one read transaction) into records, computes marks from them, and reduces hidden checks to what
 * students may see (conceal.c). It runs in the process of usegpu export and writes nothing.
 *
 * All text in it is UTF-8 on one line, without control characters (text_clean), so that a writer
 * has only its format's own characters to escape. */
#ifndef GRADER_EXPORT_RECORD_RECORD_H
#define GRADER_EXPORT_RECORD_RECORD_H

#include <jansson.h>
#include <stdbool.h>

typedef enum RecordVerdict {
	RECORD_PASS,
	RECORD_FAIL,
	RECORD_TODO,
	RECORD_SKIP,
	RECORD_INCONCLUSIVE,
	RECORD_ERROR,
} RecordVerdict;

typedef struct RecordCheck {
	char *id, *title, *message, *hint, *where;
	double points, max_points;
	RecordVerdict verdict;
	char *told; /* of an instructor's hidden check: what was announced of it; NULL: not hidden
		     */
} RecordCheck;

/* Points of a lab: as in results.json, max_score is without what was not judged. */
typedef struct RecordLab {
	char *name; /* "lab3_copies" */
	double score, max_score, unjudged;
	RecordCheck *checks; /* of a single submission only, NULL in a class */
	int count;
} RecordLab;

typedef struct Record {
	char *id, *name, *email, *section, *folder; /* "" when not known */
	json_t *columns;                            /* the roster's row, NULL when there is none */
	char *status;                               /* "graded", "failed", "absent" */
	char *message;                              /* why the grader failed */
	double score, max_score, unjudged;
	double penalty, final; /* after late rules and overrides */
	double late_s;
	double class_full; /* the most points that there are for anybody in the class */
	int overridden;    /* the total was set by hand */
	bool is_apart;     /* of another section: tells namesakes apart, and is not exported */
	int errors;        /* checks that the grader failed to judge */
	char *gpu, *machine, *isolation;
	json_int_t seed;
	const char *visibility; /* of hidden checks, one of Gradescope's words; NULL: as others */
	RecordLab *labs;
	int lab_count;
} Record;

typedef struct RecordList {
	Record *records;
	int count;
} RecordList;

/* A results.json. 0, or -1 with one line on stderr. */
int record_read(Record *record, const char *path, const char *name);

/* Leaves of each hidden check what was announced, its points and its verdict: message, hint and
 * line could give it away. */
void record_conceal(Record *record);

/* All students of a gradebook, by name. 0, or -1 with one line on stderr. */
int records_read(RecordList *list, const char *path);

/* Sets apart who is not of this section; the case of ASCII letters does not matter. 0, or -1 with a line
 * that names the sections there are when nobody is in it. */
int records_section(RecordList *list, const char *section);

void record_release(Record *record);
void records_release(RecordList *list);

/* Why this record has no mark, NULL when it has one. What the grader failed at is never a zero. */
const char *record_refusal(const Record *record);

bool verdict_is_judged(RecordVerdict verdict);
int verdict_parse(const char *name); /* RecordVerdict, or -1 */
const char *verdict_word(RecordVerdict verdict);

/* Whether every check that was judged passed. */
int record_passes(const Record *record);

/* All points there are, whether they were judged or not. */
double record_full(const Record *record);

/* The mark on a scale that ends with `full`: what was not judged is left out of both sides, so that
 * nobody loses points to the grader. Only for a record without a refusal. */
double record_mark(const Record *record, double full);

/* The same for a lab; -1 when nothing of it was judged. */
double lab_mark(const RecordLab *lab, double full);

/* "lab3_copies" -> 3, -1 when it is no lab's name. */
int record_lab_number(const char *name);

/* The lab of that name, NULL when the record has none. */
const RecordLab *record_lab(const Record *record, const char *name);

/* The first record with the most labs: it has them all, while one that failed has none. NULL when
 * the list is empty. */
const Record *records_whole(const RecordList *list);

/* Points with at most two decimals and without needless zeros: "12", "0.5". */
#define NUMBER_SIZE 40
const char *number_text(char out[NUMBER_SIZE], double number);

#endif
