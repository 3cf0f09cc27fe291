/* heap_look.h - a part of heap.c: which block was left, and where. */
#ifndef GRADER_DRIVE_HEAP_LOOK_H
#define GRADER_DRIVE_HEAP_LOOK_H

#include "grader/drive/heap_held.h"

static void fault_fill(uintptr_t at, uintptr_t start, size_t bytes, uintptr_t made, int freed,
		       FrameHeap *fault)
{
	*fault = (FrameHeap){.bytes = bytes,
			     .offset = (int64_t)(at - start),
			     .made = made - 1, /* a return address may be the next line's */
			     .act = HEAP_WRITTEN,
			     .freed = (uint32_t)freed};
}

int drive_heap_explain(uintptr_t address, FrameHeap *fault)
{
	const Block *block = guarded_at(address);

	if (!block)
		return 0;
	/* the closed half is also what lies before the next block, to which it may be nearer */
	const Block *next = address < block->end ? NULL : guarded_after(block);

	if (next && next->start - address < address - (block->start + block->bytes))
		block = next;
	fault_fill(address, block->start, block->bytes, block->made, block->freed, fault);
	return 1;
}

static int fenced_damaged(FrameHeap *fault)
{
	for (size_t i = 0; i < fences_room; i++) {
		const Fenced *fence = &fences[i];
		uintptr_t first = fence->start == 0 ? 0 : fenced_damage(fence);

		if (first != 0) {
			fault_fill(first, fence->start, fence->bytes, fence->made, 0, fault);
			return 1;
		}
	}
	return 0;
}

/* Other threads of the program may give blocks back meanwhile. */
int drive_heap_damaged(FrameHeap *fault)
{
	int found = 0;

	heap_enter();
	for (int i = 0; i < guarded_count && !found; i++) {
		const Block *block = &guarded[i];
		uintptr_t first = block->freed ? 0 : guarded_damage(block);

		found = first != 0;
		if (found)
			fault_fill(first, block->start, block->bytes, block->made, 0, fault);
	}
	found = found || fenced_damaged(fault);
	heap_leave();
	return found;
}

/* To those of the same place; where there is no room for one more, to the last one, so that none is left out. */
static int kept_add(FrameKept *kept, int count, int most, size_t bytes, uintptr_t made)
{
	int at = 0;

	while (at < count && kept[at].made != made - 1)
		at++;
	at -= at == most;
	if (at == count)
		kept[at] = (FrameKept){.made = made - 1};
	kept[at].blocks++;
	kept[at].bytes += bytes;
	return at == count ? count + 1 : count;
}

int drive_heap_kept(FrameKept *kept, int most)
{
	static int looked; /* of the guarded ones */
	int count = 0;

	heap_enter();
	held_count = 0;
	for (; looked < guarded_count; looked++) {
		const Block *block = &guarded[looked];

		if (block->inside && !block->freed)
			held_add(block->start, block->bytes, block->made);
	}
	for (size_t i = 0; i < fences_room; i++)
		if (fences[i].start != 0 && fences[i].inside == FENCED_INSIDE) {
			held_add(fences[i].start, fences[i].bytes, fences[i].made);
			fences[i].inside = FENCED_LOOKED;
		}
	held_find();
	for (int i = 0; i < held_count; i++)
		if (!held[i].is_held)
			count = kept_add(kept, count, most, held[i].bytes, held[i].made);
	heap_leave();
	return count;
}

/* The blocks of all windows that are not given back, be they known or not, by the place that asked for them. */
static int living_find(FrameKept *living, int most)
{
	int count = 0;

	for (int i = 0; i < guarded_count; i++) {
		const Block *block = &guarded[i];

		if (block->inside && !block->freed)
			count = kept_add(living, count, most, block->bytes, block->made);
	}
	for (size_t i = 0; i < fences_room; i++)
		if (fences[i].start != 0 && fences[i].inside)
			count = kept_add(living, count, most, fences[i].bytes, fences[i].made);
	return count;
}

int drive_heap_grown(FrameKept *grown, int most)
{
	enum { PLACES = 64 };
	static FrameKept before[PLACES];
	static int before_count;
	FrameKept now[PLACES];
	int found = 0;

	heap_enter();
	const int count = living_find(now, PLACES);
	heap_leave();
	for (int i = 0; i < count && found < most; i++) {
		FrameKept more = now[i];

		for (int k = 0; k < before_count; k++)
			if (before[k].made == more.made) {
				more.blocks -= before[k].blocks;
				more.bytes -= before[k].bytes;
			}
		if ((int64_t)more.blocks > 0)
			grown[found++] = more;
	}
	memcpy(before, now, sizeof now[0] * (size_t)count);
	before_count = count;
	return found;
}

#endif
