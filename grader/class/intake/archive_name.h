/* archive_name.h - which files are archives that can be unpacked. */
#ifndef GRADER_CLASS_INTAKE_ARCHIVE_NAME_H
#define GRADER_CLASS_INTAKE_ARCHIVE_NAME_H

#include <stddef.h>

/* How many bytes of the name stand before .zip, .tar.gz, .tgz or .tar, in any case; all of them
 * when it ends in none of these. */
size_t archive_stem(const char *name);

#endif
