/* compare.c - all pairs that pairs.h finds worth it, and of them those that say something. */
#include "grader/report/alike/compare.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/alike/pairs.h"
#include "grader/report/alike/share.h"
#include "grader/report/alike/text.h"

/* --- all -------------------------------------------------------------------------------------- */

typedef struct Search {
	AlikeEdges *edges;
	const Alike *all;
} Search;

static void pair_take(int first, int second, void *context)
{
	const Search *s = context;
	const AlikeText *a = &s->all->texts[first], *b = &s->all->texts[second];
	AlikeShare share = share_of(a, b);
	AlikeEdges *edges = s->edges;

	if (!share_is_pair(&share))
		return;
	edges->list = list_grown(edges->list, edges->count, sizeof *edges->list);
	edges->list[edges->count++] = (AlikeEdge){
		a->owner,    b->owner,
		a->lab,      share.share,
		share.score, share.common[0] > share.common[1] ? share.common[0] : share.common[1]};
}

static int edge_order(const void *a, const void *b)
{
	const AlikeEdge *x = a, *y = b;

	return x->a != y->a ? x->a - y->a : x->b != y->b ? x->b - y->b : x->lab - y->lab;
}

static int labs_of_both(const Alike *all, int a, int b)
{
	bool has[ALIKE_LABS] = {false};
	int count = 0;

	for (int i = 0; i < all->text_count; i++)
		if (all->texts[i].owner == a && all->texts[i].owns >= ALIKE_LEAST)
			has[all->texts[i].lab] = true;
	for (int i = 0; i < all->text_count; i++)
		count += all->texts[i].owner == b && all->texts[i].owns >= ALIKE_LEAST &&
			 has[all->texts[i].lab];
	return count;
}

/* Drops those of two owners who are alike in too few of many labs. */
static void edges_thin(AlikeEdges *edges, const Alike *all)
{
	int kept = 0, end;

	for (int i = 0; i < edges->count; i = end) {
		const AlikeEdge first = edges->list[i];
		int best = 0;

		for (end = i; end < edges->count && edges->list[end].a == first.a &&
			      edges->list[end].b == first.b;
		     end++) {
			const AlikeEdge *edge = &edges->list[end];

			best = edge->score > best ? edge->score : best;
			best = edge->share >= ALIKE_SAME ? 100 : best;
		}
		if (best < ALIKE_ALONE &&
		    ALIKE_PART * (end - i) < labs_of_both(all, first.a, first.b))
			continue;
		while (i < end)
			edges->list[kept++] = edges->list[i++];
	}
	edges->count = kept;
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

static void texts_weigh(const Alike *all, int set, int lab, const Often *often)
{
	for (int i = 0; i < all->text_count; i++) {
		int its = all->owners[all->texts[i].owner].set;

		if (all->texts[i].lab == lab && (its == 0 || its == set))
			text_weigh(&all->texts[i], often);
	}
}

void edges_find(AlikeEdges *edges, const Alike *all)
{
	*edges = (AlikeEdges){.list = NULL};
	people_count(edges, all);
	for (int lab = 0; lab < ALIKE_LABS; lab++) {
		for (int set = 0; set < all->set_count; set++) {
			Often often;
			Search search = {edges, all};

			often_find(&often, all, set, lab);
			texts_weigh(all, set, lab, &often);
			pairs_find(all, set, lab, &often.most, pair_take, &search);
			often_release(&often);
		}
	}
	if (edges->count > 0)
		qsort(edges->list, (size_t)edges->count, sizeof *edges->list, edge_order);
	edges_thin(edges, all);
}

void edges_release(AlikeEdges *edges)
{
	free(edges->list);
	*edges = (AlikeEdges){.list = NULL};
}
