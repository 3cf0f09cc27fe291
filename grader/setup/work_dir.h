/* work_dir.h - the private folder of a grading, and the paths of its artifacts. */
#ifndef GRADER_SETUP_WORK_DIR_H
#define GRADER_SETUP_WORK_DIR_H

#include "grader/setup/options.h"
#include "grader/setup/registry.h"

/* work_begin makes the private folder of this run, so that two submissions of one name can be graded at
 * once, removes those that killed graders left, and finds the tier of isolation. 0, or -1 with a line
 * on stderr. work_end removes it. */
int work_begin(Options *options);
void work_end(Options *options);

/* With a lab: LAB/FILE in the private folder. Without one (NULL): OUTPUT/FILE, or BUILD/grade/PLACE/FILE
 * where no output folder was given. FILE may be NULL. To be freed. */
char *work_path(const Options *options, const LabChecks *lab, const char *file);

#endif
