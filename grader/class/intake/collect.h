/* collect.h - finds the labs of one submission and computes their digest.
 *
 * Theory of operation. This room decides what of the class's folder is graded, and whose it is. In
 * the process of the class run, entries.h lists the folder, roster.h reads the students and match.h
 * assigns entries to them. Everything that reads a submission's content runs in a child process for
 * that submission alone (run/job.h): collect_submission() finds the labs (find_labs.h), copies them
 * (copy_labs.h) or unpacks an archive in a sandbox (unpack.h), and hashes the copies, which are what
 * the grader reads: students may change their files meanwhile. Nothing here writes into the class's folder, follows a link of a student's, or trusts a path from an archive. */
#ifndef GRADER_CLASS_INTAKE_COLLECT_H
#define GRADER_CLASS_INTAKE_COLLECT_H

#include <stdint.h>

#include "grader/base/digest.h"
#include "grader/class/intake/entries.h"
#include "grader/sandbox/sandbox.h"

typedef enum CollectOutcome {
	COLLECT_OK,
	COLLECT_REFUSED, /* the submission has nothing that can be graded */
	COLLECT_FAULT    /* the kit or the system failed */
} CollectOutcome;

/* The content of an archive that was unpacked before, keyed by the digest of the archive's bytes:
 * unpacking takes 20 times as long as hashing. */
typedef struct CollectNote {
	char archive[DIGEST_SIZE]; /* "" when there is none */
	char content[DIGEST_SIZE];
} CollectNote;

typedef struct Collected {
	char *labs;   /* a folder with copies of the labN_*.c; to be freed */
	char *folder; /* where they lie in the class's folder; NULL: in no folder; to be freed */
	char content[DIGEST_SIZE]; /* of the names and bytes of the labs */
	char archive[DIGEST_SIZE]; /* of the archive that they came from, "" for none */
	int64_t newest;            /* newest mtime of the files, in seconds since 1970 */
	char why[300];             /* an error or a note for the instructor; "" */
} Collected;

typedef struct CollectRequest {
	const char *place; /* the folder of the class */
	const Entry *entry;
	const char *room;         /* path of a folder to create for the copies */
	const CollectNote *known; /* if the archive has this digest, it is not unpacked, and
				   * `labs` is NULL; NULL: always unpack */
	const char *asked;        /* labs that are graded, "1,2"; NULL or "": all */
	SandboxTier tier;
} CollectRequest;

/* The caller must have no other children. */
CollectOutcome collect_submission(const CollectRequest *from, Collected *taken);

#endif
