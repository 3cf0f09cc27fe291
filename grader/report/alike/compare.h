/* compare.h - compares the class with itself, and with each other set. */
#ifndef GRADER_REPORT_ALIKE_COMPARE_H
#define GRADER_REPORT_ALIKE_COMPARE_H

#include "grader/report/alike/alike.h"
#include "grader/report/alike/numbers.h"

/* Two texts of a lab. */
typedef struct AlikeEdge {
	int a, b; /* owners: a of the class, b of any set */
	int lab;
	int share;     /* per cent: of the own tokens of one, or of the other if that is more */
	size_t common; /* how many tokens that is */
} AlikeEdge;

typedef struct AlikeEdges {
	AlikeEdge *list; /* by a, b and lab */
	int count;
	int texts;  /* of the class that were compared */
	int people; /* whose they are */
} AlikeEdges;

/* How much of either text is in the other. The grams in `but` are what most of a set have: they do not
 * count, neither as own nor as common. */
typedef struct AlikeShare {
	size_t own[2], common[2];
	int share; /* per cent; -1: one of them has less of its own than ALIKE_LEAST */
} AlikeShare;

AlikeShare share_of(const AlikeText *a, const AlikeText *b, const Numbers *but);

/* Finds the pairs of at least `least` per cent. `all` is sorted. Free with edges_release. */
void edges_find(AlikeEdges *edges, const Alike *all, int least);
void edges_release(AlikeEdges *edges);

/* The grams of a lab that more than half of a set's owners have, and more than four: its obvious answers. None of
 * the solutions and of public copies: what is in those counts, however many have it. */
void common_find(Numbers *common, const Alike *all, int set, int lab);

#endif
