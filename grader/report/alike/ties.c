/* ties.c - unites, looks how dense each group is, and unties the weakest edges of those that are not. */
#include "grader/report/alike/ties.h"

#include <limits.h>
#include <stdlib.h>

#include "grader/base/text.h"

/* Of the group that an owner stands for. */
typedef struct Group {
	int students;
	long alike;  /* pairs of an owner and another who is alike */
	int weakest; /* of its edges within the class */
} Group;

static int root_of(int *above, int owner)
{
	while (above[owner] != owner)
		owner = above[owner] = above[above[owner]];
	return owner;
}

int *roots_find(const Alike *all, const AlikeEdges *edges, const bool *ties)
{
	int *above = memory_new((size_t)all->owner_count * sizeof *above + 1);

	for (int i = 0; i < all->owner_count; i++)
		above[i] = i;
	for (int i = 0; i < edges->count; i++)
		if (ties[i])
			above[root_of(above, edges->list[i].b)] = root_of(above, edges->list[i].a);
	for (int i = 0; i < all->owner_count; i++)
		above[i] = root_of(above, i);
	return above;
}

static int strength(const AlikeEdge *edge)
{
	return edge->share >= ALIKE_SAME && edge->share > edge->score ? edge->share : edge->score;
}

static bool is_within(const Alike *all, const AlikeEdge *edge)
{
	return all->owners[edge->b].set == 0;
}

static Group *groups_measure(const Alike *all, const AlikeEdges *edges, const bool *ties,
			     const int *root)
{
	Group *groups = memory_new((size_t)all->owner_count * sizeof *groups + 1);
	bool *has_source = memory_new((size_t)all->owner_count + 1);
	const AlikeEdge *last = NULL; /* of these two: edges are in their order */

	for (int i = 0; i < all->owner_count; i++) {
		groups[i].weakest = INT_MAX;
		groups[root[i]].students += all->owners[i].set == 0;
	}
	for (int i = 0; i < edges->count; i++) {
		const AlikeEdge *edge = &edges->list[i];
		Group *group = &groups[root[edge->a]];

		if (!ties[i])
			continue;
		if (!is_within(all, edge)) {
			group->alike += has_source[edge->a] ? 0 : TIES_KNOWN;
			has_source[edge->a] = true;
			continue;
		}
		group->weakest = strength(edge) < group->weakest ? strength(edge) : group->weakest;
		group->alike += last && last->a == edge->a && last->b == edge->b ? 0 : 2;
		last = edge;
	}
	free(has_source);
	return groups;
}

static bool is_loose(const Group *group)
{
	int others = group->students - 1;

	others = others < TIES_KNOWN ? others : TIES_KNOWN;
	return group->students > TIES_SMALL && group->weakest < INT_MAX &&
	       2 * group->alike < (long)group->students * others;
}

/* Whether anything was untied. */
static bool loose_untie(const Alike *all, const AlikeEdges *edges, bool *ties)
{
	int *root = roots_find(all, edges, ties);
	Group *groups = groups_measure(all, edges, ties, root);
	bool any = false;

	for (int i = 0; i < edges->count; i++) {
		const AlikeEdge *edge = &edges->list[i];
		const Group *group = &groups[root[edge->a]];

		if (ties[i] && is_within(all, edge) && is_loose(group) &&
		    strength(edge) < group->weakest + TIES_STEP) {
			ties[i] = false;
			any = true;
		}
	}
	free(root);
	free(groups);
	return any;
}

bool *ties_find(const Alike *all, const AlikeEdges *edges)
{
	bool *ties = memory_new((size_t)edges->count + 1);

	for (int i = 0; i < edges->count; i++)
		ties[i] = true;
	while (loose_untie(all, edges, ties))
		;
	return ties;
}
