/* worklog.h - the page "how this solution became fast": each attempt in order, with what its checks did
 * and how long that took.
 *
 * Theory of operation. This room makes worklog.html from a list of attempts, which comes from a gradebook
 * (grader/worklog/) or from what a student's own gradings left (own.c). An attempt is a JSON object:
 *
 *     {"when": "2026-11-25 09:00", "name": "attempt 2", "seed": 41, "kit": "1f6c...", "digest": "9a3b...",
 *      "labs": [...]}                 the labs as in results.json, with "work" in their checks
 *
 * Members may be missing. It runs in the process of usegpu page or usegpu worklog. Hidden checks are left
 * out: the page is also for the student. Nothing is decided here. */
#ifndef GRADER_REPORT_WORKLOG_WORKLOG_H
#define GRADER_REPORT_WORKLOG_WORKLOG_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct WorkLog {
	const char *name;       /* whose it is */
	const char *assignment; /* or "" */
	const json_t *attempts; /* an array, the oldest first */
	bool is_own;            /* made from what the student's own gradings left */
	const char *doubt;      /* one line about a log that is not as it was written; "" */
} WorkLog;

/* Writes the page. 0, or -1 with a line on stderr. */
int worklog_page(const char *path, const WorkLog *log);

/* The attempts that a student's own gradings left in BUILD/progress/PLACE/log; an empty array where there
 * are none, NULL with a line on stderr. To be released. */
json_t *own_attempts(const char *build, const char *place);

/* --- one check -------------------------------------------------------------------------------- */

#define ENTRIES_MOST 400

/* What one attempt was, to one check; equal ones in a row are one. */
typedef struct Entry {
	const json_t *attempt, *check;
	const json_t *limit; /* the one that is drawn; NULL: the attempt did not come to it */
	bool limited;        /* a limit is drawn: then a time without it is none */
	int number;          /* of the attempt, from 1 */
	int times;           /* so many in a row were equal */
} Entry;

typedef struct Entries {
	Entry list[ENTRIES_MOST]; /* the newest ones */
	int count;
	int limit;    /* which of the limits is drawn, from 1; 0: no attempt came to one */
	bool changed; /* what the check did was not the same in all attempts */
} Entries;

/* What the attempts were to that check. */
void entries_find(Entries *entries, const json_t *attempts, const char *id);

/* The time that is drawn: of the limit or, where none is drawn, of the run; NaN: none is known. */
double entry_us(const Entry *entry);

/* Its limit in microseconds; NaN: none. */
double entry_wanted(const Entry *entry);

/* The times as a picture: the line of the limit, a sign for each attempt. */
void chart_draw(FILE *out, const Entries *entries, const char *id);

/* The part of the page about a check, of which `check` has the title. */
void check_part(FILE *out, const Entries *entries, const json_t *check);

#endif
