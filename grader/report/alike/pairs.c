/* pairs.c - one sorted list of fingerprints and texts; each run of equal ones counts for its pairs. */
#include "grader/report/alike/pairs.h"

#include <stdlib.h>

#include "grader/base/text.h"
#include "grader/report/alike/text.h"

#define ENOUGH_PART  8 /* one in so many of the smaller one's fingerprints, */
#define ENOUGH_LEAST 2 /* and so many */

typedef struct Posting {
	uint64_t print;
	int text; /* place in the lists of Index */
} Posting;

typedef struct Index {
	int *ours, *theirs; /* texts of the class, of the set; the same list when it is the class */
	int our_count, their_count;
	size_t *prints; /* how many each has: ours, then theirs */
	Posting *list;
	size_t count, room;
	uint16_t *shared; /* ours by theirs */
} Index;

static void text_add(Index *index, const AlikeText *text, int place, const Numbers *but)
{
	Numbers prints;

	text_fingerprints(text, but, &prints);
	index->prints[place] = prints.count;
	for (size_t i = 0; i < prints.count; i++) {
		if (index->count == index->room) {
			index->room = index->room == 0 ? 1024 : 2 * index->room;
			index->list = memory_grow(index->list, index->room * sizeof *index->list);
		}
		index->list[index->count++] = (Posting){prints.list[i], place};
	}
	numbers_release(&prints);
}

static int posting_order(const void *a, const void *b)
{
	const Posting *x = a, *y = b;

	return x->print != y->print ? (x->print > y->print) - (x->print < y->print)
				    : (x->text > y->text) - (x->text < y->text);
}

static void pair_count(Index *index, int ours, int theirs)
{
	uint16_t *shared =
		&index->shared[(size_t)ours * (size_t)index->their_count + (size_t)theirs];

	*shared += *shared < UINT16_MAX;
}

/* Equal fingerprints of the class: from the run's begin to its end. */
static void run_within(Index *index, const Posting *run, size_t length)
{
	size_t reach = length > PAIRS_EACH ? PAIRS_NEXT : length;

	for (size_t i = 0; i < length; i++)
		for (size_t k = i + 1; k < length && k - i <= reach; k++)
			pair_count(index, run[i].text, run[k].text);
}

/* Ours come first, as their places do. */
static void run_across(Index *index, const Posting *run, size_t length)
{
	size_t ours = 0;

	while (ours < length && run[ours].text < index->our_count)
		ours++;

	size_t theirs = length - ours, reach = theirs > PAIRS_EACH ? PAIRS_NEXT : theirs;

	for (size_t i = 0; i < ours; i++)
		for (size_t k = 0; k < reach; k++)
			pair_count(index, run[i].text,
				   run[ours + (i + k) % theirs].text - index->our_count);
}

static void runs_count(Index *index, bool within)
{
	size_t end;

	for (size_t i = 0; i < index->count; i = end) {
		for (end = i; end < index->count && index->list[end].print == index->list[i].print;)
			end++;
		(within ? run_within : run_across)(index, index->list + i, end - i);
	}
}

static bool is_enough(const Index *index, int ours, int theirs, bool within)
{
	size_t a = index->prints[ours],
	       b = index->prints[within ? theirs : index->our_count + theirs];
	size_t least = (a < b ? a : b) / ENOUGH_PART;

	return index->shared[(size_t)ours * (size_t)index->their_count + (size_t)theirs] >=
	       (least < ENOUGH_LEAST ? ENOUGH_LEAST : least);
}

/* The texts of a set and lab that have enough of their own. */
static int *texts_list(const Alike *all, int set, int lab, int *count)
{
	int *list = NULL;

	*count = 0;
	for (int i = 0; i < all->text_count; i++) {
		const AlikeText *text = &all->texts[i];

		if (text->lab != lab || all->owners[text->owner].set != set ||
		    text->owns < ALIKE_LEAST)
			continue;
		list = list_grown(list, *count, sizeof *list);
		list[(*count)++] = i;
	}
	return list;
}

static void index_make(Index *index, const Alike *all, const Numbers *but, bool within)
{
	int theirs = within ? 0 : index->their_count;

	index->prints = memory_new((size_t)(index->our_count + theirs) * sizeof *index->prints);
	index->shared = memory_new((size_t)index->our_count * (size_t)index->their_count *
				   sizeof *index->shared);
	for (int i = 0; i < index->our_count; i++)
		text_add(index, &all->texts[index->ours[i]], i, but);
	for (int i = 0; i < theirs; i++)
		text_add(index, &all->texts[index->theirs[i]], index->our_count + i, but);
	if (index->count > 0)
		qsort(index->list, index->count, sizeof *index->list, posting_order);
	runs_count(index, within);
}

void pairs_find(const Alike *all, int set, int lab, const Numbers *but,
		void (*take)(int first, int second, void *context), void *context)
{
	Index index = {.list = NULL};
	bool within = all->sets[set].kind == ALIKE_CLASS;
	bool each = all->sets[set].kind == ALIKE_SOLUTION || all->sets[set].kind == ALIKE_PUBLIC;

	index.ours = texts_list(all, 0, lab, &index.our_count);
	index.theirs = texts_list(all, set, lab, &index.their_count);
	if (index.our_count > 0 && index.their_count > 0) {
		if (!each)
			index_make(&index, all, but, within);
		for (int i = 0; i < index.our_count; i++)
			for (int k = within ? i + 1 : 0; k < index.their_count; k++)
				if (each || is_enough(&index, i, k, within))
					take(index.ours[i], index.theirs[k], context);
	}
	free(index.ours);
	free(index.theirs);
	free(index.prints);
	free(index.list);
	free(index.shared);
}
