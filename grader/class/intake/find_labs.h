/* find_labs.h - finds the folder of a submission that holds the labs: the one nearest to the top
 * with a labN_*.c of the kit; of several at the same depth, the one that is called labs. */
#ifndef GRADER_CLASS_INTAKE_FIND_LABS_H
#define GRADER_CLASS_INTAKE_FIND_LABS_H

#include <stdbool.h>
#include <stddef.h>

#define LABS_DEEPEST   3     /* levels of folders below the top that are searched */
#define LABS_PATH_SIZE 800   /* a longer path is skipped */
#define LABS_NAMES_MAX 20000 /* files and folders of one submission */

typedef struct LabsFolder {
	int known;                   /* 0: no lab was found yet */
	int depth;                   /* of the folder: 0 is the top */
	char folder[LABS_PATH_SIZE]; /* relative to the top, "" for the top itself */
	char other[LABS_PATH_SIZE];  /* another candidate of equal rank, "" for none */
	bool cut; /* there are more than LABS_NAMES_MAX names, and the rest was not looked at */
} LabsFolder;

/* Whether a file of that name is one of the kit's labs: its index in the registry, or -1. */
int lab_of_file(const char *name);

/* Reports a folder with a lab in it, as a candidate, unless it is hidden; the same one may be reported repeatedly. */
void labs_folder_offer(LabsFolder *place, const char *folder);

/* Whether there is exactly one best candidate; else `why` says what is wrong. */
bool labs_folder_is_sure(const LabsFolder *place, char *why, size_t why_size);

/* Searches the folder `top` for labs, without following links. When there are none, and there is
 * exactly one archive at the top, `archive` gets its name ("" otherwise). */
void find_labs(int top, LabsFolder *place, char *archive, size_t archive_size);

#endif
