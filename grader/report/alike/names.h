/* names.h - the names that a program cannot choose: those of C, CUDA, cuBLAS and the framework. All others are
 * the student's own, and count as one. */
#ifndef GRADER_REPORT_ALIKE_NAMES_H
#define GRADER_REPORT_ALIKE_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "grader/report/alike/numbers.h"

#define NAMES_ROWS 4

typedef struct Names {
	Numbers rows[NAMES_ROWS]; /* hashes of C's words, by what they count as */
	Numbers known;            /* and of functions, types and constants in the kit's headers */
} Names;

/* Reads the headers of the kit in that folder; those that cannot be read are passed over. */
void names_load(Names *names, const char *kit);
void names_release(Names *names);

/* What a name counts as, a small number or a hash of its own; SHAPE_NONE: as nothing at all. */
#define SHAPE_NONE   0
#define SHAPE_OWN    1 /* a name that the student chose */
#define SHAPE_NUMBER 2 /* any number; NULL, true and false, too */
#define SHAPE_TEXT   3 /* any string or character */
#define SHAPE_TYPE   4 /* any type of numbers */
uint32_t name_shape(const Names *names, const char *name, size_t length);

/* Of an operator or another mark; braces and semicolons count as nothing, so that a statement may be one or
 * several. */
uint32_t mark_shape(const char *mark, size_t length);

#endif
