/* section.h - SECTION=: only one section of the roster is graded. */
#ifndef GRADER_CLASS_RUN_SECTION_H
#define GRADER_CLASS_RUN_SECTION_H

#include <stdbool.h>

#include "grader/class/run/class.h"

/* Whether the student with this number in the roster is in the section that was asked for; all are where none
 * was. */
bool section_has_student(const Class *class, int student);

/* Whether the submission is of such a student; who is not in the roster is in no section. */
bool section_has(const Submission *submission);

/* Refuses a section that nobody in the roster is in. 0, or -1 with a line on stderr. */
int section_check(const Class *class);

#endif
