/* rlimits.h - whether a grading can work where it was started: limits and /proc. */
#ifndef GRADER_SETUP_RLIMITS_H
#define GRADER_SETUP_RLIMITS_H

#include "grader/setup/options.h"

/* Raises this process's limits (ulimit) where they are too low for a grading, in which students would
 * fail. 0, or -1 with a line on stderr that names a limit which cannot be raised enough. */
int rlimits_raise(const Options *options);

/* Whether there is a /proc and it knows this process. 0, or -1 with a line on stderr. */
int rlimits_check_proc(void);

#endif
