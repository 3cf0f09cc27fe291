/* unpack.h - extracts the labs from an archive that a student made.
 *
 * The archive is read by libarchive in a process that is sandboxed as a student's program is
 * (sandbox.h): it sees no file but the archive, may write to one empty folder, and has limits on
 * time and memory. Only regular files are taken, and only those whose name is that of one of the
 * kit's labs; find_labs.h tells in which folders of the archive they may lie. Paths in the archive
 * are never used for writing, so neither ".." nor a link leads anywhere. */
#ifndef GRADER_CLASS_INTAKE_UNPACK_H
#define GRADER_CLASS_INTAKE_UNPACK_H

#include <stddef.h>

#include "grader/class/intake/archive_name.h"
#include "grader/sandbox/sandbox.h"

#define UNPACK_ARCHIVE_MAX ((size_t)64 << 20)  /* bytes of the archive */
#define UNPACK_BYTES_MAX   ((size_t)256 << 20) /* bytes of its unpacked content */

typedef enum Unpack {
	UNPACK_OK,
	UNPACK_REFUSED, /* the archive is bad */
	UNPACK_FAULT    /* the kit or the system failed */
} Unpack;

/* Unpacks the open archive, which has to be of that kind, into the folder `to`, which exists. `box` is the path, ending in XXXXXX,
 * of a temporary folder for the process, which is removed afterwards. `why` gets an error or a
 * note, one line, "" for none. The caller must have no other children. */
Unpack unpack_labs(int archive, ArchiveKind kind, SandboxTier tier, char *box, const char *to,
		   char *why, size_t why_size);

#endif
