/* heap_blocks.h - a part of heap.c: making, giving back and resizing blocks of
 * whichever kind. */
#ifndef GRADER_DRIVE_HEAP_BLOCKS_H
#define GRADER_DRIVE_HEAP_BLOCKS_H

#include <errno.h>
#include <stdatomic.h>

#include "grader/drive/heap_look.h"

extern const char __executable_start[], etext[]; /* of the linker: this program, and no library */

static int from_program(uintptr_t call)
{
	return arena != 0 && call >= (uintptr_t)__executable_start && call < (uintptr_t)etext;
}

static _Atomic int64_t room; /* bytes that the program may have more, where that is `limited` */
static int limited;

/* Whether there was room for so many; what is less than 0 is given back. */
static int room_take(int64_t bytes)
{
	if (!limited)
		return 1;
	if (atomic_fetch_sub(&room, bytes) >= bytes || bytes <= 0)
		return 1;
	atomic_fetch_add(&room, bytes);
	return 0;
}

static int room_fits(size_t bytes)
{
	return bytes <= PTRDIFF_MAX && room_take((int64_t)bytes);
}

/* What a library takes for the program, as a stream in memory does, is not counted. But nobody gets so much at once that
 * it is more than the program may have. */
static int library_fits(size_t bytes)
{
	enum { LIBRARYS_OWN = 16 << 20 }; /* no library needs more for itself */
	if (!limited || bytes < LIBRARYS_OWN || (int64_t)bytes <= room)
		return 1;
	errno = ENOMEM;
	return 0;
}

static void *block_make(size_t align, size_t bytes, int zeros, uintptr_t made)
{
	void *block;

	if (!from_program(made))
		return !library_fits(bytes) ? NULL
		       : align > FENCE      ? __libc_memalign(align, bytes)
		       : zeros              ? __libc_calloc(bytes, 1)
					    : __libc_malloc(bytes);
	if (!room_fits(bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	block = guarded_make(align, bytes, made);
	if (!block)
		block = fenced_make(align > FENCE ? align : FENCE, bytes, zeros, made);
	if (!block) {
		room_take(-(int64_t)bytes);
		errno = ENOMEM;
	}
	return block;
}

/* Gives back what is not the C library's; 1 when it was such a block. */
static int block_free(void *memory)
{
	Block *block = guarded_at((uintptr_t)memory);
	int before = errno;
	Fenced fence;
	FrameHeap fault;

	if (block && (block->freed || block->start != (uintptr_t)memory)) {
		fault_fill((uintptr_t)memory, block->start, block->bytes, block->made, block->freed,
			   &fault);
		fault.act = HEAP_FREED;
		drive_heap_stop(&fault);
	}
	if (!block && !fence_find((uintptr_t)memory, 1, &fence))
		return 0;
	uintptr_t first = block ? guarded_damage(block) : fenced_damage(&fence);

	if (first != 0) {
		if (block)
			fault_fill(first, block->start, block->bytes, block->made, 0, &fault);
		else
			fault_fill(first, fence.start, fence.bytes, fence.made, 0, &fault);
		drive_heap_stop(&fault);
	}
	room_take(-(int64_t)(block ? block->bytes : fence.bytes));
	if (block)
		guarded_free(block);
	else
		__libc_free((char *)memory - fence.lead);
	errno = before;
	return 1;
}

/* The bytes of a block that is not the C library's; 0 when it is none. */
static int block_find(const void *memory, size_t *bytes, size_t *lead)
{
	const Block *block = guarded_at((uintptr_t)memory);
	Fenced fence = {0};

	if (!block && !fence_find((uintptr_t)memory, 0, &fence))
		return 0;
	*bytes = block ? block->bytes : fence.bytes;
	*lead = block ? 0 : fence.lead;
	return 1;
}

/* One that is fenced and shall grow or shrink; where it stands if that can be. */
static void *fenced_resize(void *memory, size_t bytes, uintptr_t made)
{
	Fenced fence;
	FrameHeap fault;
	size_t all;
	uintptr_t first;
	void *base;

	if (!fence_find((uintptr_t)memory, 1, &fence))
		return NULL;
	if (__builtin_add_overflow(bytes, 2 * FENCE, &all))
		all = SIZE_MAX; /* which the C library refuses, with its error */
	first = fenced_damage(&fence);
	if (first != 0) {
		fault_fill(first, fence.start, fence.bytes, fence.made, 0, &fault);
		drive_heap_stop(&fault);
	}
	const int64_t more = bytes <= PTRDIFF_MAX ? (int64_t)bytes - (int64_t)fence.bytes : 0;
	const int fits = room_take(more);
	base = fits ? __libc_realloc((char *)memory - FENCE, all) : NULL;
	if (!base) {
		if (fits)
			room_take(-more);
		fence_add(fence); /* there is room for it: it was there */
		errno = ENOMEM;
		return NULL;
	}
	return fence_put(base, FENCE, bytes, made);
}

static void *block_resize(void *memory, size_t bytes, uintptr_t made)
{
	size_t before, lead;
	void *other;

	if (!memory)
		return block_make(FENCE, bytes, 0, made);
	if (!block_find(memory, &before, &lead))
		return library_fits(bytes) ? __libc_realloc(memory, bytes) : NULL;
	if (bytes == 0) {
		block_free(memory);
		return NULL;
	}
	if (lead == FENCE)
		return fenced_resize(memory, bytes, made);
	other = block_make(FENCE, bytes, 0, made);
	if (other) {
		memcpy(other, memory, before < bytes ? before : bytes);
		block_free(memory);
	}
	return other;
}

#endif
