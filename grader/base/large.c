/* large.c - blocks of some sizes, in mappings that are never given back but for the largest ones.
 *
 * Jobs that come one after the other to the same place of a pool get the same mapping first: its pages
 * are there since the job before, and what makes and clears pages costs more than all that a short
 * judge does with them. What that job left in them means nothing to the next. */
#include "grader/base/large.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "grader/base/sanitized.h"
#include "grader/base/text.h"

#define SMALL_MOST ((size_t)32 << 10)
#define MAPPING    ((size_t)64 << 20) /* bytes at a time; a block of more is one by itself */
#define STEPS      4                  /* sizes between two powers of 2 */
#define SIZES      (64 * STEPS)
#define LENT       ((size_t)128 << 20) /* bytes of a place's mapping */
#define AT_ONCE    ((size_t)64 << 10)  /* its pages are made so many bytes at a time */

/* Before each block. */
typedef struct Head {
	_Alignas(16) size_t room; /* bytes of head and block */
	struct Head *next;        /* of those that were given back */
	bool mapped;              /* false: by malloc() */
} Head;

static Head *given_back[SIZES];
static unsigned char *fresh; /* the rest of the last mapping */
static size_t fresh_bytes;
static unsigned char
	*made; /* pages of a lent mapping are there up to here; NULL: it is another one */

static unsigned char *lent; /* those of all places; NULL: none */
static int places;

/* Rounds up to one of the sizes, and says which it is. */
static size_t size_choose(size_t bytes, int *which)
{
	int log = 63 - __builtin_clzll(bytes);
	size_t step = ((size_t)1 << log) / STEPS;
	size_t steps = (bytes - ((size_t)1 << log) + step - 1) / step; /* STEPS: the next power */

	*which = log * STEPS + (int)steps;
	return ((size_t)1 << log) + steps * step;
}

static void *mapping_make(size_t bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		return NULL;
	madvise(at, bytes, MADV_HUGEPAGE); /* both are advice: without, all works as well */
	madvise(at, bytes, MADV_DONTFORK);
	return at;
}

/* One call makes many pages sooner than a fault does each. For reading, since then the kernel maps those that are there
 * already sixteen at a time; they can be written to all the same. Where it does not know the call, there are faults. */
static void pages_make(const unsigned char *end)
{
	size_t bytes = ((size_t)(end - made) + AT_ONCE - 1) / AT_ONCE * AT_ONCE;

	madvise(made, bytes, MADV_POPULATE_READ);
	made += bytes;
}

/* Memory that holds anything where *used, zeros elsewhere. */
static Head *fresh_take(size_t room, bool *used)
{
	if (room > fresh_bytes) {
		unsigned char *mapping = mapping_make(MAPPING);

		if (!mapping)
			return NULL;
		fresh = mapping;
		fresh_bytes = MAPPING;
		made = NULL;
	}

	Head *head = (Head *)(void *)fresh;

	fresh += room;
	fresh_bytes -= room;
	*used = made != NULL;
	if (made && fresh > made)
		pages_make(fresh);
	return head;
}

static Head *head_make(size_t bytes, bool zeroed)
{
	size_t room = sizeof(Head) + bytes;
	bool mapped = bytes > SMALL_MOST && !SANITIZED, used = false;
	int which = 0;
	Head *head;

	if (bytes > SIZE_MAX / 4)
		return NULL;
	if (mapped)
		room = size_choose(room, &which);
	if (mapped && given_back[which]) {
		head = given_back[which];
		given_back[which] = head->next;
		used = true;
	} else {
		head = !mapped          ? calloc(1, room)
		       : room > MAPPING ? mapping_make(room)
					: fresh_take(room, &used);
	}
	if (!head)
		return NULL;
	head->room = room;
	head->mapped = mapped;
	if (zeroed && used)
		memset(head + 1, 0, bytes);
	return head;
}

void *large_new(size_t bytes)
{
	Head *head = head_make(bytes, true);

	return !head ? NULL : head + 1;
}

void *large_any(size_t bytes)
{
	Head *head = head_make(bytes, false);

	return !head ? NULL : head + 1;
}

void large_free(void *block)
{
	Head *head = !block ? NULL : (Head *)block - 1;
	int which;

	if (!head)
		return;
	if (!head->mapped) {
		free(head);
	} else if (head->room > MAPPING) {
		munmap(head, head->room);
	} else {
		size_choose(head->room, &which);
		head->next = given_back[which];
		given_back[which] = head;
	}
}

void *large_grow(void *block, size_t bytes)
{
	size_t before = !block ? 0 : ((Head *)block)[-1].room - sizeof(Head);
	void *bigger;

	if (block && bytes <= before)
		return block;
	bigger = large_any(bytes > 2 * before ? bytes : 2 * before);
	if (!bigger)
		memory_missing();
	if (block)
		memcpy(bigger, block, before);
	large_free(block);
	return bigger;
}

void large_lend(int count)
{
	void *at = MAP_FAILED;

	if (lent)
		munmap(lent, (size_t)places * LENT);
	if (count > 0 && !SANITIZED)
		at = mmap(NULL, (size_t)count * LENT, PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	lent = at == MAP_FAILED ? NULL : at;
	places = count;
	if (lent)
		madvise(lent, (size_t)places * LENT, MADV_DONTFORK);
}

void large_lend_begin(void)
{
	if (lent)
		madvise(lent, (size_t)places * LENT, MADV_DOFORK);
}

void large_lend_end(void)
{
	if (lent)
		madvise(lent, (size_t)places * LENT, MADV_DONTFORK);
}

void large_borrow(int place)
{
	unsigned char *own, *end;

	memset(given_back, 0, sizeof given_back); /* what the parent has is not here */
	fresh_bytes = 0;
	if (!lent)
		return;
	own = lent + (size_t)place * LENT;
	end = lent + (size_t)places * LENT;
	if (place < 0 || place >= places) {
		munmap(lent, (size_t)places * LENT);
	} else {
		if (own > lent)
			munmap(lent, (size_t)(own - lent));
		if (own + LENT < end)
			munmap(own + LENT, (size_t)(end - own) - LENT);
		madvise(own, LENT, MADV_DONTFORK);
		fresh = made = own;
		fresh_bytes = LENT;
	}
	lent = NULL;
}
