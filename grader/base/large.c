/* large.c - blocks of some sizes, in mappings that are never given back but for the largest ones. */
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

/* Before each block. */
typedef struct Head {
	_Alignas(16) size_t room; /* bytes of head and block */
	struct Head *next;        /* of those that were given back */
	bool mapped;              /* false: by malloc() */
} Head;

static Head *given_back[SIZES];
static unsigned char *fresh; /* the rest of the last mapping */
static size_t fresh_bytes;

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

/* Memory that nobody has used yet. */
static Head *fresh_take(size_t room)
{
	if (room > fresh_bytes) {
		unsigned char *mapping = mapping_make(MAPPING);

		if (!mapping)
			return NULL;
		fresh = mapping;
		fresh_bytes = MAPPING;
	}

	Head *head = (Head *)(void *)fresh;

	fresh += room;
	fresh_bytes -= room;
	return head;
}

static Head *head_make(size_t bytes)
{
	size_t room = sizeof(Head) + bytes;
	bool mapped = bytes > SMALL_MOST && !SANITIZED;
	int which = 0;
	Head *head;

	if (bytes > SIZE_MAX / 4)
		return NULL;
	if (mapped)
		room = size_choose(room, &which);
	if (mapped && given_back[which]) {
		head = given_back[which];
		given_back[which] = head->next;
		memset(head + 1, 0, bytes);
		return head;
	}
	head = !mapped ? calloc(1, room) : room > MAPPING ? mapping_make(room) : fresh_take(room);
	if (head) {
		head->room = room;
		head->mapped = mapped;
	}
	return head;
}

void *large_new(size_t bytes)
{
	Head *head = head_make(bytes);

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
	bigger = large_new(bytes > 2 * before ? bytes : 2 * before);
	if (!bigger)
		memory_missing();
	if (block)
		memcpy(bigger, block, before);
	large_free(block);
	return bigger;
}
