/* heap_guarded.h - a part of heap.c: blocks that end at a closed page.
 *
 *     slot:  | closed | fence | block | slack | closed |
 *            |          lower half            | upper  |
 *
 * Fence and slack hold a pattern. The slack is what alignment leaves: up to 15 bytes behind a block
 * from malloc(). Addresses are never used again, so a block that was given back stays closed.
 *
 * A slot's size is a power of 2, and slots of one size lie together, so that an address alone tells which half
 * it is in: the filter of lockdown.h lets no upper half be opened. */
#ifndef GRADER_DRIVE_HEAP_GUARDED_H
#define GRADER_DRIVE_HEAP_GUARDED_H

#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "grader/drive/heap.h"

#define PAGE        ((size_t)4096)
#define FENCE       ((size_t)16)  /* bytes of pattern before a block, at least */
#define FENCE_MOST  ((size_t)256) /* and at most */
#define PATTERN     0xC7
#define BLOCKS_MOST 8192                /* guarded blocks in all, inside the window and outside */
#define LIVE_MOST   1024                /* at one time: each has a page at least */
#define BYTES_MOST  ((size_t)256 << 20) /* in all */
#define ORDERS      18                  /* sizes of slots: a block has 2^order pages at most */
#define ORDER_BYTES ((size_t)1 << 32)   /* for the slots of one order */
#define ARENA       (ORDERS * ORDER_BYTES)
#define SLOTS_MOST  (2 * (size_t)BLOCKS_MOST) /* of an order */

typedef struct Block {
	uintptr_t base, start, end; /* end: of its pages; the closed one is behind them */
	size_t bytes;
	uintptr_t made; /* where in the program it was asked for */
	int inside;     /* of the window */
	int freed;
} Block;

static atomic_flag heap_lock = ATOMIC_FLAG_INIT; /* a mutex may be the simulator's, and allocate */

static void heap_enter(void)
{
	while (atomic_flag_test_and_set_explicit(&heap_lock, memory_order_acquire))
		sched_yield();
}

static void heap_leave(void)
{
	atomic_flag_clear_explicit(&heap_lock, memory_order_release);
}

#define BEYOND (UINT64_C(1) << 40) /* no machine's memory has so many bytes */

static uintptr_t arena;       /* a multiple of ORDER_BYTES; 0: there is none */
static uint64_t arena_beyond; /* as in HeapArena */
static _Atomic
	uint16_t (*slots)[SLOTS_MOST]; /* of each order: the block's number and 1; 0: empty */
static size_t slots_next[ORDERS];
static Block guarded[2 * BLOCKS_MOST];
static atomic_int guarded_count; /* others look while one is added */

/* What blocks outside of the window, and inside, have used up. */
static struct Budget {
	int made, live;
	size_t bytes;
} budgets[2];
static int64_t guarded_bytes;
static atomic_int window;

static int is_whole(uintptr_t from, uintptr_t to, uintptr_t *first)
{
	for (uintptr_t at = from; at < to; at++)
		if (*(const unsigned char *)at != PATTERN) {
			*first = at;
			return 0;
		}
	return 1;
}

/* Whether the memory that is shared with the machine will never have more bytes than it has. */
static int memory_is_sealed(void)
{
	const int seals = fcntl(MACHINE_MEMORY_FD, F_GET_SEALS);

	return seals >= 0 && (seals & F_SEAL_GROW) && (seals & F_SEAL_SEAL);
}

static int pages_open(uintptr_t at, size_t bytes)
{
	return mmap((void *)at, bytes, PROT_READ | PROT_WRITE, HEAP_OPEN, -1, 0) == MAP_FAILED ? -1
											       : 0;
}

static int pages_shut(uintptr_t at, size_t bytes)
{
	void *shut = arena_beyond == 0
			     ? mmap((void *)at, bytes, PROT_NONE, HEAP_OPEN, -1, 0)
			     : mmap((void *)at, bytes, PROT_READ | PROT_WRITE, HEAP_SHUT,
				    MACHINE_MEMORY_FD, (off_t)(arena_beyond + (at - arena)));

	return shut == MAP_FAILED ? -1 : 0;
}

static size_t slot_half(int order)
{
	return PAGE << order;
}

/* The lowest with room for so many bytes; ORDERS: none has. */
static int order_for(size_t length)
{
	int order = 0;

	while (order < ORDERS && slot_half(order) < length)
		order++;
	return order;
}

static int order_is_full(int order)
{
	return order == ORDERS || slots_next[order] == SLOTS_MOST ||
	       slots_next[order] == ORDER_BYTES / (2 * slot_half(order));
}

/* Where its lower half ends. */
static uintptr_t slot_end(int order, size_t slot)
{
	return arena + (size_t)order * ORDER_BYTES + (2 * slot + 1) * slot_half(order);
}

/* A place for it in the arena, closed yet; NULL when there are enough blocks already. */
static Block *guarded_reserve(size_t align, size_t bytes, uintptr_t made)
{
	int inside = window;
	struct Budget *budget = &budgets[inside];
	Block *block = NULL;

	if (arena == 0 || bytes > BYTES_MOST || align > PAGE)
		return NULL;
	size_t length = (FENCE + bytes + align - 1 + PAGE - 1) / PAGE * PAGE;
	int order = order_for(length);

	heap_enter();
	if (budget->made < BLOCKS_MOST && budget->live < LIVE_MOST &&
	    budget->bytes + bytes <= BYTES_MOST && !order_is_full(order)) {
		size_t slot = slots_next[order]++;
		uintptr_t end = slot_end(order, slot);

		block = &guarded[guarded_count];
		*block = (Block){
			end - length, (end - bytes) / align * align, end, bytes, made, inside, 0};
		guarded_count++;
		slots[order][slot] = (uint16_t)guarded_count;
		budget->made++;
		budget->live++;
		budget->bytes += bytes;
		guarded_bytes += (int64_t)bytes;
	}
	heap_leave();
	return block;
}

static void guarded_forget(Block *block)
{
	heap_enter();
	block->freed = 1;
	budgets[block->inside].live--;
	guarded_bytes -= (int64_t)block->bytes;
	heap_leave();
}

/* Where the pattern before the block begins. */
static uintptr_t guarded_fence(const Block *block)
{
	return block->start - block->base < FENCE_MOST ? block->base : block->start - FENCE_MOST;
}

/* A block of zeros; NULL when it has to be one of the other kind. */
static void *guarded_make(size_t align, size_t bytes, uintptr_t made)
{
	Block *block = guarded_reserve(align, bytes, made);

	if (!block)
		return NULL;
	if (pages_open(block->base, block->end - block->base) < 0) {
		guarded_forget(block);
		return NULL;
	}
	memset((void *)guarded_fence(block), PATTERN, block->start - guarded_fence(block));
	memset((void *)(block->start + bytes), PATTERN, block->end - block->start - bytes);
	return (void *)block->start;
}

/* The block of a slot; NULL: it has none. */
static Block *slot_block(int order, size_t slot)
{
	int number = slot < SLOTS_MOST ? slots[order][slot] : 0;

	return number == 0 ? NULL : &guarded[number - 1];
}

/* The one in whose slot the address lies; NULL. */
static Block *guarded_at(uintptr_t address)
{
	if (arena == 0 || address < arena || address - arena >= ARENA)
		return NULL;
	int order = (int)((address - arena) / ORDER_BYTES);

	return slot_block(order, (address - arena) % ORDER_BYTES / (2 * slot_half(order)));
}

/* The one in the next slot; NULL. */
static Block *guarded_after(const Block *block)
{
	return guarded_at(block->end + slot_half(order_for(block->end - block->base)));
}

/* Where its pattern is lost; 0: it is whole. */
static uintptr_t guarded_damage(const Block *block)
{
	uintptr_t first = 0;

	if (is_whole(block->start + block->bytes, block->end, &first))
		is_whole(guarded_fence(block), block->start, &first);
	return first;
}

static void guarded_free(Block *block)
{
	size_t length = block->end - block->base;

	guarded_forget(block);
	/* where there are too many mappings for one more, the pages stay open, but empty */
	if (pages_shut(block->base, length) < 0)
		madvise((void *)block->base, length, MADV_DONTNEED);
}

#endif
