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

/* What one process has, in bytes. */
typedef struct Memory {
	int64_t resident; /* pages of its own that are there, wherever they are; of these */
	int64_t kept; /* those outside of the stack and of what is static: heap, mappings, whatever may be done with them */
	int64_t fixed,
		fixed_resident; /* what is static: addresses, and pages of its own that are there */
	int64_t filed,
		filed_resident; /* of files: addresses, but for files in memory that have no name; and pages that are
					* there, with those */
	int64_t all,
		peak; /* pages of all kinds that are there, and the most there were at one time */
} Memory;

/* By its descriptor of footprint_open(). 0, or -1 when it cannot be told. */
int footprint_private(int status, pid_t pid, Memory *memory);

/* The most is from now on counted anew. 0, or -1 when it cannot be. */
int footprint_peak_forget(pid_t pid);

/* Of all descendants of this process, until it is more than `most`; what several of them share counts for each, and a range of
 * addresses as a KiB. `user`: of the processes where root gave them one, else 0. */
Footprint footprint_of_tree(uint64_t most, uid_t user);

/* Bytes of a file in memory, whoever has it in its page tables; 0 for -1. */
uint64_t footprint_of_file(int fd);

#endif
