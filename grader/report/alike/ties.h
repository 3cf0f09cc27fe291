/* ties.h - which edges tie: a large group in which each has few others alike is a row of chances, not a group. */
#ifndef GRADER_REPORT_ALIKE_TIES_H
#define GRADER_REPORT_ALIKE_TIES_H

#include "grader/report/alike/compare.h"

#define TIES_SMALL 8 /* students: no smaller group is questioned */
#define TIES_KNOWN                                                                                 \
	16 /* of its others each has to have half as many alike, on average; of fewer others half of them */
#define TIES_STEP                                                                                  \
	5 /* per cent: in such a group the weakest edges tie no more; and so on until it is dense, or has
		       * fallen apart */

/* For each edge whether it ties. Edges to other sets always do, and whoever has one to the solutions, a public copy or
 * an earlier year has everybody alike. To be freed. */
bool *ties_find(const Alike *all, const AlikeEdges *edges);

/* Union-find: for each owner one owner who stands for all who are tied together. To be freed. */
int *roots_find(const Alike *all, const AlikeEdges *edges, const bool *ties);

#endif
