/* apart.h - runs a function that reads what a student's source was compiled to.
 *
 * libelf and libdw parse bytes that a student may choose, open files that these name, and may have
 * holes. So they work in a process in the sandbox that sees no file but the descriptors it is
 * given, and of which only bytes come back: a bounded number of them. What they say may be forged,
 * so the caller checks them. */
#ifndef GRADER_PROBE_APART_H
#define GRADER_PROBE_APART_H

#include <stddef.h>

#include "grader/sandbox/sandbox.h"

#define APART_FILES_MAX 8

/* So many real ones are waited for who may use that many of the processor. */
#define APART_WAIT(seconds) (3 * (seconds))

typedef struct Apart {
	SandboxTier tier;
	const char *box; /* a folder that is let to the process (sandbox_folder_create) */
	/* What the process does: reads the open `files`, in the order below, and writes its answer
	 * to the descriptor `answer`. Returns its exit status: 0 when the answer is whole. */
	int (*body)(const int *files, int answer, const void *about);
	const void *about;          /* handed to body, which has a copy of this process's memory */
	int files[APART_FILES_MAX]; /* descriptors of this process */
	int count;                  /* of files */
	int seconds;                /* of the processor */
	size_t answer_max;          /* bytes; more of them are a failure */
} Apart;

typedef enum ApartEnd {
	APART_DONE,
	APART_BROKEN, /* the process crashed, ran out of its limits or gave up */
	APART_FAULT,  /* there was no such process: nothing that was read is to blame */
} ApartEnd;

/* APART_DONE with what was answered in *answer, to be freed, and *bytes; else *answer is NULL, and
 * `why` says why, as what stands behind "it" in a sentence. One that got no memory is made once more. The caller must
 * have no other children.
 */
ApartEnd apart_run(const Apart *apart, void **answer, size_t *bytes, char *why, size_t why_size);

#endif
