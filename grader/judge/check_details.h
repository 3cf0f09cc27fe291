/* check_details.h - the part of details.json (details.h) that one check is. */
#ifndef GRADER_JUDGE_CHECK_DETAILS_H
#define GRADER_JUDGE_CHECK_DETAILS_H

#include "grader/judge/judge_state.h"

/* How many bytes one check's part may have: with all timelines of runs (--see) there is room for them, as the run in which
 * a student's check fails is compared with that of the same number of the solution. */
size_t details_most(const Options *options);

/* One check's part of it, as JSON text of less than details_most() bytes, to be freed; NULL when there
 * is no memory. Called in the judge's process when the check is over; `seconds` is what it took. */
char *details_check(const Judge *judge, double seconds);

#endif
