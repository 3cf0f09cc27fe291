/* flat.h - what a student handed in, where a platform puts everybody's files into one folder. */
#ifndef GRADER_CLASS_INTAKE_FLAT_H
#define GRADER_CLASS_INTAKE_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/class/intake/download.h"

typedef struct FlatFile {
	char *name;        /* in the class's folder */
	Download download; /* what the name says */
} FlatFile;

typedef struct Flat {
	FlatFile *list;
	int count;
	char when[24]; /* of the newest attempt, "2026-12-01T23:59:08"; "": names do not tell */
} Flat;

/* Takes over what the name says. */
void flat_add(Flat *flat, const char *name, Download *download);
void flat_release(Flat *flat);

/* Whether there is one, perhaps under another name. */
bool flat_has_labs(const Flat *flat);

/* Copies the labs from the class's folder into another, under the names that they have in the kit; of a lab
 * that was handed in again the newest. 0; or -1 with the reason in `why`: two files are the same lab,
 * or one was not copied (*fault is set when that is not the submission's fault). */
int flat_copy(const Flat *flat, int place, const char *to, char *why, size_t why_size, bool *fault);

/* The newest time of the files, in seconds since 1970; -1: none can be seen. */
int64_t flat_newest(const Flat *flat, int place);

#endif
