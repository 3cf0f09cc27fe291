/* compare.c - what most have; the share of two texts; all pairs that pairs.h finds worth it. */
#include "grader/report/alike/compare.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/alike/pairs.h"
#include "grader/report/alike/text.h"

#define MOST_LEAST 4 /* owners: what no more have is nobody's obvious answer */

/* --- what most have --------------------------------------------------------------------------- */

/* Keeps of sorted numbers those that are there more than `most` times. */
static void often_keep(Numbers *numbers, size_t most)
{
	size_t kept = 0, end;

	for (size_t i = 0; i < numbers->count; i = end) {
		for (end = i; end < numbers->count && numbers->list[end] == numbers->list[i];)
			end++;
		if (end - i > most)
			numbers->list[kept++] = numbers->list[i];
	}
	numbers->count = kept;
}

void common_find(Numbers *common, const Alike *all, int set, int lab)
{
	AlikeKind kind = all->sets[set].kind;
	size_t owners = 0;

	*common = (Numbers){0};
	if (kind == ALIKE_SOLUTION || kind == ALIKE_PUBLIC)
		return;
	for (int i = 0; i < all->text_count; i++) {
		const AlikeText *text = &all->texts[i];

		if (text->lab != lab || all->owners[text->owner].set != set)
			continue;
		owners += text->owns > 0;
		for (size_t k = 0; k < text->has_count; k++)
			numbers_add(common, text->has[k]);
	}
	if (common->count > 0)
		qsort(common->list, common->count, sizeof *common->list, number_order);
	often_keep(common, owners / 2 < MOST_LEAST ? MOST_LEAST : owners / 2);
}

/* --- two texts -------------------------------------------------------------------------------- */

/* Own tokens of `text` that are in `other`, of those that count. */
static void side_measure(const AlikeText *text, const AlikeText *other, const Numbers *but,
			 size_t *own, size_t *common)
{
	const Numbers has = {other->has, other->has_count, 0};
	bool *covered = memory_new(text->count + 1), *obvious = memory_new(text->count + 1);

	text_cover(text, &has, but, covered);
	text_cover(text, but, NULL, obvious);
	*own = *common = 0;
	for (size_t i = 0; i < text->count; i++) {
		*common += covered[i];
		*own += text->own[i] && (covered[i] || !obvious[i]);
	}
	free(covered);
	free(obvious);
}

AlikeShare share_of(const AlikeText *a, const AlikeText *b, const Numbers *but)
{
	AlikeShare s = {.share = -1};

	side_measure(a, b, but, &s.own[0], &s.common[0]);
	side_measure(b, a, but, &s.own[1], &s.common[1]);
	for (int i = 0; i < 2 && s.own[0] >= ALIKE_LEAST && s.own[1] >= ALIKE_LEAST; i++) {
		int share = (int)(100 * s.common[i] / s.own[i]);

		s.share = share > s.share ? share : s.share;
	}
	return s;
}

/* --- all -------------------------------------------------------------------------------------- */

typedef struct Search {
	AlikeEdges *edges;
	const Alike *all;
	const Numbers *but;
	int least;
} Search;

static void pair_take(int first, int second, void *context)
{
	const Search *s = context;
	const AlikeText *a = &s->all->texts[first], *b = &s->all->texts[second];
	AlikeShare share = share_of(a, b, s->but);
	AlikeEdges *edges = s->edges;

	if (share.share < s->least)
		return;
	edges->list = list_grown(edges->list, edges->count, sizeof *edges->list);
	edges->list[edges->count++] =
		(AlikeEdge){a->owner, b->owner, a->lab, share.share,
			    share.common[0] > share.common[1] ? share.common[0] : share.common[1]};
}

static int edge_order(const void *a, const void *b)
{
	const AlikeEdge *x = a, *y = b;

	return x->a != y->a ? x->a - y->a : x->b != y->b ? x->b - y->b : x->lab - y->lab;
}

static void people_count(AlikeEdges *edges, const Alike *all)
{
	bool *seen = memory_new((size_t)all->owner_count + 1);

	for (int i = 0; i < all->text_count; i++) {
		const AlikeText *text = &all->texts[i];
		bool counts = all->owners[text->owner].set == 0 && text->owns >= ALIKE_LEAST;

		edges->texts += counts;
		edges->people += counts && !seen[text->owner];
		seen[text->owner] = seen[text->owner] || counts;
	}
	free(seen);
}

void edges_find(AlikeEdges *edges, const Alike *all, int least)
{
	*edges = (AlikeEdges){.list = NULL};
	people_count(edges, all);
	for (int lab = 0; lab < ALIKE_LABS; lab++) {
		for (int set = 0; set < all->set_count; set++) {
			Numbers but;
			Search search = {edges, all, &but, least};

			common_find(&but, all, set, lab);
			pairs_find(all, set, lab, &but, pair_take, &search);
			numbers_release(&but);
		}
	}
	if (edges->count > 0)
		qsort(edges->list, (size_t)edges->count, sizeof *edges->list, edge_order);
}

void edges_release(AlikeEdges *edges)
{
	free(edges->list);
	*edges = (AlikeEdges){.list = NULL};
}
