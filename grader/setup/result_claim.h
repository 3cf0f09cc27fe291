/* result_claim.h - takes the place of a folder's results (result_dir.h) before anything is kept. */
#ifndef GRADER_SETUP_RESULT_CLAIM_H
#define GRADER_SETUP_RESULT_CLAIM_H

#include "grader/setup/options.h"

/* Makes BUILD/grade/PLACE with a note of whose results it holds. When another grader was faster,
 * options->place becomes another one. If the place belonged to a folder that no longer exists, that
 * folder's progress and hints are removed. 0, or -1 with errno. */
int result_claim(Options *options);

#endif
