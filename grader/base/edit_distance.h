/* edit_distance.h - the name that somebody may have meant. */
#ifndef GRADER_BASE_EDIT_DISTANCE_H
#define GRADER_BASE_EDIT_DISTANCE_H

/* How many characters must be put in, left out, changed or swapped with their neighbour to make one
 * of the other; only the first 64 bytes are looked at, and letters in either case are equal. */
int edit_distance(const char *one, const char *other);

#endif
