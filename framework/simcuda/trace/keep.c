/* keep.c - texts that are kept: names that are made here, and call sites, each of which is
 * turned into file and line once. They stay until the process ends, because bars of a timeline and
 * rows of a summary point to them. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/trace/tracing.h"

/* An open table of pointers, whose room is a power of two. */
typedef struct Table {
	void **slot;
	size_t count, room;
} Table;

static uint64_t hash_bytes(const void *bytes, size_t count)
{
	uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
	for (size_t i = 0; i < count; i++)
		hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
	return hash;
}

/* Where an entry with that hash is or belongs. */
static void **table_slot(Table *table, uint64_t hash, int (*same)(const void *, const void *),
			 const void *key)
{
	size_t at = hash & (table->room - 1);
	while (table->slot[at] && !same(table->slot[at], key))
		at = (at + 1) & (table->room - 1);
	return &table->slot[at];
}

/* Keeps at least half of it free. */
static int table_grow(Table *table, uint64_t (*hash)(const void *))
{
	if (2 * (table->count + 1) <= table->room)
		return 0;
	size_t room = table->room ? 2 * table->room : 256;
	void **slot = calloc(room, sizeof *slot);
	if (!slot)
		return -1;
	for (size_t i = 0; i < table->room; i++) {
		if (!table->slot[i])
			continue;
		size_t at = hash(table->slot[i]) & (room - 1);
		while (slot[at])
			at = (at + 1) & (room - 1);
		slot[at] = table->slot[i];
	}
	free(table->slot);
	table->slot = slot;
	table->room = room;
	return 0;
}

static uint64_t text_hash(const void *text)
{
	return hash_bytes(text, strlen(text));
}

static int text_same(const void *a, const void *b)
{
	return strcmp(a, b) == 0;
}

const char *text_keep(const char *text)
{
	static Table kept;
	if (table_grow(&kept, text_hash) != 0)
		return NULL;
	void **slot = table_slot(&kept, text_hash(text), text_same, text);
	if (!*slot) {
		*slot = strdup(text);
		kept.count += *slot != NULL;
	}
	return *slot;
}

/* --- call sites ------------------------------------------------------------------------------ */

typedef struct Place {
	SimSite site; /* first */
	const char *text;
} Place;

static uint64_t place_hash(const void *place)
{
	return hash_bytes(place, sizeof(SimSite));
}

static int place_same(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(SimSite)) == 0;
}

const char *text_site(const SimSite *site)
{
	static Table places;
	char text[TRACE_TEXT];
	if (table_grow(&places, place_hash) != 0)
		return "";
	void **slot = table_slot(&places, place_hash(site), place_same, site);
	if (*slot)
		return ((const Place *)*slot)->text;
	Place *place = malloc(sizeof *place);
	if (!place)
		return "";
	trace_site(site, text, sizeof text);
	const char *kept = text_keep(text);
	*place = (Place){*site, kept ? kept : ""};
	*slot = place;
	places.count++;
	return place->text;
}
