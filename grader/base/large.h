/* large.h - memory for inputs and results, of which a judge has many MiB.
 *
 * Small blocks are malloc()'s. Others lie in large pages, are used again when they are given back,
 * and are not there in a forked child, which would otherwise get page tables for all of them. So they
 * are for nothing that a child looks at. Not for two threads at a time. */
#ifndef GRADER_BASE_LARGE_H
#define GRADER_BASE_LARGE_H

#include <stddef.h>

/* Zeroed; NULL when there is no memory. To be freed with large_free(). */
void *large_new(size_t bytes);

/* The same, but it holds anything: for what is written whole at once. */
void *large_any(size_t bytes);

/* The same block with room for more bytes, which hold anything, or another one with what it holds.
 * `block` NULL: a new one. Ends the process when there is no memory. */
void *large_grow(void *block, size_t bytes);

void large_free(void *block);

/* --- from one job of a pool to the next (job_pool.c) ------------------------------------------- */

/* Keeps memory for the jobs at places from 0 to count - 1, which have it one after the other. 0: gives it
 * back. Only children that are forked between the begin and the end of lending have it. */
void large_lend(int count);
void large_lend_begin(void);
void large_lend_end(void);

/* In such a child: takes that place's memory, and has no other's any more. */
void large_borrow(int place);

#endif
