/* result_claim.h - a name for results becomes that of one folder. */
#ifndef RESULT_CLAIM_H
#define RESULT_CLAIM_H

#include "options.h"

/* Settles options->result_name and writes down whose it is. What was kept under the name of a
 * folder that is gone is removed. 0, or -1 with errno. */
int result_claim(Options *options);

#endif
