/* handles.c - the numbers by which a program knows its streams and events.
 *
 * A handle is a tag (stream or event), a generation and a slot. A slot that is used again gets a
 * new generation, so that a handle which the program kept too long is recognised. */
#include <stdlib.h>

#include "framework/simcuda/core/core.h"

#define SLOT_BITS       32
#define GENERATION_BITS 24
#define GENERATION_MASK ((UINT64_C(1) << GENERATION_BITS) - 1)
#define NO_SLOT         SIZE_MAX

static uint64_t handle_make(const Handles *handles, size_t i)
{
	return handles->tag << (SLOT_BITS + GENERATION_BITS) |
	       (handles->slot[i].generation & GENERATION_MASK) << SLOT_BITS | i;
}

uint64_t handle_new(Handles *handles, void *object)
{
	size_t i = handles->first_free;
	if (handles->count == 0 || i == NO_SLOT) {
		i = handles->count;
		if (i > UINT32_MAX ||
		    !array_reserve(&handles->slot, &handles->room, i + 1, sizeof(*handles->slot)))
			return 0;
		handles->slot[i].generation = 0;
		handles->count++;
		handles->first_free = NO_SLOT;
	} else {
		handles->first_free = handles->slot[i].next_free;
	}
	handles->slot[i].object = object;
	return handle_make(handles, i);
}

uint64_t handle_at(const Handles *handles, size_t i)
{
	return handles->slot[i].object ? handle_make(handles, i) : 0;
}

void *handle_find(const Handles *handles, uint64_t handle)
{
	size_t i = handle & UINT32_MAX;
	return i < handles->count && handle_at(handles, i) == handle ? handles->slot[i].object
								     : NULL;
}

void handle_drop(Handles *handles, uint64_t handle)
{
	size_t i = handle & UINT32_MAX;
	if (!handle_find(handles, handle))
		return;
	handles->slot[i].object = NULL;
	handles->slot[i].generation++;
	handles->slot[i].next_free = handles->first_free;
	handles->first_free = i;
}

void handles_release(Handles *handles)
{
	free(handles->slot);
	*handles = (Handles){.tag = handles->tag};
}

size_t handles_live(const Handles *handles)
{
	size_t live = 0;
	for (size_t i = 0; i < handles->count; i++)
		live += handles->slot[i].object != NULL;
	return live;
}
