/* task_text.h - whether the tasks in a lab's file read as in this kit. One that was made from an older kit may ask for
 * something else than what is judged. */
#ifndef GRADER_GRADE_TASK_TEXT_H
#define GRADER_GRADE_TASK_TEXT_H

#include <stdbool.h>

#include "grader/grade/grade.h"

/* Whether both texts have the comment of that exercise, "2.2 (2 points, core) ...", and it reads otherwise: in more than
 * spaces, and stars before lines. */
bool task_differs(const char *source, const char *kit, const char *id);

/* Fills in other_task of the lab's checks, by the file that students are given. An exercise without a comment, as one that
 * an instructor has hidden, has no other one. */
void tasks_compare(const Options *options, LabResult *lab);

#endif
