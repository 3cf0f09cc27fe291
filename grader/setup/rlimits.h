/* rlimits.h - what the place that a grading is started in allows, and has. */
#ifndef GRADER_SETUP_RLIMITS_H
#define GRADER_SETUP_RLIMITS_H

#include "grader/setup/options.h"

/* Raises this process's limits (ulimit) as far as they can be, and looks whether a grading fits
 * into them: too low ones would fail students. 0, or -1 with a line on stderr. */
int rlimits_raise(const Options *options);

/* Whether /proc is there, and tells of this process. 0, or -1 with a line on stderr. */
int rlimits_check_proc(void);

#endif
