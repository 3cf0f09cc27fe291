/* blocks.c - walks through the first text; where its gram is in the second, goes on in both. */
#include "grader/report/alike/blocks.h"

#include <stdlib.h>

#include "grader/base/text.h"

#define TRIED_MOST 16 /* places of one gram: more are of a loop that somebody wrote out */

typedef struct Place {
	uint64_t gram;
	size_t at;
} Place;

static int place_order(const void *a, const void *b)
{
	const Place *x = a, *y = b;

	return x->gram != y->gram ? (x->gram > y->gram) - (x->gram < y->gram)
				  : (x->at > y->at) - (x->at < y->at);
}

/* The places of all grams of a text, sorted; to be freed. */
static Place *places_make(const AlikeText *text, size_t *count)
{
	Place *list = memory_new(text->count * sizeof *list + 1);

	*count = 0;
	for (size_t i = 0; i < text->count; i++)
		if (text->gram[i] != 0)
			list[(*count)++] = (Place){text->gram[i], i};
	if (*count > 0)
		qsort(list, *count, sizeof *list, place_order);
	return list;
}

/* The first place of that gram, or behind all. */
static size_t place_find(const Place *list, size_t count, uint64_t gram)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list[middle].gram < gram)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* How many grams in a row are the same from there on. */
static size_t run_length(const AlikeText *a, size_t i, const AlikeText *b, size_t k)
{
	size_t length = 0;

	while (i + length < a->count && k + length < b->count && a->gram[i + length] != 0 &&
	       a->gram[i + length] == b->gram[k + length])
		length++;
	return length;
}

void blocks_find(AlikeBlocks *blocks, const AlikeText *a, const AlikeText *b)
{
	size_t count, next;
	Place *list = places_make(b, &count);

	*blocks = (AlikeBlocks){.list = NULL};
	for (size_t i = 0; i < a->count; i = next) {
		size_t first = place_find(list, count, a->gram[i]), best = 0, where = 0;

		next = i + 1;
		if (a->gram[i] == 0 || a->weight[i] == 0)
			continue;
		for (size_t k = first;
		     k < count && k < first + TRIED_MOST && list[k].gram == a->gram[i]; k++) {
			size_t length = run_length(a, i, b, list[k].at);

			if (length > best) {
				best = length;
				where = list[k].at;
			}
		}
		if (best == 0)
			continue;
		blocks->list = list_grown(blocks->list, blocks->count, sizeof *blocks->list);
		blocks->list[blocks->count++] = (AlikeBlock){i, where, best + ALIKE_GRAM - 1};
		next = i + best + ALIKE_GRAM - 1;
	}
	free(list);
}

void blocks_release(AlikeBlocks *blocks)
{
	free(blocks->list);
	*blocks = (AlikeBlocks){.list = NULL};
}
