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

/* The same block with room for more bytes, which hold anything, or another one with what it holds.
 * `block` NULL: a new one, zeroed. Ends the process when there is no memory. */
void *large_grow(void *block, size_t bytes);

void large_free(void *block);

#endif
