/* backing.c - the machine's own copy of device memory, which the program cannot reach.
 *
 * Each allocation has a block of the computer's memory. Blocks are cut from large mappings, whose
 * pages the system commits only when they are first written, so that a GPU of 80 GB costs nothing
 * until it is used. A block that is given back is used again for the next allocation of about its
 * size: its pages are there already. It is not cleared, since nothing reads bytes that were not
 * written (memory_poison). Only so many bytes are kept that way; the pages of other blocks go back
 * to the system. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/simcuda/core/core.h"

#define STEPS   4                     /* sizes between two powers of 2 */
#define CHUNK   (UINT64_C(256) << 20) /* of addresses at a time; a block of more is one by itself */
#define LARGEST (UINT64_C(1) << 60)

_Static_assert(BACKING_SIZES >= 61 * STEPS, "each size has a list");

struct BackingBlock {
	unsigned char *at;
	uint64_t room;
	int size;
	bool kept; /* it was given back, and has its pages */
	BackingBlock *next;
};

struct BackingChunk {
	unsigned char *at;
	uint64_t bytes;
	BackingChunk *next;
};

static uint64_t page_bytes(void)
{
	return (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t unit_of(uint64_t room)
{
	return room < page_bytes() ? SIM_ALIGNMENT : page_bytes();
}

/* Rounds up to one of the sizes, and says which it is. Whole pages, where it is as much as one. */
static uint64_t size_choose(uint64_t bytes, int *size)
{
	int log = 63 - __builtin_clzll(bytes);
	uint64_t power = UINT64_C(1) << log, step = power / STEPS;
	uint64_t steps = (bytes - power + step - 1) / step; /* STEPS: the next power */
	uint64_t room = power + steps * step, unit = unit_of(room);

	*size = log * STEPS + (int)steps;
	return (room + unit - 1) / unit * unit;
}

static BackingChunk *chunk_make(uint64_t bytes)
{
	BackingChunk *chunk = bytes > SIZE_MAX ? NULL : malloc(sizeof *chunk);
	void *at = !chunk ? MAP_FAILED
			  : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED) {
		free(chunk);
		return NULL;
	}
	*chunk = (BackingChunk){at, bytes, NULL};
	return chunk;
}

/* Addresses that were not given out yet; NULL: the system has no more. */
static unsigned char *fresh_take(Backing *backing, uint64_t room)
{
	uint64_t unit = unit_of(room);
	uint64_t skip = (unit - backing->next % unit) % unit;
	BackingChunk *chunk = backing->chunk;

	if (!chunk || room > chunk->bytes || backing->next + skip > chunk->bytes - room) {
		chunk = chunk_make(room > CHUNK ? room : CHUNK);
		if (!chunk)
			return NULL;
		chunk->next = backing->chunk;
		backing->chunk = chunk;
		backing->next = skip = 0;
	}
	backing->next += skip + room;
	return chunk->at + backing->next - room;
}

BackingBlock *backing_take(Backing *backing, uint64_t bytes)
{
	int size;

	if (bytes > LARGEST)
		return NULL;

	uint64_t room = size_choose(bytes < SIM_ALIGNMENT ? SIM_ALIGNMENT : bytes, &size);
	BackingBlock *block = backing->given_back[size];

	if (block) {
		backing->given_back[size] = block->next;
		backing->kept -= block->kept ? room : 0;
		return block;
	}
	block = malloc(sizeof *block);

	unsigned char *at = block ? fresh_take(backing, room) : NULL;

	if (!at) {
		free(block);
		return NULL;
	}
	*block = (BackingBlock){.at = at, .room = room, .size = size};
	return block;
}

unsigned char *backing_bytes(const BackingBlock *block)
{
	return block->at;
}

void backing_give(Backing *backing, BackingBlock *block)
{
	bool goes = block->room >= page_bytes() && backing->kept + block->room > backing->most;

	block->kept = !goes || madvise(block->at, block->room, MADV_DONTNEED) != 0;
	backing->kept += block->kept ? block->room : 0;
	block->next = backing->given_back[block->size];
	backing->given_back[block->size] = block;
}

void backing_release(Backing *backing)
{
	for (int i = 0; i < BACKING_SIZES; i++)
		while (backing->given_back[i]) {
			BackingBlock *block = backing->given_back[i];

			backing->given_back[i] = block->next;
			free(block);
		}
	while (backing->chunk) {
		BackingChunk *chunk = backing->chunk;

		backing->chunk = chunk->next;
		munmap(chunk->at, chunk->bytes);
		free(chunk);
	}
}
