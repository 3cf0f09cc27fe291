/* take.h - finds the labs of one submission and tells their digest. */
#ifndef TAKE_H
#define TAKE_H

#include <stddef.h>
#include <stdint.h>

#include "digest.h"
#include "entries.h"
#include "sandbox.h"

typedef enum Take {
	TAKE_OK,
	TAKE_REFUSED, /* nothing in it can be graded */
	TAKE_FAULT    /* we failed */
} Take;

/* What is in an archive, by the digest of its bytes: to unpack it takes 20 times as long. */
typedef struct TakeNote {
	char archive[DIGEST_SIZE]; /* "" when there is none */
	char content[DIGEST_SIZE];
} TakeNote;

typedef struct Taken {
	char *folder;              /* with the labN_*.c, for the grader; to be freed */
	char content[DIGEST_SIZE]; /* of the names and bytes of the labs */
	char archive[DIGEST_SIZE]; /* of the archive they came from, "" for none */
	int64_t newest;            /* seconds since 1970: when the newest of the files changed */
	char why[300];             /* what is wrong, or worth telling; "" */
} Taken;

typedef struct TakeFrom {
	const char *place; /* the folder of the class */
	const Entry *entry;
	const char *room; /* a folder of its own, to be made when there is an archive to unpack */
	const TakeNote *known; /* this archive need not be unpacked again: no `folder` comes of it
				* then; NULL: always unpack */
	SandboxTier tier;
} TakeFrom;

/* The caller must have no other children. */
Take submission_take(const TakeFrom *from, Taken *taken);

#endif
