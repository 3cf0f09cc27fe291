/* family.h - the processes that a program has made, and what they occupy. */
#ifndef FAMILY_H
#define FAMILY_H

#include <stdint.h>

/* Bytes of memory that all descendants of this process occupy now; what several of them share
 * counts for each. What ends meanwhile is left out. */
uint64_t family_resident(void);

#endif
