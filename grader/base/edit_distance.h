/* edit_distance.h - how alike two names are, to guess which one somebody meant. */
#ifndef GRADER_BASE_EDIT_DISTANCE_H
#define GRADER_BASE_EDIT_DISTANCE_H

/* How many characters have to be inserted, removed, changed or swapped with their neighbour to turn
 * one name into the other. Only the first 64 bytes count, and the case of letters does not. */
int edit_distance(const char *one, const char *other);

#endif
