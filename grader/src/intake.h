/* intake.h - takes a student's file in: only a regular file of a sane size is ever read. */
#ifndef INTAKE_H
#define INTAKE_H

#include <stddef.h>

#define INTAKE_MAX (256 * 1024)

typedef enum Intake { INTAKE_OK, INTAKE_ABSENT, INTAKE_REFUSED, INTAKE_FAULT } Intake;

/* Copies the file `name` in the folder to `to`, under a name of ours. When it is refused (the
 * student's doing) or our own side fails (FAULT), `why` says so in one line. */
Intake intake_copy(int folder_fd, const char *name, const char *to, char *why, size_t why_size);

#endif
