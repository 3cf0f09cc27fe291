/* object_facts.h - for object_look.c alone. */
#ifndef GRADER_COMPILE_OBJECT_FACTS_H
#define GRADER_COMPILE_OBJECT_FACTS_H

#include "grader/compile/lint.h"
#include "grader/compile/object_look.h"

typedef struct ObjectAnswer {
	Fault fault;
	CheckFacts facts[LAB_CHECKS_MAX];
} ObjectAnswer;

/* The files of the process that looks. */
enum {
	LAB_FILE,
	DRIVE_FILE,
	LIBRARY_FILE = DRIVE_FILE + LINT_DRIVES,
	LOOK_FILES = LIBRARY_FILE + LINT_LIBRARIES
};

extern const struct LintLibrary {
	const char *owner; /* as in Lint */
	const char *file;  /* in the folder of the build */
} lint_libraries[LINT_LIBRARIES];

typedef struct ObjectQuestion {
	const LabChecks *lab;
	bool instrumented;
} ObjectQuestion;

/* In the process apart; `about` is an ObjectQuestion. Answers with an ObjectAnswer. */
int object_answer(const int *files, int answer, const void *about);

#endif
