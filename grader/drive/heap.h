/* heap.h - the heap of the student's process: a block that the program asks for ends at a
 * page that nobody may touch, and its other edges hold a pattern that is looked at when it is given
 * back and when the exercise is over. So what is written or read outside of a block is found at
 * once, or at the latest then.
 *
 * heap.c takes the place of malloc() and its like for the whole process, but only what the
 * program's own code asks for gets such a block: libraries have the C library's. Nor has a program
 * under a sanitizer, which looks for the same. */
#ifndef GRADER_DRIVE_HEAP_H
#define GRADER_DRIVE_HEAP_H

#include <sys/mman.h>

#include "grader/include/protocol.h"

/* To be called first. Before, all blocks are the C library's. */
void drive_heap_begin(void);

/* The exercise begins (1), or is over (0): its blocks do not have to share their number with the
 * drive's. */
void drive_heap_window(int inside);

/* From now on the program may have blocks of so many bytes more, and malloc() has no memory for others; less than 0: as many
 * as there is memory for. No limit of the process tells it. Whether that can be done: a sanitizer has its own heap. */
int drive_heap_room(int64_t bytes);

/* Where guarded blocks lie. In the part of number k, of `part` bytes each, slots have 2 * (page << k) bytes; blocks
 * are in their lower halves, and nothing may open the upper ones. `at` is a multiple of `part`, which is 2^32.
 *
 * Closed pages are of the file that the program shares with its machine, behind its end, so whoever touches one gets SIGBUS,
 * which nothing else raises: the number of a signal comes to its handler in a register, where no thread can change it as it
 * can the address, which lies on the stack. Without such a file it is SIGSEGV. */
typedef struct HeapArena {
	uintptr_t at; /* 0: there are none */
	size_t bytes, part, page;
	uint64_t beyond; /* of the file: which byte the first page is; 0: it is of none */
} HeapArena;

/* How its pages are mapped: a block's, and closed ones, of the file (PROT_READ | PROT_WRITE: else a write is SIGSEGV, too)
 * or of none (PROT_NONE, mapped as a block's). */
#define HEAP_OPEN (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED)
#define HEAP_SHUT (MAP_SHARED | MAP_NORESERVE | MAP_FIXED)

HeapArena drive_heap_arena(void);

/* A block of the program's that ends at a closed page without the bytes by which malloc() may round up: whoever reads one number
 * too many of it is found. `align` is that of its numbers, a power of 2; free() takes it. */
void *drive_heap_exact(size_t bytes, size_t align);

/* One of the C library's blocks, as malloc() gives them to libraries; free() takes it. */
void *drive_heap_own(size_t bytes);

/* Bytes of blocks that the C library does not know. */
int64_t drive_heap_bytes(void);

/* Which block's neighbourhood, or which block that was given back, the address lies in; 1 with the
 * block in *fault, 0 when it is in none. For signal handlers. */
int drive_heap_explain(uintptr_t address, FrameHeap *fault);

/* What the program has just given to the C library's free(), which may crash by it; NULL: nothing. For
 * signal handlers. */
const void *drive_heap_freeing(void);

/* Whether a block that is not given back has lost its pattern: 1 with it in *fault. */
int drive_heap_damaged(FrameHeap *fault);

/* The blocks that were asked for inside of the window and are not given back, and that no variable of the program leads
 * to (HELD_MOST of them at most), by the place that asked for them: fills
 * in at most `most` places (an address in the program, not from its start) and returns how many there are. They
 * are told once. */
int drive_heap_kept(FrameKept *kept, int most);

/* The places that have asked for more of the blocks that are there than of those that were when this was called last, all
 * inside of windows, known or not: how many more. As above, the places from the program's begin. */
int drive_heap_grown(FrameKept *grown, int most);

/* Given by drive.c: a pattern was lost, as was seen when the block was given back. */
_Noreturn void drive_heap_stop(const FrameHeap *fault);

#endif
