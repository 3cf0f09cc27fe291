/* mutants.h - the mutants of one solution: small changes that checks ought to catch.
 *
 * Theory of operation. source.h parses a solution into tokens, regions and statements; each
 * operator (operators_*.c) goes over the statements and adds mutants; suite.c grades them in forked
 * processes (trial.h), a few at once, and compares the survivors with the reviewed list
 * (survivors.h). It runs in usegpu selfcheck. Mutants are written to folders of their
 * own in the build folder, and the solutions are never changed. */
#ifndef GRADER_MUTANTS_MUTANTS_H
#define GRADER_MUTANTS_MUTANTS_H

#include <stdbool.h>

#include "grader/mutants/source.h"

typedef struct Mutant {
	const char *op;
	size_t begin, end; /* the bytes of the solution that it replaces */
	char *text;        /* by this */
	int statement;     /* that it is in */
	int line;
} Mutant;

typedef struct Mutants {
	const Source *source;
	Mutant *mutants;
	int count;
	int statement;  /* which one the operators are looking at */
	const char *op; /* which operator is looking */
} Mutants;

/* Fills in all mutants of all regions, no two of them with the same text. */
void mutants_find(Mutants *mutants, const Source *source);
void mutants_free(Mutants *mutants);

/* For the operators: tokens `first` to `last` are replaced by this text. One that changes nothing,
 * or makes what another one has made, is dropped. */
void mutant_add(Mutants *mutants, int first, int last, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The tokens as they stand, for %.*s: their length, and where they begin. */
#define SPELLED(source, first, last)                                                               \
	(int)((source)->tokens[last].end - (source)->tokens[first].begin),                         \
		(source)->text + (source)->tokens[first].begin

/* Also for them: whether a call begins at the token; whether the token begins so; whether `what`,
 * in any letters, is somewhere in the tokens. */
bool is_call(const Source *source, int i);
int begins(const Source *source, int i, const char *prefix);
int contains(const Source *source, int first, int last, const char *what);

/* The whole solution with the change in it. To be freed. */
char *mutant_text(const Source *source, const Mutant *mutant);

const Region *mutant_region(const Source *source, const Mutant *mutant);

/* "3.2", or "helper". */
const char *mutant_exercise(const Source *source, const Mutant *mutant);

/* What it was and what it is, on one line each: the change and a little around it, which does not
 * depend on where in the file it is. To be freed. */
void mutant_excerpt(const Source *source, const Mutant *mutant, char **was, char **is);

/* An operator looks at one statement: tokens `first` to `last`. */
typedef struct Operator {
	const char *name;
	void (*look)(Mutants *mutants, const Statement *statement, int first, int last);
} Operator;

/* Of a call whose name is token i: whether it waits, by its name; whether it is all of a statement;
 * and what it returns when all is well. */
int call_waits(const Source *source, int i);
bool call_is_statement(const Source *source, const Statement *statement, int i);
const char *call_success(const Source *source, int i);

/* Those that make the clearer change come first: of two mutants with one text the first stays. */
extern const Operator operators_of_calls[], operators_of_tokens[], operators_of_statements[];
extern const Operator operators_of_subsets[];
extern const Operator operators_of_failures[], operators_of_waste[], operators_of_kernels[];
extern const Operator operators_of_sometimes[];

#endif
