/* heap_fenced.h - a part of heap.c: blocks of the C library's heap with a pattern at
 * both ends, for programs that ask for more blocks than can be guarded. A table knows them by
 * address. */
#ifndef GRADER_DRIVE_HEAP_FENCED_H
#define GRADER_DRIVE_HEAP_FENCED_H

#include "grader/drive/heap_guarded.h"

/* The C library's own, under names that nobody takes the place of. */
void *__libc_malloc(size_t bytes);                 /* NOLINT */
void *__libc_calloc(size_t count, size_t size);    /* NOLINT */
void *__libc_realloc(void *memory, size_t bytes);  /* NOLINT */
void *__libc_memalign(size_t align, size_t bytes); /* NOLINT */
void __libc_free(void *memory);                    /* NOLINT */

typedef struct Fenced {
	uintptr_t start; /* 0: nothing is here */
	size_t bytes, lead;
	uintptr_t made;
	int inside; /* of a window: FENCED_INSIDE; FENCED_LOOKED: and was told of */
} Fenced;

enum { FENCED_OUTSIDE, FENCED_INSIDE, FENCED_LOOKED };

static Fenced *fences;
static size_t fences_room; /* a power of 2, at least twice as many as there are */
static size_t fences_count;

static size_t fence_place(uintptr_t start, const Fenced *table, size_t room)
{
	size_t at = (start >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 20 & (room - 1);

	while (table[at].start != 0 && table[at].start != start)
		at = (at + 1) & (room - 1);
	return at;
}

/* A larger table; 0, or -1 without memory. Called with the lock held. */
static int fences_grow(void)
{
	size_t room = fences_room == 0 ? 4096 : 2 * fences_room;
	Fenced *larger = mmap(NULL, room * sizeof *larger, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (larger == MAP_FAILED)
		return -1;
	for (size_t i = 0; i < fences_room; i++)
		if (fences[i].start != 0)
			larger[fence_place(fences[i].start, larger, room)] = fences[i];
	if (fences)
		munmap(fences, fences_room * sizeof *fences);
	fences = larger;
	fences_room = room;
	return 0;
}

static int fence_add(Fenced fence)
{
	int bad;

	heap_enter();
	bad = 2 * (fences_count + 1) > fences_room && fences_grow() < 0;
	if (!bad) {
		fences[fence_place(fence.start, fences, fences_room)] = fence;
		fences_count++;
	}
	heap_leave();
	return bad ? -1 : 0;
}

/* Those behind it in the table move up, so that each is found without a gap. */
static void fence_take_out(size_t at)
{
	fences[at].start = 0;
	fences_count--;
	for (size_t i = (at + 1) & (fences_room - 1); fences[i].start != 0;
	     i = (i + 1) & (fences_room - 1)) {
		Fenced moved = fences[i];

		fences[i].start = 0;
		fences[fence_place(moved.start, fences, fences_room)] = moved;
	}
}

/* Whether it is such a block, which is in *fence then; with `out` the table forgets it. */
static int fence_find(uintptr_t start, int out, Fenced *fence)
{
	int found = 0;

	if (fences_count == 0)
		return 0;
	heap_enter();
	if (fences_room > 0) {
		size_t at = fence_place(start, fences, fences_room);

		*fence = fences[at];
		found = fence->start != 0;
		if (found && out)
			fence_take_out(at);
	}
	heap_leave();
	return found;
}

/* Marks a block of the C library's that begins at `base` and is lead + bytes + FENCE long. */
static void *fence_put(void *base, size_t lead, size_t bytes, uintptr_t made)
{
	Fenced fence = {(uintptr_t)base + lead, bytes, lead, made, window};

	if (!base)
		return NULL;
	memset((void *)(fence.start - FENCE), PATTERN, FENCE);
	memset((void *)(fence.start + bytes), PATTERN, FENCE);
	if (fence_add(fence) == 0)
		return (void *)fence.start;
	__libc_free(base);
	return NULL;
}

static void *fenced_make(size_t align, size_t bytes, int zeros, uintptr_t made)
{
	size_t lead = align > FENCE ? align : FENCE, all;
	void *base;

	if (__builtin_add_overflow(bytes, lead + FENCE, &all))
		all = SIZE_MAX; /* which the C library refuses, with its error */
	base = align > FENCE ? __libc_memalign(align, all)
	       : zeros       ? __libc_calloc(all, 1)
			     : __libc_malloc(all);
	return fence_put(base, lead, bytes, made);
}

static uintptr_t fenced_damage(const Fenced *fence)
{
	uintptr_t first = 0, end = fence->start + fence->bytes;

	if (is_whole(end, end + FENCE, &first))
		is_whole(fence->start - FENCE, fence->start, &first);
	return first;
}

#endif
