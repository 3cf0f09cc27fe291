/* misnamed.h - finds a lab that was handed in under a similar name, such as "lab1_devices (1).c". It
 * is not graded, because there could be two of them; but the student is told. */
#ifndef GRADER_SETUP_MISNAMED_H
#define GRADER_SETUP_MISNAMED_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a file of that name was probably meant to be `file`; not when it is. */
bool misnamed_is(const char *name, const char *file);

/* Looks in the folder (O_PATH will do) for a file that was probably meant to be `file`, such as
 * "lab1_devices.c": it begins with "lab1" in letters of either case, has ".c" in it and is not a
 * backup. Returns 1 with its name, cleaned by text_clean, in `out`; of several the first by strcmp. 0
 * when there is none. */
int misnamed_find(int folder_fd, const char *file, char *out, size_t size);

#endif
