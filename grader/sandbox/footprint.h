/* footprint.h - the memory that processes occupy, as /proc tells it: pages, page tables, swap. */
#ifndef GRADER_SANDBOX_FOOTPRINT_H
#define GRADER_SANDBOX_FOOTPRINT_H

#include <stdint.h>
#include <sys/types.h>

typedef struct Footprint {
	uint64_t own;    /* bytes */
	uint64_t shared; /* of pages that other processes may have too */
} Footprint;

/* The descriptor of a process's /proc/N/status, with which it can be asked again; -1 with errno. */
int footprint_open(pid_t pid);

/* Zeros when it cannot be told, and for -1. */
Footprint footprint_read(int status);

/* What the process has for itself to write to (heap, anonymous mappings, stacks), in bytes: addresses, and
 * pages that are there. 0, or -1 when it cannot be told. */
int footprint_private(int status, int64_t *mapped, int64_t *resident);

/* The most bytes that the process has had resident at a time, those of files too; -1 when they cannot be told. */
int64_t footprint_peak(int status);

/* Has the most be counted from now on, if the kernel can; what it is then, likewise. */
int64_t footprint_peak_begin(pid_t pid, int status);

/* Of all descendants of this process; what several of them share counts for each. */
Footprint footprint_of_tree(void);

/* Bytes of a file in memory, whoever has it in its page tables; 0 for -1. */
uint64_t footprint_of_file(int fd);

#endif
