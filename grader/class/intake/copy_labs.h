/* copy_labs.h - takes the labs out of a folder whose files its owner may replace meanwhile. */
#ifndef GRADER_CLASS_INTAKE_COPY_LABS_H
#define GRADER_CLASS_INTAKE_COPY_LABS_H

#include <stdbool.h>
#include <stddef.h>

/* Opens a folder of a folder, by a path of several names; follows no link on it. -1 with errno. */
int folder_open_below(int top, const char *path);

/* Copies the labs from a folder into another, each with its time; of what is no regular file only its kind, so that
 * the grader can say what it is. 0; or -1 with the reason in `why` (*fault: it is not the submission's). */
int labs_copy(int from, const char *to, char *why, size_t why_size, bool *fault);

#endif
