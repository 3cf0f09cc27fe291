/* tar_check.h - whether all programs see the same files in a tar.
 *
 * A header may be followed by another name or size of its member, and what is no file may say that it has bytes: programs
 * for archives do not agree on what holds then. What would be graded must be what somebody sees who looks. */
#ifndef GRADER_CLASS_INTAKE_TAR_CHECK_H
#define GRADER_CLASS_INTAKE_TAR_CHECK_H

#include <stddef.h>

/* Reads the next bytes of the unpacked tar; fewer at its end. */
typedef size_t TarRead(void *context, void *to, size_t bytes);

/* NULL, or why not. What is damaged is not told here: it ends where the tar does, or behind `most` bytes. */
const char *tar_check(TarRead *read, void *context, size_t most);

#endif
