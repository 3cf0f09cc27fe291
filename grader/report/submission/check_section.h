/* check_section.h - the verdict of one check on the page. */
#ifndef GRADER_REPORT_SUBMISSION_CHECK_SECTION_H
#define GRADER_REPORT_SUBMISSION_CHECK_SECTION_H

#include <jansson.h>
#include <stdio.h>

#include "grader/report/data/graded.h"

/* Writes the check as a list item. `check` is its object in results.json, `detail` that in
 * details.json or NULL; `lab` is the name of its lab. `told`: the message stands above already. */
void check_write(FILE *out, const Graded *graded, const char *lab, const json_t *check,
		 const json_t *detail, int told);

/* The number of the run whose timeline is shown: of a failed check the last one; else the one that the
 * check is about, or that with the most operations of GPUs; 0: none. */
int run_choose(const json_t *check, const json_t *detail);

/* "pass", "FAIL" ... with a sign, so that colour is not needed. */
const char *verdict_words(const char *verdict);

#endif
