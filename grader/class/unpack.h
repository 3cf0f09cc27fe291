/* unpack.h - takes the labs out of an archive that a student made.
 *
 * The archive is read by libarchive in a process that is locked in as a student's program is
 * (sandbox.h): it sees no file but the archive, may write to one empty folder, and has limits on
 * time and memory. Only regular files are taken, and only those whose name is that of one of the
 * kit's labs; where in the archive they may lie says labs_place.h. Paths in the archive are never
 * used for writing, so neither ".." nor a link leads anywhere. */
#ifndef UNPACK_H
#define UNPACK_H

#include <stddef.h>

#include "sandbox.h"

#define UNPACK_ARCHIVE_MAX ((size_t)64 << 20)  /* bytes of the archive */
#define UNPACK_BYTES_MAX   ((size_t)256 << 20) /* and of what is in it */
#define UNPACK_NAMES_MAX   20000

typedef enum Unpack {
	UNPACK_OK,
	UNPACK_REFUSED, /* the archive's fault */
	UNPACK_FAULT    /* ours */
} Unpack;

/* Unpacks the open archive into the folder `to`, which exists; `box` is the path of a folder to be
 * made for the process, ending in XXXXXX, and is gone afterwards. What was refused or is to be told
 * stands in `why`, one line, "" for nothing. The caller must have no other children. */
Unpack unpack_labs(int archive, SandboxTier tier, char *box, const char *to, char *why,
		   size_t why_size);

#endif
