/* head_section.h - the head of the page that goes back to a student.
 *
 * {"name": "Ada Lovelace", "course": "GPUs", "assignment": "Lab 3", "date": "2026-11-25 09:00:00 CET",
 *  "mark": "10.5 of 14 points", "rows": [["late", "2 h: -1.4 points"], ...],
 *  "comments": [{"check": "3.2", "text": "...", "by": "kim", "at": "..."}, ...],
 *  "requests": [{"check": "3.2", "text": "...", "at": "...", "answer": "...", "by": "kim",
 *                "answered": "..."}, ...]}
 *
 * Without "check" it is about all. A check of results.json may have "by_hand", {"reason": "...", "was":
 * "0 of 2 points"}: then its points were given by hand. */
#ifndef GRADER_REPORT_SUBMISSION_HEAD_SECTION_H
#define GRADER_REPORT_SUBMISSION_HEAD_SECTION_H

#include <jansson.h>
#include <stdio.h>

#include "grader/report/data/graded.h"

/* "GPUs, Lab 3, 2026-11-25": what is known of them. */
void head_line(FILE *out, const json_t *head);

/* The final mark, what made it so, what was said, and what was asked. */
void head_write(FILE *out, const json_t *head);

/* What was said and asked about this check, and the reason of points by hand. */
void head_check_write(FILE *out, const Graded *graded, const json_t *check);

#endif
