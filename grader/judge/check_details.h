/* check_details.h - the part of details.json (details.h) that one check is. */
#ifndef GRADER_JUDGE_CHECK_DETAILS_H
#define GRADER_JUDGE_CHECK_DETAILS_H

#include "grader/judge/judge_state.h"

#define DETAILS_MAX (1 << 20) /* bytes of one check's part */

/* One check's part of it, as JSON text of less than DETAILS_MAX bytes, to be freed; NULL when there
 * is no memory. Called in the judge's process when the check is over; `seconds` is what it took. */
char *details_check(const Judge *judge, double seconds);

#endif
