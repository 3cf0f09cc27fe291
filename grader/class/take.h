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

typedef struct Taken {
	char *folder;              /* with the labN_*.c, for the grader; to be freed */
	char content[DIGEST_SIZE]; /* of the names and bytes of the labs */
	int64_t newest;            /* seconds since 1970: when the newest of the files changed */
	char why[300];             /* what is wrong, or worth telling; "" */
} Taken;

/* `place` is the folder of the class; an archive is unpacked into the folder `room`, made for this
 * submission. The caller must have no other children. */
Take submission_take(const char *place, const Entry *entry, const char *room, SandboxTier tier,
		     Taken *taken);

#endif
