/* process_tree.h - the processes that a program has made, and what they occupy. */
#ifndef GRADER_SANDBOX_PROCESS_TREE_H
#define GRADER_SANDBOX_PROCESS_TREE_H

#include <stdint.h>

/* Bytes of memory that the process occupies whose /proc/N/statm is open there; 0 when that cannot
 * be read, and for -1. */
uint64_t statm_resident(int statm);

/* Bytes of memory that all descendants of this process occupy now; what several of them share
 * counts for each. What ends meanwhile is left out. */
uint64_t process_tree_resident(void);

#endif
