/* compile.h - compiles one lab of a submission, alone, against the pristine tree. */
#ifndef GRADER_COMPILE_COMPILE_H
#define GRADER_COMPILE_COMPILE_H

#include "grader/compile/object_look.h"
#include "grader/sandbox/process.h"
#include "grader/setup/options.h"
#include "grader/setup/registry.h"

typedef enum CompileOutcome {
	COMPILE_OK,
	COMPILE_ABSENT,  /* the file is not in the submission */
	COMPILE_REFUSED, /* it is there, but is no file that can be taken in or may be linked */
	COMPILE_BROKEN,  /* it does not compile or link */
	COMPILE_FAULT,   /* the grader's own fault */
} CompileOutcome;

/* A plain value, so that a process can hand it to another as bytes. */
typedef struct CompileResult {
	CompileOutcome outcome;
	char message[400];                /* one line; "" for COMPILE_OK */
	char where[80];                   /* "lab3_copies.c:12", or the file's name */
	int too_slow;                     /* for COMPILE_BROKEN: a compiler ran out of time */
	double seconds;                   /* real ones that it took */
	CheckFacts facts[LAB_CHECKS_MAX]; /* for COMPILE_OK, in the order of the lab's checks */
	int cut;
	size_t diagnostics_bytes;
	char diagnostics[PROCESS_OUTPUT_MAX + 1]; /* what the compiler and the linker printed */
} CompileResult;

/* Copies the lab's source into its folder of artifacts, and makes LAB.o, the program LAB and its
 * table of lines there.
 * Uses child processes: the caller must have none of its own. */
void compile_lab(const Options *options, const LabChecks *lab, CompileResult *result);

/* More than all that it starts may take together, each by a limit of its own: fourteen runs of compilers, six readers. A
 * source that takes too long is told so by one of those, and never left out of the marks as a build that failed. */
#define COMPILE_SECONDS 780

/* Of a lab with kernels there are two programs: LAB, and one whose kernels were optimised, LAB.opt. */
#define OPTIMISED ".opt"

/* Names of the files that gcc and the program write, in place of LAB. */
#define COVERAGE_NOTES "%s.gcno"
#define COVERAGE_DATA  "%s.gcda"

/* Of the program's table of lines (line_table.h), in place of LAB. */
#define LINE_TABLE "%s.lines"

#endif
