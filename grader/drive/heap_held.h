/* heap_held.h - a part of heap.c: blocks that are not given back, of which a variable of the program still knows. An
 * arena, or a table that is made once, is no block that was lost. */
#ifndef GRADER_DRIVE_HEAP_HELD_H
#define GRADER_DRIVE_HEAP_HELD_H

#include "grader/drive/heap_fenced.h"

extern char __data_start[],
	_end[]; /* of the linker: this program's variables, those of no library */

#define HELD_MOST 256 /* blocks that are looked at; those beyond are not told */

typedef struct Held {
	uintptr_t start, made;
	size_t bytes;
	int is_held;
} Held;

static Held held[HELD_MOST]; /* by address */
static int held_count;

static void held_add(uintptr_t start, size_t bytes, uintptr_t made)
{
	int at = held_count;

	if (held_count == HELD_MOST)
		return;
	for (; at > 0 && held[at - 1].start > start; at--)
		held[at] = held[at - 1];
	held[at] = (Held){.start = start, .bytes = bytes, .made = made};
	held_count++;
}

/* Where the address lies; NULL: in none of them. A pointer to the end is one to the block. */
static Held *held_at(uintptr_t address)
{
	int low = 0, high = held_count;

	while (low < high) {
		int middle = (low + high) / 2;

		if (held[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && address - held[low - 1].start <= held[low - 1].bytes ? &held[low - 1]
									       : NULL;
}

/* Does any of these words lead to a block that no other one led to? */
static int held_mark(uintptr_t from, uintptr_t to)
{
	const uintptr_t own = (uintptr_t)guarded, own_end = own + sizeof guarded,
			list = (uintptr_t)held, list_end = list + sizeof held;
	int found = 0;

	from = (from + sizeof from - 1) / sizeof from * sizeof from;
	for (uintptr_t at = from; at + sizeof at <= to; at += sizeof at) {
		if ((at >= own && at < own_end) || (at >= list && at < list_end))
			continue;
		Held *block = held_at(*(const uintptr_t *)at);

		if (block && !block->is_held) {
			block->is_held = 1;
			found = 1;
		}
	}
	return found;
}

/* From the program's variables, and from blocks that they lead to. */
static void held_find(void)
{
	int found = held_count > 0 && held_mark((uintptr_t)__data_start, (uintptr_t)_end);

	while (found) {
		found = 0;
		for (int i = 0; i < held_count; i++)
			if (held[i].is_held == 1) {
				held[i].is_held = 2; /* and has been looked into */
				found = held_mark(held[i].start, held[i].start + held[i].bytes) ||
					found;
			}
	}
}

#endif
