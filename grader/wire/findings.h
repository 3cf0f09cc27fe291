/* findings.h - what the simulator found: by the machine's report, and by the one that the student's
 * process leaves behind. */
#ifndef GRADER_WIRE_FINDINGS_H
#define GRADER_WIRE_FINDINGS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#define FINDING_KINDS 15

/* The bit of a kind ("race", "leak", ...), 0 for a name that is none. */
unsigned finding_bit(const char *kind);

/* "/a/lab3_copies.c:31" without its folders, when that is a place in the source; else NULL. */
const char *site_own(const char *text, const char *source);

#define FINDING_TEXT_MAX 280

typedef struct Finding {
	const char *kind;                     /* "race" */
	char message[FINDING_TEXT_MAX + 240]; /* with the second place: "...; made at lab3.c:9" */
	char where[80];                       /* its first site in the lab's file, or "" */
	int place;                            /* in the report, from 0 */
	int of_check; /* where in the message it is said that the check's code did it; 0: nowhere */
} Finding;

/* What the student's process says was found. */
typedef struct OwnReport {
	enum { OWN_REPORT_READ, OWN_REPORT_NONE, OWN_REPORT_DAMAGED } state;
	json_t *list; /* [{"kind", "message", "where": [...]}, ...]; NULL when it was not read */
} OwnReport;

/* Looks for the first finding whose kind is not among the bits `allowed`. Returns 1 when there is
 * one, 0 when there is none, -1 when there is no report, -2 when it is damaged.
 *
 * `machine` is the report of a machine in a process of its own (JSON), NULL when it was inside the
 * program. Then its findings count; the program's report only says in which lines they are, and adds
 * what it has to say of crashes. */
int findings_read(const OwnReport *own, const char *machine, const char *source, unsigned allowed,
		  Finding *finding);

/* What the report says, for the details of a grading: [{"kind", "message", "line"}, ...], of
 * bounded size; the line is of the lab's file, or 0. Empty when there is no report. To be released.
 */
json_t *findings_json(const OwnReport *own, const char *machine, const char *source);

/* Whether the machine was told that the program ends, and looked for leaks. */
int findings_finished(const char *machine);

/* The first call that a machine in a process of its own does not know; "" for none. */
void findings_refused(const char *machine, char *name, size_t size);

/* The first finding of that kind is in no line of the lab's file: a request need not say where it was made. */
#define FINDING_ELSEWHERE (-1)

/* The line of the first finding of an allowed kind in the lab's file, for each bit, or FINDING_ELSEWHERE; 0 for none
 * among the first `most` findings. The report is one that findings_read() has read without fault.
 */
void findings_lines(const OwnReport *own, const char *machine, const char *source, unsigned allowed,
		    int64_t most, int lines[FINDING_KINDS]);

#endif
