/* result_claim.h - takes the place of a folder's results (result_dir.h) before anything is kept. */
#ifndef GRADER_SETUP_RESULT_CLAIM_H
#define GRADER_SETUP_RESULT_CLAIM_H

#include "grader/setup/options.h"

/* Makes BUILD/grade/PLACE with its note of whose it is. When another grader was faster, options
 * gets another place. What is known of a folder that is gone, and had that place, goes too. 0, or
 * -1 with errno. */
int result_claim(Options *options);

#endif
