/* misnamed.h - a lab that was handed in under nearly its name, as "lab1_devices (1).c". It is not
 * taken, because two such files could both be meant; but it is told. */
#ifndef GRADER_SETUP_MISNAMED_H
#define GRADER_SETUP_MISNAMED_H

#include <stddef.h>

/* Looks in the folder (which may be open with O_PATH) for a file that was probably meant to be
 * `file`, such as "lab1_devices.c": one that begins with the same "lab1", in letters of either
 * case, has ".c" in it and is no backup. Returns 1 with its name, made harmless, in `out`; of
 * several the first in the order of their bytes. 0 when there is none. */
int misnamed_find(int folder_fd, const char *file, char *out, size_t size);

#endif
