/* object_look.h - looks into a compiled lab, once, for all that is asked of it: may it be linked,
 * and what does it say about each check's function?
 *
 * A lab may be linked unless it would change the program around it (symbol_policy.c), or has code
 * that runs before main, or when the program is loaded: that could prepare what the exercises then
 * find (section_policy.c). What this cannot see: what inline assembly does with numbers instead of
 * names. The judge believes nothing that the program says either way. */
#ifndef GRADER_COMPILE_OBJECT_LOOK_H
#define GRADER_COMPILE_OBJECT_LOOK_H

#include <stdint.h>

#include "grader/setup/options.h"
#include "grader/setup/registry.h"

/* A symbol that a function uses, or something that it uses. */
typedef struct SymbolUse {
	char symbol[64]; /* "": none */
	int line;        /* that uses it; 0: unknown */
} SymbolUse;

/* What the object says about a check's function. */
typedef struct CheckFacts {
	int there;           /* 1: it is defined, for others to call; the rest is about it then */
	int line;            /* where; 0: unknown */
	uint64_t uses;       /* checks whose function it calls: bit i is the lab's checks[i] */
	SymbolUse forbidden; /* the first of the check's forbidden symbols that it reaches */
	SymbolUse detour;    /* where there are such: the first that leads to any function by its
			      * name, by the tables of the loader, or by a section's begin */
} CheckFacts;

typedef struct ObjectLook {
	enum {
		OBJECT_ALLOWED,
		OBJECT_REFUSED,
		OBJECT_FAULT, /* it could not be looked at, for which it is not to blame */
	} outcome;
	char message[400]; /* one line that begins with the place; "" when it is allowed */
	char where[80];    /* "lab3_copies.c:12", or the file's name */
	CheckFacts facts[LAB_CHECKS_MAX]; /* of an allowed one, in the order of the lab's checks */
} ObjectLook;

/* Looks at the object of that path, in a process in the sandbox; `box` is a folder that is let to
 * it (sandbox_folder_create). The caller must have no other children. */
void object_look(const Options *options, const LabChecks *lab, const char *box, const char *object,
		 ObjectLook *look);

#endif
