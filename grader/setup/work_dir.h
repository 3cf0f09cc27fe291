/* work_dir.h - the private folder of a grading, and where the rest lies. */
#ifndef GRADER_SETUP_WORK_DIR_H
#define GRADER_SETUP_WORK_DIR_H

#include "grader/setup/options.h"
#include "grader/setup/registry.h"

/* Makes the private folder of this run: two submissions of one name, graded at once, must not meet.
 * Removes those that killed graders left. 0, or -1 with a line on stderr. work_end removes it. */
int work_begin(Options *options);
void work_end(Options *options);

/* OUTPUT/FILE or else BUILD/grade/PLACE/FILE without a lab; with one, LAB/FILE in the private
 * folder. LAB and FILE may be NULL. To be freed. */
char *work_path(const Options *options, const LabChecks *lab, const char *file);

#endif
