/* labs_place.h - in which folder of a submission the labs lie: the one nearest to the top that has
 * a labN_*.c of the kit; of two at one depth the one that is called labs. */
#ifndef LABS_PLACE_H
#define LABS_PLACE_H

#include <stddef.h>

#define LABS_DEEPEST   3   /* folders below the top that are looked into */
#define LABS_PATH_SIZE 800 /* a longer path is passed over */

typedef struct LabsPlace {
	int known;                   /* 0: no lab was seen yet */
	int depth;                   /* of the folder: 0 is the top */
	char folder[LABS_PATH_SIZE]; /* relative to the top, "" for the top itself */
	char other[LABS_PATH_SIZE];  /* another folder as good as that one, "" for none */
} LabsPlace;

/* Whether a file of that name is one of the kit's labs: its index in the registry, or -1. */
int lab_of_file(const char *name);

/* Tells of a folder with a lab in it; the same one may be told often. */
void labs_place_offer(LabsPlace *place, const char *folder);

/* Whether the submission's place is known and beyond doubt; else `why` says what is wrong. */
int labs_place_is_sure(const LabsPlace *place, char *why, size_t why_size);

/* Looks for the labs in the folder `top`, without following links. When there are none, and there
 * is just one archive at the top, its name comes into `archive` ("" otherwise). */
void labs_place_find(int top, LabsPlace *place, char *archive, size_t archive_size);

#endif
