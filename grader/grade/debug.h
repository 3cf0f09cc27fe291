/* debug.h - one check's program under gdb. */
#ifndef GRADER_GRADE_DEBUG_H
#define GRADER_GRADE_DEBUG_H

#include "grader/setup/options.h"

/* Judges options->check as ever, then repeats it with the same inputs and runs the student's
 * program under gdb, stopped at the exercise: in the run that failed, or in the first one when all
 * is well. The lab is compiled without optimisation, and nothing limits time or memory. 0, or -1
 * when the lab cannot be built or gdb is not there (told on stderr). */
int debug_check(const Options *options);

#endif
