/* grade_claim.h - takes the place of a folder's results (grade_place.h) before anything is kept. */
#ifndef GRADE_CLAIM_H
#define GRADE_CLAIM_H

#include "options.h"

/* Makes BUILD/grade/PLACE with its note of whose it is. When another grader was faster, options
 * gets another place. What is known of a folder that is gone, and had that place, goes too. 0, or
 * -1 with errno. */
int grade_claim(Options *options);

#endif
