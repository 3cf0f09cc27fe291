/* own_findings.h - the findings in the report of the student's process, as plain bytes: one process
 * parses the JSON, which may be anything, and hands records to the judge. */
#ifndef GRADER_WIRE_OWN_FINDINGS_H
#define GRADER_WIRE_OWN_FINDINGS_H

#include <jansson.h>
#include <stddef.h>

#define OWN_FINDINGS_MAX 2048 /* more than a simulated machine makes */
#define OWN_PLACES_MAX   4

typedef struct OwnFinding {
	char kind[24], message[320];     /* "" where it says none */
	char place[OWN_PLACES_MAX][128]; /* up to the first "" */
} OwnFinding;

/* Reads the report into at most OWN_FINDINGS_MAX records; how many, -1 when it is damaged or has
 * more. */
int own_findings_read(const char *report, size_t bytes, OwnFinding *to);

/* The records as the list in a report; they may hold any bytes. To be released. */
json_t *own_findings_list(const OwnFinding *from, int count);

#endif
