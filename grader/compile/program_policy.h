/* program_policy.h - for program_look.c alone. */
#ifndef GRADER_COMPILE_PROGRAM_POLICY_H
#define GRADER_COMPILE_PROGRAM_POLICY_H

#include <stdbool.h>

#include "grader/compile/lint.h"

/* The files of the process that looks. */
enum { PROGRAM_FILE, PROGRAM_DRIVES, PROGRAM_FILES = PROGRAM_DRIVES + LINT_DRIVES };

typedef struct ProgramQuestion {
	bool kernels, instrumented; /* as in Lint */
} ProgramQuestion;

/* In the process apart; `about` is a ProgramQuestion. Answers with a Fault. */
int program_answer(const int *files, int answer, const void *about);

#endif
