/* clusters.h - groups of owners who are tied together by pairs. */
#ifndef GRADER_REPORT_ALIKE_CLUSTERS_H
#define GRADER_REPORT_ALIKE_CLUSTERS_H

#include "grader/report/alike/compare.h"

typedef struct AlikeCluster {
	int *members; /* owners, those of the class first */
	int count, of_class;
	int *edges; /* indices into the edges, the most alike first */
	int edge_count;
	int share; /* of the first edge */
} AlikeCluster;

typedef struct AlikeClusters {
	AlikeCluster *list; /* the largest first; of equal ones the most alike */
	int count;
} AlikeClusters;

/* Owners whom a row of edges that tie (ties.h) leads from one to the other are in one cluster. Free with
 * clusters_release. */
void clusters_find(AlikeClusters *clusters, const Alike *all, const AlikeEdges *edges);
void clusters_release(AlikeClusters *clusters);

/* The edge of the owner with the largest share, or -1. */
int cluster_best(const AlikeCluster *cluster, const AlikeEdges *edges, int owner);

/* How many students of the class have at least half of the labs that they and the solutions have in an edge to the
 * solutions; *of gets how many were compared with them. */
int solutions_count(const Alike *all, const AlikeEdges *edges, int *of);

#endif
