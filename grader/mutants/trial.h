/* trial.h - grades one mutant, with the grader itself, in a folder of its own. */
#ifndef GRADER_MUTANTS_TRIAL_H
#define GRADER_MUTANTS_TRIAL_H

typedef enum Outcome {
	OUTCOME_CAUGHT,
	OUTCOME_SURVIVED,
	OUTCOME_SAME,   /* survived, but the compiler makes the same code of it */
	OUTCOME_BROKEN, /* does not compile */
	OUTCOME_FAULT,  /* the grader failed */
	OUTCOMES,
} Outcome;

/* What all trials share. */
typedef struct Bench {
	const char *grade;   /* a shell command: the grader with the options of this build */
	const char *compile; /* a shell command: compiler and flags, without -c and -o; or NULL */
	const char *compile_cuda; /* likewise of files with kernels */
	const char *build;        /* the folder of the build */
	const char *folder;       /* where the mutants are written */
	const char *seed, *seconds;
} Bench;

/* What came of it; a plain value. */
typedef struct Trial {
	Outcome outcome;
	char check[16];    /* that caught it */
	char message[400]; /* what that check said */
} Trial;

/* Grades the text as the file NAME of lab number `lab`: the exercise ("3.2") by its own check, and
 * if it passes and is shared, or is NULL, by all of the lab. `original` is the solution. `number`
 * names the folder. */

Trial trial_run(const Bench *bench, int number, const char *name, int lab, const char *exercise,
		int is_shared, const char *text, const char *original);

#endif
