/* clusters.c - a cluster for each root that union-find has left. */
#include "grader/report/alike/clusters.h"

#include <stdlib.h>

#include "grader/base/text.h"
#include "grader/report/alike/ties.h"

static int edge_compare(const void *a, const void *b, void *context)
{
	const AlikeEdge *list = context, *x = &list[*(const int *)a], *y = &list[*(const int *)b];

	return x->share != y->share     ? y->share - x->share
	       : x->common != y->common ? (x->common < y->common) - (x->common > y->common)
					: *(const int *)a - *(const int *)b;
}

static int cluster_compare(const void *a, const void *b)
{
	const AlikeCluster *x = a, *y = b;

	return x->of_class != y->of_class ? y->of_class - x->of_class
	       : x->share != y->share     ? y->share - x->share
					  : x->members[0] - y->members[0];
}

static void member_add(AlikeCluster *cluster, int owner, const Alike *all)
{
	cluster->members = list_grown(cluster->members, cluster->count, sizeof *cluster->members);
	cluster->members[cluster->count++] = owner;
	cluster->of_class += all->owners[owner].set == 0;
}

static void edge_add(AlikeCluster *cluster, int edge)
{
	cluster->edges = list_grown(cluster->edges, cluster->edge_count, sizeof *cluster->edges);
	cluster->edges[cluster->edge_count++] = edge;
}

void clusters_find(AlikeClusters *clusters, const Alike *all, const AlikeEdges *edges)
{
	size_t count = (size_t)all->owner_count;
	bool *ties = ties_find(all, edges);
	int *above = roots_find(all, edges, ties);
	int *place = memory_new(count * sizeof *place + 1); /* of a root's cluster, from 1 */

	*clusters = (AlikeClusters){.list = NULL};
	for (int i = 0; i < edges->count; i++) {
		int root = above[edges->list[i].a];

		if (!ties[i])
			continue;
		if (place[root] == 0) {
			clusters->list =
				list_grown(clusters->list, clusters->count, sizeof *clusters->list);
			place[root] = ++clusters->count;
		}
		edge_add(&clusters->list[place[root] - 1], i);
	}
	for (int i = 0; i < all->owner_count; i++)
		if (place[above[i]] > 0)
			member_add(&clusters->list[place[above[i]] - 1], i, all);
	for (int i = 0; i < clusters->count; i++) {
		AlikeCluster *c = &clusters->list[i];

		qsort_r(c->edges, (size_t)c->edge_count, sizeof *c->edges, edge_compare,
			edges->list);
		c->share = edges->list[c->edges[0]].share;
	}
	if (clusters->count > 0)
		qsort(clusters->list, (size_t)clusters->count, sizeof *clusters->list,
		      cluster_compare);
	free(ties);
	free(above);
	free(place);
}

void clusters_release(AlikeClusters *clusters)
{
	for (int i = 0; i < clusters->count; i++) {
		free(clusters->list[i].members);
		free(clusters->list[i].edges);
	}
	free(clusters->list);
	*clusters = (AlikeClusters){.list = NULL};
}

int cluster_best(const AlikeCluster *cluster, const AlikeEdges *edges, int owner)
{
	for (int i = 0; i < cluster->edge_count; i++) {
		const AlikeEdge *edge = &edges->list[cluster->edges[i]];

		if (edge->a == owner || edge->b == owner)
			return cluster->edges[i];
	}
	return -1;
}

int solutions_count(const Alike *all, const AlikeEdges *edges, int *of)
{
	int *labs = memory_new((size_t)all->owner_count * sizeof *labs + 1);
	int *same = memory_new((size_t)all->owner_count * sizeof *same + 1), most = 0;

	for (int i = 0; i < all->text_count; i++) {
		const AlikeText *text = &all->texts[i];

		labs[text->owner] += text->owns >= ALIKE_LEAST;
	}
	for (int i = 0; i < edges->count; i++)
		same[edges->list[i].a] +=
			all->sets[all->owners[edges->list[i].b].set].kind == ALIKE_SOLUTION;
	*of = 0;
	for (int i = 0; i < all->class_count; i++) {
		*of += labs[i] > 0;
		most += labs[i] > 0 && 2 * same[i] >= labs[i];
	}
	free(labs);
	free(same);
	return most;
}
