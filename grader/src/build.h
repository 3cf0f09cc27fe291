/* build.h - compiles one lab of a submission, alone, against the pristine tree. */
#ifndef BUILD_H
#define BUILD_H

#include "options.h"
#include "process.h"
#include "registry.h"

typedef enum BuildOutcome {
	BUILD_OK,
	BUILD_ABSENT,  /* the file is not in the submission */
	BUILD_REFUSED, /* it is there, but is no file that can be taken in or may be linked */
	BUILD_BROKEN,  /* it does not compile or link */
	BUILD_FAULT,   /* the grader's own fault */
} BuildOutcome;

/* A plain value, so that a process can hand it to another as bytes. */
typedef struct BuildResult {
	BuildOutcome outcome;
	char message[400]; /* one line; "" for BUILD_OK */
	char where[80];    /* "lab3_copies.c:12", or the file's name */
	double seconds;    /* real ones that it took */
	int cut;
	size_t diagnostics_bytes;
	char diagnostics[PROCESS_OUTPUT_MAX + 1]; /* what the compiler and the linker printed */
} BuildResult;

/* Copies the lab's source into its folder of artifacts, and makes LAB.o and the program LAB there.
 * Uses child processes: the caller must have none of its own. */
void build_lab(const Options *options, const LabChecks *lab, BuildResult *result);

#endif
