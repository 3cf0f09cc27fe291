/* compiler.h - one run of a compiler, in a sandbox, in an empty folder where only its input lies. */
#ifndef GRADER_COMPILE_COMPILER_H
#define GRADER_COMPILE_COMPILER_H

#include "grader/compile/compile.h"

#define COMPILER_WORDS_MAX 96
#define COMPILER_SECONDS   40 /* real ones, of one run */

/* One run: what for, and where. */
typedef struct Step {
	const Options *options;
	const LabChecks *lab;
	const char *folder;         /* of the lab, with the input; the output goes there */
	const char *box;            /* an empty one beside it, for the compiler to write in */
	const char *name;           /* the lab's: its messages are about NAME.c */
	const char *what;           /* "compile", "link" */
	const char *input, *output; /* files in the folder */
	const char *beside;         /* another input; or NULL */
} Step;

typedef struct Arguments {
	const char *word[COMPILER_WORDS_MAX + 1];
	int count;
} Arguments;

/* Arguments are not copied. */
void arguments_add(Arguments *arguments, const char *word);
void arguments_add_all(Arguments *arguments, char *const *list); /* up to a NULL */

/* The folder that the compiler sees the box as. */
const char *compiler_folder(const Step *step);

/* Runs it once, fetches the output, and adds what was printed to the result's diagnostics. 0, or -1 with
 * the outcome and the message set. */
int compiler_run(const Step *step, Arguments *arguments, CompileResult *result);

/* "WHAT: WHY", the grader's own fault. */
void compile_fault(CompileResult *result, const char *what, const char *why);

#endif
