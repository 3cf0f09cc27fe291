/* unpack_inside.h - the part of unpacking that runs in the sandboxed process, and alone reads what is in
 * an archive. */
#ifndef GRADER_CLASS_INTAKE_UNPACK_INSIDE_H
#define GRADER_CLASS_INTAKE_UNPACK_INSIDE_H

#include "grader/class/intake/archive_name.h"

#define UNPACK_ARCHIVE_FD     3 /* the open archive */
#define UNPACK_REFUSED_STATUS 9 /* exit status for a bad archive; the reason is on stdout */

/* Extracts the labs from the archive, which has to be of that kind, into the current folder. Returns the exit
 * status 0, with notes on stdout; every failure ends the process. */
int unpack_inside(ArchiveKind kind);

#endif
