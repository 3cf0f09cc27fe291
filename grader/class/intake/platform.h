/* platform.h - what platforms tell of the folders that they hand out: Gradescope in a file beside them, Brightspace
 * in their names, git in a folder of its own. */
#ifndef GRADER_CLASS_INTAKE_PLATFORM_H
#define GRADER_CLASS_INTAKE_PLATFORM_H

#include "grader/class/intake/entries.h"

/* Completes what was listed in the folder. A submission of a group becomes one of each of its members; of the
 * attempts of one student only the newest stays, the others are left alone. 0, or -1 with a line on stderr. */
int platform_read(Entries *entries, const char *folder);

#endif
