/* copy_in.h - takes a student's file in: only a regular file of a sane size is ever read. */
#ifndef GRADER_COMPILE_COPY_IN_H
#define GRADER_COMPILE_COPY_IN_H

#include <stddef.h>
#include <sys/types.h>

#define COPY_IN_MAX (256 * 1024)

typedef enum CopyIn { COPY_IN_OK, COPY_IN_ABSENT, COPY_IN_REFUSED, COPY_IN_FAULT } CopyIn;

/* Copies the file `name` in the folder to `to`, under a name of ours. When it is refused (the
 * student's doing) or our own side fails (FAULT), `why` says so in one line. */
CopyIn copy_in(int folder_fd, const char *name, const char *to, char *why, size_t why_size);

/* What something of that mode is that is no regular file: "a symbolic link". */
const char *copy_in_kind(mode_t mode);

#endif
