/* near.h - the name that somebody may have meant. */
#ifndef NEAR_H
#define NEAR_H

#include <stddef.h>

/* How many characters must be put in, left out, changed or swapped with their neighbour to make one
 * of the other; only the first 64 bytes are looked at, and letters in either case are equal. */
int near_distance(const char *one, const char *other);

#endif
