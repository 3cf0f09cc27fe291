/* disk_filled.h - a lab whose compiled form is so large that the disk has no room for it. */
#ifndef GRADER_COMPILE_DISK_FILLED_H
#define GRADER_COMPILE_DISK_FILLED_H

#include <stdbool.h>

#include "grader/compile/compiler.h"

/* Whether it is the lab's own compiled form that the disk has no room for: then it is no fault of the grader's. What was
 * made is removed, so that others have the room. */
bool disk_filled(const Step *step, CompileResult *result);

#endif
